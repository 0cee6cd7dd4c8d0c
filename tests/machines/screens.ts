/**
 * The session with the screens that talk to it: sign-in, logout and the profile's form come and go as the guard lets
 * somebody in, and say to the session what they say in the application. Guard, addresses and what is said are the
 * application's own; only where each machine stands is written here, and what a person can press.
 */
import { type ActorRefFrom, type AnyActorRef, type AnyMachineSnapshot, type SnapshotFrom } from 'xstate'
import { type SaveAnswer } from '../../machines/profileEdit.ts'
import { type sessionMachine, type User } from '../../machines/session.ts'
import { remarks, talks, talkTo, type Talk as SessionTalk } from '../../src/actors/sessionTalk.ts'
import { decide, noticeOf, placeOf, standingOf } from '../../src/app/access.ts'
import { paths, places, type LocationState } from '../../src/app/paths.ts'
import { type Scene } from '../../tools/model-testing/company.ts'
import { type Model } from '../../tools/model-testing/model.ts'
import { type Peers, type Place, type Talk } from '../../tools/model-testing/peers.ts'
import logout from './logout.model.ts'
import profileEdit from './profileEdit.model.ts'
import session from './session.model.ts'
import signIn from './signIn.model.ts'

type SessionNow = SnapshotFrom<typeof sessionMachine>

/** What is known of where somebody is: the address, what its history entry holds, and whether the dialog is open. */
type Spot = Place & { readonly state: LocationState; readonly isLeaving: boolean }

const spot = (name: string, state: LocationState = {}, isLeaving = false): Spot => ({ name, state, isLeaving })
const isSpot = (place: Place): place is Spot => 'isLeaving' in place
const spotOf = (place: Place): Spot => {
  if (!isSpot(place)) throw new Error(`'${place.name}' is no address`)
  return place
}

const actorOf = (own: AnyActorRef): ActorRefFrom<typeof sessionMachine> => own
const sessionOf = (snapshot: AnyMachineSnapshot): SessionNow => snapshot as SessionNow
/** What is typed into the form, and is the session’s name once it is saved. */
const renamed = 'Mara E.'

/** The form with a name that is changed: what else can be typed is walked where it stands alone. */
const plainForm: Model = {
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
const alone: readonly string[] = [paths.signIn(), paths.unauth()]
/** Where somebody can go within the application, by a link or back. */
const links = [paths.home(), paths.profile(), paths.editProfile(), places.paymentCards.pattern]

const typed = <Input>(talk: SessionTalk<Input>): Talk => talk as unknown as Talk

type Actors = Scene['actors']
const sessionIn = (actors: Actors): SessionNow => {
  const own = actors.get('')
  if (!own) throw new Error('there is no session')
  return sessionOf(own.snapshot)
}
const isAt = (actors: Actors, peer: string, state: string): boolean =>
  actors.get(peer)?.snapshot._nodes.some(({ path }) => path.join('.') === state) === true
const contextOf = <Context>(actors: Actors, peer: string): Partial<Context> =>
  (actors.get(peer)?.snapshot.context ?? {}) as Partial<Context>
/** The session and what runs in it. */
const ownOf = (actors: Actors): number => [...actors.keys()].filter((way) => !(way in screens.machines)).length
const membersOnly: readonly string[] = [paths.home(), places.paymentCards.pattern]

export const screens: Peers = {
  machines: {
    signIn: {
      model: signIn,
      talks: { enterSession: typed(talks.enterSession) },
      live: (own) => ({ enterSession: talkTo(actorOf(own), talks.enterSession) }),
    },
    logout: {
      model: logout,
      talks: { leaveSession: typed(talks.leaveSession) },
      live: (own) => ({ leaveSession: talkTo(actorOf(own), talks.leaveSession) }),
    },
    profileEdit: {
      model: plainForm,
      input: (snapshot) => ({ userId: sessionOf(snapshot).context.user?.ID ?? 0 }),
      remarks: {
        saveProfile: (output, snapshot) => {
          const { user } = sessionOf(snapshot).context
          const isSaved = (output as SaveAnswer).kind === 'granted'
          return user && isSaved ? remarks.profileSaved({ ...user, display_name: renamed }) : []
        },
      },
    },
  },
  starts: {
    'nobody, at the sign-in page': { input: 'nothing stored', place: spot(paths.signIn()) },
    'nobody, at the form of the profile': { input: 'nothing stored', place: spot(paths.editProfile()) },
    'a member, at the channels': { input: 'a member was here', place: spot(paths.home()) },
  },
  arrive: (place, snapshot) => {
    const { name: path, state, isLeaving } = spotOf(place)
    const standing = standingOf(sessionOf(snapshot))
    const { access } = placeOf(path) ?? places.notFound
    const verdict = decide(access, standing, { pathname: path, search: '', hash: '', state })
    const isInShell = (to: string): boolean =>
      !alone.includes(to) && decide('login', standing, { pathname: to, search: '', hash: '' }).kind === 'enter'
    if (verdict.kind === 'redirect')
      return { place: spot(verdict.to, verdict.state, isLeaving && isInShell(verdict.to)), present: [] }
    const stays = isLeaving && isInShell(path)
    const isSeen = verdict.kind === 'enter'
    const words = isSeen ? noticeOf(state, sessionOf(snapshot).context.role) : undefined
    return {
      place: { ...spot(path, state, stays), ...(words === undefined ? {} : { words }) },
      present: [
        ...(isSeen && path === paths.signIn() ? ['signIn'] : []),
        ...(isSeen && path === paths.editProfile() ? ['profileEdit'] : []),
        ...(stays ? ['logout'] : []),
      ],
    }
  },
  ways: (place, actors) => {
    const { name: path, isLeaving } = spotOf(place)
    if (path === paths.unauth()) return { 'Go to Profile': spot(paths.profile()) }
    if (isLeaving || alone.includes(path) || !actors.get('')?.snapshot.matches('signedIn')) return {}
    const form = actors.get('profileEdit')?.snapshot
    // The form asks first: that is its own 'page.leave'.
    const held = form?.matches('open') === true
    return {
      'Choose Logout in the menu': { ...spotOf(place), isLeaving: true } satisfies Spot,
      ...(held ? {} : Object.fromEntries(links.filter((to) => to !== path).map((to) => [`Go to ${to}`, spot(to)]))),
    }
  },
  after: (place, peer) =>
    peer === 'logout'
      ? ({ ...spotOf(place), isLeaving: false } satisfies Spot)
      : peer === 'profileEdit'
        ? spot(paths.viewProfile())
        : place,
  isReached: (place, peer) => !spotOf(place).isLeaving || peer === 'logout',
  rules: {
    'nobody is shown a screen that is not for them': ({ actors, place }) => {
      const now = sessionIn(actors)
      const path = place?.name ?? ''
      if (now.matches('signedIn'))
        return path !== paths.signIn() && (now.context.role === 'membership' || !membersOnly.includes(path))
      return actors.size === ownOf(actors) || (path === paths.signIn() && actors.has('signIn'))
    },
    'whoever is signed out leaves nothing behind': ({ actors }) => {
      const now = sessionIn(actors)
      const { user } = contextOf<{ user?: User }>(actors, 'signIn')
      const isGone = now.matches('signedOut') || now.matches('forgetting') || now.matches('swapping')
      return !isGone || (now.context.user === undefined && user === undefined && !actors.has('profileEdit'))
    },
    'a confirmed logout ends the session': ({ actors }) =>
      !(isAt(actors, 'logout', 'leaving') || isAt(actors, 'logout', 'left')) || !sessionIn(actors).matches('signedIn'),
    'whoever the host lets in is on the way in': ({ actors }) =>
      isAt(actors, 'signIn', 'admitting') === sessionIn(actors).matches('admitting'),
    'nobody whom the host let in reads that the login failed': ({ actors }) =>
      !isAt(actors, 'signIn', 'open') || contextOf<{ user?: User }>(actors, 'signIn').user === undefined,
    'the form of the profile is that of whoever is signed in': ({ actors }) => {
      const { userId } = contextOf<{ userId?: number }>(actors, 'profileEdit')
      return userId === undefined || userId === sessionIn(actors).context.user?.ID
    },
    'no member reads that the membership is not active': ({ actors, place }) =>
      place?.words === undefined || sessionIn(actors).context.role !== 'membership',
  },
}

/** What peers say is no event from outside here, and the word for whoever is signed out is told apart. */
const said: readonly string[] = ['session.admit', 'session.leave', 'user.edited']
export const sessionInCompany: Model = {
  ...session,
  events: Object.fromEntries(Object.entries(session.events).filter(([type]) => !said.includes(type))),
  facet: (snapshot) => [session.facet(snapshot as SessionNow), (snapshot as SessionNow).context.word],
}
