import { fromPromise } from 'xstate'
import { type CopyResult } from '../../machines/copyLink.ts'

/** Undefined on an insecure page. */
type FindClipboard = () => Pick<Clipboard, 'writeText'> | undefined

const reasonOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown')

/** Writes a text to the clipboard. A blocked or missing clipboard is a refusal. */
export const createClipboardWriter = (clipboard: FindClipboard) =>
  fromPromise<CopyResult, { text: string }>(async ({ input: { text } }) => {
    const board = clipboard()
    if (!board) return { kind: 'refused', reason: 'the page has no clipboard' }
    try {
      await board.writeText(text)
      return { kind: 'copied' }
    } catch (error) {
      return { kind: 'refused', reason: reasonOf(error) }
    }
  })

/** The actors of the copyLink machine. A refusal of the clipboard is only logged (§8). */
export const createClipboard = ({ clipboard, log }: { clipboard: FindClipboard; log: (message: string) => void }) => ({
  actors: { writeClipboard: createClipboardWriter(clipboard) },
  actions: {
    logRefusal: (_: unknown, { result }: { result: CopyResult }) => {
      if (result.kind === 'refused') log(`Copying failed: ${result.reason}`)
    },
  },
})
