import { locationPickerMachine } from '../../../machines/locationPicker.ts'
import { createLocationActors } from '../../actors/locationPicker.ts'

/** The location picker with the lists that stand beside the application. */
export const provideLocation = () =>
  locationPickerMachine.provide({
    actors: createLocationActors({ fetch: (address, init) => window.fetch(address, init) }),
  })
