import { shareLinkMachine } from '../../machines/shareLink.ts'
import { createModel } from '../paths/model.ts'

const href = 'https://statecast.example/video/harbor-one'

export default createModel({
  machine: shareLinkMachine,
  inputs: { 'the link of a channel': { title: 'Harbor One', href } },
  events: { 'link.share': 'Press Share channel' },
  outcomes: {
    openShareSheet: {
      done: { closed: { kind: 'closed' }, unavailable: { kind: 'unavailable' } },
      error: 'never',
    },
    writeClipboard: {
      done: { copied: { kind: 'copied' }, refused: { kind: 'refused', reason: 'NotAllowedError' } },
      error: 'never',
    },
  },
  invariants: {
    'the link never changes': ({ context }) => context.href === href,
  },
  texts: {
    outcomes: {
      'openShareSheet done / closed': 'Share the link, or close the share sheet',
      'openShareSheet done / unavailable': 'The browser has no share sheet, or does not open it',
      'writeClipboard done / copied': 'The browser writes the link to the clipboard',
      'writeClipboard done / refused': 'The browser does not let the page write to the clipboard',
    },
    delays: { confirmationTimeout: 'Four seconds pass' },
  },
  manual: {
    starts: { '': { as: 'member', open: '/video/harbor-one', then: 'Open _More controls_.' } },
    causedBy: {
      'openShareSheet done / closed': { set: 'Use a browser with a share sheet, such as Safari.' },
      'openShareSheet done / unavailable': { set: 'Use a browser without a share sheet, such as Firefox.' },
      'writeClipboard done / refused': { set: 'In the browser’s settings of this site, block the clipboard.' },
    },
  },
})
