import { streamRenewalMachine } from '../../machines/streamRenewal.ts'
import { createModel } from '../paths/model.ts'

const lapse =
  'In another browser, so that this window keeps the focus, at `/sandbox`: _End the subscriptions of member_.'

export default createModel({
  machine: streamRenewalMachine,
  inputs: { 'a channel is playing': { slug: 'harbor-one' } },
  events: {
    'stream.refused': 'The stream rejects the token',
    'url.renewed': 'The stream fails, and the player reconnects with a new URL',
  },
  outcomes: {
    loadChannel: {
      done: {
        'on air': { kind: 'onAir', url: 'https://streams.test/harbor-one/index.m3u8?token=second' },
        lapsed: { kind: 'lapsed' },
      },
      error: { unreachable: { message: 'Failed to fetch' } },
    },
  },
  invariants: {
    'a renewed stream has a URL': ({ status, output, value }) =>
      status !== 'done' || (output?.kind === 'onAir') === (value === 'renewed'),
  },
  texts: {
    outcomes: {
      'loadChannel done / on air': 'The host returns a new stream URL',
      'loadChannel done / lapsed': 'The host responds that the membership has ended',
    },
    delays: { renewalInterval: '4 minutes pass', retryInterval: '15 seconds pass' },
  },
  manual: {
    starts: { '': { as: 'member', open: '/', then: 'Open Harbor One and wait until it plays.' } },
    calls: { loadChannel: 'GET /wp-json/channel/v2/channels/{slug}' },
    causedBy: {
      'stream.refused': { do: 'At `/sandbox`, _Expire stream addresses for everyone_.' },
      'url.renewed': {
        do: 'In the browser’s tools, block requests to `/sandbox/streams/` until _Connection lost_ appears, then unblock them and press _Try again_.',
      },
      'loadChannel done / lapsed': { set: lapse },
      'loadChannel error': { fault: 'cut-before' },
    },
  },
})
