import { type QueryClient } from '@tanstack/react-query'
import { fromCallback, fromPromise } from 'xstate'
import { type AvatarUploadEvent, type Picture, type UploadAnswer } from '../../machines/avatarUpload.ts'
import { asForm, type HostClient } from '../api/client.ts'
import { HostUnreachable, outcome } from '../api/outcome.ts'
import { readAvatar } from '../api/readers.ts'
import { sendTelling } from '../platform/upload.ts'

type World = { host: HostClient; queryClient: QueryClient }

/** Where a chosen file waits to be sent: the machine knows it by its number alone. The newest takes the place of the last. */
export function openShelf() {
  let kept: { id: number; file: File } | undefined
  return {
    put(file: File): Picture {
      kept = { id: (kept?.id ?? 0) + 1, file }
      return { id: kept.id, name: file.name, size: file.size, kind: file.type }
    },
    take: (id: number) => (kept?.id === id ? kept.file : undefined),
  }
}

/** What the avatarUpload machine asks of the host. The new picture is what every place shows that shows one. */
export function avatarActors({ host, queryClient }: World, shelf: Pick<ReturnType<typeof openShelf>, 'take'>) {
  let tell: (share: number) => void = () => undefined
  return {
    watchUpload: fromCallback<AvatarUploadEvent>(({ sendBack }) => {
      tell = (share) => sendBack({ type: 'upload.progressed', share })
      return () => {
        tell = () => undefined
      }
    }),

    uploadPicture: fromPromise<UploadAnswer, { id: number }>(async ({ input: { id }, signal }) => {
      const file = shelf.take(id)
      if (!file) throw new Error('The file is no longer there')
      try {
        const answer = await outcome(
          host.POST('/wp-json/channel/v2/avatar', {
            body: { avatar: file.name },
            bodySerializer: () => asForm({ avatar: file }),
            fetch: sendTelling((share) => tell(share)),
            signal,
          }),
          readAvatar,
        )
        if (answer.kind === 'refused') return { kind: 'refused', message: answer.refusal.message }
        // A picture that is just being asked for may still be the one before.
        await queryClient.cancelQueries({ queryKey: ['avatar'] })
        queryClient.setQueriesData({ queryKey: ['avatar'] }, answer.data ?? null)
        return { kind: 'granted' }
      } catch (lost) {
        // A server in trouble that still says something: its words go first (§8).
        if (lost instanceof HostUnreachable && lost.serverText) return { kind: 'refused', message: lost.serverText }
        throw lost
      }
    }),
  }
}
