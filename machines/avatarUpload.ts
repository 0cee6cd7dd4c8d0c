/**
 * avatarUpload: uploads the avatar of the user and shows the progress.
 *
 *   idle.untouched ──picture.choose──▶ uploading ─┬─▶ idle.changed
 *        └──▶ idle.invalid (type, size)           ├─▶ idle.refused (with the reason)
 *                                                 └─▶ idle.outcomeUnknown ──upload.retry──▶ uploading
 *   The context holds only the `id` of the file, by which the actors find it.
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'

/** `size` in bytes; `mimeType` such as 'image/png', '' if the browser does not know it. */
export type Picture = { id: number; name: string; size: number; mimeType: string }

/** `message` is plain text and may be empty. */
export type UploadResult = { kind: 'granted' } | { kind: 'refused'; message: string }

export type AvatarUploadContext = {
  picture: Picture | undefined
  /** The uploaded fraction, from 0 to 1. */
  progress: number
  /** '' for none. */
  message: string
}

export type AvatarUploadEvent =
  | { type: 'picture.choose'; picture: Picture }
  | { type: 'upload.retry' }
  | { type: 'upload.progressed'; progress: number }

/** `busy`: a file is being uploaded. */
export type AvatarUploadTag = 'busy'

const mimeTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
/** 2 MB, in bytes. */
const maxBytes = 2 * 1024 * 1024

/** Why a file is invalid; '' for a valid one. */
function pictureErrorOf({ name, size, mimeType }: Picture): string {
  if (!mimeTypes.includes(mimeType)) return `“${name}” isn’t a PNG, JPEG or WebP image. Please choose another file.`
  if (size > maxBytes) return `“${name}” is larger than 2 MB. Please choose a smaller image.`
  return size === 0 ? `“${name}” is empty. Please choose another file.` : ''
}

const stub = createStubs('avatarUpload')

export const avatarUploadMachine = setup({
  types: {} as {
    context: AvatarUploadContext
    events: AvatarUploadEvent
    tags: AvatarUploadTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    uploadPicture: stub.promise<UploadResult, { id: number }>('uploadPicture'),
    /** Sends `upload.progressed`. */
    watchUpload: stub.callback<AvatarUploadEvent>('watchUpload'),
  },
  actions: {
    setPicture: assign((_, { picture }: { picture: Picture }) => ({ picture })),
    setInvalidMessage: assign((_, { picture }: { picture: Picture }) => ({ message: pictureErrorOf(picture) })),
    setProgress: assign((_, { progress }: { progress: number }) => ({ progress })),
    setSuccess: assign({ message: 'Photo updated' }),
    setRefusal: assign((_, { result }: { result: UploadResult }) => ({
      message: messageOf(result),
    })),
    setOutcomeUnknown: assign({ message: 'We couldn’t confirm the upload. Please try again.' }),
    clearProgress: assign({ progress: 0, message: '' }),
  },
  guards: {
    isValid: (_, { picture }: { picture: Picture }) => pictureErrorOf(picture) === '',
    wasGranted: (_, { result }: { result: UploadResult }) => result.kind === 'granted',
  },
}).createMachine({
  id: 'avatarUpload',
  context: { picture: undefined, progress: 0, message: '' },
  initial: 'idle',
  states: {
    idle: {
      initial: 'untouched',
      on: {
        'picture.choose': [
          {
            guard: { type: 'isValid', params: ({ event }) => event },
            target: 'uploading',
            actions: { type: 'setPicture', params: ({ event }) => event },
          },
          { target: '.invalid', actions: { type: 'setInvalidMessage', params: ({ event }) => event } },
        ],
      },
      states: {
        untouched: { description: 'No file is selected.' },
        invalid: {
          description: 'The selected file has an unsupported type, is too large or is empty. Nothing was sent.',
          meta: { requirement: 'avatar.rules' },
        },
        refused: {
          description: 'The host refused the file and gave a reason.',
          meta: { requirement: 'avatar.refused' },
        },
        outcomeUnknown: {
          description: 'No response: uploading the same file again is safe.',
          meta: { requirement: 'avatar.refused' },
          on: { 'upload.retry': '#avatarUpload.uploading' },
        },
        changed: {
          description: 'The new photo is shown, in the top bar too.',
          meta: { requirement: 'avatar.upload' },
        },
      },
    },
    uploading: {
      description: 'The file is being uploaded. The page shows the progress.',
      meta: { requirement: 'avatar.upload' },
      tags: ['busy'],
      entry: 'clearProgress',
      invoke: [
        { id: 'watchUpload', src: 'watchUpload' },
        {
          id: 'uploadPicture',
          src: 'uploadPicture',
          input: ({ context }) => ({ id: context.picture?.id ?? 0 }),
          onDone: [
            {
              guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
              target: 'idle.changed',
              actions: 'setSuccess',
            },
            {
              target: 'idle.refused',
              actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
            },
          ],
          onError: { target: 'idle.outcomeUnknown', actions: 'setOutcomeUnknown' },
        },
      ],
      on: { 'upload.progressed': { actions: { type: 'setProgress', params: ({ event }) => event } } },
    },
  },
})
