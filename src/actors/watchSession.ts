import { fromCallback, type ActorRefFrom } from 'xstate'
import { type ActiveCheckoutEvent } from '../../machines/activeCheckout.ts'
import { type sessionMachine } from '../../machines/session.ts'

/** Reports when the user is no longer signed in. */
export const createSessionWatcher = (session: Pick<ActorRefFrom<typeof sessionMachine>, 'subscribe'>) =>
  fromCallback<ActiveCheckoutEvent>(({ sendBack }) => {
    const subscription = session.subscribe((snapshot) => {
      if (!snapshot.matches('signedIn')) sendBack({ type: 'session.ended' })
    })
    return () => subscription.unsubscribe()
  })
