import { useQuery } from '@tanstack/react-query'
import { useActorRef } from '@xstate/react'
import { useRef, useState } from 'react'
import { type LocationContext } from '../../../machines/locationPicker.ts'
import { type ProfileValues } from '../../../machines/profileEdit.ts'
import { LocationPicker } from '../../features/location/LocationPicker.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { locationQuery, provideFilledLocationPicker } from './provide.ts'
import classes from './EditProfile.module.css'

type SavedLocation = { country: string; state: string; city: string }
type Edit = (values: ProfileValues) => void

/** Country, state and city of the billing address, in the lists where they have them. `written` is what is saved. */
export function LocationFields({
  savedLocation,
  disabled,
  onEdit,
}: {
  savedLocation: SavedLocation
  disabled: boolean
  onEdit: Edit
}) {
  // Where the lists stood the first time: what is saved later was chosen from them.
  const [initialLocation] = useState(savedLocation)
  const { data, isPending } = useQuery(locationQuery(initialLocation))
  return isPending ? (
    <div role="status" aria-label="Loading the countries">
      <Skeleton height="4.25rem" />
    </div>
  ) : (
    <Picker found={data} savedLocation={initialLocation} disabled={disabled} onEdit={onEdit} />
  )
}

/** A record may name a state by its code: what stays chosen stays as it was written. */
function locationValues({ country, state, city }: LocationContext, savedLocation: SavedLocation): ProfileValues {
  const isSame = country?.iso2 === savedLocation.country && state?.iso2 !== '' && state?.iso2 === savedLocation.state
  return {
    'mepr-address-country': country?.iso2 ?? '',
    'mepr-address-state': isSame ? savedLocation.state : (state?.name ?? ''),
    'mepr-address-city': city,
  }
}

function Picker({
  found,
  savedLocation: savedLocation,
  disabled,
  onEdit,
}: {
  found: Parameters<typeof provideFilledLocationPicker>[0]
  savedLocation: SavedLocation
  disabled: boolean
  onEdit: Edit
}) {
  const [{ machine, snapshot }] = useState(() => provideFilledLocationPicker(found))
  // A list that arrives chooses nothing: without a country chosen here, what is saved stays.
  const hasChosen = useRef(snapshot !== undefined)
  const actor = useActorRef(machine, snapshot ? { snapshot } : {}, ({ context }) => {
    hasChosen.current ||= context.country !== undefined
    if (hasChosen.current) onEdit(locationValues(context, savedLocation))
  })
  const savedText = [savedLocation.city, savedLocation.state, savedLocation.country].filter(Boolean).join(', ')
  return (
    <>
      <LocationPicker actor={actor} disabled={disabled} fallbackText="What is saved stays as it is." />
      {snapshot === undefined && savedText !== '' ? (
        <p className={classes.hint}>Saved is {savedText}. It stays unless you choose another country.</p>
      ) : null}
    </>
  )
}
