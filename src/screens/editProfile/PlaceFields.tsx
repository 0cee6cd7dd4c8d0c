import { useQuery } from '@tanstack/react-query'
import { useActorRef } from '@xstate/react'
import { useRef, useState } from 'react'
import { type LocationContext } from '../../../machines/locationPicker.ts'
import { type Values } from '../../../machines/profileEdit.ts'
import { LocationPicker } from '../../features/location/LocationPicker.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { placeQuery, provideSeatedLocation } from './provide.ts'
import classes from './EditProfile.module.css'

type Written = { country: string; state: string; city: string }
type Edit = (values: Values) => void

/** Country, state and city of the billing address, in the lists where they have them. `written` is what is saved. */
export function PlaceFields({ written, disabled, onEdit }: { written: Written; disabled: boolean; onEdit: Edit }) {
  // Where the lists stood the first time: what is saved later was chosen from them.
  const [first] = useState(written)
  const { data, isPending } = useQuery(placeQuery(first))
  return isPending ? (
    <div role="status" aria-label="Loading the countries">
      <Skeleton height="4.25rem" />
    </div>
  ) : (
    <Picker found={data} written={first} disabled={disabled} onEdit={onEdit} />
  )
}

/** A record may name a state by its code: what stays chosen stays as it was written. */
function wordsOf({ country, state, city }: LocationContext, written: Written): Values {
  const isSame = country?.iso2 === written.country && state?.iso2 !== '' && state?.iso2 === written.state
  return {
    'mepr-address-country': country?.iso2 ?? '',
    'mepr-address-state': isSame ? written.state : (state?.name ?? ''),
    'mepr-address-city': city,
  }
}

function Picker({
  found,
  written,
  disabled,
  onEdit,
}: {
  found: Parameters<typeof provideSeatedLocation>[0]
  written: Written
  disabled: boolean
  onEdit: Edit
}) {
  const [{ machine, snapshot }] = useState(() => provideSeatedLocation(found))
  // A list that arrives chooses nothing: without a country chosen here, what is saved stays.
  const hasChosen = useRef(snapshot !== undefined)
  const actor = useActorRef(machine, snapshot ? { snapshot } : {}, ({ context }) => {
    hasChosen.current ||= context.country !== undefined
    if (hasChosen.current) onEdit(wordsOf(context, written))
  })
  const kept = [written.city, written.state, written.country].filter(Boolean).join(', ')
  return (
    <>
      <LocationPicker actor={actor} disabled={disabled} otherwise="What is saved stays as it is." />
      {snapshot === undefined && kept !== '' ? (
        <p className={classes.hint}>Saved is {kept}. It stays unless you choose another country.</p>
      ) : null}
    </>
  )
}
