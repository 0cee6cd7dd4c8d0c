/**
 * captionStyle: size, color and background of the captions, which the viewer may change and reset.
 *
 *   starting ──▶ standard ──style.choose──▶ custom ──style.choose, style.reset──▶ standard
 */
import { assign, setup } from 'xstate'

export type CaptionStyle = {
  size: 'small' | 'medium' | 'large' | 'largest'
  color: 'white' | 'yellow' | 'green' | 'cyan'
  background: 'dark' | 'translucent' | 'none'
}

export type CaptionStyleEvent = { type: 'style.choose'; style: CaptionStyle } | { type: 'style.reset' }

const standard: CaptionStyle = { size: 'medium', color: 'white', background: 'dark' }

const isStandard = ({ size, color, background }: CaptionStyle) =>
  size === standard.size && color === standard.color && background === standard.background

export const captionStyleMachine = setup({
  types: {} as {
    /** The stored style; undefined without one. */
    input: { style: CaptionStyle | undefined }
    context: { style: CaptionStyle }
    events: CaptionStyleEvent
    meta: { requirement: string | readonly string[] }
  },
  actions: {
    setStyle: assign((_, { style }: { style: CaptionStyle }) => ({ style })),
    resetStyle: assign({ style: standard }),
  },
  guards: {
    startsStandard: ({ context }) => isStandard(context.style),
    isStandard: (_, { style }: { style: CaptionStyle }) => isStandard(style),
  },
}).createMachine({
  id: 'captionStyle',
  context: ({ input }) => ({ style: input.style ?? standard }),
  initial: 'starting',
  on: {
    'style.choose': [
      {
        guard: { type: 'isStandard', params: ({ event }) => event },
        target: '.standard',
        actions: { type: 'setStyle', params: ({ event }) => event },
      },
      { target: '.custom', actions: { type: 'setStyle', params: ({ event }) => event } },
    ],
  },
  states: {
    starting: {
      description: 'Starts with the stored style, or the standard one without it.',
      always: [{ guard: 'startsStandard', target: 'standard' }, { target: 'custom' }],
    },
    standard: {
      description: 'Captions have the size, color and background that the product gives them.',
      meta: { requirement: 'watch.captionStyle' },
    },
    custom: {
      description: 'The viewer chose another size, color or background.',
      meta: { requirement: 'watch.captionStyle' },
      on: { 'style.reset': { target: 'standard', actions: 'resetStyle' } },
    },
  },
})
