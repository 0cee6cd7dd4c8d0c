import { type SnapshotFrom, type StateValueFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type playerQualityMachine, type Quality } from '../../../machines/playerQuality.ts'
import { type remotePlaybackMachine } from '../../../machines/remotePlayback.ts'
import { type LivePlayerContext } from '../../../machines/stream.types.ts'

export type PlayerSnapshot = SnapshotFrom<typeof livePlayerMachine>
type QualitySnapshot = SnapshotFrom<typeof playerQualityMachine>
type Value = StateValueFrom<typeof livePlayerMachine>
type Watching = Extract<Value, { watching?: unknown }>['watching']

/** The state of the video while a channel is open. */
export type PlaybackState = Extract<NonNullable<Watching>, { playback?: unknown }>['playback'] & string
/** The states in which a notice replaces the video, and `loading`. */
export type ScreenState = Exclude<Extract<Value, string>, 'watching'>

/** The state of the player while the viewer wants the sound only. */
type AudioOnlyState = Extract<QualitySnapshot['value'], object>['audioOnly']

/** The state of the video; undefined without one. */
export function playbackStateOf({ value }: PlayerSnapshot): PlaybackState | undefined {
  return typeof value === 'object' ? value.watching.playback : undefined
}

/** The state of the screen; undefined while a channel is open. */
export function screenStateOf({ value }: PlayerSnapshot): ScreenState | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * `live`: the newest frame plays. `away`: the video is paused or behind the live edge. `waiting`: no frame follows at the
 * moment.
 */
export function liveStatusOf(snapshot: PlayerSnapshot): 'live' | 'away' | 'waiting' {
  const playback = playbackStateOf(snapshot)
  if (playback === 'paused' || snapshot.matches({ watching: { position: 'behind' } })) return 'away'
  return playback === 'playing' ? 'live' : 'waiting'
}

/** Whether the video has no sound, because of the viewer or of the browser. */
export const isSilent = (snapshot: SnapshotFrom<typeof playerControlsMachine>): boolean =>
  snapshot.matches({ sound: 'muted' }) || snapshot.matches({ sound: 'silenced' })

/** The selected quality. */
export function qualityOf(snapshot: QualitySnapshot): Quality {
  if (snapshot.matches('audioOnly')) return 'audioOnly'
  return snapshot.matches('dataSaver') ? 'dataSaver' : (snapshot.context.height ?? 'automatic')
}

/** The qualities that can be selected, with their names; none while the browser plays HLS itself. */
export function qualityOptionsOf(snapshot: QualitySnapshot): readonly (readonly [Quality, string])[] {
  const { heights, hasAudioOnly } = snapshot.context
  const hasAudio = hasAudioOnly || snapshot.matches('audioOnly')
  if (heights.length === 0 && !hasAudio) return []
  return [
    ['automatic', 'Auto'],
    ...heights.map((height) => [height, `${height}p`] as const),
    ['dataSaver', 'Data saver'],
    ...(hasAudio ? [['audioOnly', 'Audio only'] as const] : []),
  ]
}

/** What is said about the picture while only the sound was asked for; empty otherwise. */
const audioOnlyTexts = {
  checking: '',
  available: 'Audio only',
  missing: 'This channel has no audio-only stream, so it plays in the lowest quality.',
} satisfies Record<AudioOnlyState, string>

/** Whether only the sound plays, or the channel has none without a picture; undefined if the picture is wanted. */
export function audioOnlyStateOf({ value }: QualitySnapshot): AudioOnlyState | undefined {
  return typeof value === 'object' ? value.audioOnly : undefined
}

/** Whether only the sound plays. */
export const isWithoutPicture = (snapshot: QualitySnapshot): boolean => audioOnlyStateOf(snapshot) === 'available'

export const audioOnlyTextOf = (state: AudioOnlyState | undefined): string => (state ? audioOnlyTexts[state] : '')

/** What is said about another screen; empty while there is nothing to say. */
const otherScreenTexts = {
  unavailable: '',
  available: '',
  connecting: 'Connecting to another screen…',
  connected: 'Playing on another screen',
  failed: 'Couldn’t play on another screen. Try again.',
} satisfies Record<StateValueFrom<typeof remotePlaybackMachine>, string>

export const otherScreenTextOf = ({ value }: SnapshotFrom<typeof remotePlaybackMachine>): string =>
  otherScreenTexts[value]

const secondsText = (delay: number) => {
  const seconds = Math.round(delay / 1000)
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

/** The text over the video; empty while it plays or is paused. */
const statusTexts = {
  starting: () => 'Loading…',
  blocked: () => 'Tap to play',
  playing: () => '',
  paused: () => '',
  buffering: () => 'Buffering…',
  recovering: (delay) => `Connection lost. Reconnecting in ${secondsText(delay)}…`,
  checking: () => 'Connection lost. Reconnecting…',
  reconnecting: () => 'Reconnecting…',
} satisfies Record<PlaybackState, (delay: number) => string>

/** The status of the player as text; empty while it plays or is paused. */
export function statusTextOf(snapshot: PlayerSnapshot): string {
  const playback = playbackStateOf(snapshot)
  if (playback) return statusTexts[playback](snapshot.context.retryDelay)
  return snapshot.matches('loading') ? 'Loading channel…' : ''
}

/**
 * `channel` and `brand` are names; `backAt` is the time of the next program, '' if it is unknown. `isServerError`: the
 * host responded, but not with a channel.
 */
export type NoticeValues = { channel: string; backAt: string; brand: string; isServerError: boolean }

type Notice = { title: string; text: string }

/** The notice that replaces the video, by state. */
const screenNotices = {
  loading: undefined,
  offAir: (_, { channel, backAt }) => ({
    title: 'Off air',
    text: `${channel} isn’t broadcasting right now. It will start playing here when it’s back${backAt && ` at ${backAt}`}.`,
  }),
  lapsed: (_, { channel }) => ({
    title: 'Your membership has ended',
    text: `Choose a plan to keep watching ${channel}.`,
  }),
  unknown: () => ({ title: 'Channel not found', text: 'This channel doesn’t exist or is no longer available.' }),
  refused: ({ message }) => ({ title: 'We couldn’t open this channel', text: message }),
  unreachable: ({ retryDelay }, { isServerError }) => ({
    title: 'Can’t connect',
    text: `${isServerError ? 'Something went wrong on our side.' : 'Check your connection.'} Trying again in ${secondsText(retryDelay)}…`,
  }),
  unsupported: () => ({
    title: 'This browser can’t play live TV',
    text: 'Please use a current version of Chrome, Edge, Firefox or Safari.',
  }),
  playerCodeMissing: (_, { brand }) => ({
    title: `${brand} has been updated`,
    text: 'Reload the page to keep watching.',
  }),
} satisfies Record<ScreenState, ((context: LivePlayerContext, values: NoticeValues) => Notice) | undefined>

/** The state, title and text of the notice that replaces the video; undefined without one. */
export function noticeOf(snapshot: PlayerSnapshot, values: NoticeValues) {
  const screen = screenStateOf(snapshot)
  const notice = screen && screenNotices[screen]?.(snapshot.context, values)
  return notice && { screen, ...notice }
}

/** Whether a notice replaces the video. */
export function hasNotice(snapshot: PlayerSnapshot): boolean {
  const screen = screenStateOf(snapshot)
  return screen !== undefined && screenNotices[screen] !== undefined
}
