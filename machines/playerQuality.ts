/**
 * playerQuality: the rendition that the player loads.
 *
 *   starting ──▶ automatic │ dataSaver   each ──quality.choose──▶ automatic │ dataSaver │ audioOnly │ manual
 *   manual ──channel.changed──▶ starting · audioOnly: available ⇄ missing
 */
import { assign, sendTo, setup } from 'xstate'
import { createStubs } from './stub.ts'

/** A number is the height of a rendition. `dataSaver` is the rendition with the lowest bit rate. */
export type Quality = 'automatic' | 'dataSaver' | 'audioOnly' | number

export type QualityCommand = { type: 'setQuality'; quality: Quality }

/** `dataSaver` is the stored choice. Without one, `browserSavesData` applies. */
export type PlayerQualityInput = { dataSaver?: boolean | undefined; browserSavesData: boolean }

/**
 * `height` is the selected rendition, null unless the quality is manual; `heights` are the available ones, best first.
 * `hasAudioOnly`: there is one without a picture. `dataSaver` is the choice that is stored, undefined without one.
 */
export type PlayerQualityContext = {
  height: number | null
  heights: number[]
  hasAudioOnly: boolean
  dataSaver: boolean | undefined
  browserSavesData: boolean
}

export type PlayerQualityEvent =
  | { type: 'quality.choose'; quality: Quality }
  | { type: 'qualities.known'; heights: number[]; hasAudioOnly: boolean }
  | { type: 'channel.changed' }

type Chosen = { quality: Quality }
type Qualities = Pick<PlayerQualityContext, 'heights' | 'hasAudioOnly'>

const stub = createStubs('playerQuality')

export const playerQualityMachine = setup({
  types: {} as {
    input: PlayerQualityInput
    context: PlayerQualityContext
    events: PlayerQualityEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    controlQuality: stub.callback<QualityCommand, undefined>('controlQuality'),
  },
  actions: {
    setHeight: assign((_, { quality }: Chosen) => ({ height: typeof quality === 'number' ? quality : null })),
    clearHeight: assign({ height: null }),
    setQualities: assign((_, { heights, hasAudioOnly }: Qualities) => ({ heights, hasAudioOnly })),
    setDataSaver: assign((_, { on }: { on: boolean }) => ({ dataSaver: on })),
    applyQuality: sendTo('controlQuality', (_, { quality }: Chosen) => ({ type: 'setQuality', quality })),
    applyHeight: sendTo('controlQuality', ({ context }) => ({
      type: 'setQuality',
      quality: context.height ?? 'automatic',
    })),
  },
  guards: {
    isAutomatic: (_, { quality }: Chosen) => quality === 'automatic',
    isDataSaver: (_, { quality }: Chosen) => quality === 'dataSaver',
    isAudioOnly: (_, { quality }: Chosen) => quality === 'audioOnly',
    hasAudioOnly: ({ context }) => context.hasAudioOnly,
    savesData: ({ context }) => context.dataSaver ?? context.browserSavesData,
  },
}).createMachine({
  id: 'playerQuality',
  context: ({ input }) => ({
    height: null,
    heights: [],
    hasAudioOnly: false,
    dataSaver: input.dataSaver,
    browserSavesData: input.browserSavesData,
  }),
  invoke: { id: 'controlQuality', src: 'controlQuality' },
  initial: 'starting',
  on: {
    'qualities.known': { actions: { type: 'setQualities', params: ({ event }) => event } },
    'quality.choose': [
      {
        guard: { type: 'isAutomatic', params: ({ event }) => event },
        target: '.automatic',
        actions: { type: 'setDataSaver', params: { on: false } },
      },
      {
        guard: { type: 'isDataSaver', params: ({ event }) => event },
        target: '.dataSaver',
        actions: { type: 'setDataSaver', params: { on: true } },
      },
      { guard: { type: 'isAudioOnly', params: ({ event }) => event }, target: '.audioOnly' },
      { target: '.manual', actions: { type: 'setHeight', params: ({ event }) => event } },
    ],
  },
  states: {
    starting: {
      description: 'The quality starts with the stored choice, or else with that of the browser.',
      meta: { requirement: 'watch.dataSaverStored' },
      always: [{ guard: 'savesData', target: 'dataSaver' }, { target: 'automatic' }],
    },
    automatic: {
      description: 'The player selects the rendition by the available bandwidth.',
      meta: { requirement: 'watch.quality' },
      entry: { type: 'applyQuality', params: { quality: 'automatic' } },
    },
    dataSaver: {
      description: 'The rendition with the lowest bit rate plays.',
      meta: { requirement: 'watch.dataSaver' },
      entry: { type: 'applyQuality', params: { quality: 'dataSaver' } },
    },
    audioOnly: {
      description: 'The viewer selected the sound without the picture. It applies to the next channels too.',
      meta: { requirement: 'watch.audioOnly' },
      initial: 'checking',
      entry: { type: 'applyQuality', params: { quality: 'audioOnly' } },
      on: {
        'qualities.known': { target: '.checking', actions: { type: 'setQualities', params: ({ event }) => event } },
      },
      states: {
        checking: {
          description: 'Whether the channel has a rendition without a picture.',
          always: [{ guard: 'hasAudioOnly', target: 'available' }, { target: 'missing' }],
        },
        available: {
          description: 'The stage shows the channel instead of the picture.',
          meta: { requirement: 'watch.audioOnlyStage' },
        },
        missing: {
          description: 'The channel has no rendition without a picture, so it plays in the lowest quality.',
          meta: { requirement: 'watch.audioOnlyKept' },
          on: { 'channel.changed': 'available' },
        },
      },
    },
    manual: {
      description: 'The viewer selected a rendition. It applies to this channel only: renditions differ by channel.',
      meta: { requirement: 'watch.quality' },
      entry: 'applyHeight',
      exit: 'clearHeight',
      on: { 'channel.changed': 'starting' },
    },
  },
})
