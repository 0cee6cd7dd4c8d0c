import { fromCallback } from 'xstate'
import { livePlayerMachine } from '../../../machines/livePlayer.ts'
import { lowerThirdMachine, type LowerThirdEvent } from '../../../machines/lowerThird.ts'
import { playerControlsMachine } from '../../../machines/playerControls.ts'
import { playerQualityMachine } from '../../../machines/playerQuality.ts'
import { remotePlaybackMachine } from '../../../machines/remotePlayback.ts'
import { streamRenewalMachine } from '../../../machines/streamRenewal.ts'
import { createStreamPlayer } from '../../actors/streamPlayer.ts'
import { createLastWatched } from '../../platform/lastWatched.ts'
import { createPlayerElements } from '../../platform/playerElements.ts'
import { createPlayerPreferences } from '../../platform/playerPreferences.ts'
import { savesData } from '../../platform/savesData.ts'
import { warmStreams } from '../../platform/warmStreams.ts'
import { createLivePlayerActors } from '../../actors/livePlayer.ts'
import { type Root } from '../../app/root.tsx'
import { createPlayerStore } from './playerStore.ts'

/** The machines of the video screen, which opens `firstSlug`, with their actors. `elements` takes the elements of the player. */
export function provideVideo({ api, queryClient, configuration }: Root, firstSlug: string) {
  const preferences = createPlayerPreferences(() => window.localStorage)
  const lastWatched = createLastWatched(() => window.localStorage)
  const elements = createPlayerElements()
  const stream = createStreamPlayer(elements, warmStreams)
  const warmSlugs = new Set<string>()
  const { loadChannel } = createLivePlayerActors({ api, queryClient, takeWarm: (slug) => warmSlugs.delete(slug) })
  const playerStore = createPlayerStore(
    livePlayerMachine.provide({
      actors: {
        loadChannel,
        playStream: stream.playStream,
        streamRenewal: streamRenewalMachine.provide({ actors: { loadChannel } }),
      },
    }),
    firstSlug,
    stream.announceChannel,
  )
  return {
    elements,
    /** Prepares the stream of a channel, in the quality of this one. Returns how long it stays prepared, in ms. */
    warm: async (slug: string, streamUrl: string, signal: AbortSignal) => {
      const lifetimeMs = await warmStreams.warm(streamUrl, stream.warmQuality(), signal)
      warmSlugs.add(slug)
      return lifetimeMs
    },
    playbackStatus: stream.playbackStatus,
    locale: configuration.money.locale,
    playerStore,
    lowerThird: lowerThirdMachine.provide({
      actors: {
        watchChannels: fromCallback<LowerThirdEvent>(({ sendBack }) =>
          playerStore.subscribe(() => sendBack({ type: 'channel.opened' })),
        ),
      },
    }),
    controls: playerControlsMachine.provide({ actors: { controlVideo: stream.controlVideo } }),
    remotePlayback: remotePlaybackMachine.provide({ actors: { watchScreens: stream.watchScreens } }),
    quality: playerQualityMachine.provide({ actors: { controlQuality: stream.controlQuality } }),
    preferences: { ...preferences.read(), browserSavesData: savesData() },
    savePreferences: preferences.save,
    saveLastWatched: (slug: string) => void lastWatched.set(slug),
  }
}
