import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type locationPickerMachine } from '../../../machines/locationPicker.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { Select } from '../../ui/pieces/Select.ts'
import { TextInput } from '../../ui/pieces/TextInput.ts'
import classes from './LocationPicker.module.css'

type Picker = ActorRefFrom<typeof locationPickerMachine>

/** Specification §2 and §9: searchable, 'No options found', at most 15rem high. */
const selectProps = {
  searchable: true,
  nothingFoundMessage: 'No options found',
  maxDropdownHeight: '15rem',
  allowDeselect: false,
  openOnFocus: false,
  autoComplete: 'off',
  comboboxProps: { withinPortal: false, transitionProps: { duration: 0 } },
} as const

/** How many options of a long list are rendered; searching narrows them. */
const optionLimit = 300

/**
 * Country, state and city; each list loads when its parent is selected. All three are optional: `fallbackText` says what
 * happens without a country.
 */
export function LocationPicker({
  actor,
  disabled = false,
  fallbackText = 'You can leave it blank.',
}: {
  actor: Picker
  disabled?: boolean
  fallbackText?: string
}) {
  const snapshot = useSelector(actor, (now) => now)
  const { countries, states, cities, country, state, address } = snapshot.context
  const canTypeState = snapshot.can({ type: 'state.type', name: '' })
  const canTypeCity = snapshot.can({ type: 'city.type', name: '' })
  const hasStates = snapshot.matches({ open: 'listed' })
  return (
    <div className={classes.fields}>
      <div>
        <Select
          {...selectProps}
          label="Country"
          placeholder={snapshot.matches('loading') ? 'Loading…' : 'Choose a country'}
          disabled={disabled || !snapshot.matches('open')}
          data={countries.map(({ iso2, name }) => ({ value: iso2, label: name }))}
          value={country?.iso2 ?? null}
          clearable
          // Mantine hides it from keyboards and screen readers, which have no other way to clear the country.
          clearButtonProps={{ 'aria-label': 'Clear the country', 'aria-hidden': false, tabIndex: 0 }}
          onChange={(chosen) => {
            const found = countries.find(({ iso2 }) => iso2 === chosen)
            actor.send(found ? { type: 'country.choose', country: found } : { type: 'country.clear' })
          }}
        />
        <ListUnavailable
          listName="country"
          isShown={snapshot.can({ type: 'countries.retry' })}
          fallbackText={fallbackText}
          onRetry={() => actor.send({ type: 'countries.retry' })}
        />
      </div>
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
            placeholder={
              hasStates
                ? 'Choose a state'
                : snapshot.matches({ open: 'loadingStates' })
                  ? 'Loading…'
                  : 'Choose a country first'
            }
            disabled={disabled || !hasStates}
            data={states.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={state ? String(state.id) : null}
            onChange={(chosen) => {
              const found = states.find(({ id }) => String(id) === chosen)
              if (found) actor.send({ type: 'state.choose', state: found })
            }}
          />
        )}
        <ListUnavailable
          listName="state"
          isShown={snapshot.can({ type: 'states.retry' })}
          fallbackText="You can type yours."
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
            placeholder={
              snapshot.can({ type: 'city.choose', name: '' })
                ? 'Choose a city'
                : snapshot.matches({ open: { listed: 'loadingCities' } })
                  ? 'Loading…'
                  : 'Choose a state first'
            }
            limit={optionLimit}
            disabled={disabled || !snapshot.can({ type: 'city.choose', name: '' })}
            data={cities.map(({ name }) => name)}
            value={cities.find(({ name }) => name.toLowerCase() === address.city.trim().toLowerCase())?.name ?? null}
            onChange={(name) => {
              if (name !== null) actor.send({ type: 'city.choose', name })
            }}
          />
        )}
        <ListUnavailable
          listName="city"
          isShown={snapshot.can({ type: 'cities.retry' })}
          fallbackText="You can type yours."
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
  fallbackText,
  onRetry,
}: {
  listName: string
  isShown: boolean
  fallbackText: string
  onRetry: () => void
}) {
  return (
    <div className={isShown ? classes.unavailable : undefined}>
      <Notice tone="unsure">
        {isShown ? (
          <span className={classes.retry}>
            We couldn’t load the {listName} list. {fallbackText}
            <Button variant="default" onClick={onRetry} aria-label={`Try again: load the ${listName} list`}>
              Try again
            </Button>
          </span>
        ) : null}
      </Notice>
    </div>
  )
}
