import { copyLinkMachine } from '../../../machines/copyLink.ts'
import { createClipboard } from '../../actors/clipboard.ts'

/** The copyLink machine with this browser's clipboard and console. */
export const provideCopyLink = () =>
  copyLinkMachine.provide(
    createClipboard({
      // The DOM types omit that it is undefined on an insecure page.
      clipboard: () => (window.isSecureContext ? navigator.clipboard : undefined),
      log: (message) => console.warn(message),
    }),
  )
