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

describe('the way back to a channel', () => {
  it('begins where a guest is refused one, under a name that goes with the user, and outlasts a reload', () => {
    const place = createFakeStorage()
    createReturnToChannel(() => place).onNavigated(refusedLocation, guest)
    expect([...place.items.keys()]).toEqual(['statecast.channel'])
    const reloaded = createReturnToChannel(() => place)
    reloaded.onNavigated({ pathname: '/profile/packages', state: null }, guest)
    expect(reloaded.channelPath()).toBe('/video/harbor-one?t=5')
  })

  it('is the way to the channel that was refused last', () => {
    const wayBack = createReturnToChannel(() => createFakeStorage({ 'statecast.channel': '"/video/state-one"' }))
    expect(wayBack.channelPath()).toBe('/video/state-one')
    const place = createFakeStorage({ 'statecast.channel': '"/video/state-one"' })
    const later = createReturnToChannel(() => place)
    later.onNavigated(refusedLocation, guest)
    expect(later.channelPath()).toBe('/video/harbor-one?t=5')
  })

  it.each(['/subscribe/102', '/upgrade/102'])('is still known to who has just paid at %s', (pathname) => {
    const wayBack = createReturnToChannel(() => createFakeStorage({ 'statecast.channel': '"/video/state-one"' }))
    wayBack.onNavigated({ pathname, state: null }, member)
    expect(wayBack.channelPath()).toBe('/video/state-one')
  })

  it.each(['/video/state-one', '/', '/profile', '/subscribe/success/'])('is over for a member at %s', (pathname) => {
    const place = createFakeStorage({ 'statecast.channel': '"/video/state-one"' })
    const wayBack = createReturnToChannel(() => place)
    wayBack.onNavigated({ pathname, state: { from: '/video/state-one' } }, member)
    expect(wayBack.channelPath()).toBeUndefined()
    expect(place.items.size).toBe(0)
  })

  it.each<[string, AuthState]>([
    ['nobody', { kind: 'nobody' }],
    ['somebody without a role', { kind: 'somebody', role: null, isRoleConfirmed: false }],
    ['a session that is not decided yet', { kind: 'undecided' }],
  ])('does not begin with %s', (_, standing) => {
    const wayBack = createReturnToChannel(() => createFakeStorage())
    wayBack.onNavigated(refusedLocation, standing)
    expect(wayBack.channelPath()).toBeUndefined()
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
    const place = createFakeStorage()
    const wayBack = createReturnToChannel(() => place)
    wayBack.onNavigated({ pathname: '/unauth', state: { from } }, guest)
    expect(place.items.size).toBe(0)
    expect(createReturnToChannel(() => createFakeStorage({ 'statecast.channel': from })).channelPath()).toBeUndefined()
  })

  it.each(adversarialInputs.map((from) => [JSON.stringify(from), from]))(
    'planted as %s leads to a channel or nowhere',
    (_, from) => {
      expect(
        createReturnToChannel(() => createFakeStorage({ 'statecast.channel': String(from) })).channelPath() ??
          '/video/',
      ).toMatch(/^\/video\//)
    },
  )

  it('is none where the shelf is closed, and nothing throws', () => {
    const wayBack = createReturnToChannel(() => {
      throw new Error('closed')
    })
    wayBack.onNavigated(refusedLocation, guest)
    wayBack.onNavigated({ pathname: '/', state: null }, member)
    expect(wayBack.channelPath()).toBeUndefined()
  })
})
