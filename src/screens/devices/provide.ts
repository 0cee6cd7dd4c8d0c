import { devicesMachine } from '../../../machines/devices.ts'
import { createDevicesActors } from '../../actors/devices.ts'
import { type Root } from '../../app/root.tsx'

/** The devices machine with its actors. */
export const provideDevices = (root: Root) => devicesMachine.provide({ actors: createDevicesActors(root) })
