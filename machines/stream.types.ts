/** The types that livePlayer and streamRenewal share with the actors that they invoke. */

type Plain<Type extends string> = Type extends string ? { type: Type } : never

/** The host's response to a channel request. `url` is the URL of the stream; its token expires after five minutes. */
export type ChannelResult =
  | { kind: 'onAir'; url: string }
  | { kind: 'offAir' }
  | { kind: 'lapsed' }
  | { kind: 'unknown' }
  | { kind: 'refused'; message: string }

export type StreamCommand =
  | Plain<'play' | 'pause' | 'goLive' | 'reconnect'>
  | { type: 'seek'; seconds: number }
  | { type: 'setUrl'; url: string }

/** `retryDelay` is the time until the next attempt, in ms; 0 while nothing has failed. */
export type LivePlayerContext = { slug: string; url: string; message: string; retryDelay: number }

/** The events that `playStream` sends. */
export type StreamEvent = Plain<
  | 'stream.playing'
  | 'stream.paused'
  | 'stream.waiting'
  | 'stream.blocked'
  | 'stream.behind'
  | 'stream.atEdge'
  | 'stream.failed'
  | 'stream.ended'
  | 'stream.refused'
  | 'stream.unsupported'
  | 'stream.playerCodeMissing'
>

export type LivePlayerEvent =
  | StreamEvent
  | Plain<'player.retry' | 'playback.toggle' | 'live.go'>
  | { type: 'playback.seek'; seconds: number }
