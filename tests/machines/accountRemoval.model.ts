import { accountRemovalMachine } from '../../machines/accountRemoval.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: accountRemovalMachine,
  inputs: { 'the account': undefined },
  events: {
    'removal.ask': 'Press “Delete account”',
    'removal.confirm': 'Press “Send link”',
    'removal.cancel': 'Close the dialog',
  },
  outcomes: {
    requestRemoval: {
      done: {
        granted: { kind: 'granted', email: 'lapsed@statecast.test' },
        'a plan is running': { kind: 'planRunning', plan: 'Monthly' },
        'paid time is left': {
          kind: 'losingTime',
          paidTime: { plan: 'Monthly', end: { year: 2099, month: 12, day: 31 }, days: 26_700 },
        },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
  },
  stateKey: ({ context }) => [context.paidTime !== undefined],
  invariants: {
    'the question about paid time names it': (snapshot) =>
      !snapshot.matches('losingTime') || snapshot.context.paidTime !== undefined,
    'the first question is about no paid time': (snapshot) =>
      !snapshot.matches('confirming') || snapshot.context.paidTime === undefined,
    'the address is known exactly after the request': (snapshot) =>
      snapshot.matches('requested') === (snapshot.context.email !== ''),
    'a reason is shown only in the question': (snapshot) =>
      snapshot.context.message === '' || ['confirming', 'losingTime', 'idle'].some((state) => snapshot.value === state),
  },
  texts: {
    outcomes: {
      'requestRemoval done / granted': 'The host sends the email',
      'requestRemoval done / a plan is running': 'A plan is still running',
      'requestRemoval done / paid time is left': 'A canceled plan is still paid for',
      'requestRemoval done / refused': 'The host refuses the request',
    },
  },
  manual: {
    starts: { '': { as: 'lapsed', open: '/profile', then: 'Scroll to _Your data_.' } },
    calls: { requestRemoval: 'POST /wp-json/custom-plugin/erase-request' },
    causedBy: {
      'requestRemoval done / a plan is running': { set: 'Sign in as `member` instead.' },
      'requestRemoval done / paid time is left': {
        set: 'Sign in as `member` instead, and first cancel the plan at _Membership_.',
      },
      'requestRemoval done / refused': { fault: 'status-429' },
      'requestRemoval error / unreachable': { fault: 'cut-before' },
    },
  },
})
