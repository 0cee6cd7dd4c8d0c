import { deviceSignInMachine, type TokenResult } from '../../machines/deviceSignIn.ts'
import { createModel } from '../paths/model.ts'

export const grantedCode = {
  deviceCode: 'dc_1',
  userCode: 'WDJB-MJHT',
  address: 'https://watch.statecast.test/activate',
  link: 'https://watch.statecast.test/activate?user_code=WDJB-MJHT',
  remainingMs: 600_000,
  intervalMs: 5_000,
}

export const grantedTokens: TokenResult = {
  kind: 'granted',
  user: { ID: 2, display_name: 'Mara Member', user_email: 'member@statecast.test' },
}

export default createModel({
  machine: deviceSignInMachine,
  inputs: { 'the page of the code': undefined },
  events: {
    'code.request': 'Press the button',
    'page.hidden': 'Another tab covers the page',
    'page.shown': 'The page is visible again',
  },
  outcomes: {
    requestCode: {
      done: {
        granted: { kind: 'granted', code: grantedCode },
        refused: { kind: 'refused', message: 'Too many attempts. Try again in 15 minutes.' },
        'refused without a message': { kind: 'refused', message: '' },
        'cookies are blocked': { kind: 'cookiesBlocked' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    requestTokens: {
      done: {
        pending: { kind: 'pending' },
        'slow down': { kind: 'slowDown' },
        granted: grantedTokens,
        denied: { kind: 'denied' },
        expired: { kind: 'expired' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
        'granted, but cookies are blocked': { kind: 'cookiesBlocked' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    startSession: {
      done: { started: undefined },
      error: { 'another tab signed out': new Error('You signed out in another tab.') },
    },
    watchPage: { error: 'never' },
  },
  invariants: {
    'a shown code is known': (snapshot) => !snapshot.matches('showing') || snapshot.context.code !== undefined,
    'every failure has a message': (snapshot) => snapshot.matches('failed') === (snapshot.context.message !== ''),
    'the interval never shrinks while a code is shown': (snapshot) =>
      !snapshot.matches('showing') || snapshot.context.intervalMs >= grantedCode.intervalMs,
    'a session starts only with a user': (snapshot) =>
      !(snapshot.matches('signingIn') || snapshot.matches('signedIn')) || snapshot.context.user !== undefined,
  },
  texts: {
    outcomes: {
      'requestCode done / granted': 'The page shows a code',
      'requestCode done / refused': 'The host refuses with a message',
      'requestCode done / refused without a message': 'The host refuses without a message',
      'requestCode done / cookies are blocked': 'The browser blocks cookies',
      'requestTokens done / pending': 'The code is not approved yet',
      'requestTokens done / slow down': 'The host asks for a longer interval',
      'requestTokens done / granted': 'The code is approved on a phone',
      'requestTokens done / denied': 'The code is denied on a phone',
      'requestTokens done / expired': 'The host responds that the code has expired',
      'requestTokens done / refused': 'The host refuses with another message',
      'requestTokens done / granted, but cookies are blocked': 'The code is approved, and the browser blocks cookies',
      'startSession done / started': 'The member record is loaded, and the session starts',
      'startSession error': 'Another tab signs out',
    },
    delays: { lifetime: '10 minutes pass', interval: 'The interval passes', pause: 'The longer interval passes' },
  },
  manual: {
    starts: { '': { as: null, open: '/signin/code' } },
    calls: {
      requestCode: 'POST /wp-json/custom-plugin/device/code',
      requestTokens: 'POST /wp-json/custom-plugin/device/token',
      startSession: 'GET /wp-json/mp/v1/members/{id}',
    },
    causedBy: {
      'page.hidden': { do: 'Open another tab.' },
      'page.shown': { do: 'Return to the tab of the code.' },
      'requestCode done / refused without a message': { impossible: 'The sandbox always sends a message.' },
      'requestCode done / cookies are blocked': { set: 'In the browser’s settings, block cookies of this site.' },
      'requestTokens done / pending': 'itself',
      'requestTokens done / slow down': { impossible: 'The page keeps to the interval.' },
      'requestTokens done / granted': {
        do: 'In another browser, sign in as `member`, open `/activate`, enter the code and approve it.',
      },
      'requestTokens done / denied': {
        do: 'In another browser, sign in as `member`, open `/activate`, enter the code and deny it.',
      },
      'requestTokens done / expired': { fault: 'refuse' },
      'requestTokens done / refused': { fault: 'status-429' },
      'requestTokens done / granted, but cookies are blocked': {
        impossible: 'Cookies can’t be blocked between two responses.',
      },
      'startSession error': { impossible: 'This requires a sign-out in another tab between two responses.' },
    },
  },
})
