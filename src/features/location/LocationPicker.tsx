import { useSelector } from '@xstate/react'
import { useMemo, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type locationPickerMachine } from '../../../machines/locationPicker.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.ts'
import { Select } from '../../ui/Select.ts'
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
  const { countries, states, cities, country, state, address } = useSelector(actor, ({ context }) => context)
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'))
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading') || snapshot.matches('prefilling'))
  const isLoadingStates = useSelector(actor, (snapshot) => snapshot.matches({ open: 'loadingStates' }))
  const isLoadingCities = useSelector(actor, (snapshot) => snapshot.matches({ open: { listed: 'loadingCities' } }))
  const hasStates = useSelector(actor, (snapshot) => snapshot.matches({ open: 'listed' }))
  const canChooseCity = useSelector(actor, (snapshot) => snapshot.can({ type: 'city.choose', name: '' }))
  const canRetryCountries = useSelector(actor, (snapshot) => snapshot.can({ type: 'countries.retry' }))
  const canRetryStates = useSelector(actor, (snapshot) => snapshot.can({ type: 'states.retry' }))
  const canRetryCities = useSelector(actor, (snapshot) => snapshot.can({ type: 'cities.retry' }))
  const canTypeState = useSelector(actor, (snapshot) => snapshot.can({ type: 'state.type', name: '' }))
  const canTypeCity = useSelector(actor, (snapshot) => snapshot.can({ type: 'city.type', name: '' }))
  const countryOptions = useMemo(() => countries.map(({ iso2, name }) => ({ value: iso2, label: name })), [countries])
  const stateOptions = useMemo(() => states.map(({ id, name }) => ({ value: String(id), label: name })), [states])
  const cityOptions = useMemo(() => cities.map(({ name }) => name), [cities])
  return (
    <div className={children ? `${classes.fields} ${classes.apart}` : classes.fields}>
      <div className={children ? classes.row : undefined}>
        <Select
          {...selectProps}
          label="Country"
          placeholder={isLoading ? 'Loading…' : 'Select country'}
          disabled={disabled || !isOpen}
          data={countryOptions}
          value={country?.iso2 ?? null}
          clearable
          // Mantine hides the button from keyboards and screen readers, which could not clear the country otherwise.
          clearButtonProps={{ 'aria-label': 'Clear the country', 'aria-hidden': false, tabIndex: 0 }}
          onChange={(chosen) => {
            const found = countries.find(({ iso2 }) => iso2 === chosen)
            actor.send(found ? { type: 'country.choose', country: found } : { type: 'country.clear' })
          }}
        />
        <ListUnavailable
          listName="country"
          isShown={canRetryCountries}
          text={`We couldn’t load the country list. ${fallbackText}`}
          onRetry={() => actor.send({ type: 'countries.retry' })}
        />
      </div>
      {children ? <div className={classes.row}>{children}</div> : null}
      <div>
        {canTypeState ? (
          <TextInput
            label="State"
            autoComplete="billing address-level1"
            disabled={disabled}
            value={address.state}
            onChange={({ currentTarget: { value: name } }) => actor.send({ type: 'state.type', name })}
          />
        ) : (
          <Select
            {...selectProps}
            // Another country resets the search text.
            key={country?.iso2 ?? ''}
            label="State"
            placeholder={hasStates ? 'Select state' : isLoadingStates ? 'Loading…' : 'Country first'}
            disabled={disabled || !hasStates}
            data={stateOptions}
            value={state ? String(state.id) : null}
            onChange={(chosen) => {
              const found = states.find(({ id }) => String(id) === chosen)
              if (found) actor.send({ type: 'state.choose', state: found })
            }}
          />
        )}
        <ListUnavailable
          listName="state"
          isShown={canRetryStates}
          text="We couldn’t load the list. Type your state instead."
          onRetry={() => actor.send({ type: 'states.retry' })}
        />
      </div>
      <div>
        {canTypeCity ? (
          <TextInput
            label="City"
            autoComplete="billing address-level2"
            disabled={disabled}
            value={address.city}
            onChange={({ currentTarget: { value: name } }) => actor.send({ type: 'city.type', name })}
          />
        ) : (
          <Select
            {...selectProps}
            key={`${country?.iso2 ?? ''} ${state?.id ?? ''}`}
            label="City"
            placeholder={canChooseCity ? 'Select city' : isLoadingCities ? 'Loading…' : 'State first'}
            limit={optionLimit}
            disabled={disabled || !canChooseCity}
            data={cityOptions}
            value={cities.find(({ name }) => name.toLowerCase() === address.city.trim().toLowerCase())?.name ?? null}
            onChange={(name) => {
              if (name !== null) actor.send({ type: 'city.choose', name })
            }}
          />
        )}
        <ListUnavailable
          listName="city"
          isShown={canRetryCities}
          text="We couldn’t load the list. Type your city instead."
          onRetry={() => actor.send({ type: 'cities.retry' })}
        />
      </div>
    </div>
  )
}

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
