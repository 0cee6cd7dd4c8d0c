/** What the specification promises of the session and its screens, over everything that they can do together. */
import { describe, expect, it } from 'vitest'
import { talks, talkTo } from '../../src/actors/sessionTalk.ts'
import { notActive } from '../../src/app/access.ts'
import { sources } from '../architecture/sources.ts'
import { rehearse, type Cast, type Scene, type ScenePath } from '../../tools/model-testing/company.ts'
import { sceneWords } from '../../tools/model-testing/companyFormats.ts'
import { perform } from '../../tools/model-testing/companyStage.ts'
import { type Peer, type Peers } from '../../tools/model-testing/peers.ts'
import { screens } from './screens.ts'
import { casts } from './together.ts'

const cast = casts.session
const company = rehearse(cast)

const stateOf = ({ actors }: Scene, way = ''): unknown => actors.get(way)?.snapshot.value
const session = ({ actors }: Scene): { word?: string; role: string; user?: { display_name: string } } =>
  actors.get('')?.snapshot.context as { word?: string; role: string; user?: { display_name: string } }
const peersAt = ({ actors }: Scene): string[] => Object.keys(screens.machines).filter((peer) => actors.has(peer))
const last = ({ start, steps }: ScenePath): Scene => steps.at(-1)?.scene ?? start
/** Every step that is taken on any path, once. */
const steps = [
  ...new Map(
    company.paths.flatMap((path) =>
      path.steps.map(({ act, scene }, i) => [
        scene,
        { label: act.label, scene, before: path.steps[i - 1]?.scene ?? path.start },
      ]),
    ),
  ).values(),
]
const after = (label: string, is: (before: Scene) => boolean = () => true): Scene[] => {
  const found = steps.filter((step) => step.label === label && is(step.before)).map(({ scene }) => scene)
  expect(found).not.toEqual([])
  return found
}

describe('the session and its screens', () => {
  it('sign a member in to the channels', () => {
    const path = company.into('/').find(({ name }) => name.includes('signIn: signIn done / granted'))
    expect(path?.name.split(' → ')).toEqual([
      'checkSession: askUser done / no tokens',
      'forgetSession done / cleared',
      'signIn: form.submit / complete',
      'signIn: signIn done / granted',
      'admitUser: askMembership done / active',
    ])
    const lines = path ? sceneWords(cast, path) : []
    expect(lines).toContain('3. (signIn) Type an account and its password and press Login.')
    expect(lines.at(-1)).toMatch(/^ {3}Now at \/ · signedIn\.watch\.settled .*signedIn\.standing\.membership/)
  })

  it('tell a guest who signs in that the membership is not active, and lead back to the form that was wanted', () => {
    const entered = after('admitUser: askMembership done / none active').map(({ place }) => [place?.name, place?.words])
    expect(entered).toContainEqual(['/profile', notActive])
    expect(entered).toContainEqual(['/profile/edit', undefined])
  })

  it('end a login in progress well when the session ends in another tab', () => {
    for (const scene of after('tab.signedOut', (before) => stateOf(before, 'signIn') === 'admitting')) {
      expect(stateOf(scene)).toBe('forgetting')
      expect(peersAt(scene)).toEqual([])
    }
    // What then stands there is a new form: nothing of the one before is in it.
    const left = after('forgetSession done / cleared', (before) => stateOf(before) === 'forgetting')
    for (const scene of left.filter(({ place }) => place?.name === '/signin'))
      expect(scene.actors.get('signIn')?.snapshot).toMatchObject({
        value: { open: 'empty' },
        context: { user: undefined },
      })
    // /unauth is open to everybody, so it stays.
    expect([...new Set(left.map(({ place }) => place?.name))].sort()).toEqual(['/signin', '/unauth'])
  })

  it('say on the sign-in page why somebody is there who did not log out', () => {
    const words = after('forgetSession done / cleared', (before) => stateOf(before) === 'forgetting').map(
      (scene) => session(scene).word,
    )
    expect([...new Set(words)].sort()).toEqual([
      'You are logged out on this device. The service could not be told, so end the session under All sessions later.',
      'You have been logged out in another tab.',
      'Your session has ended. Please sign in again.',
      undefined,
    ])
  })

  it('log out with and without an answer of the host, from the dialog to the sign-in page', () => {
    for (const label of ['logout: tellHost done / told', 'logout: tellHost error / unreachable'])
      for (const scene of after(label)) expect([stateOf(scene), peersAt(scene)]).toEqual(['forgetting', []])
    expect(company.into('/signin').map((path) => stateOf(last(path)))).not.toContain('signedIn')
  })

  it('show everywhere what is saved in the profile', () => {
    for (const scene of after('profileEdit: saveProfile done / granted, the e-mail stays'))
      expect(session(scene).user?.display_name).toBe('Mara E.')
  })

  it('give a member who is none any more no screen of members', () => {
    const left = after(
      'checkSession: askMembership done / none active',
      ({ place }) => place?.name === '/profile/payment-cards',
    ).filter((scene) => session(scene).user !== undefined)
    expect([...new Set(left.map(({ place }) => place?.name))]).toEqual(['/unauth'])
  })

  it('take all that is said to the session from the application’s own wiring', () => {
    const missing =
      company.coverage
        .get('session')
        ?.report()
        .missing.transitions.map(({ words }) => words) ?? []
    expect(missing.filter((words) => /session\.admit|session\.leave|user\.edited/.test(words))).toEqual([])
    const played = Object.values(screens.machines).flatMap((peer) => Object.keys(peer.talks ?? {}))
    expect(played.sort()).toEqual(Object.keys(talks).sort())
    // Past that wiring, only a person who presses Retry says anything to it.
    const past = sources()
      .filter(({ path }) => path.startsWith('src/') && path !== 'src/actors/sessionTalk.ts')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bsession\.send\((.*?)\)/g)].map(([, said]) => `${path}: ${said}`),
      )
    expect(past.filter((line) => !line.endsWith(": { type: 'session.retry' }"))).toEqual([])
    expect(past).not.toEqual([])
  })
})

/** The company with another wiring, walked as far as the fault is. */
const planted = (change: Partial<Peers>): Cast => ({ ...cast, peers: { ...screens, ...change } })
const withPeer = (name: string, change: Partial<Peer>): Cast => {
  const peer = screens.machines[name]
  if (!peer) throw new Error(`nobody plays '${name}'`)
  return planted({ machines: { ...screens.machines, [name]: { ...peer, ...change } } })
}
const brokenIn = (fault: Cast): string => rehearse(fault, { limit: 2_500 }).broken.join('\n')

describe('a fault in what joins them is found', () => {
  it('a sign-in that forgets to tell the session', () => {
    const fault = withPeer('signIn', { talks: { enterSession: { ...talks.enterSession, says: () => [] } as never } })
    expect(brokenIn(fault)).toContain("'nobody whom the host let in reads that the login failed' is broken")
  })

  it('a logout that forgets to tell the session', () => {
    const fault = withPeer('logout', { talks: { leaveSession: { ...talks.leaveSession, says: () => [] } as never } })
    expect(brokenIn(fault)).toContain("'a confirmed logout ends the session' is broken")
  })

  it('a guard that lets everybody in, and one that leads in a circle', () => {
    const open = planted({ arrive: (place) => ({ place, present: [] }) })
    expect(brokenIn(open)).toContain("'nobody is shown a screen that is not for them' is broken")
    const circle = planted({
      arrive: ({ name }) => ({ place: { name: name === '/unauth' ? '/signin' : '/unauth' }, present: [] }),
    })
    expect(() => rehearse(circle)).toThrow('the guards lead in a circle')
  })

  it('a screen that stays when the session has ended', () => {
    const stays = planted({
      arrive: (place, now) => {
        const { place: to, present } = screens.arrive(place, now)
        return { place: to, present: to.name === '/profile/edit' ? ['profileEdit'] : present }
      },
    })
    expect(brokenIn(stays)).toContain("'whoever is signed out leaves nothing behind' is broken")
  })

  it('a live wiring that says something else than what was walked', async () => {
    const [path] = company.into('signIn/admitting')
    if (!path) throw new Error('there is a way')
    await perform(cast, path)
    const mute = { ...talks.enterSession, says: () => [] }
    const fault = withPeer('signIn', { live: (own) => ({ enterSession: talkTo(own, mute) }) })
    await expect(perform(fault, path)).rejects.toThrow("'admitUser' is not there")
  })
})
