import { useSelector } from '@xstate/react'
import { memo, useMemo, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type locationPickerMachine } from '../../../machines/locationPicker.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { clearButton, Select } from '../../ui/Select.ts'
import { TextInput } from '../../ui/TextInput.ts'
import classes from './LocationPicker.module.css'

type Picker = ActorRefFrom<typeof locationPickerMachine>

/**
 * Specification §2 and §9: searchable, 'No options found', at most 15rem high. The options are rendered only while a list
 * is open: every render of the form around it would render hundreds of them.
 */
const selectProps = {
  searchable: true,
  nothingFoundMessage: 'No options found',
  maxDropdownHeight: '15rem',
  allowDeselect: false,
  openOnFocus: false,
  autoComplete: 'off',
  comboboxProps: { withinPortal: false, keepMounted: false, transitionProps: { duration: 0 } },
} as const

/** The maximum number of rendered options. Searching narrows a longer list. */
const optionLimit = 300

/**
 * Country, state and city; each list loads when its parent is selected. All three are optional: `fallbackText` describes
 * what happens without a country. `children` are fields between the country and the state.
 */
export function LocationPicker({
  actor,
  disabled = false,
  fallbackText = 'You can leave it blank.',
  children,
}: {
  actor: Picker
  disabled?: boolean
  fallbackText?: string
  children?: ReactNode
}) {
  return (
    <div className={children ? `${classes.fields} ${classes.apart}` : classes.fields}>
      <fieldset role="none" disabled={disabled} className={children ? classes.row : undefined}>
        <CountryField actor={actor} fallbackText={fallbackText} />
      </fieldset>
      {children ? <div className={classes.row}>{children}</div> : null}
      <fieldset role="none" disabled={disabled}>
        <StateField actor={actor} />
      </fieldset>
      <fieldset role="none" disabled={disabled}>
        <CityField actor={actor} />
      </fieldset>
    </div>
  )
}

// The fields are memoized, because rendering them takes longer than the rest of the form around them. A fieldset disables
// them without a render, which the call that follows the press on the button would wait for.

const CountryField = memo(function CountryField({ actor, fallbackText }: { actor: Picker; fallbackText: string }) {
  const countries = useSelector(actor, ({ context }) => context.countries)
  const country = useSelector(actor, ({ context }) => context.country)
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'))
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading') || snapshot.matches('prefilling'))
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'countries.retry' }))
  const options = useMemo(() => countries.map(({ iso2, name }) => ({ value: iso2, label: name })), [countries])
  return (
    <>
      <Select
        {...selectProps}
        label="Country"
        placeholder={isLoading ? 'Loading…' : 'Select country'}
        disabled={!isOpen}
        data={options}
        value={country?.iso2 ?? null}
        clearable
        clearButtonProps={{ ...clearButton('Clear the country'), className: classes.clear ?? '' }}
        onChange={(chosen) => {
          const found = countries.find(({ iso2 }) => iso2 === chosen)
          actor.send(found ? { type: 'country.choose', country: found } : { type: 'country.clear' })
        }}
      />
      <ListUnavailable
        listName="country"
        isShown={canRetry}
        text={`We couldn’t load the country list. ${fallbackText}`}
        onRetry={() => actor.send({ type: 'countries.retry' })}
      />
    </>
  )
})

const StateField = memo(function StateField({ actor }: { actor: Picker }) {
  const { states, country, state, address } = useSelector(actor, ({ context }) => context)
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches({ open: 'loadingStates' }))
  const hasStates = useSelector(actor, (snapshot) => snapshot.matches({ open: 'listed' }))
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'states.retry' }))
  const canType = useSelector(actor, (snapshot) => snapshot.can({ type: 'state.type', name: '' }))
  const options = useMemo(() => states.map(({ id, name }) => ({ value: String(id), label: name })), [states])
  return (
    <div>
      {canType ? (
        <TextInput
          label="State"
          autoComplete="billing address-level1"
          value={address.state}
          onChange={({ currentTarget: { value: name } }) => actor.send({ type: 'state.type', name })}
        />
      ) : (
        <Select
          {...selectProps}
          // Another country resets the search text.
          key={country?.iso2 ?? ''}
          label="State"
          placeholder={hasStates ? 'Select state' : isLoading ? 'Loading…' : 'Country first'}
          disabled={!hasStates}
          data={options}
          value={state ? String(state.id) : null}
          onChange={(chosen) => {
            const found = states.find(({ id }) => String(id) === chosen)
            if (found) actor.send({ type: 'state.choose', state: found })
          }}
        />
      )}
      <ListUnavailable
        listName="state"
        isShown={canRetry}
        text="We couldn’t load the list. Type your state instead."
        onRetry={() => actor.send({ type: 'states.retry' })}
      />
    </div>
  )
})

const CityField = memo(function CityField({ actor }: { actor: Picker }) {
  const { cities, country, state, address } = useSelector(actor, ({ context }) => context)
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches({ open: { listed: 'loadingCities' } }))
  const canChoose = useSelector(actor, (snapshot) => snapshot.can({ type: 'city.choose', name: '' }))
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'cities.retry' }))
  const canType = useSelector(actor, (snapshot) => snapshot.can({ type: 'city.type', name: '' }))
  const options = useMemo(() => cities.map(({ name }) => name), [cities])
  return (
    <div>
      {canType ? (
        <TextInput
          label="City"
          autoComplete="billing address-level2"
          value={address.city}
          onChange={({ currentTarget: { value: name } }) => actor.send({ type: 'city.type', name })}
        />
      ) : (
        <Select
          {...selectProps}
          key={`${country?.iso2 ?? ''} ${state?.id ?? ''}`}
          label="City"
          placeholder={canChoose ? 'Select city' : isLoading ? 'Loading…' : 'State first'}
          limit={optionLimit}
          disabled={!canChoose}
          data={options}
          value={cities.find(({ name }) => name.toLowerCase() === address.city.trim().toLowerCase())?.name ?? null}
          onChange={(name) => {
            if (name !== null) actor.send({ type: 'city.choose', name })
          }}
        />
      )}
      <ListUnavailable
        listName="city"
        isShown={canRetry}
        text="We couldn’t load the list. Type your city instead."
        onRetry={() => actor.send({ type: 'cities.retry' })}
      />
    </div>
  )
})

/** The notice of a list that could not be loaded. */
function ListUnavailable({
  listName,
  isShown,
  text,
  onRetry,
}: {
  listName: string
  isShown: boolean
  text: string
  onRetry: () => void
}) {
  return (
    <div className={isShown ? classes.unavailable : undefined}>
      <Notice tone="unsure">
        {isShown ? (
          <span className={classes.retry}>
            {text}
            <Button variant="default" onClick={onRetry} aria-label={`Try again: load the ${listName} list`}>
              Try again
            </Button>
          </span>
        ) : null}
      </Notice>
    </div>
  )
}
