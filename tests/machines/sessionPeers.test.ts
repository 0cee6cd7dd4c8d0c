/** What the specification requires of the session and its screens, checked in every reachable system state. */
import { describe, expect, it } from 'vitest'
import { sessionRequests, createSessionRequestActor } from '../../src/actors/sessionRequests.ts'
import { membershipNotActive } from '../../src/app/accessRules.ts'
import { readSources } from '../architecture/sources.ts'
import { type ActorTree } from '../../tools/model-testing/actorTree.ts'
import { runSystem, type SystemPath } from '../../tools/model-testing/systemRun.ts'
import { type SystemState } from '../../tools/model-testing/systemStepper.ts'
import { systemPathLines } from '../../tools/model-testing/systemFormats.ts'
import { replaySystemPath } from '../../tools/model-testing/replaySystemPath.ts'
import { type PeerActor, type PeerActors } from '../../tools/model-testing/peerActors.ts'
import { sessionPeers, toPeerRequest } from './sessionPeers.ts'
import { actorTrees } from './actorTrees.ts'
import { testSystem } from './testSystem.ts'

const actorTree = actorTrees.session
const system = testSystem('session', actorTree)

const stateOf = ({ actors }: SystemState, path = ''): unknown => actors.get(path)?.snapshot.value
const sessionContextOf = ({
  actors,
}: SystemState): { message?: string; role: string; user?: { display_name: string } } =>
  actors.get('')?.snapshot.context as { message?: string; role: string; user?: { display_name: string } }
const peersAt = ({ actors }: SystemState): string[] =>
  Object.keys(sessionPeers.machines).filter((peer) => actors.has(peer))
const lastStateOf = ({ start, steps }: SystemPath): SystemState => steps.at(-1)?.state ?? start
/** Each step of the paths, once. */
const steps = [
  ...new Map(
    system.paths.flatMap((path) =>
      path.steps.map(({ event, state }, i) => [
        state,
        { label: event.label, state, before: path.steps[i - 1]?.state ?? path.start },
      ]),
    ),
  ).values(),
]
const statesAfter = (label: string, is: (before: SystemState) => boolean = () => true): SystemState[] => {
  const found = steps.filter((step) => step.label === label && is(step.before)).map(({ state }) => state)
  expect(found).not.toEqual([])
  return found
}

describe('the session and its screens', () => {
  it('signs a member in to the channels', () => {
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
    expect(lines.at(-1)).toMatch(/^ {3}State: at \/ · signedIn\.cooldown/)
  })

  it('signs a television in to the channels', () => {
    const path = system.pathsInto('/').find(({ name }) => name.includes('deviceSignIn: requestTokens done / granted'))
    expect(path?.name.split(' → ')).toEqual([
      'sessionCheck: checkUser done / no tokens',
      'clearSession done / cleared',
      'deviceSignIn: requestCode done / granted',
      '5000 ms pass',
      'deviceSignIn: requestTokens done / granted',
      'signInCheck: checkMembership done / active',
    ])
  })

  it('shows a guest who signs in that the membership is not active, and returns to the requested form', () => {
    const entered = statesAfter('signInCheck: checkMembership done / none active').map(({ environment }) => [
      environment?.name,
      environment?.message,
    ])
    expect(entered).toContainEqual(['/profile', membershipNotActive])
    expect(entered).toContainEqual(['/profile/edit', undefined])
  })

  it('cancels a sign-in in progress when the session ends in another tab', () => {
    for (const page of ['signIn', 'deviceSignIn'])
      for (const state of statesAfter('tab.signedOut', (before) => stateOf(before, page) === 'signingIn')) {
        expect(stateOf(state)).toBe('signingOut')
        expect(peersAt(state)).toEqual([])
      }
    // The sign-in page then has a new, empty form.
    const left = statesAfter('clearSession done / cleared', (before) => stateOf(before) === 'signingOut')
    for (const state of left.filter(({ environment }) => environment?.name === '/signin'))
      expect(state.actors.get('signIn')?.snapshot).toMatchObject({
        value: { open: 'empty' },
        context: { user: undefined },
      })
    // The others are public, so they are not redirected.
    expect([...new Set(left.map(({ environment }) => environment?.name))].sort()).toEqual([
      '/signin',
      '/signin/code',
      '/unauth',
    ])
  })

  it('shows on the sign-in page why the session ended', () => {
    const messages = statesAfter('clearSession done / cleared', (before) => stateOf(before) === 'signingOut').map(
      (state) => sessionContextOf(state).message,
    )
    expect([...new Set(messages)].sort()).toEqual([
      'You signed out in another tab.',
      'You’re signed out here, but we couldn’t reach the server. Next time you sign in, check Devices and sign out any you don’t recognize.',
      'You’ve been signed out. Please sign in again.',
      undefined,
    ])
  })

  it('logs out with and without a response of the host, from the dialog to the sign-in page', () => {
    for (const label of ['logout: endSession done / ended', 'logout: endSession error / unreachable'])
      for (const state of statesAfter(label)) expect([stateOf(state), peersAt(state)]).toEqual(['signingOut', []])
    expect(system.pathsInto('/signin').map((path) => stateOf(lastStateOf(path)))).not.toContain('signedIn')
  })

  it('shows a saved display name everywhere', () => {
    for (const state of statesAfter('profileEdit: saveProfile done / granted, the email is unchanged'))
      expect(sessionContextOf(state).user?.display_name).toBe('Mara E.')
  })

  it('redirects from members-only screens when the membership ends', () => {
    const left = statesAfter(
      'sessionCheck: checkMembership done / none active',
      ({ environment }) => environment?.name === '/profile/payment-cards',
    ).filter((state) => sessionContextOf(state).user !== undefined)
    expect([...new Set(left.map(({ environment }) => environment?.name))]).toEqual(['/unauth'])
  })

  it('takes every event of the session from the application’s requests', () => {
    const missing =
      system.coverage
        .get('session')
        ?.report()
        .missing.transitions.map(({ text }) => text) ?? []
    expect(missing.filter((text) => /session\.start|session\.leave|user\.edited/.test(text))).toEqual([])
    const requests = Object.values(sessionPeers.machines).flatMap((peer) => Object.keys(peer.requests ?? {}))
    // The checkout sends no event with awaitRecheck, so it is no peer.
    expect(sessionRequests.awaitRecheck.eventsFor()).toEqual([])
    expect([...new Set([...requests, 'awaitRecheck'])].sort()).toEqual(Object.keys(sessionRequests).sort())
    // Only 'Try again' sends to the session in another way.
    const otherSends = readSources()
      .filter(({ path }) => path.startsWith('src/') && path !== 'src/actors/sessionRequests.ts')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bsession\.send\((.*?)\)/g)].map(([, event]) => `${path}: ${event}`),
      )
    expect(otherSends.filter((line) => !line.endsWith(": { type: 'session.retry' }"))).toEqual([])
    expect(otherSends).not.toEqual([])
  })
})

/** The tree with other peers. */
const withPeers = (change: Partial<PeerActors>): ActorTree => ({ ...actorTree, peers: { ...sessionPeers, ...change } })
const withPeer = (name: string, change: Partial<PeerActor>): ActorTree => {
  const peer = sessionPeers.machines[name]
  if (!peer) throw new Error(`there is no peer '${name}'`)
  return withPeers({ machines: { ...sessionPeers.machines, [name]: { ...peer, ...change } } })
}
const brokenInvariantsOf = (fault: ActorTree): string => runSystem(fault, { limit: 2_500 }).broken.join('\n')

describe('a seeded fault in the communication is detected', () => {
  it('a sign-in that sends nothing to the session', () => {
    const fault = withPeer('signIn', {
      requests: { startSession: { ...toPeerRequest(sessionRequests.startSession), eventsFor: () => [] } },
    })
    expect(brokenInvariantsOf(fault)).toContain("'an accepted sign-in is never shown as failed' is broken")
  })

  it('a logout that sends nothing to the session', () => {
    const fault = withPeer('logout', {
      requests: { leaveSession: { ...toPeerRequest(sessionRequests.leaveSession), eventsFor: () => [] } },
    })
    expect(brokenInvariantsOf(fault)).toContain("'a confirmed logout ends the session' is broken")
  })

  it('an access rule that allows everyone, and a redirect loop', () => {
    const open = withPeers({ resolveEnvironment: (environment) => ({ environment, present: [] }) })
    expect(brokenInvariantsOf(open)).toContain("'each screen is shown only to its audience' is broken")
    const loop = withPeers({
      resolveEnvironment: ({ name }) => ({
        environment: { name: name === '/unauth' ? '/signin' : '/unauth' },
        present: [],
      }),
    })
    expect(() => runSystem(loop)).toThrow("The redirects from '/signin' form a loop.")
  })

  it('a screen that stays open after the session has ended', () => {
    const stays = withPeers({
      resolveEnvironment: (from, session) => {
        const { environment, present } = sessionPeers.resolveEnvironment(from, session)
        return { environment, present: environment.name === '/profile/edit' ? ['profileEdit'] : present }
      },
    })
    expect(brokenInvariantsOf(stays)).toContain("'signing out clears all user data' is broken")
  })

  it('a live system that differs from the explored one', async () => {
    const [path] = system.pathsInto('signIn/signingIn')
    if (!path) throw new Error('there is no path')
    await replaySystemPath(actorTree, path)
    const mute = { ...sessionRequests.startSession, eventsFor: () => [] }
    const fault = withPeer('signIn', { live: (own) => ({ startSession: createSessionRequestActor(own, mute) }) })
    await expect(replaySystemPath(fault, path)).rejects.toThrow("'signInCheck' does not run")
  })
})
