import { channelPreviewMachine } from '../../machines/channelPreview.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: channelPreviewMachine,
  inputs: { 'previews are allowed': { allowed: true }, 'the browser saves data': { allowed: false } },
  events: {
    'card.enter': { 'Harbor One': { slug: 'harbor-one' }, Rotunda: { slug: 'rotunda' } },
    'card.leave': 'Move the pointer off the cards.',
    'preview.playing': 'The first frame of the preview is shown.',
    'preview.failed': 'The stream of the preview fails.',
  },
  outcomes: { playPreview: { error: 'never', done: 'never' } },
  stateKey: ({ context }) => [context.allowed, context.slug],
  invariants: {
    'there is a channel while the pointer or the focus is on a card': (snapshot) =>
      snapshot.matches('resting') === (snapshot.context.slug === ''),
    'nothing is loaded if previews are not allowed': (snapshot) =>
      snapshot.context.allowed || !snapshot.hasTag('video'),
  },
  texts: {
    events: {
      'card.enter / Harbor One': 'Point at the card of Harbor One.',
      'card.enter / Rotunda': 'Point at the card of Rotunda.',
    },
    delays: { hoverTime: '600 milliseconds pass.' },
  },
  manual: {
    starts: {
      'previews are allowed': { as: 'member', open: '/' },
      'the browser saves data': { as: 'member', before: 'Switch on the data saver of the browser.', open: '/' },
    },
    causedBy: {
      'preview.playing': { do: 'Wait until the card shows the video.' },
      'preview.failed': { do: 'Block the requests of the stream in the developer tools before the pointer rests.' },
    },
  },
})
