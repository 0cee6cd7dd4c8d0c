import { describe, expect, it } from 'vitest'
import { deviceApprovalMachine } from '../../machines/deviceApproval.ts'
import { normalizeUserCode } from '../../machines/deviceApproval.setup.ts'
import { done, elapsed, errored, passed, testExamples } from './runEvents.ts'

const device = { userAgent: 'Roku/DVP-14.0', ipAddress: '198.51.100.7', requestedAt: 1_795_221_202 }
const unreachable = new Error('Statecast isn’t responding. Check your connection and try again.')
const unreachableText = 'Statecast isn’t responding. Check your connection and try again.'
const empty = { code: '' }
const linked = { code: 'WDJB-MJHT' }
const submit = (code: string) => ({ type: 'code.submit', code }) as const
const found = done('checkCode', { kind: 'granted', device })
const approve = { type: 'device.approve' } as const
const deny = { type: 'device.deny' } as const
const change = { type: 'code.change' } as const
const locked = { kind: 'locked', message: 'Too many wrong codes. Try again in 15 minutes.', lockedMs: 900_000 }
const wrongText = 'That code isn’t right. Check it on your television.'
const expiredText = 'That code no longer works. Get a new one on your television.'
const incompleteText = 'Enter the 8 letters that your television shows.'
const called = (id: string, decision: string) => [[id, { userCode: 'WDJB-MJHT', decision }] as const]

describe('a code', { tags: 'activate.code' }, () => {
  it.each([
    ['WDJB-MJHT', 'WDJB-MJHT'],
    ['wdjbmjht', 'WDJB-MJHT'],
    [' wdjb mjht ', 'WDJB-MJHT'],
    ['W D J B – M J H T', 'WDJB-MJHT'],
    ['ｗｄｊｂ－ｍｊｈｔ', 'WDJB-MJHT'],
    ['WDJB-MJH1', 'WDJB-MJH1'],
    ['', ''],
    ['WDJB-MJH', ''],
    ['WDJB-MJHTX', ''],
  ])('%s is read as %s', (typed, read) => {
    expect(normalizeUserCode(typed)).toBe(read)
  })
})

testExamples(deviceApprovalMachine, {
  'the page without a code asks for one': {
    requirement: 'activate.code',
    input: empty,
    when: [],
    state: { entering: 'empty' },
    shows: { userCode: '', message: '' },
  },
  'the code of the QR code is looked up at once': {
    requirement: 'activate.link',
    input: linked,
    when: [],
    state: 'checking',
    starts: called('checkCode', 'check'),
    tags: ['busy'],
  },
  'a typed code is looked up as the television shows it': {
    requirement: 'activate.code',
    input: empty,
    when: [submit(' wdjb mjht')],
    state: 'checking',
    starts: called('checkCode', 'check'),
    tags: ['busy'],
  },
  'half a code is not sent': {
    requirement: 'activate.code',
    input: empty,
    when: [submit('WDJB')],
    state: { entering: 'incomplete' },
    shows: { message: incompleteText },
    starts: [],
  },
  'an edit removes the message': {
    input: empty,
    when: [submit('WDJB'), { type: 'code.edit' }],
    state: { entering: 'empty' },
    shows: { message: '' },
  },
  'an edit removes the message of a wrong code': {
    requirement: 'activate.wrong',
    input: linked,
    when: [done('checkCode', { kind: 'wrong' }), { type: 'code.edit' }],
    state: { entering: 'empty' },
    shows: { message: '' },
  },
  'an edit removes the message of an expired code': {
    requirement: 'activate.expired',
    input: linked,
    when: [done('checkCode', { kind: 'expired' }), { type: 'code.edit' }],
    state: { entering: 'empty' },
    shows: { message: '' },
  },
  'an edit removes the reason of a failure': {
    requirement: 'activate.failed',
    input: linked,
    when: [errored('checkCode', unreachable), { type: 'code.edit' }],
    state: { entering: 'empty' },
    shows: { message: '' },
  },
  'the device is shown before anything is approved': {
    requirement: 'activate.confirm',
    input: linked,
    when: [found],
    state: { confirming: 'ready' },
    shows: { device, userCode: 'WDJB-MJHT' },
    starts: [],
    tags: [],
  },
  'a wrong code can be corrected': {
    requirement: 'activate.wrong',
    input: linked,
    when: [done('checkCode', { kind: 'wrong' })],
    state: { entering: 'wrong' },
    shows: { message: wrongText },
  },
  'a corrected code is sent': {
    requirement: 'activate.wrong',
    input: { code: 'WDJB-MJHX' },
    when: [done('checkCode', { kind: 'wrong' }), submit('WDJB-MJHT')],
    state: 'checking',
    starts: called('checkCode', 'check'),
    shows: { message: '' },
  },
  'an expired code is named': {
    requirement: 'activate.expired',
    input: linked,
    when: [done('checkCode', { kind: 'expired' })],
    state: { entering: 'expired' },
    shows: { message: expiredText },
  },
  'too many wrong codes lock the form with a sentence': {
    requirement: 'activate.locked',
    input: linked,
    when: [done('checkCode', locked), passed(899_999)],
    state: 'locked',
    shows: { message: 'Too many wrong codes. Try again in 15 minutes.' },
  },
  'the form comes back after the lock, empty': {
    requirement: 'activate.locked',
    input: linked,
    when: [done('checkCode', locked), elapsed('lock')],
    state: { entering: 'empty' },
    shows: { message: '', userCode: '' },
  },
  'another refusal keeps the code': {
    requirement: 'activate.failed',
    input: linked,
    when: [done('checkCode', { kind: 'refused', message: 'No.' })],
    state: { entering: 'failed' },
    shows: { message: 'No.', userCode: 'WDJB-MJHT' },
  },
  'a refusal without a message has a sentence': {
    requirement: 'activate.failed',
    input: linked,
    when: [done('checkCode', { kind: 'refused', message: '' })],
    state: { entering: 'failed' },
    shows: { message: 'Something went wrong' },
  },
  'an unreachable host keeps the code': {
    requirement: 'activate.failed',
    input: linked,
    when: [errored('checkCode', unreachable)],
    state: { entering: 'failed' },
    shows: { message: unreachableText, userCode: 'WDJB-MJHT' },
  },
  'an unknown error has no text': {
    input: linked,
    when: [errored('checkCode', { message: 'internal' })],
    state: { entering: 'failed' },
    shows: { message: '' },
  },
  'the approval is sent once': {
    requirement: 'activate.confirm',
    input: linked,
    when: [found, approve, approve],
    state: 'approving',
    tags: ['busy'],
  },
  'the approval names the code': {
    requirement: 'activate.confirm',
    input: linked,
    when: [found, approve],
    state: 'approving',
    starts: called('approveDevice', 'approve'),
  },
  'the approval is done': {
    requirement: 'activate.done',
    input: linked,
    when: [found, approve, done('approveDevice', { kind: 'granted', device })],
    state: 'approved',
  },
  'the denial names the code': {
    requirement: 'activate.confirm',
    input: linked,
    when: [found, deny],
    state: 'denying',
    starts: called('denyDevice', 'deny'),
    tags: ['busy'],
  },
  'the denial is done': {
    requirement: 'activate.done',
    input: linked,
    when: [found, deny, done('denyDevice', { kind: 'granted', device })],
    state: 'denied',
  },
  'another code can be entered instead': {
    requirement: 'activate.confirm',
    input: linked,
    when: [found, change],
    state: { entering: 'empty' },
    shows: { userCode: '', device: undefined },
  },
  'another code can be entered after an approval': {
    requirement: 'activate.done',
    input: linked,
    when: [found, approve, done('approveDevice', { kind: 'granted', device }), change],
    state: { entering: 'empty' },
    shows: { userCode: '', device: undefined },
  },
  'another code can be entered after a denial': {
    requirement: 'activate.done',
    input: linked,
    when: [found, deny, done('denyDevice', { kind: 'granted', device }), change],
    state: { entering: 'empty' },
    shows: { userCode: '', device: undefined },
  },
  'a code that expires before the approval is named': {
    requirement: 'activate.expired',
    input: linked,
    when: [found, approve, done('approveDevice', { kind: 'expired' })],
    state: { entering: 'expired' },
    shows: { message: expiredText },
  },
  'a code that is gone before the denial is named': {
    requirement: 'activate.expired',
    input: linked,
    when: [found, deny, done('denyDevice', { kind: 'wrong' })],
    state: { entering: 'expired' },
    shows: { message: expiredText },
  },
  'a lock before the approval is shown': {
    requirement: 'activate.locked',
    input: linked,
    when: [found, approve, done('approveDevice', locked)],
    state: 'locked',
    shows: { message: 'Too many wrong codes. Try again in 15 minutes.' },
  },
  'a lock before the denial is shown': {
    requirement: 'activate.locked',
    input: linked,
    when: [found, deny, done('denyDevice', locked)],
    state: 'locked',
  },
  'an approval without a response can be sent again': {
    requirement: 'activate.failed',
    input: linked,
    when: [found, approve, errored('approveDevice', unreachable)],
    state: { confirming: 'failed' },
    shows: { message: unreachableText },
  },
  'the repeated approval hides the reason': {
    requirement: 'activate.failed',
    input: linked,
    when: [found, approve, errored('approveDevice', unreachable), approve],
    state: 'approving',
    starts: called('approveDevice', 'approve'),
    shows: { message: '' },
  },
  'a denial without a response can be sent again': {
    requirement: 'activate.failed',
    input: linked,
    when: [found, deny, errored('denyDevice', unreachable), deny],
    state: 'denying',
    starts: called('denyDevice', 'deny'),
    shows: { message: '' },
  },
  'a refused denial is shown': {
    requirement: 'activate.failed',
    input: linked,
    when: [found, deny, done('denyDevice', { kind: 'refused', message: 'No.' })],
    state: { confirming: 'failed' },
    shows: { message: 'No.' },
  },
  'a refused approval is shown': {
    requirement: 'activate.failed',
    input: linked,
    when: [found, approve, done('approveDevice', { kind: 'refused', message: 'No.' })],
    state: { confirming: 'failed' },
    shows: { message: 'No.' },
  },
})
