import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { remindersMachine, type Reminder } from '../../machines/reminders.ts'
import { createRemindersActors, createSaveReminders } from '../../src/actors/reminders.ts'
import { createReminderStore } from '../../src/platform/reminderStore.ts'
import { type Tabs } from '../../src/platform/tabs.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 21, 12)
const reminder = (slug: string, from: number, to: number): Reminder => ({
  slug,
  channel: slug,
  title: `Show of ${slug}`,
  startsAt: start + from * minute,
  endsAt: start + to * minute,
})

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: start })
})
afterEach(() => void vi.useRealTimers())

function run() {
  const store = createReminderStore(() => localStorage)
  const notify = vi.fn()
  let changed = () => {}
  const tabs: Tabs = {
    notify,
    listen: (listener) => {
      changed = () => listener('data')
      return () => undefined
    },
  }
  const dependencies = { store, tabs, now: Date.now }
  const save = createSaveReminders(dependencies)
  const actor = createActor(
    remindersMachine.provide({
      actors: createRemindersActors(dependencies),
      actions: { saveReminders: (_, params) => save(params) },
    }),
    { input: { reminders: store.get() } },
  ).start()
  const announced = () => (actor.getSnapshot().hasTag('notice') ? actor.getSnapshot().context.begun.slug : undefined)
  return { actor, store, notify, announced, changeInOtherTab: () => changed() }
}

describe('reminders', () => {
  it('are announced at their start, until their end', { tags: 'reminders.notice' }, () => {
    const { actor, store, announced } = run()
    actor.send({ type: 'reminder.add', reminder: reminder('harbor-one', 90, 120) })
    vi.advanceTimersByTime(90 * minute - 1)
    expect(announced()).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(announced()).toBe('harbor-one')
    vi.advanceTimersByTime(30 * minute)
    expect(announced()).toBeUndefined()
    expect(store.get()).toEqual([])
  })

  it('follow each other, the earlier one first', { tags: 'reminders.notice' }, () => {
    const { actor, announced } = run()
    actor.send({ type: 'reminder.add', reminder: reminder('rotunda', 60, 120) })
    actor.send({ type: 'reminder.add', reminder: reminder('harbor-one', 30, 120) })
    vi.advanceTimersByTime(60 * minute)
    expect(announced()).toBe('harbor-one')
    actor.send({ type: 'notice.dismiss' })
    expect(announced()).toBe('rotunda')
  })

  it('are stored, and told to the other tabs', { tags: 'reminders.stored' }, () => {
    const { actor, notify } = run()
    actor.send({ type: 'reminder.add', reminder: reminder('harbor-one', 30, 60) })
    expect(notify).toHaveBeenCalledWith('data')
    actor.stop()
    const later = run()
    expect(later.actor.getSnapshot().context.reminders).toEqual([reminder('harbor-one', 30, 60)])
    localStorage.clear()
    later.changeInOtherTab()
    expect(later.actor.getSnapshot().context.reminders).toEqual([])
  })

  it('of a show that ended while the page was closed are forgotten', { tags: 'reminders.stored' }, () => {
    createReminderStore(() => localStorage).set([reminder('harbor-one', -60, -30), reminder('rotunda', -30, 30)])
    const { announced, store } = run()
    expect(announced()).toBe('rotunda')
    expect(store.get().map(({ slug }) => slug)).toEqual(['rotunda'])
  })

  it.each(['', '{', '"text"', '[{}]', '[{"slug":"a","channel":"b","title":"c","startsAt":"soon","endsAt":1}]'])(
    'that are damaged are none: %s',
    { tags: 'reminders.stored' },
    (text) => {
      localStorage.setItem('statecast.reminders', text)
      expect(createReminderStore(() => localStorage).get()).toEqual([])
    },
  )

  it('are none when storage is blocked', { tags: 'reminders.stored' }, () => {
    const store = createReminderStore(() => {
      throw new Error('Blocked')
    })
    store.set([reminder('harbor-one', 30, 60)])
    expect(store.get()).toEqual([])
  })
})
