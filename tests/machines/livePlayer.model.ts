import { livePlayerMachine } from '../../machines/livePlayer.ts'
import { createModel } from '../paths/model.ts'

const url = 'https://streams.test/harbor-one/index.m3u8?token=first'

export default createModel({
  machine: livePlayerMachine,
  inputs: { 'a channel is opened': { slug: 'harbor-one' } },
  events: {
    'player.retry': 'Press Try again or Check again',
    'playback.toggle': 'Press the space bar',
    'playback.seek': { 'back ten seconds': { seconds: -10 } },
    'live.go': 'Press Go live',
    'stream.playing': 'The video plays',
    'stream.paused': 'A media key pauses the video',
    'stream.waiting': 'The video runs out of data',
    'stream.blocked': 'The browser blocks autoplay with sound',
    'stream.failed': 'The stream fails',
    'stream.ended': 'The stream ends',
    'stream.refused': 'The stream rejects the token',
    'stream.behind': 'The video falls behind the live edge',
    'stream.atEdge': 'The video is at the live edge again',
    'stream.unsupported': 'The browser cannot play the stream',
    'stream.playerCodeMissing': 'The code of the player cannot be loaded',
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
    'a channel that is watched has a stream URL': (s) => !s.matches('watching') || s.context.url !== '',
    'every refusal has a message': (s) => !s.matches('refused') || s.context.message !== '',
    'a playing video has no retry delay': (s) =>
      !s.matches({ watching: { playback: 'playing' } }) || s.context.retryDelay === 0,
  },
  texts: {
    events: {
      'playback.seek': 'Press the left arrow',
    },
    outcomes: {
      'loadChannel done / on air': 'The channel is on air',
      'loadChannel done / lapsed': 'The membership has ended',
      'streamRenewal done / on air': 'The stream URL is renewed',
      'streamRenewal done / lapsed': 'The stream URL is not renewed because the membership has ended',
      'loadChannel done / off air': 'The channel is off air',
      'loadChannel done / unknown': 'The channel does not exist',
      'loadChannel done / refused': 'The host refuses the stream with a message',
    },
    delays: {
      stallTimeout: 'The video stalls for 8 seconds',
      retryDelay: 'The retry delay ends',
      offAirInterval: '30 seconds pass',
    },
  },
  manual: {
    starts: { '': { as: 'member', open: '/', then: 'Open Harbor One.' } },
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
      'stream.playing': { do: 'Wait until the video plays.' },
      'stream.waiting': { fault: 'stall', call: 'STREAM harbor-one', times: 'always' },
      'stream.paused': { do: 'Press pause on a headset or the media key of the keyboard.' },
      'stream.blocked': {
        set: 'Open `/video/harbor-one` in a new tab instead of the next step, without a press in it.',
      },
      'stream.failed': {
        do: 'In the browser’s tools, block requests to `/sandbox/streams/`; unblock them after this step.',
      },
      'stream.ended': { impossible: 'No stream of the sandbox responds with 410.' },
      'stream.refused': { do: 'At `/sandbox`, _Expire stream addresses for everyone_.' },
      'stream.behind': { do: 'Pause for half a minute, then play.' },
      'stream.atEdge': { do: 'Wait until the video is at the live edge.' },
      'stream.unsupported': { impossible: 'This requires a browser without Media Source Extensions.' },
      'stream.playerCodeMissing': { do: 'In the browser’s tools, block `/assets/hls` and reload the page.' },
    },
  },
})
