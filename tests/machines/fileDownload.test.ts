import { fileDownloadMachine } from '../../machines/fileDownload.ts'
import { done, errored, testExamples } from './runEvents.ts'

const start = { type: 'download.start' }
const unreachable = new Error('Statecast isn’t responding. Check your connection and try again.')
const withoutCards = done('makeFile', { kind: 'incomplete', missing: ['saved cards'] })

testExamples(fileDownloadMachine, {
  'the file is made when it is requested': {
    when: [start],
    state: 'preparing',
    starts: [['makeFile', undefined]],
    tags: ['busy'],
  },
  'a second press does not make a second file': { when: [start, start], state: 'preparing', starts: [] },
  'a saved file shows its note': {
    requirement: 'download.saved',
    when: [start, done('makeFile', { kind: 'saved', note: 'Some lines are images.' })],
    state: 'saved',
    shows: { message: 'Some lines are images.', missing: [] },
  },
  'a file without a part names the part': {
    requirement: 'download.incomplete',
    when: [start, withoutCards],
    state: 'incomplete',
    shows: { missing: ['saved cards'], message: '' },
  },
  'another try loads everything again': {
    requirement: 'download.incomplete',
    when: [start, withoutCards, start],
    state: 'preparing',
    starts: [['makeFile', undefined]],
    shows: { missing: [] },
  },
  'a refusal shows the message of the host': {
    requirement: 'download.failed',
    when: [start, done('makeFile', { kind: 'refused', message: 'Too many requests. Please wait a moment.' })],
    state: 'failed',
    shows: { message: 'Too many requests. Please wait a moment.' },
  },
  'an unreachable host can be asked again': {
    requirement: 'download.failed',
    when: [start, errored('makeFile', unreachable)],
    state: 'failed',
    shows: { message: 'Statecast isn’t responding. Check your connection and try again.' },
  },
  'another try clears the message': {
    when: [start, errored('makeFile', unreachable), start],
    state: 'preparing',
    shows: { message: '' },
  },
})
