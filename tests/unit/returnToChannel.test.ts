// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { type AuthState } from '../../src/app/accessRules.ts'
import { createReturnToChannel } from '../../src/app/returnToChannel.ts'
import { adversarialInputs } from './adversarialInputs.ts'
import { createFakeStorage } from './fakeStorage.ts'

const guest: AuthState = { kind: 'signedIn', role: 'guest', isRoleConfirmed: true }
const member: AuthState = { kind: 'signedIn', role: 'membership', isRoleConfirmed: true }
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
    const fakeStorage = createFakeStorage({ 'statecast.channel': '"/video/state-one"' })
    const reloaded = createReturnToChannel(() => fakeStorage)
    expect(reloaded.channelPath()).toBe('/video/state-one')
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
    ['no session', { kind: 'signedOut' }],
    ['a user without a role', { kind: 'signedIn', role: null, isRoleConfirmed: false }],
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
})
