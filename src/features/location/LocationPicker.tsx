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

/** So many lines of a long list are drawn at once; searching narrows it. */
const optionLimit = 300

/**
 * Country, state, city, each list fetched when the one above it is chosen. All of it is optional: `otherwise` says how
 * it goes on without a country.
 */
export function LocationPicker({
  actor,
  disabled = false,
  fallbackText: fallbackText = 'You can pay without one.',
}: {
  actor: Picker
  disabled?: boolean
  fallbackText?: string
}) {
  const snapshot = useSelector(actor, (now) => now)
  const { countries, states, cities, country, state, city } = snapshot.context
  const canTypeState = snapshot.can({ type: 'state.type', name: '' })
  const canTypeCity = snapshot.can({ type: 'city.type', name: '' })
  const hasStates = snapshot.matches({ open: 'listed' })
  return (
    <div className={classes.fields}>
      <div>
        <Select
          {...selectProps}
          label="Country"
          placeholder={snapshot.matches('loading') ? 'Loading the countries…' : 'Choose a country'}
          disabled={disabled || !snapshot.matches('open')}
          data={countries.map(({ iso2, name }) => ({ value: iso2, label: name }))}
          value={country?.iso2 ?? null}
          clearable
          // Mantine hides it from the keyboard and from screen readers, who have no other way to take a country away.
          clearButtonProps={{ 'aria-label': 'Clear the country', 'aria-hidden': false, tabIndex: 0 }}
          onChange={(chosen) => {
            const found = countries.find(({ iso2 }) => iso2 === chosen)
            actor.send(found ? { type: 'country.choose', country: found } : { type: 'country.clear' })
          }}
        />
        <ListUnavailable
          listName="countries"
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
            value={state?.name ?? ''}
            onChange={({ currentTarget: { value: name } }) => actor.send({ type: 'state.type', name })}
          />
        ) : (
          <Select
            {...selectProps}
            // A list of another country starts anew: what was searched for in the last one is gone.
            key={country?.iso2 ?? ''}
            label="State"
            placeholder={
              hasStates
                ? 'Choose a state'
                : snapshot.matches({ open: 'loadingStates' })
                  ? 'Loading the states…'
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
          listName="states"
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
            value={city}
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
                  ? 'Loading the cities…'
                  : 'Choose a state first'
            }
            limit={optionLimit}
            disabled={disabled || !snapshot.can({ type: 'city.choose', name: '' })}
            data={cities.map(({ name }) => name)}
            value={city === '' ? null : city}
            onChange={(name) => {
              if (name !== null) actor.send({ type: 'city.choose', name })
            }}
          />
        )}
        <ListUnavailable
          listName="cities"
          isShown={snapshot.can({ type: 'cities.retry' })}
          fallbackText="You can type yours."
          onRetry={() => actor.send({ type: 'cities.retry' })}
        />
      </div>
    </div>
  )
}

/** A list that could not be loaded. It holds nobody up. */
function ListUnavailable({
  listName: listName,
  isShown: isShown,
  fallbackText: fallbackText,
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
            The {listName} could not be loaded. {fallbackText}
            <Button variant="default" onClick={onRetry} aria-label={`Retry: load the ${listName}`}>
              Retry
            </Button>
          </span>
        ) : null}
      </Notice>
    </div>
  )
}
