import { logoutMachine } from '../../machines/logout.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: logoutMachine,
  inputs: { 'the dialog': undefined },
  events: { 'logout.confirm': 'Press Logout', 'logout.cancel': 'Press Cancel' },
  outcomes: {
    endSession: { done: { ended: undefined }, error: { unreachable: { message: 'no connection' } } },
    leaveSession: { done: { cleared: undefined }, error: 'never' },
  },
  invariants: {
    'the session ends on the host only after the confirmation': (snapshot) =>
      !snapshot.context.endedOnHost || snapshot.matches('leaving') || snapshot.matches('loggedOut'),
  },
  texts: {
    outcomes: {
      'endSession done / ended': 'The host ends the session',
      'leaveSession done / cleared': 'The session is cleared in the browser',
    },
    delays: { timeout: 'Three seconds pass without a response' },
  },
  manual: {
    starts: { '': { as: 'guest', open: '/profile', then: 'Press the account at the top, then _Logout_.' } },
    calls: { endSession: 'POST /wp-json/custom-plugin/logout' },
  },
})
