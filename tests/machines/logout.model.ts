import { logoutMachine } from '../../machines/logout.ts'
import { model } from '../model/model.ts'

export default model({
  machine: logoutMachine,
  inputs: { 'the dialog': undefined },
  events: { 'logout.confirm': { '': {} }, 'logout.cancel': { '': {} } },
  outcomes: {
    tellHost: { done: { told: undefined }, error: { unreachable: { message: 'no line' } } },
    leaveSession: {
      done: { cleared: undefined },
      error: { 'something would not be cleared': { message: 'closed' } },
    },
  },
  invariants: {
    'nothing is cleared unasked': (snapshot) =>
      !snapshot.matches('kept') || !snapshot.context.told || snapshot.status === 'done',
  },
  words: {
    events: { 'logout.confirm': 'Press Logout', 'logout.cancel': 'Press Cancel' },
    delays: { patience: 'Three seconds pass without an answer' },
  },
})
