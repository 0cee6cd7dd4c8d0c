// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { type Standing } from '../../src/app/access.ts'
import { openWayBack } from '../../src/app/returnToChannel.ts'
import { hostile } from './hostile.ts'

function shelf(start: Readonly<Record<string, string>> = {}) {
  const items = new Map(Object.entries(start))
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  }
}

const guest: Standing = { kind: 'somebody', role: 'guest', proven: true }
const member: Standing = { kind: 'somebody', role: 'membership', proven: true }
const refused = { pathname: '/unauth', state: { from: '/video/harbor-one?t=5' } }

describe('the way back to a channel', () => {
  it('begins where a guest is refused one, under a name that goes with the user, and outlasts a reload', () => {
    const place = shelf()
    openWayBack(() => place).arrived(refused, guest)
    expect([...place.items.keys()]).toEqual(['statecast.channel'])
    const reloaded = openWayBack(() => place)
    reloaded.arrived({ pathname: '/profile/packages', state: null }, guest)
    expect(reloaded.channel()).toBe('/video/harbor-one?t=5')
  })

  it('is the way to the channel that was refused last', () => {
    const wayBack = openWayBack(() => shelf({ 'statecast.channel': '/video/state-one' }))
    expect(wayBack.channel()).toBe('/video/state-one')
    const place = shelf({ 'statecast.channel': '/video/state-one' })
    const later = openWayBack(() => place)
    later.arrived(refused, guest)
    expect(later.channel()).toBe('/video/harbor-one?t=5')
  })

  it.each(['/subscribe/102', '/upgrade/102'])('is still known to who has just paid at %s', (pathname) => {
    const wayBack = openWayBack(() => shelf({ 'statecast.channel': '/video/state-one' }))
    wayBack.arrived({ pathname, state: null }, member)
    expect(wayBack.channel()).toBe('/video/state-one')
  })

  it.each(['/video/state-one', '/', '/profile', '/subscribe/success/'])('is over for a member at %s', (pathname) => {
    const place = shelf({ 'statecast.channel': '/video/state-one' })
    const wayBack = openWayBack(() => place)
    wayBack.arrived({ pathname, state: { from: '/video/state-one' } }, member)
    expect(wayBack.channel()).toBeUndefined()
    expect(place.items.size).toBe(0)
  })

  it.each<[string, Standing]>([
    ['nobody', { kind: 'nobody' }],
    ['somebody without a role', { kind: 'somebody', role: null, proven: false }],
    ['a session that is not decided yet', { kind: 'undecided' }],
  ])('does not begin with %s', (_, standing) => {
    const wayBack = openWayBack(() => shelf())
    wayBack.arrived(refused, standing)
    expect(wayBack.channel()).toBeUndefined()
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
    const place = shelf()
    const wayBack = openWayBack(() => place)
    wayBack.arrived({ pathname: '/unauth', state: { from } }, guest)
    expect(place.items.size).toBe(0)
    expect(openWayBack(() => shelf({ 'statecast.channel': from })).channel()).toBeUndefined()
  })

  it.each(hostile.map((from) => [JSON.stringify(from), from]))(
    'planted as %s leads to a channel or nowhere',
    (_, from) => {
      expect(openWayBack(() => shelf({ 'statecast.channel': String(from) })).channel() ?? '/video/').toMatch(
        /^\/video\//,
      )
    },
  )

  it('is none where the shelf is closed, and nothing throws', () => {
    const wayBack = openWayBack(() => {
      throw new Error('closed')
    })
    wayBack.arrived(refused, guest)
    wayBack.arrived({ pathname: '/', state: null }, member)
    expect(wayBack.channel()).toBeUndefined()
  })
})
