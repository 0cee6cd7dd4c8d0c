import { copyLinkMachine } from '../../machines/copyLink.ts'
import { done, elapsed, testExamples } from './runEvents.ts'

const input = { href: 'https://apps.statecast.test/roku' }
const copy = { type: 'link.copy' }
const copied = done('writeClipboard', { kind: 'copied' })

testExamples(copyLinkMachine, {
  'writes the link to the clipboard': {
    requirement: 'apps.copy',
    input,
    when: [copy],
    state: 'copying',
    starts: [['writeClipboard', { text: 'https://apps.statecast.test/roku' }]],
    tags: ['busy'],
  },
  'confirms it for two seconds': {
    requirement: 'apps.copy',
    input,
    when: [copy, copied],
    state: 'copied',
    delays: [['confirmationTimeout', 2_000]],
  },
  'can be copied again after that': { input, when: [copy, copied, elapsed('confirmationTimeout')], state: 'ready' },
  'only logs that the browser denies access': {
    requirement: 'apps.refused',
    input,
    when: [copy, done('writeClipboard', { kind: 'refused', reason: 'Write permission denied.' })],
    state: 'ready',
    executes: ['logRefusal'],
  },
})
