// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise, setup, waitFor } from 'xstate'
import { sessionMachine } from '../../machines/session.ts'
import { sessionCheckMachine, type MembershipResult, type UserResult } from '../../machines/sessionCheck.ts'
import { type User } from '../../machines/session.types.ts'
import { createSessionActors } from '../../src/actors/session.ts'
import { createBrowserStorage } from '../../src/platform/browserStorage.ts'
import { type Cookies } from '../../src/platform/cookies.ts'
import { createTabs } from '../../src/platform/tabs.ts'
import { createFakeStorage } from './fakeStorage.ts'

const user = { ID: 2, display_name: 'Mara', user_email: 'member@statecast.test' }
const channels: BroadcastChannel[] = []
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
})

/** A page whose document reports `hasFocus`. */
const createPage = (hasFocus = () => false) =>
  Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { hasFocus }),
    setTimeout: (run: () => void) => setTimeout(run),
  }) as unknown as Window

/** A tab with cookies that all tabs share, and its own copy of the storage. */
function openTab(jar: Map<string, string>) {
  const cookies: Cookies = {
    get: (name) => jar.get(name),
    set: (name, value) => void jar.set(name, value),
    remove: (name) => void jar.delete(name),
    blockedReason: () => undefined,
  }
  const local = createFakeStorage({ userAuth: 'true', userParams: JSON.stringify(user), refresh_token: 'refresh' })
  const storage = createBrowserStorage({ local: () => local, session: () => createFakeStorage() }, cookies)
  const page = createPage()
  const tabs = createTabs(page, (name) => {
    const channel = new BroadcastChannel(name)
    channels.push(channel)
    return channel
  })
  const checkUser = fromPromise<UserResult>(async () =>
    storage.hasTokens() ? { kind: 'granted', user } : { kind: 'noTokens' },
  )
  const checkMembership = fromPromise<MembershipResult, { user: User | undefined }>(async () => ({
    kind: 'granted',
    role: 'membership',
  }))
  const actors = {
    ...createSessionActors({ storage, tabs, page, queryCache: { clear: async () => undefined } }),
    sessionCheck: sessionCheckMachine.provide({ actors: { checkUser, checkMembership } }),
  }
  return createActor(sessionMachine.provide({ actors }), { input: { user, role: 'membership' } }).start()
}

/** Runs `watchWindow` in a machine and records the events that the machine receives. */
function runWatchWindow(page: Window) {
  const events: string[] = []
  const storage = createBrowserStorage(
    { local: () => createFakeStorage(), session: () => createFakeStorage() },
    { get: () => undefined, set: () => undefined, remove: () => undefined, blockedReason: () => undefined },
  )
  const { watchWindow } = createSessionActors({
    storage,
    tabs: { listen: () => () => undefined, notify: () => undefined },
    page,
    queryCache: { clear: async () => undefined },
  })
  const parent = createActor(
    setup({ actors: { watchWindow } }).createMachine({
      invoke: { src: 'watchWindow' },
      on: { '*': { actions: ({ event }) => events.push(event.type) } },
    }),
  ).start()
  return { events, stop: () => parent.stop() }
}

test('the session is checked again on window focus and when the connection returns', { tags: 'session.check' }, () => {
  const page = createPage()
  const { events, stop } = runWatchWindow(page)
  for (const type of ['focus', 'online']) page.dispatchEvent(new Event(type))
  expect(events).toEqual(['window.focused', 'network.returned'])
  stop()
  page.dispatchEvent(new Event('focus'))
  expect(events).toHaveLength(2)
})

test('the focus that returns from a frame of the page is no window focus', { tags: 'session.check' }, () => {
  vi.useFakeTimers()
  let isInFrame = true
  const page = createPage(() => isInFrame)
  const { events, stop } = runWatchWindow(page)
  const leave = () => {
    page.dispatchEvent(new Event('blur'))
    vi.runAllTimers()
  }
  const comeBack = () => page.dispatchEvent(new Event('focus'))

  leave()
  comeBack()
  expect(events, 'back from the card field').toEqual([])
  comeBack()
  expect(events, 'only the first return').toHaveLength(1)

  leave()
  page.document.dispatchEvent(new Event('visibilitychange'))
  comeBack()
  expect(events, 'from the card field to another tab and back').toHaveLength(2)

  isInFrame = false
  leave()
  comeBack()
  expect(events, 'back from another window').toHaveLength(3)
  stop()
  vi.useRealTimers()
})

test('a sign-out in another tab is named, even if the change of the storage arrives later', async () => {
  const jar = new Map([
    ['access_token', 'access'],
    ['refresh_token', 'refresh'],
  ])
  const [tab, other] = [openTab(jar), openTab(jar)]
  for (const one of [tab, other]) await waitFor(one, (snapshot) => snapshot.matches('signedIn'))
  other.send({ type: 'session.leave', message: undefined })
  const { context } = await waitFor(tab, (snapshot) => snapshot.matches('signedOut'))
  expect(context.message).toBe('You signed out in another tab.')
  for (const one of [tab, other]) one.stop()
})
