import { createActor } from 'xstate'
import { favouriteMachine } from '../../../machines/favourite.ts'
import { livePlayerMachine } from '../../../machines/livePlayer.ts'
import { playerControlsMachine } from '../../../machines/playerControls.ts'
import { channelActors } from '../../actors/channels.ts'
import { openStage, openStream } from '../../actors/stream.ts'
import { keepTaste, readTaste, type Taste } from '../../platform/playerPreferences.ts'
import { favouritesQuery, watchingActors } from '../../actors/watching.ts'
import { type Root } from '../../app/root.tsx'

export { channelQuery } from '../../queries/channel.ts'
export { neighboursQuery } from '../../actors/watching.ts'

/**
 * One player at a time: a channel, a player. The element of the picture outlives them, so that a picture that fills the
 * screen goes on doing so from one channel to the next.
 */
function openTuner(machine: typeof livePlayerMachine) {
  const make = (slug: string) => createActor(machine, { input: { slug } })
  let player = make('')
  const readers = new Set<() => void>()
  return {
    get: () => player,
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
    /** Starts the player of this channel. What is returned stops it and frees its stream. */
    tune(slug: string) {
      const one = make(slug)
      player = one
      one.start()
      for (const read of readers) read()
      return () => void one.stop()
    },
  }
}

/** The machines of the video screen with the world they work on; `stage` takes the elements of the picture. */
export function provideVideo({ host, queryClient, configuration }: Root) {
  const stage = openStage()
  const stream = openStream(stage)
  return {
    stage,
    reading: stream.reading,
    favourites: favouritesQuery({ host, queryClient }),
    locale: configuration.money.locale,
    tuner: openTuner(
      livePlayerMachine.provide({
        actors: { ...watchingActors({ host, queryClient }), playStream: stream.playStream },
      }),
    ),
    controls: playerControlsMachine.provide({ actors: { steerPicture: stream.steerPicture } }),
    favourite: favouriteMachine.provide({
      actors: channelActors({ host, queryClient, now: () => Date.now() }).favourite,
    }),
    taste: readTaste(() => window.localStorage),
    keepTaste: (taste: Taste) => keepTaste(() => window.localStorage, taste),
  }
}

export type VideoParts = ReturnType<typeof provideVideo>
