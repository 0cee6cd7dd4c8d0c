import { copyLinkMachine } from '../../../machines/copyLink.ts'
import { createClipboard } from '../../actors/clipboard.ts'

/** The copyLink machine with this browser's clipboard and console. */
export const provideCopyLink = () =>
  copyLinkMachine.provide(
    createClipboard({
      // Not declared so, but it is missing where the page is not secure.
      clipboard: () => (window.isSecureContext ? navigator.clipboard : undefined),
      log: (words) => console.warn(words),
    }),
  )
