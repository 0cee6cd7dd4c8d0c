import { type SnapshotFrom, type StateValueFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'

export type PlayerSnapshot = SnapshotFrom<typeof livePlayerMachine>
type Value = StateValueFrom<typeof livePlayerMachine>
type Watching = Extract<Value, { watching?: unknown }>['watching']

/** What the picture does while a channel is watched. */
export type PictureState = Extract<NonNullable<Watching>, { picture?: unknown }>['picture'] & string
/** Where words stand in the place of the picture, or nothing is there yet. */
export type ScreenState = Exclude<Extract<Value, string>, 'watching'>

/** The state of the picture, or undefined where there is none. */
export function pictureStateOf({ value }: PlayerSnapshot): PictureState | undefined {
  return typeof value === 'object' ? (value.watching.picture as PictureState) : undefined
}

/** The state of the whole screen, or undefined while a channel is watched. */
export function screenStateOf({ value }: PlayerSnapshot): ScreenState | undefined {
  return typeof value === 'string' ? (value as ScreenState) : undefined
}

const secondsText = (delay: number) => {
  const seconds = Math.round(delay / 1000)
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

/** What is said over the picture, by its state; nothing is said over a picture that moves. */
const statusTexts = {
  starting: () => 'Opening the stream…',
  blocked: () => 'Press play to watch with sound.',
  playing: () => '',
  paused: () => '',
  buffering: () => 'Waiting for the picture…',
  recovering: (pause) => `The stream broke off. Trying again in ${secondsText(pause)}.`,
  checking: () => 'The stream broke off. Asking for it again…',
  reconnecting: () => 'Joining the stream again…',
} satisfies Record<PictureState, (pause: number) => string>

/** The sentence for what the player does, in words; empty while all is well. */
export function statusTextOf(snapshot: PlayerSnapshot): string {
  const picture = pictureStateOf(snapshot)
  if (picture) return statusTexts[picture](snapshot.context.retryDelay)
  return snapshot.matches('loading') ? 'Finding the channel…' : ''
}

/** What stands in the place of the picture, by state: a heading and a sentence. */
export const screenNotices = {
  loading: undefined,
  offAir: {
    title: 'Off air',
    text: () => 'This channel is not broadcasting just now. We look every half minute and go on by ourselves.',
  },
  lapsed: {
    title: 'Your membership has ended',
    text: () => 'Live channels are for members. Choose a plan and go on where you were.',
  },
  unknown: { title: 'No such channel', text: () => 'There is no channel at this address, or not any more.' },
  refused: { title: 'The channel could not be opened', text: (snapshot) => snapshot.context.message },
  unreachable: {
    title: 'No answer',
    text: (snapshot) =>
      `We could not reach the service. Trying again in ${secondsText(snapshot.context.retryDelay)}; check your connection meanwhile.`,
  },
  unsupported: {
    title: 'This browser can’t play live television',
    text: () => 'It has no Media Source. The last versions of Chrome, Edge, Firefox and Safari have.',
  },
  engineMissing: {
    title: 'A part of the player is missing',
    text: () => 'Most likely a new version was published while this page was open. Reload to get it.',
  },
} satisfies Record<ScreenState, { title: string; text: (snapshot: PlayerSnapshot) => string } | undefined>
