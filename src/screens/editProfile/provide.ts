import { avatarUploadMachine } from '../../../machines/avatarUpload.ts'
import { locationPickerMachine } from '../../../machines/locationPicker.ts'
import { profileEditMachine } from '../../../machines/profileEdit.ts'
import { createAvatarUploadActors, createPendingFile } from '../../actors/avatarUpload.ts'
import { createLocationActors } from '../../actors/locationPicker.ts'
import { findLocation, type FoundLocation } from '../../actors/findLocation.ts'
import { createProfileActors } from '../../actors/profileEdit.ts'
import { type Address } from '../../api/memberParsers.ts'
import { type Root } from '../../app/root.tsx'

/** The profileEdit machine with the host. */
export const provideProfileEdit = (root: Root) => profileEditMachine.provide({ actors: createProfileActors(root) })

/** The avatarUpload machine with the host, and where a chosen file waits for it. */
export function provideAvatarUpload(root: Root) {
  const pendingFile = createPendingFile()
  return {
    machine: avatarUploadMachine.provide({ actors: createAvatarUploadActors(root, pendingFile) }),
    put: pendingFile.put,
  }
}

const createLocationListActors = () => createLocationActors({ fetch: (address, init) => window.fetch(address, init) })

/** Where the lists have what an address says. */
export const locationQuery = ({ country, state, city }: Pick<Address, 'country' | 'state' | 'city'>) => ({
  queryKey: ['place', country, state, city] as const,
  queryFn: () => findLocation(createLocationListActors(), { country, state, city }),
  staleTime: Infinity,
})

/** In which state the picker has chosen this; undefined where it begins with no country. */
function initialStateValue({ states, cities, country, state, city }: FoundLocation) {
  if (!country) return undefined
  if (states.length === 0 || state?.id === 0) return { open: 'free' } as const
  if (!state) return city === '' ? ({ open: { listed: 'stateless' } } as const) : ({ open: 'free' } as const)
  const isListed = cities.length > 0 && (city === '' || cities.some(({ name }) => name === city))
  return isListed ? ({ open: { listed: 'cityListed' } } as const) : ({ open: { listed: 'cityFree' } } as const)
}

/** The location picker with the lists, and the snapshot in which it begins where `found` is to stand in it. */
export function provideFilledLocationPicker(found: FoundLocation | undefined) {
  const machine = locationPickerMachine.provide({ actors: createLocationListActors() })
  const value = found && initialStateValue(found)
  return { machine, snapshot: value && machine.resolveState({ value, context: { ...found } }) }
}
