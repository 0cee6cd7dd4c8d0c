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
    'stream.lost': { '': {} },
    'stream.ended': { '': {} },
    'stream.refused': { '': {} },
    'stream.behind': { '': {} },
    'stream.atEdge': { '': {} },
    'stream.unsupported': { '': {} },
    'stream.engineMissing': { '': {} },
  },
  outcomes: {
    askChannel: {
      done: {
        'on air': { kind: 'onAir', url },
        'off air': { kind: 'offAir' },
        lapsed: { kind: 'lapsed' },
        unknown: { kind: 'unknown' },
        refused: { kind: 'refused', message: 'Too many requests.' },
      },
      error: { unreachable: { message: 'no line' } },
    },
    renewAddress: {
      done: { 'on air': { kind: 'onAir', url: url.replace('first', 'second') }, lapsed: { kind: 'lapsed' } },
      error: { unreachable: { message: 'no line' } },
    },
  },
  invariants: {
    'a channel is watched with an address': (s) => !s.matches('watching') || s.context.url !== '',
    'a refusal says why': (s) => !s.matches('refused') || s.context.message !== '',
    'a playing picture has no failed attempts': (s) =>
      !s.matches({ watching: { picture: 'playing' } }) || s.context.attempt === 0,
    'words in the place of the picture are not shown beside it': (s) => !(s.hasTag('screen') && s.hasTag('running')),
  },
  texts: {
    events: {
      'player.retry': 'Press Try now, Try again or Look again: the one that is there',
      'playback.toggle': 'Press the space bar',
      'playback.seek': 'Press the left arrow',
      'live.go': 'Press Go live',
      'stream.playing': 'The picture moves',
      'stream.paused': 'The picture is paused from outside (a media key)',
      'stream.waiting': 'The picture stands still: nothing more has arrived',
      'stream.blocked': 'The browser refuses to play with sound before a press',
      'stream.lost': 'The stream breaks off',
      'stream.ended': 'The stream is taken off the air',
      'stream.refused': 'The stream refuses the token',
      'stream.behind': 'The picture falls behind what is live',
      'stream.atEdge': 'The picture is live again',
      'stream.unsupported': 'The browser can play no such stream',
      'stream.engineMissing': 'The player’s code can’t be fetched',
    },
    outcomes: {
      'askChannel done / on air': 'The host gives the stream',
      'askChannel done / lapsed': 'The host says that the membership is over',
      'askChannel error': 'The host can’t be reached',
      'renewAddress done / on air': 'Asked for a fresh address, the host gives the stream',
      'renewAddress done / lapsed': 'Asked for a fresh address, the host says that the membership is over',
      'renewAddress error': 'Asked for a fresh address, the host can’t be reached',
      'askChannel done / off air': 'The host says that the channel is off the air',
      'askChannel done / unknown': 'The host knows no such channel',
      'askChannel done / refused': 'The host refuses the stream and says why',
    },
    delays: {
      patience: 'The picture stands still for 8 seconds',
      recoveryPause: 'The announced pause is over',
      addressLife: '4 minutes pass',
      lateAddressPause: '15 seconds pass',
      offAirPause: '30 seconds pass',
    },
  },
  manual: {
    starts: { '': { as: 'member', open: '/', then: 'Choose Harbor One.' } },
    calls: {
      askChannel: 'GET /wp-json/channel/v2/channels/{slug}',
      renewAddress: 'GET /wp-json/channel/v2/channels/{slug}',
    },
    causedBy: {
      'askChannel error': { fault: 'cut-before', times: 'always' },
      'askChannel done / off air': { fault: 'off-air', call: 'STREAM harbor-one', times: 'always' },
      'askChannel done / lapsed': {
        set: 'In another browser, so that this window keeps the focus, at `/sandbox`: _End the subscriptions of member_.',
      },
      'renewAddress done / lapsed': {
        set: 'In another browser, so that this window keeps the focus, at `/sandbox`: _End the subscriptions of member_.',
      },
      'askChannel done / unknown': { fault: 'refuse' },
      'askChannel done / refused': { fault: 'status-429', message: 'Too many requests.' },
      'stream.playing': { do: 'Wait until the picture moves.' },
      'stream.waiting': { fault: 'stall', call: 'STREAM harbor-one', times: 'always' },
      'stream.paused': { do: 'Press pause on a headset, or the media key of the keyboard.' },
      'stream.blocked': {
        set: 'Open `/video/harbor-one` in a new tab in place of what is said next: nothing was pressed in it.',
      },
      'stream.lost': {
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
