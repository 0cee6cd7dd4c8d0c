// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { type AuthState } from '../../src/app/accessRules.ts'
import { createReturnToChannel } from '../../src/app/returnToChannel.ts'
import { adversarialInputs } from './adversarialInputs.ts'

function createFakeStorage(start: Readonly<Record<string, string>> = {}) {
  const items = new Map(Object.entries(start))
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  }
}

const guest: AuthState = { kind: 'somebody', role: 'guest', isRoleConfirmed: true }
const member: AuthState = { kind: 'somebody', role: 'membership', isRoleConfirmed: true }
const refusedLocation = { pathname: '/unauth', state: { from: '/video/harbor-one?t=5' } }

describe('the return to a channel', () => {
  it('is set when a guest is refused a channel and survives a reload', () => {
    const fakeStorage = createFakeStorage()
    createReturnToChannel(() => fakeStorage).onNavigated(refusedLocation, guest)
    expect([...fakeStorage.items.keys()]).toEqual(['statecast.channel'])
    const reloaded = createReturnToChannel(() => fakeStorage)
    reloaded.onNavigated({ pathname: '/profile/packages', state: null }, guest)
    expect(reloaded.channelPath()).toBe('/video/harbor-one?t=5')
  })

  it('leads to the last refused channel', () => {
    const returnToChannel = createReturnToChannel(() =>
      createFakeStorage({ 'statecast.channel': '"/video/state-one"' }),
    )
    expect(returnToChannel.channelPath()).toBe('/video/state-one')
    const fakeStorage = createFakeStorage({ 'statecast.channel': '"/video/state-one"' })
    const reloaded = createReturnToChannel(() => fakeStorage)
    reloaded.onNavigated(refusedLocation, guest)
    expect(reloaded.channelPath()).toBe('/video/harbor-one?t=5')
  })

  it.each(['/subscribe/102', '/upgrade/102'])('is available after a payment at %s', (pathname) => {
    const returnToChannel = createReturnToChannel(() =>
      createFakeStorage({ 'statecast.channel': '"/video/state-one"' }),
    )
    returnToChannel.onNavigated({ pathname, state: null }, member)
    expect(returnToChannel.channelPath()).toBe('/video/state-one')
  })

  it.each(['/video/state-one', '/', '/profile', '/subscribe/success/'])('is cleared for a member at %s', (pathname) => {
    const fakeStorage = createFakeStorage({ 'statecast.channel': '"/video/state-one"' })
    const returnToChannel = createReturnToChannel(() => fakeStorage)
    returnToChannel.onNavigated({ pathname, state: { from: '/video/state-one' } }, member)
    expect(returnToChannel.channelPath()).toBeUndefined()
    expect(fakeStorage.items.size).toBe(0)
  })

  it.each<[string, AuthState]>([
    ['no session', { kind: 'nobody' }],
    ['a user without a role', { kind: 'somebody', role: null, isRoleConfirmed: false }],
    ['an undecided session', { kind: 'undecided' }],
  ])('is not set with %s', (_, authState) => {
    const returnToChannel = createReturnToChannel(() => createFakeStorage())
    returnToChannel.onNavigated(refusedLocation, authState)
    expect(returnToChannel.channelPath()).toBeUndefined()
  })

  it.each([
    '/favourites',
    '/signin',
    '/video',
    'video/state-one',
    '//evil.example/video/x',
    'https://evil.example',
    '',
  ])('never leads to %s', (from) => {
    const fakeStorage = createFakeStorage()
    const returnToChannel = createReturnToChannel(() => fakeStorage)
    returnToChannel.onNavigated({ pathname: '/unauth', state: { from } }, guest)
    expect(fakeStorage.items.size).toBe(0)
    expect(createReturnToChannel(() => createFakeStorage({ 'statecast.channel': from })).channelPath()).toBeUndefined()
  })

  it.each(adversarialInputs.map((from) => [JSON.stringify(from), from]))(
    'with the stored value %s leads to a channel or is undefined',
    (_, from) => {
      expect(
        createReturnToChannel(() => createFakeStorage({ 'statecast.channel': String(from) })).channelPath() ??
          '/video/',
      ).toMatch(/^\/video\//)
    },
  )

  it('is undefined without storage, and navigating does not throw', () => {
    const returnToChannel = createReturnToChannel(() => {
      throw new Error('closed')
    })
    returnToChannel.onNavigated(refusedLocation, guest)
    returnToChannel.onNavigated({ pathname: '/', state: null }, member)
    expect(returnToChannel.channelPath()).toBeUndefined()
  })
})
