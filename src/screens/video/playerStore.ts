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
  /** The channels that another one has replaced before the screen showed them. It may still render them. */
  const replaced = new Set<string>()
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
    /** Starts the player of a channel before the screen shows it. `render` shows it, unless another channel is opened first. */
    openAhead: (slug: string, render: () => void): void => {
      if (isRunning && !isShown) replaced.add(slugOf())
      open(slug)
      rendering = setTimeout(render, RENDER_DELAY_MS)
    },
    /**
     * The screen shows a channel: starts its player, unless it runs, instead of the one that runs, and tells the listeners.
     * A late render of a channel that was replaced changes nothing.
     */
    show: (slug: string): void => {
      if (isRunning && replaced.has(slug) && slugOf() !== slug) return
      replaced.clear()
      open(slug)
      if (isShown) return
      isShown = true
      opened.notify()
      shown.notify()
    },
    stop: (): void => {
      clearTimeout(rendering)
      replaced.clear()
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
