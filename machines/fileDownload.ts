/**
 * fileDownload: makes a file in the browser and saves it. Parts that could not be loaded are named and can be loaded again.
 *
 *   ready ──download.start──▶ preparing ──▶ saved
 *                                 ├──▶ incomplete
 *                                 └──▶ failed
 *   saved, incomplete, failed ──download.start──▶ preparing
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'

/**
 * `saved`: the browser has the whole file. `note` is what the user should know about it, '' for nothing. `incomplete`:
 * the browser has a file without the `missing` parts.
 */
export type FileResult =
  | { kind: 'saved'; note: string }
  | { kind: 'incomplete'; missing: readonly string[] }
  | { kind: 'refused'; message: string }

export type FileDownloadContext = {
  /** The names of the parts that the file lacks. */
  missing: readonly string[]
  /** The reason of a failure or the note of a saved file; '' for none. */
  message: string
}

export type FileDownloadEvent = { type: 'download.start' }

/** `busy`: the file is being made. */
export type FileDownloadTag = 'busy'

const stub = createStubs('fileDownload')

export const fileDownloadMachine = setup({
  types: {} as {
    context: FileDownloadContext
    events: FileDownloadEvent
    tags: FileDownloadTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Loads the content, makes the file and hands it to the browser. */
    makeFile: stub.promise<FileResult>('makeFile'),
  },
  actions: {
    setResult: assign((_, { result }: { result: FileResult }) => ({
      missing: result.kind === 'incomplete' ? result.missing : [],
      message: result.kind === 'saved' ? result.note : result.kind === 'refused' ? messageOf(result) : '',
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ message: messageOf(error) })),
    clearResult: assign({ missing: [], message: '' }),
  },
  guards: {
    wasSaved: (_, { result }: { result: FileResult }) => result.kind === 'saved',
    isIncomplete: (_, { result }: { result: FileResult }) => result.kind === 'incomplete',
  },
}).createMachine({
  id: 'fileDownload',
  context: { missing: [], message: '' },
  initial: 'ready',
  states: {
    ready: {
      description: 'The file can be downloaded.',
      on: { 'download.start': 'preparing' },
    },
    preparing: {
      description: 'The content loads and the file is made.',
      tags: ['busy'],
      entry: 'clearResult',
      invoke: {
        id: 'makeFile',
        src: 'makeFile',
        onDone: [
          {
            guard: { type: 'wasSaved', params: ({ event }) => ({ result: event.output }) },
            target: 'saved',
            actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isIncomplete', params: ({ event }) => ({ result: event.output }) },
            target: 'incomplete',
            actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'failed',
            actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
          },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    saved: {
      description: 'The browser saves the file.',
      meta: { requirement: 'download.saved' },
      on: { 'download.start': 'preparing' },
    },
    incomplete: {
      description: 'The browser saves a file without the parts that could not be loaded. The page names them.',
      meta: { requirement: 'download.incomplete' },
      on: { 'download.start': 'preparing' },
    },
    failed: {
      description: 'There is no file. The page shows the reason and Try again.',
      meta: { requirement: 'download.failed' },
      on: { 'download.start': 'preparing' },
    },
  },
})
