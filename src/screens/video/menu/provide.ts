import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../../machines/livePlayer.ts'
import { shareLinkMachine } from '../../../../machines/shareLink.ts'
import { sleepTimerMachine } from '../../../../machines/sleepTimer.ts'
import { createClipboardWriter } from '../../../actors/clipboard.ts'
import { createShareSheet } from '../../../actors/shareSheet.ts'
import { createSleepTimerActors } from '../../../actors/sleepTimer.ts'

/** The players of the screen, one at a time. */
export type PlayerStore = {
  get: () => ActorRefFrom<typeof livePlayerMachine>
  subscribe: (listener: () => void) => () => void
}

/** The machines of the menu with their actors. */
export const provideMenu = (playerStore: PlayerStore) => ({
  shareLink: shareLinkMachine.provide({
    actors: {
      openShareSheet: createShareSheet({
        // The DOM types omit that it is undefined in some browsers.
        share: () => ('share' in navigator ? (data) => navigator.share(data) : undefined),
      }),
      writeClipboard: createClipboardWriter(() => (window.isSecureContext ? navigator.clipboard : undefined)),
    },
  }),
  sleepTimer: sleepTimerMachine.provide({ actors: createSleepTimerActors({ playerStore }) }),
})
