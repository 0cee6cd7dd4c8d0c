import { createActor, fromCallback } from 'xstate'
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

/** Calls the listeners that are subscribed. */
function createListeners() {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}

/**
 * Runs one livePlayer at a time. All share the video element, so that full screen continues when the channel changes. The
 * screen is first rendered with the player of `firstSlug`, so that its start does not render it again.
 */
function createPlayerStore(machine: typeof livePlayerMachine, firstSlug: string, onStart: () => void) {
  const createPlayer = (slug: string) => createActor(machine, { input: { slug } })
  let player = createPlayer(firstSlug)
  let isUnused = true
  let isRunning = false
  let isShown = false
  const slugOf = () => player.getSnapshot().context.slug
  const opened = createListeners()
  const shown = createListeners()
  return {
    /** The player that was opened last. */
    get: () => player,
    /** Starts the player of a channel, unless it runs, instead of the one that runs. */
    open: (slug: string): void => {
      if (isRunning && slugOf() === slug) return
      if (isRunning) player.stop()
      if (!isUnused || slug !== firstSlug) player = createPlayer(slug)
      isUnused = false
      isRunning = true
      isShown = false
      opened.notify()
      onStart()
      player.start()
    },
    /** Tells the listeners that the screen shows the channel that was opened last. */
    confirm: (): void => {
      if (isShown) return
      isShown = true
      opened.notify()
      shown.notify()
    },
    stop: (): void => {
      player.stop()
      isRunning = false
    },
    /** The channel that was opened, until the screen shows it. */
    opening: () => (isRunning && !isShown ? slugOf() : undefined),
    subscribeToOpening: opened.subscribe,
    /** Subscribes to the channels that the screen shows. */
    subscribe: shown.subscribe,
  }
}

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
