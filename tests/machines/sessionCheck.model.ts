import { type User } from '../../machines/session.ts'
import { sessionCheckMachine } from '../../machines/sessionCheck.ts'
import { createModel } from '../paths/model.ts'

const member: User = { ID: 2, display_name: 'Mara Member', user_email: 'member@statecast.test' }

export default createModel({
  machine: sessionCheckMachine,
  inputs: {
    'tokens to ask with': { signedInUser: undefined },
    'just signed in': { signedInUser: member },
  },
  events: {},
  outcomes: {
    askUser: {
      done: {
        granted: { kind: 'granted', user: member },
        'no tokens': { kind: 'absent' },
        refused: { kind: 'refused' },
      },
      error: { unreachable: { message: 'no line' } },
    },
    askMembership: {
      done: {
        active: { kind: 'granted', role: 'membership' },
        'none active': { kind: 'granted', role: 'guest' },
        refused: { kind: 'refused' },
      },
      error: { unreachable: { message: 'no line' } },
    },
  },
  invariants: {
    'nobody is measured who is not known': (snapshot) =>
      !snapshot.matches('measuring') || 'user' in snapshot.context.answer,
    'the end says what the answer says': ({ value, context: { answer } }) =>
      value === 'asking' ||
      value === 'measuring' ||
      value === (answer.kind === 'unreachable' ? 'unreached' : answer.kind),
  },
  texts: {
    outcomes: {
      'askUser done / granted': 'The host knows whose tokens these are',
      'askUser done / refused': 'The host says that the session is over',
      'askUser done / no tokens': 'No tokens are stored',
      'askUser error / unreachable': 'The host does not answer',
      'askMembership done / active': 'The membership record holds a subscription that is not cancelled',
      'askMembership done / none active': 'The membership record holds no such subscription',
      'askMembership done / refused': 'The membership service refuses',
      'askMembership error / unreachable': 'The membership service does not answer',
    },
  },
  manual: {
    starts: {
      'tokens to ask with': { as: 'member', open: '/support' },
      'just signed in': { as: null, open: '/signin', then: 'Sign in as `member@statecast.test`.' },
    },
    calls: { askUser: 'GET /wp-json/custom-plugin/me/', askMembership: 'GET /wp-json/mp/v1/members/{id}' },
    causedBy: {
      'askUser done / no tokens': { set: 'Clear the site’s cookies, and leave its storage.' },
      'askMembership done / none active': { set: 'At `/sandbox`, _End the subscriptions of member_.' },
    },
  },
})
