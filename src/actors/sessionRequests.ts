/**
 * What the machines of screens and dialogs say to the session, and for what they then wait. It stands here alone: the
 * application is wired by it, and so are the machines together in tests/machines.
 */
import { fromPromise, waitFor, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { type SessionEvent, type sessionMachine, type User } from '../../machines/session.ts'

type Session = ActorRefFrom<typeof sessionMachine>
type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/** An actor that says something to the session and runs until the session has come to what it waits for. */
export type SessionRequest<Input> = {
  readonly eventsFor: (input: Input) => readonly SessionEvent[]
  readonly isOver: (session: SessionSnapshot) => boolean
  /** Why it came to nothing; undefined where it came to what was wanted. */
  readonly failureOf: (session: SessionSnapshot) => string | undefined
}

const hostNotToldText =
  'You are logged out on this device. The service could not be told, so end the session under All sessions later.'

/** By the name of the actor. */
export const sessionRequests = {
  /** Of signIn: hands the user over, and waits until the role is known. */
  enterSession: {
    eventsFor: ({ user }) => (user ? [{ type: 'session.admit', user }] : []),
    isOver: (session) => session.matches('signedIn') || session.matches('signedOut'),
    failureOf: (session) => (session.matches('signedOut') ? 'Another tab has logged out meanwhile' : undefined),
  } satisfies SessionRequest<{ user: User | undefined }>,

  /** Of logout: ends the session here, with a word for whoever could not tell the host. */
  leaveSession: {
    eventsFor: ({ told }) => [{ type: 'session.leave', word: told ? undefined : hostNotToldText }],
    isOver: (session) => session.matches('signedOut'),
    failureOf: () => undefined,
  } satisfies SessionRequest<{ told: boolean }>,
}

/** What is said to the session without waiting for anything. */
export const sessionEvents = {
  /** Of profileEdit: what is saved is what every other place shows, too. */
  profileSaved: (user: User): readonly SessionEvent[] => [{ type: 'user.edited', user }],
  /** Of checkout: asks for the role anew, as soon as the second since the last check is over. */
  membershipChanged: (): readonly SessionEvent[] => [{ type: 'token.refused' }, { type: 'network.returned' }],
  /** Of any call: the host answered that the session is over. */
  sessionRefused: (): readonly SessionEvent[] => [{ type: 'token.refused' }],
}

export function sendEvents(session: Session, events: readonly SessionEvent[]): void {
  for (const event of events) session.send(event)
}

/** The actor of a talk. It fails where the talk came to nothing. */
export const createSessionRequestActor = <Input>(
  session: Session,
  { eventsFor: says, isOver, failureOf: failure }: SessionRequest<Input>,
) =>
  fromPromise<undefined, Input>(async ({ input }) => {
    sendEvents(session, says(input))
    const reason = failure(await waitFor(session, isOver))
    if (reason !== undefined) throw new Error(reason)
    return undefined
  })
