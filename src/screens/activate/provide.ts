import { deviceApprovalMachine } from '../../../machines/deviceApproval.ts'
import { createDeviceApprovalActors } from '../../actors/deviceApproval.ts'
import { type Root } from '../../app/root.tsx'

/** The deviceApproval machine with its actors. */
export const provideDeviceApproval = (root: Pick<Root, 'api'>) =>
  deviceApprovalMachine.provide({ actors: createDeviceApprovalActors(root) })
