import { locationPickerMachine } from '../../../machines/locationPicker.ts'
import { createLocationActors } from '../../actors/locationPicker.ts'

/** The locationPicker machine with the lists in public/location. */
export const provideLocation = () =>
  locationPickerMachine.provide({
    actors: createLocationActors({ fetch: (url, init) => window.fetch(url, init) }),
  })
