import { livePlayerMachine } from '../../machines/livePlayer.ts'
import { createModel } from '../paths/model.ts'

const url = 'https://streams.test/harbor-one/index.m3u8?token=first'

export default createModel({
  machine: livePlayerMachine,
  inputs: { 'a channel is opened': { slug: 'harbor-one' } },
  events: {
    'player.retry': { '': {} },
    'playback.toggle': { '': {} },
    'playback.seek': { 'back ten seconds': { seconds: -10 } },
    'live.go': { '': {} },
    'stream.playing': { '': {} },
    'stream.paused': { '': {} },
    'stream.waiting': { '': {} },
    'stream.blocked': { '': {} },
    'stream.failed': { '': {} },
    'stream.ended': { '': {} },
    'stream.refused': { '': {} },
    'stream.behind': { '': {} },
    'stream.atEdge': { '': {} },
    'stream.unsupported': { '': {} },
    'stream.engineMissing': { '': {} },
  },
  outcomes: {
    loadChannel: {
      done: {
        'on air': { kind: 'onAir', url },
        'off air': { kind: 'offAir' },
        lapsed: { kind: 'lapsed' },
        unknown: { kind: 'unknown' },
        refused: { kind: 'refused', message: 'Too many requests.' },
      },
      error: { unreachable: { message: 'Failed to fetch' } },
    },
    streamRenewal: {
      done: { 'on air': { kind: 'onAir', url: url.replace('first', 'second') }, lapsed: { kind: 'lapsed' } },
      error: 'never',
    },
  },
  invariants: {
    'a channel is watched with an address': (s) => !s.matches('watching') || s.context.url !== '',
    'a refusal says why': (s) => !s.matches('refused') || s.context.message !== '',
    'a playing video has no retry delay': (s) =>
      !s.matches({ watching: { picture: 'playing' } }) || s.context.retryDelay === 0,
    'a notice and a playing video exclude each other': (s) => !(s.hasTag('screen') && s.hasTag('running')),
  },
  texts: {
    events: {
      'player.retry': 'Press Try again or Check again',
      'playback.toggle': 'Press the space bar',
      'playback.seek': 'Press the left arrow',
      'live.go': 'Press Go live',
      'stream.playing': 'The picture moves',
      'stream.paused': 'The picture is paused from outside (a media key)',
      'stream.waiting': 'The picture stands still: nothing more has arrived',
      'stream.blocked': 'The browser refuses to play with sound before a press',
      'stream.failed': 'The stream breaks off',
      'stream.ended': 'The stream is taken off the air',
      'stream.refused': 'The stream refuses the token',
      'stream.behind': 'The picture falls behind what is live',
      'stream.atEdge': 'The picture is live again',
      'stream.unsupported': 'The browser can play no such stream',
      'stream.engineMissing': 'The player’s code can’t be fetched',
    },
    outcomes: {
      'loadChannel done / on air': 'The host gives the stream',
      'loadChannel done / lapsed': 'The host says that the membership is over',
      'loadChannel error': 'The host can’t be reached',
      'streamRenewal done / on air': 'The address is renewed',
      'streamRenewal done / lapsed': 'The host refuses to renew the address: the membership has ended',
      'loadChannel done / off air': 'The host says that the channel is off the air',
      'loadChannel done / unknown': 'The host knows no such channel',
      'loadChannel done / refused': 'The host refuses the stream and says why',
    },
    delays: {
      stallTimeout: 'The video stalls for 8 seconds',
      retryDelay: 'The announced delay is over',
      offAirInterval: '30 seconds pass',
    },
  },
  manual: {
    starts: { '': { as: 'member', open: '/', then: 'Choose Harbor One.' } },
    calls: {
      loadChannel: 'GET /wp-json/channel/v2/channels/{slug}',
      streamRenewal: 'GET /wp-json/channel/v2/channels/{slug}',
    },
    causedBy: {
      'loadChannel error': { fault: 'cut-before', times: 'always' },
      'loadChannel done / off air': { fault: 'off-air', call: 'STREAM harbor-one', times: 'always' },
      'loadChannel done / lapsed': {
        set: 'In another browser, so that this window keeps the focus, at `/sandbox`: _End the subscriptions of member_.',
      },
      'streamRenewal done / lapsed': {
        set: 'In another browser, so that this window keeps the focus, at `/sandbox`: _End the subscriptions of member_.',
      },
      'loadChannel done / unknown': { fault: 'refuse' },
      'loadChannel done / refused': { fault: 'status-429', message: 'Too many requests.' },
      'stream.playing': { do: 'Wait until the picture moves.' },
      'stream.waiting': { fault: 'stall', call: 'STREAM harbor-one', times: 'always' },
      'stream.paused': { do: 'Press pause on a headset, or the media key of the keyboard.' },
      'stream.blocked': {
        set: 'Open `/video/harbor-one` in a new tab in place of what is said next: nothing was pressed in it.',
      },
      'stream.failed': {
        do: 'In the browser’s tools, block requests to `/sandbox/streams/`; let them through again after this step.',
      },
      'stream.ended': { not: 'The sandbox has no stream that answers 410.' },
      'stream.refused': { do: 'At `/sandbox`, _Expire stream addresses for everyone_.' },
      'stream.behind': { do: 'Pause for half a minute, then go on.' },
      'stream.atEdge': { do: 'Wait until the picture is live again.' },
      'stream.unsupported': { not: 'It needs a browser without media sources.' },
      'stream.engineMissing': { do: 'In the browser’s tools, block `/assets/hls`, and open the page once more.' },
    },
  },
})
