/**
 * The session with the screens that send to it: sign-in, sign-in by code, logout and the profile form. They run while the
 * route has them. Access rules, paths and requests are those of the application.
 */
import { type ActorRefFrom, type AnyActorRef, type AnyMachineSnapshot, type SnapshotFrom } from 'xstate'
import { type SaveResult } from '../../machines/profileEdit.types.ts'
import { type sessionMachine } from '../../machines/session.ts'
import { type User } from '../../machines/session.types.ts'
import {
  sessionEvents,
  sessionRequests,
  createSessionRequestActor,
  type SessionRequest,
} from '../../src/actors/sessionRequests.ts'
import { decideAccess, noticeOf, routeOf, authStateOf } from '../../src/app/accessRules.ts'
import { paths, appRoutes, type LocationState } from '../../src/app/paths.ts'
import { type SystemState } from '../../tools/model-testing/systemStepper.ts'
import { type Model } from '../paths/model.ts'
import { type PeerActors, type Environment, type PeerRequest } from '../../tools/model-testing/peerActors.ts'
import deviceSignIn, { grantedCode, grantedTokens } from './deviceSignIn.model.ts'
import logout from './logout.model.ts'
import profileEdit from './profileEdit.model.ts'
import session from './session.model.ts'
import signIn from './signIn.model.ts'

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/** A route with its history state. `isLeaving`: the logout dialog is open. */
type ScreenLocation = Environment & { readonly state: LocationState; readonly isLeaving: boolean }

const screenLocation = (name: string, state: LocationState = {}, isLeaving = false): ScreenLocation => ({
  name,
  state,
  isLeaving,
})
const isScreenLocation = (environment: Environment): environment is ScreenLocation => 'isLeaving' in environment
const toScreenLocation = (environment: Environment): ScreenLocation => {
  if (!isScreenLocation(environment)) throw new Error(`'${environment.name}' is not a path of the application`)
  return environment
}

const toSessionActor = (own: AnyActorRef): ActorRefFrom<typeof sessionMachine> => own
const toSessionSnapshot = (snapshot: AnyMachineSnapshot): SessionSnapshot => snapshot as SessionSnapshot
/** The display name that the profile form saves. */
const renamed = 'Mara E.'

/** The model of the form with few cases; its own model has all of them. */
export const reducedProfileEdit: Model = {
  ...profileEdit,
  events: { ...profileEdit.events, 'form.edit': { 'a new name': { values: { display_name: renamed } } } },
  outcomes: {
    ...profileEdit.outcomes,
    saveProfile: {
      done: { 'granted, the email is unchanged': { kind: 'granted', email: 'member@statecast.test' } },
      error: { unreachable: { message: 'no connection' } },
    },
  },
}

/** The model of the sign-in by code with the responses that lead to a session; its own model has all of them. */
const reducedDeviceSignIn: Model = {
  ...deviceSignIn,
  events: {},
  outcomes: {
    requestCode: { done: { granted: { kind: 'granted', code: grantedCode } } },
    requestTokens: { done: { granted: grantedTokens } },
    watchPage: { error: 'never' },
  },
}

/** Pages without the app shell, and so without Logout. */
const standalonePaths: readonly string[] = [paths.signIn(), paths.signInWithCode(), paths.unauth()]
/** Paths that a link or the back button leads to. */
const links = [paths.home(), paths.profile(), paths.editProfile(), appRoutes.paymentCards.pattern]

export const toPeerRequest = <Input>({ eventsFor, isOver, failureOf }: SessionRequest<Input>): PeerRequest => ({
  eventsFor: (input) => eventsFor(input as Input),
  isOver: (snapshot) => isOver(toSessionSnapshot(snapshot)),
  failureOf: (snapshot) => failureOf(toSessionSnapshot(snapshot)),
})

type Actors = SystemState['actors']
const sessionSnapshotIn = (actors: Actors): SessionSnapshot => {
  const own = actors.get('')
  if (!own) throw new Error('The session is not running')
  return toSessionSnapshot(own.snapshot)
}
const isAt = (actors: Actors, peer: string, state: string): boolean =>
  actors.get(peer)?.snapshot._nodes.some(({ path }) => path.join('.') === state) === true
const contextOf = <Context>(actors: Actors, peer: string): Partial<Context> =>
  (actors.get(peer)?.snapshot.context ?? {}) as Partial<Context>
/** Number of actors without peers. */
const ownActorCount = (actors: Actors): number =>
  [...actors.keys()].filter((path) => !(path in sessionPeers.machines)).length
const signInPaths: readonly string[] = [paths.signIn(), paths.signInWithCode()]
const membersOnly: readonly string[] = [paths.home(), appRoutes.paymentCards.pattern]

export const sessionPeers: PeerActors = {
  machines: {
    signIn: {
      model: signIn,
      requests: { startSession: toPeerRequest(sessionRequests.startSession) },
      live: (sessionActor) => ({
        startSession: createSessionRequestActor(toSessionActor(sessionActor), sessionRequests.startSession),
      }),
    },
    deviceSignIn: {
      model: reducedDeviceSignIn,
      requests: { startSession: toPeerRequest(sessionRequests.startSession) },
      live: (sessionActor) => ({
        startSession: createSessionRequestActor(toSessionActor(sessionActor), sessionRequests.startSession),
      }),
    },
    logout: {
      model: logout,
      requests: { leaveSession: toPeerRequest(sessionRequests.leaveSession) },
      live: (sessionActor) => ({
        leaveSession: createSessionRequestActor(toSessionActor(sessionActor), sessionRequests.leaveSession),
      }),
    },
    profileEdit: {
      model: reducedProfileEdit,
      input: (snapshot) => ({ userId: toSessionSnapshot(snapshot).context.user?.ID ?? 0 }),
      eventsOnDone: {
        saveProfile: (output, snapshot) => {
          const { user } = toSessionSnapshot(snapshot).context
          const isSaved = (output as SaveResult).kind === 'granted'
          return user && isSaved ? sessionEvents.profileSaved({ ...user, display_name: renamed }) : []
        },
      },
    },
  },
  starts: {
    'a visitor at the sign-in page': { input: 'nothing stored', environment: screenLocation(paths.signIn()) },
    'a television at the page of its code': {
      input: 'nothing stored',
      environment: screenLocation(paths.signInWithCode()),
    },
    'a visitor at the profile form': { input: 'nothing stored', environment: screenLocation(paths.editProfile()) },
    'a member at the channels': { input: 'a member is stored', environment: screenLocation(paths.home()) },
  },
  resolveEnvironment: (environment, snapshot) => {
    const { name: path, state, isLeaving } = toScreenLocation(environment)
    const authState = authStateOf(toSessionSnapshot(snapshot))
    const { access } = routeOf(path) ?? appRoutes.notFound
    const decision = decideAccess(access, authState, { pathname: path, search: '', hash: '', state })
    const isInShell = (to: string): boolean =>
      !standalonePaths.includes(to) &&
      decideAccess('login', authState, { pathname: to, search: '', hash: '' }).kind === 'enter'
    if (decision.kind === 'redirect')
      return {
        environment: screenLocation(decision.to, decision.state, isLeaving && isInShell(decision.to)),
        present: [],
      }
    const stays = isLeaving && isInShell(path)
    const isEntered = decision.kind === 'enter'
    const message = isEntered ? noticeOf(state, toSessionSnapshot(snapshot).context.role) : undefined
    return {
      environment: { ...screenLocation(path, state, stays), ...(message === undefined ? {} : { message }) },
      present: [
        ...(isEntered && path === paths.signIn() ? ['signIn'] : []),
        ...(isEntered && path === paths.signInWithCode() ? ['deviceSignIn'] : []),
        ...(isEntered && path === paths.editProfile() ? ['profileEdit'] : []),
        ...(stays ? ['logout'] : []),
      ],
    }
  },
  userActions: (environment, actors) => {
    const { name: path, isLeaving } = toScreenLocation(environment)
    if (path === paths.unauth()) return { 'Go to Profile': screenLocation(paths.profile()) }
    if (isLeaving || standalonePaths.includes(path) || !actors.get('')?.snapshot.matches('signedIn')) return {}
    const form = actors.get('profileEdit')?.snapshot
    // An open form handles navigation as 'page.leave'.
    const isFormOpen = form?.matches('open') === true
    return {
      'Choose Logout in the menu': { ...toScreenLocation(environment), isLeaving: true } satisfies ScreenLocation,
      ...(isFormOpen
        ? {}
        : Object.fromEntries(links.filter((to) => to !== path).map((to) => [`Go to ${to}`, screenLocation(to)]))),
    }
  },
  afterEnd: (environment, peer) =>
    peer === 'logout'
      ? ({ ...toScreenLocation(environment), isLeaving: false } satisfies ScreenLocation)
      : peer === 'profileEdit'
        ? screenLocation(paths.viewProfile())
        : environment,
  isReachable: (environment, peer) => !toScreenLocation(environment).isLeaving || peer === 'logout',
  invariants: {
    'each screen is shown only to its audience': ({ actors, environment }) => {
      const now = sessionSnapshotIn(actors)
      const path = environment?.name ?? ''
      if (now.matches('signedIn'))
        return !signInPaths.includes(path) && (now.context.role === 'membership' || !membersOnly.includes(path))
      return actors.size === ownActorCount(actors) || signInPaths.includes(path)
    },
    'signing out clears all user data': ({ actors }) => {
      const now = sessionSnapshotIn(actors)
      const { user } = contextOf<{ user?: User }>(actors, 'signIn')
      const isGone = now.matches('signedOut') || now.matches('signingOut') || now.matches('switchingUser')
      return !isGone || (now.context.user === undefined && user === undefined && !actors.has('profileEdit'))
    },
    'a confirmed logout ends the session': ({ actors }) =>
      !(isAt(actors, 'logout', 'leaving') || isAt(actors, 'logout', 'loggedOut')) ||
      !sessionSnapshotIn(actors).matches('signedIn'),
    'an accepted sign-in starts the session': ({ actors }) =>
      (isAt(actors, 'signIn', 'signingIn') || isAt(actors, 'deviceSignIn', 'signingIn')) ===
      sessionSnapshotIn(actors).matches('signingIn'),
    'an accepted sign-in is never shown as failed': ({ actors }) =>
      (!isAt(actors, 'signIn', 'open') || contextOf<{ user?: User }>(actors, 'signIn').user === undefined) &&
      !isAt(actors, 'deviceSignIn', 'failed'),
    'the profile form belongs to the signed-in user': ({ actors }) => {
      const { userId } = contextOf<{ userId?: number }>(actors, 'profileEdit')
      return userId === undefined || userId === sessionSnapshotIn(actors).context.user?.ID
    },
    'a member never sees that the membership is inactive': ({ actors, environment }) =>
      environment?.message === undefined || sessionSnapshotIn(actors).context.role !== 'membership',
  },
}

/** The session without the events that its peers send. The message of the sign-in page is part of the state key. */
const peerEventTypes: readonly string[] = ['session.start', 'session.leave', 'user.edited']
export const sessionInSystem: Model = {
  ...session,
  events: Object.fromEntries(Object.entries(session.events).filter(([type]) => !peerEventTypes.includes(type))),
  stateKey: (snapshot) => [session.stateKey(snapshot), toSessionSnapshot(snapshot).context.message],
}
