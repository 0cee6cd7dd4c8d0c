/** Incomplete page drivers are reported with what to do. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AnyMachineSnapshot } from 'xstate'
import {
  actorStatesOf,
  coreTours,
  coverViews,
  createPageDriver,
  findGaps,
  reasonAgainstPath,
  planTours,
  missingReasons,
  type PageDriver,
} from '../e2e/pageDriver.ts'
import { type TransitionTour } from '../../tools/model-testing/transitionTours.ts'
import * as seededFaults from '../../tools/model-testing/tests/seededFaults.ts'

const noop = () => Promise.resolve()
const completeConfig = {
  open: noop,
  events: { 'form.submit': noop, go: noop, back: noop },
  outcomes: { wait: noop },
  states: {
    'form.editing': noop,
    'form.empty': noop,
    'form.sending': noop,
    'form.pausing': noop,
    'lamp.off': noop,
    'lamp.on': noop,
  },
}
type Config = Omit<typeof completeConfig, 'states'> & {
  states: Record<string, typeof noop>
  notInBrowser?: Record<string, string>
  notNow?: (label: string, snapshot: AnyMachineSnapshot & { context: { n: number } }) => string | undefined
}
const driverOf = (config: Config): PageDriver => createPageDriver(seededFaults.valid, config)
const without = <T extends object>(table: T, key: keyof T): T =>
  Object.fromEntries(Object.entries(table).filter(([name]) => name !== key)) as T

describe('a page driver', () => {
  it('is complete with all events, outcomes and states; transient states need no assertion', () => {
    expect(findGaps(driverOf(completeConfig))).toEqual([])
  })

  it('may exclude a step if the reason is a sentence', () => {
    const reason = 'The button is hidden then.'
    expect(
      findGaps(
        driverOf({ ...completeConfig, events: without(completeConfig.events, 'back'), notInBrowser: { back: reason } }),
      ),
    ).toEqual([])
  })

  it.each<readonly [string, Config, string]>([
    [
      'a state without an assertion',
      { ...completeConfig, states: without(completeConfig.states, 'form.pausing') },
      "The page driver of valid has no assertion for the state 'form.pausing'.",
    ],
    [
      'an event without a step',
      { ...completeConfig, events: without(completeConfig.events, 'back') },
      "The page driver of valid has no event for 'back'. Add a step, or a reason to notInBrowser.",
    ],
    [
      'an outcome without a step',
      { ...completeConfig, outcomes: without(completeConfig.outcomes, 'wait') },
      "The page driver of valid has no outcome for 'wait done / granted'. Add a step, or a reason to notInBrowser.",
    ],
    [
      'a state that does not exist',
      { ...completeConfig, states: { ...completeConfig.states, 'form.gone': noop } },
      "The page driver of valid has an assertion for 'form.gone', which is no state.",
    ],
    [
      'a reason for something that does not exist',
      { ...completeConfig, notInBrowser: { 'wait snapshot': 'It is not visible.' } },
      "The page driver of valid leaves out 'wait snapshot', which its model does not have.",
    ],
    ...['x', '', 'Not possible.', 'it can not be done here.', 'It can’t be done here'].map(
      (reason) =>
        [
          `a reason that is no sentence: '${reason}'`,
          { ...completeConfig, notInBrowser: { back: reason } },
          `The page driver of valid leaves out 'back' with the reason '${reason}': write a sentence.`,
        ] as const,
    ),
  ])('reports %s', (_, config, sentence) => {
    expect(findGaps(driverOf(config))).toContain(sentence)
  })

  it('skips a step that cannot happen in one state and takes it in another', () => {
    const granted = 'wait done / granted'
    const countOf = ({ context }: AnyMachineSnapshot) => (context as { n: number }).n
    const open = driverOf(completeConfig)
    const later = driverOf({
      ...completeConfig,
      notNow: (label, snapshot) =>
        label === granted && countOf(snapshot) === 0 ? 'It is refused at first.' : undefined,
    })
    const grantsAt = (of: PageDriver) =>
      planTours(of).tours.flatMap(({ steps }) =>
        steps.flatMap(({ label, before }) => (label === granted ? [countOf(before.snapshot)] : [])),
      )
    expect(grantsAt(open)).toContain(0)
    expect(grantsAt(later).length).toBeGreaterThan(0)
    expect(grantsAt(later)).not.toContain(0)
    expect(planTours(later).notTaken).toEqual([])

    const [first] = planTours(open).tours.map(({ input, start, steps }) => ({
      input,
      start: { actorState: start, refusals: [] },
      steps: steps.map((step) => ({ ...step, refusals: [] })),
    }))
    if (!first) throw new Error('There is no tour')
    expect(reasonAgainstPath(open, first)).toBeUndefined()
    expect(reasonAgainstPath(later, first)).toBe('It is refused at first.')
  })
})

describe('the tours of `npm test`', () => {
  const load = async (name: string) =>
    ((await import(join(import.meta.dirname, `../e2e/drivers/${name}.driver.ts`))) as { default: PageDriver }).default
  /** The states, results and messages of tours, written out independently of the choice. */
  const viewsOf = (tours: readonly TransitionTour[]) => {
    const states = tours.flatMap(actorStatesOf).map(({ snapshot }) => snapshot as AnyMachineSnapshot)
    const kindOf = ({ output }: AnyMachineSnapshot) => (output as { kind?: string } | undefined)?.kind ?? ''
    return {
      states: [...new Set(states.map((snapshot) => `${JSON.stringify(snapshot.value)} ${kindOf(snapshot)}`))].sort(),
      messages: [...new Set(states.map(({ context }) => (context as { message?: string }).message ?? ''))].sort(),
    }
  }

  it.each(['payment', 'planChange', 'reconciliation'])(
    'are a few of %s, which show every state, result and message',
    async (name) => {
      const driver = await load(name)
      const { tours } = planTours(driver)
      const core = coreTours(driver, tours)
      expect(viewsOf(core)).toEqual(viewsOf(tours))
      expect(core.length).toBeLessThanOrEqual(10)
      expect(core.length).toBeLessThan(tours.length)
      // A copy is planned again.
      const again = planTours({ ...driver }).tours
      const numbers = (chosen: readonly TransitionTour[], all: readonly TransitionTour[]) =>
        chosen.map((tour) => all.indexOf(tour))
      expect(numbers(coreTours(driver, again), again)).toEqual(numbers(core, tours))
    },
  )

  it('are all tours of every other machine', async () => {
    const driver = await load('passwordReset')
    const { tours } = planTours(driver)
    expect(coreTours(driver, tours)).toEqual(tours)
    // Otherwise the choice would be smaller.
    expect(coverViews(tours).length).toBeLessThan(tours.length)
  })
})

describe('every page driver of the product', () => {
  const folder = join(import.meta.dirname, '../e2e/drivers')
  const files = readdirSync(folder).filter((file) => file.endsWith('.driver.ts'))

  it.each(files)('%s gives a sentence as the reason of each exclusion', async (file) => {
    const { default: one } = (await import(join(folder, file))) as { default: PageDriver }
    expect(missingReasons(one)).toEqual([])
  })
})
