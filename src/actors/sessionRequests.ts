/** The events that other flows send to the session. The application and tests/machines use the same definitions. */
import { fromPromise, waitFor, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { type sessionMachine } from '../../machines/session.ts'
import { type SessionEvent, type User } from '../../machines/session.types.ts'

type Session = ActorRefFrom<typeof sessionMachine>
type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/** An actor that sends events to the session and then runs until the session reaches a state. */
export type SessionRequest<Input> = {
  readonly eventsFor: (input: Input) => readonly SessionEvent[]
  readonly isOver: (session: SessionSnapshot) => boolean
  /** Why the request failed; undefined when it succeeded. */
  readonly failureOf: (session: SessionSnapshot) => string | undefined
}

const notEndedOnHostText =
  'You’re signed out here, but we couldn’t reach the server. Next time you sign in, check Devices and sign out any you don’t recognize.'

/** The requests by the name of the actor. */
export const sessionRequests = {
  /** For signIn: starts the session and waits until the role is known. */
  startSession: {
    eventsFor: ({ user }) => (user ? [{ type: 'session.start', user }] : []),
    isOver: (session) => session.matches('signedIn') || session.matches('signedOut'),
    failureOf: (session) => (session.matches('signedOut') ? 'You signed out in another tab.' : undefined),
  } satisfies SessionRequest<{ user: User | undefined }>,

  /** For logout: ends the session in this browser, with a message if the host has not ended it. */
  leaveSession: {
    eventsFor: ({ endedOnHost }) => [{ type: 'session.leave', message: endedOnHost ? undefined : notEndedOnHostText }],
    isOver: (session) => session.matches('signedOut'),
    failureOf: () => undefined,
  } satisfies SessionRequest<{ endedOnHost: boolean }>,

  /** For checkout: waits for the role that a payment has changed. */
  awaitRecheck: {
    eventsFor: () => [],
    isOver: (session) => !session.hasTag('rechecking'),
    failureOf: () => undefined,
  } satisfies SessionRequest<unknown>,
}

/** Events that have no outcome to wait for. */
export const sessionEvents = {
  /** For profileEdit: shows the saved name everywhere. */
  profileSaved: (user: User): readonly SessionEvent[] => [{ type: 'user.edited', user }],
  /** For checkout: reads the role again, at the earliest one second after the last check. */
  membershipChanged: (): readonly SessionEvent[] => [{ type: 'session.recheck' }],
  /** For any request: the host responded that the session has ended. */
  sessionRefused: (): readonly SessionEvent[] => [{ type: 'session.recheck' }],
  /** For any read: the host did not respond. The session then asks until it does. */
  hostUnreachable: (): readonly SessionEvent[] => [{ type: 'session.recheck' }],
}

export function sendEvents(session: Session, events: readonly SessionEvent[]): void {
  for (const event of events) session.send(event)
}

/** The actor of a request. Rejects with the reason when the request failed. */
export const createSessionRequestActor = <Input>(
  session: Session,
  { eventsFor, isOver, failureOf }: SessionRequest<Input>,
) =>
  fromPromise<undefined, Input>(async ({ input }) => {
    sendEvents(session, eventsFor(input))
    const failure = failureOf(await waitFor(session, isOver))
    if (failure !== undefined) throw new Error(failure)
    return undefined
  })
