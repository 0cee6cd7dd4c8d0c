/** What the specification promises of the session and its screens, over everything that they can do together. */
import { describe, expect, it } from 'vitest'
import { sessionRequests, createSessionRequestActor } from '../../src/actors/sessionRequests.ts'
import { membershipNotActive } from '../../src/app/accessRules.ts'
import { readSources } from '../architecture/sources.ts'
import { runSystem, type ActorTree, type SystemState, type SystemPath } from '../../tools/model-testing/systemRun.ts'
import { systemPathLines } from '../../tools/model-testing/systemFormats.ts'
import { replaySystemPath } from '../../tools/model-testing/replaySystemPath.ts'
import { type PeerActor, type PeerActors } from '../../tools/model-testing/peerActors.ts'
import { sessionPeers, toPeerRequest } from './sessionPeers.ts'
import { actorTrees } from './actorTrees.ts'

const actorTree = actorTrees.session
const system = runSystem(actorTree)

const stateOf = ({ actors }: SystemState, way = ''): unknown => actors.get(way)?.snapshot.value
const sessionContextOf = ({
  actors,
}: SystemState): { message?: string; role: string; user?: { display_name: string } } =>
  actors.get('')?.snapshot.context as { message?: string; role: string; user?: { display_name: string } }
const peersAt = ({ actors }: SystemState): string[] =>
  Object.keys(sessionPeers.machines).filter((peer) => actors.has(peer))
const lastStateOf = ({ start, steps }: SystemPath): SystemState => steps.at(-1)?.systemState ?? start
/** Every step that is taken on any path, once. */
const steps = [
  ...new Map(
    system.paths.flatMap((path) =>
      path.steps.map(({ systemEvent: act, systemState }, i) => [
        systemState,
        { label: act.label, systemState, before: path.steps[i - 1]?.systemState ?? path.start },
      ]),
    ),
  ).values(),
]
const statesAfter = (label: string, is: (before: SystemState) => boolean = () => true): SystemState[] => {
  const found = steps.filter((step) => step.label === label && is(step.before)).map(({ systemState }) => systemState)
  expect(found).not.toEqual([])
  return found
}

describe('the session and its screens', () => {
  it('sign a member in to the channels', () => {
    const path = system.pathsInto('/').find(({ name }) => name.includes('signIn: signIn done / granted'))
    expect(path?.name.split(' → ')).toEqual([
      'sessionCheck: checkUser done / no tokens',
      'clearSession done / cleared',
      'signIn: form.submit / complete',
      'signIn: signIn done / granted',
      'signInCheck: checkMembership done / active',
    ])
    const lines = path ? systemPathLines(actorTree, path) : []
    expect(lines).toContain('3. (signIn) Type an account and its password and press Login.')
    expect(lines.at(-1)).toMatch(/^ {3}Now at \/ · signedIn\.cooldown/)
  })

  it('tell a guest who signs in that the membership is not active, and lead back to the form that was wanted', () => {
    const entered = statesAfter('signInCheck: checkMembership done / none active').map(({ environment: place }) => [
      place?.name,
      place?.message,
    ])
    expect(entered).toContainEqual(['/profile', membershipNotActive])
    expect(entered).toContainEqual(['/profile/edit', undefined])
  })

  it('end a login in progress well when the session ends in another tab', () => {
    for (const systemState of statesAfter('tab.signedOut', (before) => stateOf(before, 'signIn') === 'signingIn')) {
      expect(stateOf(systemState)).toBe('signingOut')
      expect(peersAt(systemState)).toEqual([])
    }
    // What then stands there is a new form: nothing of the one before is in it.
    const left = statesAfter('clearSession done / cleared', (before) => stateOf(before) === 'signingOut')
    for (const systemState of left.filter(({ environment: place }) => place?.name === '/signin'))
      expect(systemState.actors.get('signIn')?.snapshot).toMatchObject({
        value: { open: 'empty' },
        context: { user: undefined },
      })
    // /unauth is open to everybody, so it stays.
    expect([...new Set(left.map(({ environment: place }) => place?.name))].sort()).toEqual(['/signin', '/unauth'])
  })

  it('say on the sign-in page why somebody is there who did not log out', () => {
    const words = statesAfter('clearSession done / cleared', (before) => stateOf(before) === 'signingOut').map(
      (systemState) => sessionContextOf(systemState).message,
    )
    expect([...new Set(words)].sort()).toEqual([
      'You signed out in another tab.',
      'You’re signed out here, but we couldn’t reach the server. Next time you sign in, check Devices and sign out any you don’t recognize.',
      'You’ve been signed out. Please sign in again.',
      undefined,
    ])
  })

  it('log out with and without an answer of the host, from the dialog to the sign-in page', () => {
    for (const label of ['logout: endSession done / ended', 'logout: endSession error / unreachable'])
      for (const systemState of statesAfter(label))
        expect([stateOf(systemState), peersAt(systemState)]).toEqual(['signingOut', []])
    expect(system.pathsInto('/signin').map((path) => stateOf(lastStateOf(path)))).not.toContain('signedIn')
  })

  it('show everywhere what is saved in the profile', () => {
    for (const systemState of statesAfter('profileEdit: saveProfile done / granted, the e-mail stays'))
      expect(sessionContextOf(systemState).user?.display_name).toBe('Mara E.')
  })

  it('give a member who is none any more no screen of members', () => {
    const left = statesAfter(
      'sessionCheck: checkMembership done / none active',
      ({ environment: place }) => place?.name === '/profile/payment-cards',
    ).filter((systemState) => sessionContextOf(systemState).user !== undefined)
    expect([...new Set(left.map(({ environment: place }) => place?.name))]).toEqual(['/unauth'])
  })

  it('take all that is said to the session from the application’s own wiring', () => {
    const missing =
      system.coverage
        .get('session')
        ?.report()
        .missing.transitions.map(({ text: words }) => words) ?? []
    expect(missing.filter((words) => /session\.start|session\.leave|user\.edited/.test(words))).toEqual([])
    const played = Object.values(sessionPeers.machines).flatMap((peer) => Object.keys(peer.requests ?? {}))
    expect(played.sort()).toEqual(Object.keys(sessionRequests).sort())
    // Past that wiring, only a person who presses Retry says anything to it.
    const past = readSources()
      .filter(({ path }) => path.startsWith('src/') && path !== 'src/actors/sessionRequests.ts')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bsession\.send\((.*?)\)/g)].map(([, said]) => `${path}: ${said}`),
      )
    expect(past.filter((line) => !line.endsWith(": { type: 'session.retry' }"))).toEqual([])
    expect(past).not.toEqual([])
  })
})

/** The company with another wiring, walked as far as the fault is. */
const withPeers = (change: Partial<PeerActors>): ActorTree => ({ ...actorTree, peers: { ...sessionPeers, ...change } })
const withPeer = (name: string, change: Partial<PeerActor>): ActorTree => {
  const peer = sessionPeers.machines[name]
  if (!peer) throw new Error(`nobody plays '${name}'`)
  return withPeers({ machines: { ...sessionPeers.machines, [name]: { ...peer, ...change } } })
}
const brokenInvariantsOf = (fault: ActorTree): string => runSystem(fault, { limit: 2_500 }).broken.join('\n')

describe('a fault in what joins them is found', () => {
  it('a sign-in that forgets to tell the session', () => {
    const fault = withPeer('signIn', {
      requests: { startSession: { ...toPeerRequest(sessionRequests.startSession), eventsFor: () => [] } },
    })
    expect(brokenInvariantsOf(fault)).toContain("'nobody whom the host let in reads that the login failed' is broken")
  })

  it('a logout that forgets to tell the session', () => {
    const fault = withPeer('logout', {
      requests: { leaveSession: { ...toPeerRequest(sessionRequests.leaveSession), eventsFor: () => [] } },
    })
    expect(brokenInvariantsOf(fault)).toContain("'a confirmed logout ends the session' is broken")
  })

  it('a guard that lets everybody in, and one that leads in a circle', () => {
    const open = withPeers({ resolveEnvironment: (place) => ({ place, present: [] }) })
    expect(brokenInvariantsOf(open)).toContain("'nobody is shown a screen that is not for them' is broken")
    const circle = withPeers({
      resolveEnvironment: ({ name }) => ({ place: { name: name === '/unauth' ? '/signin' : '/unauth' }, present: [] }),
    })
    expect(() => runSystem(circle)).toThrow('the guards lead in a circle')
  })

  it('a screen that stays when the session has ended', () => {
    const stays = withPeers({
      resolveEnvironment: (place, now) => {
        const { place: to, present } = sessionPeers.resolveEnvironment(place, now)
        return { place: to, present: to.name === '/profile/edit' ? ['profileEdit'] : present }
      },
    })
    expect(brokenInvariantsOf(stays)).toContain("'whoever is signed out leaves nothing behind' is broken")
  })

  it('a live wiring that says something else than what was walked', async () => {
    const [path] = system.pathsInto('signIn/signingIn')
    if (!path) throw new Error('there is a way')
    await replaySystemPath(actorTree, path)
    const mute = { ...sessionRequests.startSession, eventsFor: () => [] }
    const fault = withPeer('signIn', { live: (own) => ({ startSession: createSessionRequestActor(own, mute) }) })
    await expect(replaySystemPath(fault, path)).rejects.toThrow("'signInCheck' is not there")
  })
})
