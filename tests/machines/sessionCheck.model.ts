import { type User } from '../../machines/session.types.ts'
import { sessionCheckMachine } from '../../machines/sessionCheck.ts'
import { createModel } from '../paths/model.ts'

const member: User = { ID: 2, display_name: 'Mara Member', user_email: 'member@statecast.test' }

export default createModel({
  machine: sessionCheckMachine,
  inputs: {
    'stored tokens': { signedInUser: undefined },
    'just signed in': { signedInUser: member },
  },
  events: {},
  outcomes: {
    checkUser: {
      done: {
        granted: { kind: 'granted', user: member },
        'no tokens': { kind: 'noTokens' },
        refused: { kind: 'refused' },
      },
      error: { unreachable: { message: 'no connection' } },
    },
    checkMembership: {
      done: {
        active: { kind: 'granted', role: 'membership' },
        'none active': { kind: 'granted', role: 'guest' },
        refused: { kind: 'refused' },
      },
      error: { unreachable: { message: 'no connection' } },
    },
  },
  invariants: {
    'the membership is checked for a known user only': (snapshot) =>
      !snapshot.matches('checkingMembership') || snapshot.context.user !== undefined,
    'the output names the final state': ({ value, status, output }) => status !== 'done' || output?.kind === value,
    'the output has a user exactly where one is known': ({ status, output }) =>
      status !== 'done' ||
      (output?.user !== undefined) === ['member', 'guest', 'roleUnknown'].includes(output?.kind ?? ''),
  },
  texts: {
    outcomes: {
      'checkUser done / granted': 'The host returns the user',
      'checkUser done / refused': 'The host refuses the tokens',
      'checkUser done / no tokens': 'No tokens are stored',
      'checkMembership done / active': 'The member record has a subscription that is not canceled',
      'checkMembership done / none active': 'The member record has no such subscription',
      'checkMembership done / refused': 'The membership service refuses',
      'checkMembership error / unreachable': 'The membership service is unreachable',
    },
  },
  manual: {
    starts: {
      'stored tokens': { as: 'member', open: '/support' },
      'just signed in': { as: null, open: '/signin', then: 'Sign in as `member@statecast.test`.' },
    },
    calls: { checkUser: 'GET /wp-json/custom-plugin/me/', checkMembership: 'GET /wp-json/mp/v1/members/{id}' },
    causedBy: {
      'checkUser done / no tokens': { set: 'Clear the site’s cookies, and leave its storage.' },
      'checkMembership done / none active': { set: 'At `/sandbox`, _End the subscriptions of member_.' },
    },
  },
})
