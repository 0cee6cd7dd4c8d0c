/** A flow that lacks something says what, and what to do. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AnyMachineSnapshot } from 'xstate'
import { flow, lacks, reasonAgainstPath, tour, unexcused, type Flow } from '../e2e/flow.ts'
import * as planted from '../../tools/model-testing/tests/planted.ts'

const nothing = () => Promise.resolve()
const whole = {
  open: nothing,
  events: { 'form.submit': nothing, go: nothing, back: nothing },
  outcomes: { wait: nothing },
  states: {
    'form.editing': nothing,
    'form.empty': nothing,
    'form.sending': nothing,
    'form.resting': nothing,
    'lamp.off': nothing,
    'lamp.on': nothing,
  },
}
type Config = Omit<typeof whole, 'states'> & {
  states: Record<string, typeof nothing>
  notInBrowser?: Record<string, string>
  notNow?: (label: string, snapshot: AnyMachineSnapshot & { context: { n: number } }) => string | undefined
}
const flowOf = (config: Config): Flow => flow(planted.sound, config)
const without = <T extends object>(table: T, key: keyof T): T =>
  Object.fromEntries(Object.entries(table).filter(([name]) => name !== key)) as T

describe('a flow', () => {
  it('lacks nothing when all can be caused and seen; a state that is only passed needs no look', () => {
    expect(lacks(flowOf(whole))).toEqual([])
  })

  it('may leave something out for a reason that is a sentence', () => {
    const reason = 'The button is hidden then.'
    expect(lacks(flowOf({ ...whole, events: without(whole.events, 'back'), notInBrowser: { back: reason } }))).toEqual(
      [],
    )
  })

  it.each<readonly [string, Config, string]>([
    [
      'a state of the screen that nobody looks at',
      { ...whole, states: without(whole.states, 'form.resting') },
      "The flow of sound does not say what is to be seen in 'form.resting'.",
    ],
    [
      'an event that nobody causes',
      { ...whole, events: without(whole.events, 'back') },
      "The flow of sound has no event for 'back'. Say how it is made to happen, or why it can't be, in notInBrowser.",
    ],
    [
      'an answer that nobody gives',
      { ...whole, outcomes: without(whole.outcomes, 'wait') },
      "The flow of sound has no outcome for 'wait done / granted'. Say how it is made to happen, or why it can't be, in notInBrowser.",
    ],
    [
      'a state that is gone',
      { ...whole, states: { ...whole.states, 'form.gone': nothing } },
      "The flow of sound tells what is to be seen in 'form.gone', which is no state.",
    ],
    [
      'a reason for what is not there',
      { ...whole, notInBrowser: { 'wait snapshot': 'It never tells.' } },
      "The flow of sound leaves out 'wait snapshot', which its model does not have.",
    ],
    ...['x', '', 'No way.', 'it can not be done here.', 'It can’t be done here'].map(
      (reason) =>
        [
          `a reason that is no sentence: '${reason}'`,
          { ...whole, notInBrowser: { back: reason } },
          `The flow of sound leaves out 'back' for no reason but '${reason}': say why in a sentence.`,
        ] as const,
    ),
  ])('tells %s', (_, config, sentence) => {
    expect(lacks(flowOf(config))).toContain(sentence)
  })

  it('takes no step where it says that it can’t be caused now, and still takes it where it can', () => {
    const granted = 'wait done / granted'
    const open = flowOf(whole)
    const later = flowOf({
      ...whole,
      notNow: (label, { context }) => (label === granted && context.n === 0 ? 'It is refused at first.' : undefined),
    })
    const grantsAt = (of: Flow) =>
      tour(of).tours.flatMap(({ steps }) =>
        steps.flatMap(({ label, before }) =>
          label === granted ? [(before.snapshot as typeof before.snapshot & { context: { n: number } }).context.n] : [],
        ),
      )
    expect(grantsAt(open)).toContain(0)
    expect(grantsAt(later).length).toBeGreaterThan(0)
    expect(grantsAt(later)).not.toContain(0)
    expect(tour(later).missed).toEqual([])

    const [first] = tour(open).tours.map(({ input, start, steps }) => ({
      input,
      start: { moment: start, refusals: [] },
      steps: steps.map((step) => ({ ...step, refusals: [] })),
    }))
    if (!first) throw new Error('There is no tour')
    expect(reasonAgainstPath(open, first)).toBeUndefined()
    expect(reasonAgainstPath(later, first)).toBe('It is refused at first.')
  })
})

describe('every flow of the product', () => {
  const folder = join(import.meta.dirname, '../e2e/drivers')
  const files = readdirSync(folder).filter((file) => file.endsWith('.flow.ts'))

  it.each(files)('%s says in a sentence why it leaves out what it leaves out', async (file) => {
    const { default: one } = (await import(join(folder, file))) as { default: Flow }
    expect(unexcused(one)).toEqual([])
  })
})
