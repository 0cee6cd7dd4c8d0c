import { createActor } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'

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
 * The time in ms from the start of a player until the rest of the screen is rendered for its channel. Both take the main
 * thread; without this pause the first frame would wait for the render.
 */
const RENDER_DELAY_MS = 50

/**
 * Runs one livePlayer at a time. All share the video element, so that full screen continues when the channel changes. The
 * screen is first rendered with the player of `firstSlug`, so that its start does not render it again.
 */
export function createPlayerStore(machine: typeof livePlayerMachine, firstSlug: string, onStart: () => void) {
  const createPlayer = (slug: string) => createActor(machine, { input: { slug } })
  let player = createPlayer(firstSlug)
  let isUnused = true
  let isRunning = false
  let isShown = false
  let rendering: ReturnType<typeof setTimeout> | undefined
  const slugOf = () => player.getSnapshot().context.slug
  const opened = createListeners()
  const shown = createListeners()
  const open = (slug: string): void => {
    clearTimeout(rendering)
    if (isRunning && slugOf() === slug) return
    if (isRunning) player.stop()
    if (!isUnused || slug !== firstSlug) player = createPlayer(slug)
    isUnused = false
    isRunning = true
    isShown = false
    opened.notify()
    onStart()
    player.start()
  }
  return {
    /** The player that was opened last. */
    get: () => player,
    /** Starts the player of a channel, unless it runs, instead of the one that runs. */
    open,
    /** Starts the player of a channel before the screen shows it. `render` shows it, unless another channel is opened first. */
    openAhead: (slug: string, render: () => void): void => {
      open(slug)
      rendering = setTimeout(render, RENDER_DELAY_MS)
    },
    /** Tells the listeners that the screen shows the channel that was opened last. */
    confirm: (): void => {
      if (isShown) return
      isShown = true
      opened.notify()
      shown.notify()
    },
    stop: (): void => {
      clearTimeout(rendering)
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
