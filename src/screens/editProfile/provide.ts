import { avatarUploadMachine } from '../../../machines/avatarUpload.ts'
import { profileEditMachine } from '../../../machines/profileEdit.ts'
import { createAvatarUploadActors, createPendingFile } from '../../actors/avatarUpload.ts'
import { createProfileActors } from '../../actors/profileEdit.ts'
import { type Root } from '../../app/root.tsx'
import { provideLocation } from '../../features/location/provide.ts'

/** The profileEdit machine with the API and the location lists. */
export const provideProfileEdit = (root: Root) =>
  profileEditMachine.provide({ actors: { ...createProfileActors(root), locationPicker: provideLocation() } })

/** The avatarUpload machine with the API, and `put`, which holds the selected file for it. */
export function provideAvatarUpload(root: Root) {
  const pendingFile = createPendingFile()
  return {
    machine: avatarUploadMachine.provide({ actors: createAvatarUploadActors(root, pendingFile) }),
    put: pendingFile.put,
  }
}
