import { deviceApprovalMachine } from '../../machines/deviceApproval.ts'
import { type ApprovalResult } from '../../machines/deviceApproval.setup.ts'
import { createModel } from '../paths/model.ts'

const device = { userAgent: 'Roku/DVP-14.0', ipAddress: '198.51.100.7', requestedAt: 1_795_221_202 }
const locked = 'Too many wrong codes. Try again in 15 minutes.'
const busy = 'Too many requests. Please wait a moment.'
const unreachable = new Error('Statecast isn’t responding. Check your connection and try again.')

const results = {
  granted: { kind: 'granted', device },
  wrong: { kind: 'wrong' },
  expired: { kind: 'expired' },
  locked: { kind: 'locked', message: locked, lockedMs: 900_000 },
  refused: { kind: 'refused', message: busy },
  'refused without a message': { kind: 'refused', message: '' },
} as const satisfies Record<string, ApprovalResult>

export default createModel({
  machine: deviceApprovalMachine,
  inputs: {
    'without a code': { code: '' },
    'the link of the QR code': { code: 'WDJB-MJHT' },
    'a link with half a code': { code: 'WDJB' },
  },
  events: {
    'code.submit': {
      complete: { code: ' wdjb mjht' },
      empty: { code: '' },
      'too short': { code: 'WDJB-MJ' },
    },
    'code.edit': 'Type into the field',
    'code.change': 'Press “Enter another code”',
    'device.approve': 'Press “Sign in”',
    'device.deny': 'Press “Don’t sign in”',
  },
  outcomes: {
    checkCode: { done: results, error: { unreachable } },
    approveDevice: { done: results, error: { unreachable } },
    denyDevice: { done: results, error: { unreachable } },
  },
  invariants: {
    'a device is confirmed only when it is known': (snapshot) =>
      !(snapshot.matches('confirming') || snapshot.matches('approving') || snapshot.matches('denying')) ||
      (snapshot.context.device !== undefined && snapshot.context.userCode !== ''),
    'a message is shown exactly in the states that have one': (snapshot) =>
      (snapshot.context.message !== '') ===
      (snapshot.matches('locked') ||
        snapshot.matches({ confirming: 'failed' }) ||
        (snapshot.matches('entering') && !snapshot.matches({ entering: 'empty' }))),
  },
  texts: {
    events: {
      'code.submit / complete': 'Type the code of the television in lower case with a space and press Continue',
      'code.submit / empty': 'Press Continue with an empty field',
      'code.submit / too short': 'Type half a code and press Continue',
    },
    outcomes: {
      ...Object.fromEntries(
        ['checkCode', 'approveDevice', 'denyDevice'].flatMap((id) => [
          [`${id} done / wrong`, 'The host knows no such code'],
          [`${id} done / expired`, 'The code has expired or was used'],
          [`${id} done / locked`, 'The account has sent five wrong codes'],
          [`${id} done / refused`, 'The host refuses with a message'],
          [`${id} done / refused without a message`, 'The host refuses without a message'],
        ]),
      ),
      'checkCode done / granted': 'The host names the television',
      'approveDevice done / granted': 'The host stores the approval',
      'denyDevice done / granted': 'The host stores the denial',
    },
    delays: { lock: '15 minutes pass' },
  },
  manual: {
    starts: {
      'without a code': { as: 'member', before: 'In another browser, open `/signin/code`.', open: '/activate' },
      'the link of the QR code': {
        as: 'member',
        before: 'In another browser, open `/signin/code`.',
        open: '/activate',
        then: 'Scan the QR code, or add `?user_code=` and the code to the address.',
      },
      'a link with half a code': { as: 'member', open: '/activate?user_code=WDJB' },
    },
    calls: {
      checkCode: 'POST /wp-json/custom-plugin/device/approve',
      approveDevice: 'POST /wp-json/custom-plugin/device/approve',
      denyDevice: 'POST /wp-json/custom-plugin/device/approve',
    },
    causedBy: Object.fromEntries(
      ['checkCode', 'approveDevice', 'denyDevice'].flatMap((id) => [
        [`${id} done / wrong`, { fault: 'refuse' }],
        [`${id} done / expired`, { set: 'Wait 10 minutes, until the code has expired.' }],
        [`${id} done / locked`, { set: 'In another tab, send five wrong codes.' }],
        [`${id} done / refused`, { fault: 'status-429' }],
        [`${id} done / refused without a message`, { impossible: 'The sandbox always sends a message.' }],
      ]),
    ),
  },
})
