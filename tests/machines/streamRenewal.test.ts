import { streamRenewalMachine } from '../../machines/streamRenewal.ts'
import { done, elapsed, errored, passed, testExamples } from './runEvents.ts'

const input = { slug: 'harbor-one' }
const url = 'https://streams.test/harbor-one/index.m3u8?token=2'

testExamples(streamRenewalMachine, {
  'waits four minutes': { input, when: [], state: 'valid', delays: [['renewalInterval', 240_000]], starts: [] },
  'requests a new URL then': {
    input,
    when: [elapsed('renewalInterval')],
    state: 'requesting',
    starts: [['loadChannel', { slug: 'harbor-one' }]],
  },
  'requests it at once if the stream refuses the token': {
    input,
    when: [{ type: 'stream.refused' }],
    state: 'requesting',
  },
  'passes the new URL on': {
    requirement: 'watch.renew',
    input,
    when: [{ type: 'stream.refused' }, done('loadChannel', { kind: 'onAir', url })],
    state: 'renewed',
    output: { kind: 'onAir', url },
  },
  'passes on that the membership has ended': {
    requirement: 'watch.lapsed',
    input,
    when: [{ type: 'stream.refused' }, done('loadChannel', { kind: 'lapsed' })],
    state: 'changed',
    output: { kind: 'lapsed' },
  },
  'repeats a request without a response after 15 seconds': {
    input,
    when: [{ type: 'stream.refused' }, errored('loadChannel')],
    state: 'unreachable',
    delays: [['retryInterval', 15_000]],
  },
  'starts the four minutes again when the player has a new URL': {
    input,
    when: [passed(60_000), { type: 'url.renewed' }],
    state: 'valid',
    delays: [['renewalInterval', 240_000]],
  },
})
