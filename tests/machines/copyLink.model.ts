import { copyLinkMachine } from '../../machines/copyLink.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: copyLinkMachine,
  inputs: { 'the link of an app': { href: 'https://apps.example/statecast' } },
  events: { 'link.copy': 'Press Copy link' },
  outcomes: {
    writeClipboard: {
      done: { copied: { kind: 'copied' }, refused: { kind: 'refused', reason: 'NotAllowedError' } },
      error: 'never',
    },
  },
  invariants: {
    'the link never changes': ({ context }) => context.href === 'https://apps.example/statecast',
  },
  texts: {
    outcomes: {
      'writeClipboard done / copied': 'The browser writes the link to the clipboard',
      'writeClipboard done / refused': 'The browser does not let the page write to the clipboard',
    },
    delays: { confirmationTimeout: 'Two seconds pass' },
  },
  manual: {
    starts: { '': { as: 'guest', open: '/profile', then: 'Press the account at the top, then _Download Apps_.' } },
    causedBy: {
      'writeClipboard done / refused': { set: 'In the browser’s settings of this site, block the clipboard.' },
    },
  },
})
