import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { provideMenu } from '../../src/screens/video/menu/provide.ts'
import { SleepTimerSection } from '../../src/screens/video/menu/SleepTimer.tsx'
import { watchChannel } from './watchChannel.ts'

const stops: (() => void)[] = []
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-24T20:00:00Z') }))
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

/** A channel that plays, with a sleep timer. `openChannel` opens another channel. */
async function playWithTimer() {
  const { watching, commands } = await watchChannel()
  let openChannel: () => void = () => undefined
  const { sleepTimer } = provideMenu({
    get: () => watching,
    subscribe: (listener) => {
      openChannel = listener
      return () => undefined
    },
  })
  const timer = createActor(sleepTimer).start()
  stops.push(
    () => timer.stop(),
    () => watching.stop(),
  )
  watching.send({ type: 'stream.playing' })
  return { watching, commands, timer, openChannel: () => openChannel() }
}

const show = { title: 'Evening News', startsAt: '2026-11-24T19:30:00Z', endsAt: '2026-11-24T20:10:00Z' }
const chooseEndOfShow = () => {
  fireEvent.click(screen.getByRole('button', { name: /^Sleep timer/ }))
  fireEvent.click(screen.getByRole('button', { name: 'End of show' }))
}

it('pauses at the end of the show, and is off once the viewer plays again', { tags: 'watch.sleep' }, async () => {
  const { watching, commands, timer } = await playWithTimer()
  render(<SleepTimerSection sleepTimer={timer} show={show} />)
  chooseEndOfShow()
  expect(screen.getByRole('button', { name: 'Sleep timer End of show' })).toBeDefined()
  act(() => void vi.advanceTimersByTime(540_000 - 1))
  expect(timer.getSnapshot().value).toBe('running')
  act(() => void vi.advanceTimersByTime(1))
  expect(timer.getSnapshot().value).toBe('asking')
  expect(commands).toEqual([])
  act(() => void vi.advanceTimersByTime(60_000))
  expect(timer.getSnapshot().value).toBe('asleep')
  expect(commands).toEqual([{ type: 'pause' }])
  act(() => watching.send({ type: 'playback.toggle' }))
  expect(timer.getSnapshot().value).toBe('off')
})

it('does not offer the end of a show that is over or unknown', { tags: 'watch.sleep' }, async () => {
  const { timer } = await playWithTimer()
  const { rerender } = render(<SleepTimerSection sleepTimer={timer} show={undefined} />)
  fireEvent.click(screen.getByRole('button', { name: /^Sleep timer/ }))
  const choices = () => screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent)
  expect(choices()).toEqual(['15 min', '30 min', '45 min', '60 min'])
  rerender(<SleepTimerSection sleepTimer={timer} show={{ ...show, endsAt: '2026-11-24T20:00:00Z' }} />)
  expect(choices()).toEqual(['15 min', '30 min', '45 min', '60 min'])
})

it('pauses a player that was recovering as soon as it plays', { tags: 'watch.sleep' }, async () => {
  const { watching, commands, timer } = await playWithTimer()
  timer.send({ type: 'timer.set', choice: 15, ms: 60_000 })
  vi.advanceTimersByTime(0)
  watching.send({ type: 'stream.failed' })
  vi.advanceTimersByTime(60_000)
  expect(timer.getSnapshot().value).toBe('asleep')
  expect(commands).not.toContainEqual({ type: 'pause' })
  watching.send({ type: 'stream.playing' })
  expect(commands).toContainEqual({ type: 'pause' })
  expect(timer.getSnapshot().value).toBe('asleep')
})

it('is off once another channel is opened after the pause', { tags: 'watch.sleep' }, async () => {
  const { timer, openChannel } = await playWithTimer()
  timer.send({ type: 'timer.set', choice: 15, ms: 60_000 })
  vi.advanceTimersByTime(0)
  vi.advanceTimersByTime(60_000)
  expect(timer.getSnapshot().value).toBe('asleep')
  openChannel()
  expect(timer.getSnapshot().value).toBe('off')
})
