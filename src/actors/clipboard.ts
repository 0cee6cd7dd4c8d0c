import { fromPromise } from 'xstate'
import { type CopyResult } from '../../machines/copyLink.ts'

type Dependencies = {
  /** Undefined on an insecure page. */
  clipboard: () => Pick<Clipboard, 'writeText'> | undefined
  log: (message: string) => void
}

const reasonOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown')

/** The actors of the copyLink machine. A refusal of the clipboard is only logged (§8). */
export const createClipboard = ({ clipboard, log }: Dependencies) => ({
  actors: {
    writeClipboard: fromPromise<CopyResult, { text: string }>(async ({ input: { text } }) => {
      const board = clipboard()
      if (!board) return { kind: 'refused', reason: 'the page has no clipboard' }
      try {
        await board.writeText(text)
        return { kind: 'copied' }
      } catch (error) {
        return { kind: 'refused', reason: reasonOf(error) }
      }
    }),
  },
  actions: {
    logRefusal: (_: unknown, { result }: { result: CopyResult }) => {
      if (result.kind === 'refused') log(`Copying failed: ${result.reason}`)
    },
  },
})
