import { fromPromise } from 'xstate'
import { type ShareLinkInput, type ShareResult } from '../../machines/shareLink.ts'

type Dependencies = {
  /** Undefined in a browser without Web Share, and on an insecure page. */
  share: () => ((data: ShareData) => Promise<void>) | undefined
}

/** Opens the share sheet. A canceled sheet is closed like one that was used; every other error means that none opened. */
export const createShareSheet = ({ share }: Dependencies) =>
  fromPromise<ShareResult, ShareLinkInput>(async ({ input: { title, href } }) => {
    const open = share()
    if (!open) return { kind: 'unavailable' }
    try {
      await open({ title, url: href })
      return { kind: 'closed' }
    } catch (error) {
      return { kind: error instanceof Error && error.name === 'AbortError' ? 'closed' : 'unavailable' }
    }
  })
