import { shareLinkMachine } from '../../machines/shareLink.ts'
import { done, elapsed, testExamples } from './runEvents.ts'

const href = 'https://statecast.test/video/harbor-one'
const input = { title: 'Harbor One', href }
const share = { type: 'link.share' }
const unavailable = done('openShareSheet', { kind: 'unavailable' })
const copied = done('writeClipboard', { kind: 'copied' })

testExamples(shareLinkMachine, {
  'opens the share sheet of the browser': {
    requirement: 'watch.share',
    input,
    when: [share],
    state: 'sharing',
    starts: [['openShareSheet', input]],
    tags: ['busy'],
  },
  'says nothing after the sheet was used or canceled': {
    requirement: 'watch.share',
    input,
    when: [share, done('openShareSheet', { kind: 'closed' })],
    state: 'ready',
  },
  'copies the link where there is no sheet': {
    requirement: 'watch.copyLink',
    input,
    when: [share, unavailable],
    state: 'copying',
    starts: [['writeClipboard', { text: href }]],
    tags: ['busy'],
  },
  'confirms the copy for four seconds': {
    requirement: 'watch.copyLink',
    input,
    when: [share, unavailable, copied],
    state: 'copied',
    delays: [['confirmationTimeout', 4_000]],
  },
  'can be shared again after that': {
    input,
    when: [share, unavailable, copied, elapsed('confirmationTimeout')],
    state: 'ready',
  },
  'says that the link could not be copied': {
    requirement: 'watch.copyLink',
    input,
    when: [share, unavailable, done('writeClipboard', { kind: 'refused', reason: 'NotAllowedError' })],
    state: 'failed',
  },
})
