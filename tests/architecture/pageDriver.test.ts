/** Incomplete page drivers are reported with what to do. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { type AnyMachineSnapshot } from 'xstate'
import {
  actorStatesOf,
  createPageDriver,
  findGaps,
  foldLabels,
  inTurn,
  reasonAgainstPath,
  planTours,
  lookAlikes,
  missingReasons,
  turnOf,
  type PageDriver,
} from '../e2e/pageDriver.ts'
import { leavesOf, readChart } from '../../tools/model-testing/chart.ts'
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
  alike?: Record<string, string>
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

  it('reports states that are asserted alike without a reason, and a reason that no state needs', () => {
    const shown = () => Promise.resolve()
    const states = { 'lamp.off': () => Promise.resolve(), 'form.sending': shown, 'form.pausing': shown }
    expect(lookAlikes(driverOf({ ...completeConfig, states }))).toEqual([
      "The page driver of valid asserts 'form.pausing' like 'form.sending'. Assert what tells them apart, or write a " +
        'sentence in `alike` that says why a user sees no difference.',
    ])
    const reason = 'The page shows both by the same text.'
    expect(lookAlikes(driverOf({ ...completeConfig, states, alike: { 'form.pausing': reason } }))).toEqual([])
    expect(lookAlikes(driverOf({ ...completeConfig, states, alike: { 'form.pausing': 'Alike.' } }))).toHaveLength(1)
    expect(
      lookAlikes(driverOf({ ...completeConfig, states, alike: { 'form.pausing': reason, 'lamp.off': reason } })),
    ).toEqual(["The page driver of valid has its own assertion for 'lamp.off'. Remove it from `alike`."])
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
      planTours(of).all.tours.flatMap(({ steps }) =>
        steps.flatMap(({ label, before }) => (label === granted ? [countOf(before.snapshot)] : [])),
      )
    expect(grantsAt(open)).toContain(0)
    expect(grantsAt(later).length).toBeGreaterThan(0)
    expect(grantsAt(later)).not.toContain(0)
    expect(planTours(later).all.notTaken).toEqual([])

    const [first] = planTours(open).all.tours.map(({ input, start, steps }) => ({
      input,
      start: { actorState: start, refusals: [] },
      steps: steps.map((step) => ({ ...step, refusals: [] })),
    }))
    if (!first) throw new Error('There is no tour')
    expect(reasonAgainstPath(open, first)).toBeUndefined()
    expect(reasonAgainstPath(later, first)).toBe('It is refused at first.')
  })
})

describe('a step with several ways', () => {
  const submit = () => Promise.resolve()
  const driver = driverOf({ ...completeConfig, events: { ...completeConfig.events, 'form.submit': submit } })
  const submits = planTours(driver)
    .all.tours.flatMap(({ steps }) => steps)
    .filter(({ trigger }) => trigger.subject === 'form.submit')

  it('has a turn among all tours', () => {
    expect(submits.length).toBeGreaterThan(1)
    expect(submits.map((step) => turnOf(driver, step))).toEqual(
      submits.map((_, before) => ({ before, all: submits.length })),
    )
  })

  it('takes the ways in turn', async () => {
    const taken: string[] = []
    const take = (name: string) => async () => void taken.push(name)
    for (let before = 0; before < 3; before++) await inTurn({ before, all: 3 }, take('key'), take('button'))
    expect(taken).toEqual(['key', 'button', 'key'])
  })

  it('fails if the tours take fewer steps than it has ways', async () => {
    await expect(inTurn({ before: 0, all: 1 }, submit, submit)).rejects.toThrow(
      'This step has 2 ways, and the tours take it 1 times.',
    )
  })

  it('takes the first way on a path that is not planned', () => {
    const [step] = submits
    expect(step && turnOf(driver, { ...step })).toEqual({ before: 0, all: Infinity })
  })
})

it('derives an expected value from the steps', () => {
  const listed = foldLabels<readonly string[]>([], {
    'load done': () => ['a'],
    'load done / two': () => ['a', 'b'],
    'item.remove': (items) => items.slice(1),
  })
  expect(listed(['the list', 'load done / two', 'item.remove / the first'])).toEqual(['b'])
  expect(listed(['the list', 'load done / one'])).toEqual(['a'])
  expect(listed(['the list', 'unload done'])).toEqual([])
})

describe('the tours of `npm test`', () => {
  const load = async (name: string) =>
    ((await import(join(import.meta.dirname, `../e2e/drivers/${name}.driver.ts`))) as { default: PageDriver }).default
  /** The states, results, messages and events of tours, written out independently of the plan. */
  const viewsOf = (tours: readonly TransitionTour[]) => {
    const states = tours.flatMap(actorStatesOf).map(({ snapshot }) => snapshot as AnyMachineSnapshot)
    const kindOf = ({ output }: AnyMachineSnapshot) => (output as { kind?: string } | undefined)?.kind ?? ''
    const steps = tours.flatMap((tour) => tour.steps)
    return {
      states: [...new Set(states.flatMap(leavesOf))].sort(),
      results: [...new Set(states.map(kindOf))].sort(),
      messages: [...new Set(states.map(({ context }) => (context as { message?: string }).message ?? ''))].sort(),
      events: [...new Set(steps.flatMap(({ trigger, label }) => (trigger.kind === 'event' ? [label] : [])))].sort(),
    }
  }
  const sizeOf = (tours: readonly TransitionTour[]) => tours.reduce((sum, { steps }) => sum + steps.length, 0)
  const namesOf = (tours: readonly TransitionTour[]) => tours.map(({ steps }) => steps.map(({ label }) => label))

  it.each(['cancellation', 'savedCards', 'session'])(
    'of %s are shorter, and show every state, result and message and send every event',
    async (name) => {
      const driver = await load(name)
      const { all, core } = planTours(driver)
      expect(viewsOf(core.tours)).toEqual(viewsOf(all.tours))
      expect(sizeOf(core.tours)).toBeLessThan(sizeOf(all.tours) * 0.75)
      // The same chart always has the same tours. A copy is planned again.
      expect(namesOf(planTours({ ...driver }).core.tours)).toEqual(namesOf(core.tours))
    },
  )

  it.each(['payment', 'planChange', 'reconciliation'])(
    'of %s, which the model check covers, show every state and result, send every event and take what it leaves out',
    async (name) => {
      const driver = await load(name)
      const { untakenByModelCheck = [], ...config } = driver.config
      const whole = planTours({ ...driver, config }).all
      const { all, core } = planTours(driver)
      expect(viewsOf(core.tours).states).toEqual(viewsOf(all.tours).states)
      const viewsWithoutMessages = (tours: readonly TransitionTour[]) => ({ ...viewsOf(tours), messages: [] })
      expect(viewsWithoutMessages(all.tours)).toEqual(viewsWithoutMessages(whole.tours))
      const { candidates } = readChart(driver.model.machine)
      const textsOf = (tours: readonly TransitionTour[]) =>
        tours.flatMap(actorStatesOf).flatMap(({ taken }) => taken.map((key) => candidates.get(key)?.text ?? ''))
      const [taken, possible] = [textsOf(all.tours), textsOf(whole.tours)]
      expect(untakenByModelCheck.filter((text) => possible.includes(text) && !taken.includes(text))).toEqual([])
      expect(all.tours.length).toBeLessThan(whole.tours.length * 0.5)
    },
  )
})

describe('every page driver of the product', () => {
  const folder = join(import.meta.dirname, '../e2e/drivers')
  const files = readdirSync(folder).filter((file) => file.endsWith('.driver.ts'))

  it.each(files)('%s gives a sentence as the reason of each exclusion', async (file) => {
    const { default: one } = (await import(join(folder, file))) as { default: PageDriver }
    expect(missingReasons(one)).toEqual([])
  })

  it.each(files)('%s asserts each state in its own way, or says why not', async (file) => {
    const { default: one } = (await import(join(folder, file))) as { default: PageDriver }
    expect(lookAlikes(one)).toEqual([])
  })
})

describe('a message of the machine', () => {
  const eslint = new ESLint({ cwd: join(import.meta.dirname, '../..') })
  const problemsIn = async (text: string): Promise<string[]> => {
    const results = await eslint.lintText(text, { filePath: 'tests/e2e/drivers/sample.driver.ts' })
    return results.flatMap(({ messages }) => messages.map(({ message }) => message))
  }

  it.each([
    'const text = snapshot.context.message',
    'const notNow = (label, { context }) => context.message === label',
    'const { message } = snapshot.context',
    'const notNow = (label, { context: { message } }) => message === label',
  ])('is a lint error in a page driver: %s', async (text) => {
    expect(await problemsIn(text)).toEqual([
      'A wrong message of the machine would be expected of the page too. Write the message out in `texts`.',
    ])
  })

  it('may be written out', async () => {
    expect(
      await problemsIn("const texts = { 'loadDevices error': message, retries: snapshot.context.retries }"),
    ).toEqual([])
  })
})
