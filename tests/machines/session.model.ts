import { sessionMachine, type User } from '../../machines/session.ts'
import { createModel } from '../paths/model.ts'

const member: User = { ID: 2, display_name: 'Mara Member', user_email: 'member@statecast.test' }
const renamed: User = { ...member, display_name: 'Mara M.' }
const guest: User = { ID: 5, display_name: 'Gus Guest', user_email: 'guest@statecast.test' }

export default createModel({
  machine: sessionMachine,
  inputs: {
    'nothing stored': { user: undefined, role: undefined },
    'a member was here': { user: member, role: 'membership' },
  },
  events: {
    'session.admit': { member: { user: member } },
    'session.leave': {
      'the host was told': { word: undefined },
      'the host could not be told': { word: 'You are logged out on this device.' },
    },
    'session.retry': { '': {} },
    'user.edited': { 'under a new name': { user: renamed } },
    'token.refused': { '': {} },
    'window.focused': { '': {} },
    'network.returned': { '': {} },
    'tab.signedIn': {
      'the same user': { user: member },
      'somebody else': { user: guest },
      'without a record': { user: undefined },
    },
    'tab.signedOut': { '': {} },
  },
  outcomes: {
    checkSession: {
      done: {
        'a member': { kind: 'granted', user: member, role: 'membership' },
        'a guest': { kind: 'granted', user: member, role: 'guest' },
        'under a new name': { kind: 'granted', user: renamed, role: 'membership' },
        'somebody else': { kind: 'granted', user: guest, role: 'guest' },
        'the role could not be asked': { kind: 'unproven', user: member },
        refused: { kind: 'refused' },
        'no tokens': { kind: 'absent' },
      },
      error: { unreachable: { message: 'no line' } },
    },
    admitUser: {
      done: {
        'a member': { kind: 'granted', user: member, role: 'membership' },
        'a guest': { kind: 'granted', user: member, role: 'guest' },
        'the role could not be asked': { kind: 'unproven', user: member },
      },
      error: { broken: { message: 'not to be expected' } },
    },
    forgetSession: {
      done: { cleared: undefined },
      error: { 'the cache would not clear': { message: 'closed' } },
    },
    watchWindow: { error: 'never' },
  },
  stateKey: ({ context }) => [context.user?.ID, context.role, context.losses > 0],
  invariants: {
    'signed out, nobody is remembered': ({ context, ...snapshot }) =>
      !(['signedOut', 'forgetting', 'swapping'] as const).some((state) => snapshot.value === state) ||
      (context.user === undefined && context.role === 'guest'),
    'signed in, somebody is remembered': (snapshot) =>
      !snapshot.matches('signedIn') || snapshot.context.user !== undefined,
    'the standing is the role': (snapshot) =>
      !snapshot.matches('signedIn') || snapshot.matches({ signedIn: { standing: snapshot.context.role } }),
    'a failed start knows nobody': (snapshot) => !snapshot.matches('failed') || snapshot.context.user === undefined,
    'a host that is waited for has been lost': (snapshot) =>
      !(snapshot.matches('failed') || snapshot.matches({ signedIn: { watch: 'waiting' } })) ||
      snapshot.context.losses > 0,
    'a parting word is only kept for the sign-in page': (snapshot) =>
      snapshot.context.word === undefined || snapshot.matches('forgetting') || snapshot.matches('signedOut'),
  },
  texts: {
    events: {
      'session.admit': 'Sign in with the right password',
      'session.leave': 'Confirm the logout',
      'session.retry': 'Press Retry',
      'user.edited': 'Save another name in the profile',
      'token.refused': 'Any call is answered that the session is over',
      'window.focused': 'Come back to the window',
      'network.returned': 'The line comes back',
      'tab.signedIn': 'Sign in in another tab',
      'tab.signedOut': 'Log out in another tab',
    },
    outcomes: {
      'checkSession done / a member': 'The host knows them, as a member',
      'checkSession done / a guest': 'The host knows them, as a guest',
      'checkSession done / under a new name': 'The host knows them under a new name',
      'checkSession done / somebody else': 'The host says that this is somebody else',
      'checkSession done / the role could not be asked':
        'The host knows them, and the membership service does not answer',
      'checkSession done / refused': 'The host says that the session is over',
      'checkSession done / no tokens': 'No tokens are stored',
      'checkSession error': 'The host does not answer',
      'admitUser done / a member': 'The membership record shows a member',
      'admitUser done / a guest': 'The membership record shows a guest',
      'admitUser done / the role could not be asked': 'The membership service does not answer',
      'admitUser error': 'The admission breaks',
      'forgetSession done / cleared': 'What the browser keeps of the session is cleared',
      'forgetSession error': 'What the browser keeps can’t be cleared',
    },
    delays: { betweenChecks: 'A second passes', pause: 'The pause passes' },
  },
  manual: {
    starts: {
      'nothing stored': {
        as: 'member',
        before: 'In the browser’s tools, clear the site’s local storage and leave its cookies.',
        open: '/support',
      },
      'a member was here': { as: 'member', open: '/support' },
    },
    calls: { checkSession: 'GET /wp-json/custom-plugin/me/', admitUser: 'GET /wp-json/mp/v1/members/{id}' },
    causedBy: {
      'session.admit': { do: 'Sign in as `member@statecast.test`.' },
      'session.leave / the host was told': { do: 'Press the account at the top, _Logout_, and confirm.' },
      'session.leave / the host could not be told': { fault: 'cut-before', call: 'POST /wp-json/custom-plugin/logout' },
      'user.edited': { do: 'In the profile, save another name.' },
      'token.refused': { do: 'At `/sandbox`, _Expire sessions for everyone_, then go to another page.' },
      'window.focused': { do: 'Look at another window for a moment.' },
      'network.returned': { do: 'In the browser’s tools, go offline and online again.' },
      'checkSession done / a guest': { set: 'At `/sandbox`, _End the subscriptions of member_.' },
      'checkSession done / under a new name': {
        set: 'In another browser, save another name in the profile of the same account.',
      },
      'checkSession done / somebody else': { not: 'It takes tokens that change between two calls.' },
      'checkSession done / the role could not be asked': {
        fault: 'cut-before',
        call: 'GET /wp-json/mp/v1/members/{id}',
      },
      'checkSession done / no tokens': { set: 'In the browser’s tools, clear the site’s cookies as well.' },
      'admitUser done / a guest': { do: 'Sign in as `guest@statecast.test` in place of the step before.' },
      'admitUser done / the role could not be asked': { fault: 'cut-before' },
      'admitUser error': { not: 'A lost line is an answer.' },
      'forgetSession done': 'itself',
      'forgetSession error': { not: 'Storage that refuses is passed over.' },
      'tab.signedIn / the same user': { do: 'In another tab, log out, and sign in as `member@statecast.test`.' },
      'tab.signedIn / somebody else': { do: 'In another tab, log out, and sign in as `guest@statecast.test`.' },
      'tab.signedIn / without a record': { not: 'The application always writes its record.' },
    },
  },
})
