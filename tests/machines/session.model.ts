import { sessionMachine } from '../../machines/session.ts'
import { type User } from '../../machines/session.types.ts'
import { createModel } from '../paths/model.ts'

export const member: User = { ID: 2, display_name: 'Mara Member', user_email: 'member@statecast.test' }
export const renamed: User = { ...member, display_name: 'Mara M.' }
export const guest: User = { ID: 5, display_name: 'Gus Guest', user_email: 'guest@statecast.test' }

export default createModel({
  machine: sessionMachine,
  inputs: {
    'nothing stored': { user: undefined, role: undefined },
    'a member is stored': { user: member, role: 'membership' },
  },
  events: {
    'session.start': { member: { user: member } },
    'session.leave': {
      'the host ended the session': { message: undefined },
      'the host was unreachable': { message: 'You’re signed out here' },
    },
    'session.retry': 'Press Try again',
    'user.edited': { 'with a new name': { user: renamed } },
    'session.recheck': 'The host responds to a call that the session has ended',
    'window.focused': 'Return to the window',
    'network.returned': 'The network connection returns',
    'tab.signedIn': {
      'the same user': { user: member },
      'another user': { user: guest },
      'without a stored user': { user: undefined },
    },
    'tab.signedOut': 'Sign out in another tab',
  },
  outcomes: {
    sessionCheck: {
      done: {
        'a member': { kind: 'member', user: member },
        'a guest': { kind: 'guest', user: member },
        'a new name': { kind: 'member', user: renamed },
        'another user': { kind: 'guest', user: guest },
        'the role is unknown': { kind: 'roleUnknown', user: member },
        refused: { kind: 'refused', user: undefined },
        'no tokens': { kind: 'noTokens', user: undefined },
        unreachable: { kind: 'unreachable', user: undefined },
      },
      error: 'never',
    },
    signInCheck: {
      done: {
        'a member': { kind: 'member', user: member },
        'a guest': { kind: 'guest', user: member },
        'the role is unknown': { kind: 'roleUnknown', user: member },
      },
      error: 'never',
    },
    clearSession: {
      done: { cleared: undefined },
      error: { 'the cache can’t be cleared': { message: 'closed' } },
    },
    watchWindow: { error: 'never' },
  },
  stateKey: ({ context }) => [context.user?.ID, context.role],
  invariants: {
    'no user and no role are known while signed out': ({ value, context }) =>
      !(['signedOut', 'signingOut', 'switchingUser'] as const).some((state) => value === state) ||
      (context.user === undefined && context.role === 'guest'),
    'a user is known while signed in': (snapshot) =>
      !snapshot.matches('signedIn') || snapshot.context.user !== undefined,
    'no user is known after a failed start': (snapshot) =>
      !snapshot.matches('failed') || snapshot.context.user === undefined,
    'failures are counted if and only if the host is unreachable': (snapshot) =>
      (snapshot.hasTag('failed') || snapshot.hasTag('unreachable')) === snapshot.context.failures > 0,
    'a message is set only for the sign-in page': (snapshot) =>
      snapshot.context.message === undefined || snapshot.matches('signingOut') || snapshot.matches('signedOut'),
  },
  texts: {
    events: {
      'session.start': 'Sign in with the right password',
      'session.leave': 'Confirm the logout',
      'user.edited': 'Save another name in the profile',
      'tab.signedIn': 'Sign in in another tab',
    },
    outcomes: {
      'sessionCheck done / a member': 'The host confirms the user, as a member',
      'sessionCheck done / a guest': 'The host confirms the user, as a guest',
      'sessionCheck done / a new name': 'The host confirms the user, with a new name',
      'sessionCheck done / another user': 'The host names another user',
      'sessionCheck done / the role is unknown':
        'The host confirms the user, and the membership service is unreachable',
      'sessionCheck done / refused': 'The host refuses the tokens',
      'sessionCheck done / no tokens': 'No tokens are stored',
      'sessionCheck done / unreachable': 'The host is unreachable',
      'signInCheck done / a member': 'The member record shows a membership',
      'signInCheck done / a guest': 'The member record shows no membership',
      'signInCheck done / the role is unknown': 'The membership service is unreachable',
      'clearSession done / cleared': 'The stored session is cleared',
      'clearSession error': 'The stored session can’t be cleared',
    },
    delays: { cooldown: 'A second passes', pause: 'The pause passes' },
  },
  manual: {
    starts: {
      'nothing stored': {
        as: 'member',
        before: 'In the browser’s tools, clear the site’s local storage and leave its cookies.',
        open: '/support',
      },
      'a member is stored': { as: 'member', open: '/support' },
    },
    calls: { sessionCheck: 'GET /wp-json/custom-plugin/me/', signInCheck: 'GET /wp-json/mp/v1/members/{id}' },
    causedBy: {
      'session.start': { do: 'Sign in as `member@statecast.test`.' },
      'session.leave / the host ended the session': { do: 'Press the account at the top, _Logout_, and confirm.' },
      'session.leave / the host was unreachable': { fault: 'cut-before', call: 'POST /wp-json/custom-plugin/logout' },
      'user.edited': { do: 'In the profile, save another name.' },
      'session.recheck': { do: 'At `/sandbox`, _End the sessions of everybody_, then go to another page.' },
      'window.focused': { do: 'Switch to another window and back.' },
      'network.returned': { do: 'In the browser’s tools, go offline and online again.' },
      'sessionCheck done / a guest': { set: 'At `/sandbox`, _End the subscriptions of member_.' },
      'sessionCheck done / a new name': {
        set: 'In another browser, save another name in the profile of the same account.',
      },
      'sessionCheck done / another user': { impossible: 'The tokens would have to change between two calls.' },
      'sessionCheck done / the role is unknown': { fault: 'cut-before', call: 'GET /wp-json/mp/v1/members/{id}' },
      'sessionCheck done / no tokens': { set: 'In the browser’s tools, clear the site’s cookies as well.' },
      'sessionCheck done / unreachable': { fault: 'cut-before' },
      'signInCheck done / a guest': { do: 'Sign in as `guest@statecast.test` instead of the previous step.' },
      'signInCheck done / the role is unknown': { fault: 'cut-before' },
      'clearSession done': 'itself',
      'clearSession error': { impossible: 'Storage that throws is ignored.' },
      'tab.signedIn / the same user': { do: 'In another tab, log out, and sign in as `member@statecast.test`.' },
      'tab.signedIn / another user': { do: 'In another tab, log out, and sign in as `guest@statecast.test`.' },
      'tab.signedIn / without a stored user': { impossible: 'The application always writes its record.' },
    },
  },
})
