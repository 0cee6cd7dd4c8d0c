import { fromPromise, setup } from 'xstate'
import { describe, expect, it } from 'vitest'
import { manualStepsFor } from './manualSteps.ts'
import { choosePaths } from '../../tools/model-testing/pathFormats.ts'
import { createModel, type ManualConfig } from './model.ts'
import { searchPaths } from '../../tools/model-testing/pathSearch.ts'
import { renderPaths } from './pathFormats.ts'

type Result = { kind: 'granted' } | { kind: 'refused'; message: string }

const messageSetup = setup({
  types: {} as { events: { type: 'send' } | { type: 'close' } | { type: 'line.lost' } },
  actors: {
    ask: fromPromise<Result>(() => {
      throw new Error('provide ask')
    }),
  },
  guards: { wasGranted: (_, { result }: { result: Result }) => result.kind === 'granted' },
  delays: { pause: 20_000 },
})

const machine = messageSetup.createMachine({
  id: 'letter',
  initial: 'open',
  on: { close: '.closed', 'line.lost': '.cut' },
  states: {
    open: { on: { send: 'sending' } },
    sending: {
      invoke: {
        id: 'ask',
        src: 'ask',
        onDone: [
          { guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) }, target: 'sent' },
          { target: 'open' },
        ],
        onError: 'waiting',
      },
    },
    waiting: { after: { pause: 'sending' } },
    sent: {},
    cut: {},
    closed: {},
  },
})

const manual: ManualConfig = {
  starts: { '': { as: 'member', open: '/letter', then: 'Press _Write_.' } },
  calls: { ask: 'POST /wp-json/letter' },
  causedBy: {
    'line.lost': { do: 'Disconnect the network.' },
    'ask done / late': { impossible: 'The sandbox always responds in time.' },
  },
}

const letter = createModel({
  machine,
  inputs: { 'a letter': undefined },
  events: { send: { '': {} }, close: { '': {} }, 'line.lost': { '': {} } },
  outcomes: {
    ask: {
      done: {
        granted: { kind: 'granted' },
        late: { kind: 'granted' },
        refused: { kind: 'refused', message: 'Too many requests.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { unreachable: new Error('') },
    },
  },
  manual,
})

function stepsFor(...labels: string[]) {
  const path = [
    ...searchPaths(letter, { kind: 'transitions' }).paths(),
    ...searchPaths(letter, { kind: 'pairs' }).paths(),
  ]
    .map((path) => ({ ...path, steps: path.steps.slice(0, labels.length) }))
    .find(({ steps }) => steps.map(({ label }) => label).join() === labels.join())
  if (!path) throw new Error(`No path goes ${labels.join(' → ')}`)
  const known = manualStepsFor(letter, path)
  return { begin: known?.startTexts, before: Object.fromEntries(known?.before ?? []), reason: known?.reasonAgainst }
}

const fault = (fields: string): string => `At \`/sandbox\`: Call \`POST /wp-json/letter\`, ${fields}, _Add this fault_.`

describe('manual steps', () => {
  it('start with the account and the address', () => {
    expect(stepsFor('close')).toEqual({
      begin: ['Sign in as `member@statecast.test`.', 'Open `/letter`.', 'Press _Write_.'],
      before: {},
      reason: undefined,
    })
  })

  it('add a fault before the step that makes the call, not before the response', () => {
    expect(stepsFor('send', 'ask error / unreachable').before).toEqual({ 0: [fault('Fault `cut-before`, Times 1')] })
    expect(stepsFor('send', 'ask done / refused').before).toEqual({
      0: [fault('Fault `refuse`, Times 1, Message “Too many requests.”')],
    })
    expect(stepsFor('send', 'ask done / granted').before).toEqual({})
  })

  it('add the next fault during a long wait', () => {
    const again = stepsFor('send', 'ask error / unreachable', 'after pause', 'ask done / refused')
    expect(Object.keys(again.before)).toEqual(['0', '2'])
  })

  it('hold a response that the path does not have, so that the pending state is visible', () => {
    const held = fault('Fault `delay`, Times 1, Delay in ms 10000')
    expect(stepsFor('send', 'close').before).toEqual({ 0: [held] })
    expect(stepsFor('send').before).toEqual({ 0: [held] })
  })

  it('use the text of the model for an event that only a tester can cause', () => {
    expect(stepsFor('line.lost').before).toEqual({ 0: ['Disconnect the network.'] })
  })

  it('exclude an impossible path, with the reason', () => {
    expect(stepsFor('send', 'ask done / refused without a message').reason).toBe(
      'The sandbox always refuses with a message.',
    )
    const script = renderPaths(choosePaths(searchPaths(letter, { kind: 'transitions' }), 100), 'markdown')
    expect(script).toMatch(
      /^- \d+ paths? excluded \(not possible by hand\): The sandbox always refuses with a message\.$/m,
    )
    expect(script).not.toContain('without a message')
  })
})
