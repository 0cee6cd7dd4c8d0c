import { avatarUploadMachine } from '../../../machines/avatarUpload.ts'
import { locationPickerMachine } from '../../../machines/locationPicker.ts'
import { profileEditMachine } from '../../../machines/profileEdit.ts'
import { avatarActors, openShelf } from '../../actors/avatar.ts'
import { locationActors } from '../../actors/location.ts'
import { findPlace, type FoundPlace } from '../../actors/place.ts'
import { profileActors } from '../../actors/profile.ts'
import { type Address } from '../../api/readers.ts'
import { type Root } from '../../app/root.tsx'

/** The profileEdit machine with the host. */
export const provideProfileEdit = (root: Root) => profileEditMachine.provide({ actors: profileActors(root) })

/** The avatarUpload machine with the host, and where a chosen file waits for it. */
export function provideAvatarUpload(root: Root) {
  const shelf = openShelf()
  return { machine: avatarUploadMachine.provide({ actors: avatarActors(root, shelf) }), put: shelf.put }
}

const lists = () => locationActors({ fetch: (address, init) => window.fetch(address, init) })

/** Where the lists have what an address says. */
export const placeQuery = ({ country, state, city }: Pick<Address, 'country' | 'state' | 'city'>) => ({
  queryKey: ['place', country, state, city] as const,
  queryFn: () => findPlace(lists(), { country, state, city }),
  staleTime: Infinity,
})

/** In which state the picker has chosen this; undefined where it begins with no country. */
function stateOf({ states, cities, country, state, city }: FoundPlace) {
  if (!country) return undefined
  if (states.length === 0 || state?.id === 0) return { open: 'free' } as const
  if (!state) return city === '' ? ({ open: { listed: 'stateless' } } as const) : ({ open: 'free' } as const)
  const isListed = cities.length > 0 && (city === '' || cities.some(({ name }) => name === city))
  return isListed ? ({ open: { listed: 'cityListed' } } as const) : ({ open: { listed: 'cityFree' } } as const)
}

/** The location picker with the lists, and the snapshot in which it begins where `found` is to stand in it. */
export function provideSeatedLocation(found: FoundPlace | undefined) {
  const machine = locationPickerMachine.provide({ actors: lists() })
  const value = found && stateOf(found)
  return { machine, snapshot: value && machine.resolveState({ value, context: { ...found } }) }
}
