import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../../machines/livePlayer.ts'
import { sleepTimerMachine } from '../../../../machines/sleepTimer.ts'
import { createSleepTimerActors } from '../../../actors/sleepTimer.ts'

/** The players of the screen, one at a time. */
export type PlayerStore = {
  get: () => ActorRefFrom<typeof livePlayerMachine>
  subscribe: (listener: () => void) => () => void
}

/** The machines of the menu with their actors. */
export const provideMenu = (playerStore: PlayerStore) => ({
  sleepTimer: sleepTimerMachine.provide({ actors: createSleepTimerActors({ playerStore }) }),
})
