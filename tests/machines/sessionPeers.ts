/**
 * The session with the screens that talk to it: sign-in, logout and the profile's form come and go as the guard lets
 * somebody in, and say to the session what they say in the application. Guard, addresses and what is said are the
 * application's own; only where each machine stands is written here, and what a person can press.
 */
import { type ActorRefFrom, type AnyActorRef, type AnyMachineSnapshot, type SnapshotFrom } from 'xstate'
import { type SaveAnswer } from '../../machines/profileEdit.ts'
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
import { type SystemState } from '../../tools/model-testing/systemRun.ts'
import { type Model } from '../paths/model.ts'
import { type PeerActors, type Environment, type PeerRequest } from '../../tools/model-testing/peerActors.ts'
import logout from './logout.model.ts'
import profileEdit from './profileEdit.model.ts'
import session from './session.model.ts'
import signIn from './signIn.model.ts'

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/** What is known of where somebody is: the address, what its history entry holds, and whether the dialog is open. */
type ScreenLocation = Environment & { readonly state: LocationState; readonly isLeaving: boolean }

const screenLocation = (name: string, state: LocationState = {}, isLeaving = false): ScreenLocation => ({
  name,
  state,
  isLeaving,
})
const isScreenLocation = (place: Environment): place is ScreenLocation => 'isLeaving' in place
const toScreenLocation = (place: Environment): ScreenLocation => {
  if (!isScreenLocation(place)) throw new Error(`'${place.name}' is no address`)
  return place
}

const toSessionActor = (own: AnyActorRef): ActorRefFrom<typeof sessionMachine> => own
const toSessionSnapshot = (snapshot: AnyMachineSnapshot): SessionSnapshot => snapshot as SessionSnapshot
/** What is typed into the form, and is the session’s name once it is saved. */
const renamed = 'Mara E.'

/** The form with a name that is changed: what else can be typed is walked where it stands alone. */
const reducedProfileEdit: Model = {
  ...profileEdit,
  events: { ...profileEdit.events, 'form.edit': { 'a new name': { values: { display_name: renamed } } } },
  outcomes: {
    ...profileEdit.outcomes,
    saveProfile: {
      done: { 'granted, the e-mail stays': { kind: 'granted', email: 'member@statecast.test' } },
      error: { unreachable: { message: 'no line' } },
    },
  },
}

/** Public pages and /unauth stand alone; everything else stands in the shell, where one can log out. */
const standalonePaths: readonly string[] = [paths.signIn(), paths.unauth()]
/** Where somebody can go within the application, by a link or back. */
const links = [paths.home(), paths.profile(), paths.editProfile(), appRoutes.paymentCards.pattern]

export const toPeerRequest = <Input>({ eventsFor, isOver, failureOf }: SessionRequest<Input>): PeerRequest => ({
  eventsFor: (input) => eventsFor(input as Input),
  isOver: (snapshot) => isOver(toSessionSnapshot(snapshot)),
  failureOf: (snapshot) => failureOf(toSessionSnapshot(snapshot)),
})

type Actors = SystemState['actors']
const sessionSnapshotIn = (actors: Actors): SessionSnapshot => {
  const own = actors.get('')
  if (!own) throw new Error('there is no session')
  return toSessionSnapshot(own.snapshot)
}
const isAt = (actors: Actors, peer: string, state: string): boolean =>
  actors.get(peer)?.snapshot._nodes.some(({ path }) => path.join('.') === state) === true
const contextOf = <Context>(actors: Actors, peer: string): Partial<Context> =>
  (actors.get(peer)?.snapshot.context ?? {}) as Partial<Context>
/** The session and what runs in it. */
const ownActorCount = (actors: Actors): number =>
  [...actors.keys()].filter((way) => !(way in sessionPeers.machines)).length
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
          const isSaved = (output as SaveAnswer).kind === 'granted'
          return user && isSaved ? sessionEvents.profileSaved({ ...user, display_name: renamed }) : []
        },
      },
    },
  },
  starts: {
    'nobody, at the sign-in page': { input: 'nothing stored', environment: screenLocation(paths.signIn()) },
    'nobody, at the form of the profile': { input: 'nothing stored', environment: screenLocation(paths.editProfile()) },
    'a member, at the channels': { input: 'a member was here', environment: screenLocation(paths.home()) },
  },
  resolveEnvironment: (place, snapshot) => {
    const { name: path, state, isLeaving } = toScreenLocation(place)
    const authState = authStateOf(toSessionSnapshot(snapshot))
    const { access } = routeOf(path) ?? appRoutes.notFound
    const decision = decideAccess(access, authState, { pathname: path, search: '', hash: '', state })
    const isInShell = (to: string): boolean =>
      !standalonePaths.includes(to) &&
      decideAccess('login', authState, { pathname: to, search: '', hash: '' }).kind === 'enter'
    if (decision.kind === 'redirect')
      return { place: screenLocation(decision.to, decision.state, isLeaving && isInShell(decision.to)), present: [] }
    const stays = isLeaving && isInShell(path)
    const isSeen = decision.kind === 'enter'
    const words = isSeen ? noticeOf(state, toSessionSnapshot(snapshot).context.role) : undefined
    return {
      place: { ...screenLocation(path, state, stays), ...(words === undefined ? {} : { message: words }) },
      present: [
        ...(isSeen && path === paths.signIn() ? ['signIn'] : []),
        ...(isSeen && path === paths.editProfile() ? ['profileEdit'] : []),
        ...(stays ? ['logout'] : []),
      ],
    }
  },
  userActions: (place, actors) => {
    const { name: path, isLeaving } = toScreenLocation(place)
    if (path === paths.unauth()) return { 'Go to Profile': screenLocation(paths.profile()) }
    if (isLeaving || standalonePaths.includes(path) || !actors.get('')?.snapshot.matches('signedIn')) return {}
    const form = actors.get('profileEdit')?.snapshot
    // The form asks first: that is its own 'page.leave'.
    const held = form?.matches('open') === true
    return {
      'Choose Logout in the menu': { ...toScreenLocation(place), isLeaving: true } satisfies ScreenLocation,
      ...(held
        ? {}
        : Object.fromEntries(links.filter((to) => to !== path).map((to) => [`Go to ${to}`, screenLocation(to)]))),
    }
  },
  afterEnd: (place, peer) =>
    peer === 'logout'
      ? ({ ...toScreenLocation(place), isLeaving: false } satisfies ScreenLocation)
      : peer === 'profileEdit'
        ? screenLocation(paths.viewProfile())
        : place,
  isReachable: (place, peer) => !toScreenLocation(place).isLeaving || peer === 'logout',
  rules: {
    'nobody is shown a screen that is not for them': ({ actors, environment: place }) => {
      const now = sessionSnapshotIn(actors)
      const path = place?.name ?? ''
      if (now.matches('signedIn'))
        return path !== paths.signIn() && (now.context.role === 'membership' || !membersOnly.includes(path))
      return actors.size === ownActorCount(actors) || (path === paths.signIn() && actors.has('signIn'))
    },
    'whoever is signed out leaves nothing behind': ({ actors }) => {
      const now = sessionSnapshotIn(actors)
      const { user } = contextOf<{ user?: User }>(actors, 'signIn')
      const isGone = now.matches('signedOut') || now.matches('signingOut') || now.matches('switchingUser')
      return !isGone || (now.context.user === undefined && user === undefined && !actors.has('profileEdit'))
    },
    'a confirmed logout ends the session': ({ actors }) =>
      !(isAt(actors, 'logout', 'leaving') || isAt(actors, 'logout', 'loggedOut')) ||
      !sessionSnapshotIn(actors).matches('signedIn'),
    'whoever the host lets in is on the way in': ({ actors }) =>
      isAt(actors, 'signIn', 'signingIn') === sessionSnapshotIn(actors).matches('signingIn'),
    'nobody whom the host let in reads that the login failed': ({ actors }) =>
      !isAt(actors, 'signIn', 'open') || contextOf<{ user?: User }>(actors, 'signIn').user === undefined,
    'the form of the profile is that of whoever is signed in': ({ actors }) => {
      const { userId } = contextOf<{ userId?: number }>(actors, 'profileEdit')
      return userId === undefined || userId === sessionSnapshotIn(actors).context.user?.ID
    },
    'no member reads that the membership is not active': ({ actors, environment: place }) =>
      place?.message === undefined || sessionSnapshotIn(actors).context.role !== 'membership',
  },
}

/** Here the peers send their events themselves, and the message of the sign-in page counts. */
const peerEventTypes: readonly string[] = ['session.start', 'session.leave', 'user.edited']
export const sessionInSystem: Model = {
  ...session,
  events: Object.fromEntries(Object.entries(session.events).filter(([type]) => !peerEventTypes.includes(type))),
  stateKey: (snapshot) => [session.stateKey(snapshot), toSessionSnapshot(snapshot).context.message],
}
