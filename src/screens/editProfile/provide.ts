import { avatarUploadMachine } from '../../../machines/avatarUpload.ts'
import { profileEditMachine } from '../../../machines/profileEdit.ts'
import { createAvatarUploadActors, createPendingFile } from '../../actors/avatarUpload.ts'
import { createProfileActors } from '../../actors/profileEdit.ts'
import { type Root } from '../../app/root.tsx'
import { createPendingEmailStore } from '../../platform/pendingEmail.ts'
import { provideLocation } from '../../features/location/provide.ts'

/** The profileEdit machine with the API and the location lists. */
export function provideProfileEdit(root: Root) {
  const { api, queryClient, storage, session } = root
  const pendingEmails = createPendingEmailStore(() => window.sessionStorage)
  const dependencies = { api, queryClient, storage, session, pendingEmails }
  return profileEditMachine.provide({
    actors: { ...createProfileActors(dependencies), locationPicker: provideLocation(root) },
  })
}

/** The avatarUpload machine with the API, and `setFile`, which holds the selected file for it. */
export function provideAvatarUpload(root: Root) {
  const pendingFile = createPendingFile()
  return {
    machine: avatarUploadMachine.provide({ actors: createAvatarUploadActors(root, pendingFile) }),
    setFile: pendingFile.put,
  }
}
