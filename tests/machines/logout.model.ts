import { logoutMachine } from '../../machines/logout.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: logoutMachine,
  inputs: { 'the dialog': undefined },
  events: { 'logout.confirm': { '': {} }, 'logout.cancel': { '': {} } },
  outcomes: {
    tellHost: { done: { told: undefined }, error: { unreachable: { message: 'no line' } } },
    leaveSession: { done: { cleared: undefined }, error: 'never' },
  },
  invariants: {
    'the host is told of nothing that was not confirmed': (snapshot) =>
      !snapshot.context.told || snapshot.matches('leaving') || snapshot.matches('loggedOut'),
  },
  texts: {
    events: { 'logout.confirm': 'Press Logout', 'logout.cancel': 'Press Cancel' },
    outcomes: {
      'tellHost done / told': 'The host ends the session',
      'tellHost error': 'The line to the host is cut',
      'leaveSession done / cleared': 'What the browser keeps of the session is cleared',
    },
    delays: { timeout: 'Three seconds pass without an answer' },
  },
  manual: {
    starts: { '': { as: 'guest', open: '/profile', then: 'Press the account at the top, then _Logout_.' } },
    calls: { tellHost: 'POST /wp-json/custom-plugin/logout' },
  },
})
