import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Channel } from '../../src/api/channelParsers.ts'
import { useMediaSession } from '../../src/screens/video/useMediaSession.ts'
import { type PlayerCommand } from '../../src/screens/video/usePlayerKeys.ts'

const channel: Channel = {
  slug: 'harbor-one',
  name: 'Harbor One',
  tagline: '',
  category: 'Headlines',
  region: 'West',
  logo: '/logo.png',
  poster: '/still.webp',
  followers: undefined,
  live: true,
  now: { title: 'The Late Tide', startsAt: '2026-11-25T12:00:00Z', endsAt: '2026-11-25T13:00:00Z' },
  next: undefined,
  color: '#14507a',
  letters: 'H1',
}

const session = {
  metadata: null as MediaMetadataInit | null,
  handlers: new Map<string, () => void>(),
  setActionHandler(action: string, handler: (() => void) | null) {
    if (handler) session.handlers.set(action, handler)
    else session.handlers.delete(action)
  },
}

beforeEach(() => {
  session.metadata = null
  session.handlers.clear()
  vi.stubGlobal('MediaMetadata', function (this: object, init: MediaMetadataInit) {
    Object.assign(this, init)
  })
  Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: session })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaSession')
  vi.unstubAllGlobals()
})

const player = { runCommand: () => undefined, isRunning: () => true }

it('the lock screen shows the channel, its program and its still', { tags: 'watch.mediaSession' }, () => {
  const { rerender, unmount } = renderHook((shown?: Channel) => useMediaSession(shown, player))
  expect(session.metadata).toBeNull()
  rerender(channel)
  expect(session.metadata).toEqual({
    title: 'The Late Tide',
    artist: 'Harbor One',
    artwork: [{ src: '/still.webp' }],
  })
  rerender({ ...channel, poster: undefined, now: undefined })
  expect(session.metadata).toEqual({ title: 'Harbor One', artist: 'Harbor One', artwork: [{ src: '/logo.png' }] })
  rerender({ ...channel, poster: undefined, logo: undefined })
  expect(session.metadata).toMatchObject({ artwork: [] })
  unmount()
  expect(session.metadata).toBeNull()
})

it('media keys control the player, and a repeated one changes nothing', { tags: 'watch.mediaSession' }, () => {
  const commands: PlayerCommand[] = []
  let isRunning = true
  const runCommand = (command: PlayerCommand) => {
    commands.push(command)
    if (command === 'toggle') isRunning = !isRunning
  }
  const controls = { runCommand, isRunning: () => isRunning }
  const { unmount } = renderHook(() => useMediaSession(channel, controls))
  const press = (...actions: readonly string[]) => {
    for (const action of actions) session.handlers.get(action)?.()
    return commands.splice(0)
  }
  expect(press('pause', 'pause')).toEqual(['toggle'])
  expect(press('play', 'play')).toEqual(['toggle'])
  expect(press('nexttrack', 'previoustrack')).toEqual(['next', 'previous'])
  expect(press('seekbackward', 'seekforward')).toEqual(['back', 'forward'])
  unmount()
  expect(session.handlers.size).toBe(0)
})

it('a browser without media sessions has none', { tags: 'watch.mediaSession' }, () => {
  Reflect.deleteProperty(navigator, 'mediaSession')
  expect(() => renderHook(() => useMediaSession(channel, player))).not.toThrow()
})
