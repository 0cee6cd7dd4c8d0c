import { locationPickerMachine } from '../../../machines/locationPicker.ts'
import { createLocationActors } from '../../actors/locationPicker.ts'
import { type Root } from '../../app/root.tsx'

/** The locationPicker machine with the lists in public/location. */
export const provideLocation = ({ queryClient }: Pick<Root, 'queryClient'>) =>
  locationPickerMachine.provide({
    actors: createLocationActors({ queryClient, fetch: (url, init) => window.fetch(url, init) }),
  })
