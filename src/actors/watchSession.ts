import { fromCallback, type ActorRefFrom, type EventObject } from 'xstate'
import { type sessionMachine } from '../../machines/session.ts'

type SessionEnded = { type: 'session.ended' }

/** Reports when the user is no longer signed in, or when the application stops. `Event`: the events of the machine that invokes it. */
export const createSessionWatcher = <Event extends EventObject>(
  session: Pick<ActorRefFrom<typeof sessionMachine>, 'subscribe'>,
) =>
  fromCallback<Event | SessionEnded>(({ sendBack }) => {
    const end = () => sendBack({ type: 'session.ended' })
    const subscription = session.subscribe({
      next: (snapshot) => {
        if (!snapshot.matches('signedIn')) end()
      },
      // The application has stopped.
      complete: end,
    })
    return () => subscription.unsubscribe()
  })
