import { createActor } from 'xstate'
import { livePlayerMachine } from '../../../machines/livePlayer.ts'
import { playerControlsMachine } from '../../../machines/playerControls.ts'
import { streamRenewalMachine } from '../../../machines/streamRenewal.ts'
import { createPlayerElements, createStreamPlayer } from '../../actors/streamPlayer.ts'
import { createPlayerPreferences } from '../../platform/playerPreferences.ts'
import { createLivePlayerActors } from '../../actors/livePlayer.ts'
import { type Root } from '../../app/root.tsx'

/**
 * One player at a time: a channel, a player. The element of the picture outlives them, so that a picture that fills the
 * screen goes on doing so from one channel to the next.
 */
function createPlayerStore(machine: typeof livePlayerMachine) {
  const createPlayer = (slug: string) => createActor(machine, { input: { slug } })
  let player = createPlayer('')
  const listeners = new Set<() => void>()
  return {
    get: () => player,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Starts the player of this channel. What is returned stops it and frees its stream. */
    start(slug: string) {
      const nextPlayer = createPlayer(slug)
      player = nextPlayer
      nextPlayer.start()
      for (const listener of listeners) listener()
      return () => void nextPlayer.stop()
    },
  }
}

/** The machines of the video screen with the world they work on; `stage` takes the elements of the picture. */
export function provideVideo({ api, queryClient, configuration }: Root) {
  const preferences = createPlayerPreferences(() => window.localStorage)
  const elements = createPlayerElements()
  const stream = createStreamPlayer(elements)
  const { loadChannel } = createLivePlayerActors({ api, queryClient })
  return {
    elements: elements,
    playbackStatus: stream.playbackStatus,
    locale: configuration.money.locale,
    playerStore: createPlayerStore(
      livePlayerMachine.provide({
        actors: {
          loadChannel,
          playStream: stream.playStream,
          streamRenewal: streamRenewalMachine.provide({ actors: { loadChannel } }),
        },
      }),
    ),
    controls: playerControlsMachine.provide({ actors: { controlVideo: stream.controlVideo } }),
    preferences: preferences.read(),
    savePreferences: preferences.save,
  }
}
