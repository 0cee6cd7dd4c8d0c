import { fromCallback, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { type livePlayerMachine } from '../../machines/livePlayer.ts'
import { type SleepTimerEvent } from '../../machines/sleepTimer.ts'

type Dependencies = {
  /** The player of the channel that is open. */
  playerStore: { get: () => ActorRefFrom<typeof livePlayerMachine>; subscribe: (listener: () => void) => () => void }
}

/** The actors of the sleepTimer machine. */
export const createSleepTimerActors = ({ playerStore }: Dependencies) => ({
  pausePlayer: fromCallback<SleepTimerEvent>(({ sendBack }) => {
    const player = playerStore.get()
    let wasPaused = false
    const check = (snapshot: SnapshotFrom<typeof livePlayerMachine>) => {
      if (snapshot.matches({ watching: { playback: 'paused' } })) wasPaused = true
      else if (!snapshot.hasTag('running')) return
      else if (wasPaused) sendBack({ type: 'playback.resumed' })
      else player.send({ type: 'playback.toggle' })
    }
    const subscription = player.subscribe(check)
    check(player.getSnapshot())
    // Another channel was opened.
    const unsubscribe = playerStore.subscribe(() => sendBack({ type: 'playback.resumed' }))
    return () => {
      subscription.unsubscribe()
      unsubscribe()
    }
  }),
})
