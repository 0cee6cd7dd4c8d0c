import { type QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise } from 'xstate'
import { type AvatarUploadEvent, type Picture, type UploadResult } from '../../machines/avatarUpload.ts'
import { toFormData, type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseAvatar } from '../api/memberParsers.ts'
import { fetchWithProgress } from '../platform/fetchWithProgress.ts'

type Dependencies = { api: ApiClient; queryClient: QueryClient }

/** Stores the selected file. The machine references it by number. A new file replaces the previous one. */
export function createPendingFile() {
  let pending: { id: number; file: File } | undefined
  return {
    put: (file: File): Picture => {
      pending = { id: (pending?.id ?? 0) + 1, file }
      return { id: pending.id, name: file.name, size: file.size, mimeType: file.type }
    },
    take: (id: number) => (pending?.id === id ? pending.file : undefined),
  }
}

/** The actors of the avatarUpload machine. An upload updates the cached avatar, so that every view shows it. */
export function createAvatarUploadActors(
  { api, queryClient }: Dependencies,
  pendingFile: Pick<ReturnType<typeof createPendingFile>, 'take'>,
) {
  let reportProgress: (progress: number) => void = () => undefined
  return {
    watchUpload: fromCallback<AvatarUploadEvent>(({ sendBack }) => {
      reportProgress = (progress) => sendBack({ type: 'upload.progressed', progress })
      return () => {
        reportProgress = () => undefined
      }
    }),

    uploadPicture: fromPromise<UploadResult, { id: number }>(async ({ input: { id }, signal }) => {
      const file = pendingFile.take(id)
      if (!file) throw new Error('The selected file is no longer available')
      const result = await toApiResult(
        api.POST('/wp-json/channel/v2/avatar', {
          body: { avatar: file.name },
          bodySerializer: () => toFormData({ avatar: file }),
          fetch: fetchWithProgress((progress) => reportProgress(progress)),
          signal,
        }),
        parseAvatar,
      )
      if (result.kind === 'refused') return { kind: 'refused', message: result.refusal.message }
      // A pending request may still return the previous avatar.
      await queryClient.cancelQueries({ queryKey: ['avatar'] })
      queryClient.setQueriesData({ queryKey: ['avatar'] }, result.data ?? null)
      return { kind: 'granted' }
    }),
  }
}
