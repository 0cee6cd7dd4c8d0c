import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type locationPickerMachine } from '../../../machines/locationPicker.ts'
import { LocationPicker } from '../../features/location/LocationPicker.tsx'
import classes from './EditProfile.module.css'

/** Country, state and city of the billing address. An address that the lists do not have is shown as text. */
export function LocationFields({
  actor,
  disabled,
}: {
  actor: ActorRefFrom<typeof locationPickerMachine>
  disabled: boolean
}) {
  const isUnlisted = useSelector(
    actor,
    (snapshot) => snapshot.matches('failed') || snapshot.matches({ open: 'countryNotSelected' }),
  )
  const address = useSelector(actor, (snapshot) => snapshot.context.address)
  const addressText = [address.city, address.state, address.country].filter(Boolean).join(', ')
  return (
    <>
      <LocationPicker actor={actor} disabled={disabled} fallbackText="Your saved address won’t change." />
      {isUnlisted && addressText !== '' ? (
        <p className={classes.hint}>Saved: {addressText}. Select a country to change it.</p>
      ) : null}
    </>
  )
}
