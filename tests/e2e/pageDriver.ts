/** Page drivers: how a browser performs each event and outcome of a model, and what the page shows in each state. */
import { type expect as Expect, type Page } from '@playwright/test'
import { type AnyStateMachine, type EventFrom, type SnapshotFrom } from 'xstate'
import { leavesOf, readChart } from '../../tools/model-testing/chart.ts'
import { eventTriggers, outcomeTriggers, labelOf, type Trigger } from '../../tools/model-testing/trigger.ts'
import { type Model } from '../../tools/model-testing/model.ts'
import { type ActorState } from '../../tools/model-testing/stepper.ts'
import {
  planTransitionTours,
  type GoalsOf,
  type TourPlan,
  type TourStep,
  type TransitionTour,
} from '../../tools/model-testing/transitionTours.ts'
import { type Path } from '../../tools/model-testing/pathRun.ts'
import { type Call, type RequestHold } from './requestHold.ts'
import { type RunningServer } from './server.ts'

/** The state of a machine by name. Without its context, because a wrong value in there would be expected of the page too. */
type NamedState<M extends AnyStateMachine> =
  SnapshotFrom<M> extends { matches: infer Matches } ? { readonly matches: Matches } : never

/** The argument of every step. */
export type DriverContext<M extends AnyStateMachine> = {
  readonly page: Page
  readonly server: RunningServer
  readonly hold: RequestHold
  readonly expect: typeof Expect
  /** The expected state after this step. */
  readonly snapshot: NamedState<M>
  /** The input and the labels of all steps up to this one. Expected values derive from them (`foldLabels`). */
  readonly labels: readonly string[]
  /** What `texts` of the page driver declares to be on the page after this step, and its first text or ''. */
  readonly texts: readonly string[]
  readonly text: string
}

/** The texts after a step: literal, or by the texts, the input and the labels of the steps before it. */
type Texts = string | readonly string[] | ((before: readonly string[], labels: readonly string[]) => readonly string[])

/** How many times the tours take a step, and how many of them come before this one. */
export type Turn = { readonly before: number; readonly all: number }

export type DriverStep<M extends AnyStateMachine, E = unknown> = (
  context: DriverContext<M> & { readonly event: E; readonly case: string; readonly turn: Turn },
) => Promise<void>

/** A conditional type, so that the machine is inferred before the parameters of the steps. */
type EventDriverSteps<M extends AnyStateMachine> = M extends unknown
  ? { readonly [Type in EventFrom<M>['type']]?: DriverStep<M, Extract<EventFrom<M>, { type: Type }>> } & {
      readonly [Label in `${EventFrom<M>['type']} / ${string}`]?: DriverStep<M, EventFrom<M>>
    }
  : never

export type PageDriverConfig<M extends AnyStateMachine> = {
  /** Opens the page in the start state of this input. The clock is running and no call is held. */
  readonly open: (context: DriverContext<M>, input: string) => Promise<void>
  /** Inputs of the model that a page can be opened with. Default: all. */
  readonly inputs?: readonly string[]
  /** Calls that are held during the whole tour, including `open`. */
  readonly heldCalls?: readonly Call[]
  /** By `type / case` or event type; the more specific one is used. */
  readonly events: EventDriverSteps<M>
  /** By `id done / case`, `id done` or invoke id; the most specific one is used. */
  readonly outcomes?: Readonly<Record<string, DriverStep<M>>>
  /** By name of the delay. Default: advance the page's clock by the delay. */
  readonly delays?: Readonly<Record<string, DriverStep<M>>>
  /**
   * By label or input, the messages on the page after it, written out, so that they are not read from the machine. They
   * stay until the next step that has an entry. The host's responses use them too.
   */
  readonly texts?: Readonly<Record<string, Texts>>
  /** Assertions by path of each atomic state. Required for every state in which a step of a tour ends. */
  readonly states: Readonly<Record<string, (context: DriverContext<M>) => Promise<void>>>
  /** States that are asserted like another one, each with its reason as a sentence. Any other state has its own assertion. */
  readonly alike?: Readonly<Record<string, string>>
  /** What cannot happen in a browser, each with its reason as a sentence: labels, event types, invoke ids, delays. */
  readonly notInBrowser?: Readonly<Record<string, string>>
  /**
   * Returns the reason why an event or outcome is impossible in this state, although it is possible in others. For
   * machines whose actors respond depending on earlier events.
   */
  readonly notNow?: (label: string, snapshot: SnapshotFrom<M>) => string | undefined
  /**
   * The transitions that the model check of payments does not take. The tours of a machine with this list take these, and
   * show each state and kind of result and send each event once.
   */
  readonly untakenByModelCheck?: readonly string[]
  /** The tour does not stop the page's clock: `open` installs it, and the steps stop and resume it where needed. */
  readonly hasRealClock?: boolean
  /** Why a tour needs a wide page. Its narrow screenshots are then taken by resizing the page. */
  readonly wideOnly?: string
  /** For screenshots: scrolls the relevant part into view. Returns a function that restores the page. */
  readonly prepareScreenshot?: (context: DriverContext<M>) => Promise<() => Promise<void>>
}

export type PageDriver = {
  readonly model: Model
  readonly config: PageDriverConfig<AnyStateMachine>
}

export const createPageDriver = <M extends AnyStateMachine>(
  model: Model & { readonly source: M },
  config: PageDriverConfig<NoInfer<M>>,
): PageDriver => ({
  model,
  config: config as unknown as PageDriverConfig<AnyStateMachine>,
})

/** The texts after the last of these steps. The first label is the input. */
export function textsAfter({ config }: PageDriver, labels: readonly string[]): readonly string[] {
  let shown: readonly string[] = []
  labels.forEach((label, i) => {
    const texts = config.texts?.[label] ?? shown
    shown = typeof texts === 'string' ? [texts] : typeof texts === 'function' ? texts(shown, labels.slice(0, i)) : texts
  })
  return shown
}

/** Derives an expected value from the input and the steps of a tour. `changes` by label, or by what precedes its case. */
export const foldLabels =
  <T>(start: T, changes: Readonly<Record<string, (value: T) => T>>) =>
  (labels: readonly string[]): T =>
    labels.reduce((value, label) => {
      const change = changes[label] ?? changes[label.split(' / ')[0] ?? '']
      return change ? change(value) : value
    }, start)

/** Performs an event that has several ways, such as a key and a button. All tours together take each way. */
export async function inTurn({ before, all }: Turn, ...ways: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (all < ways.length) throw new Error(`This step has ${ways.length} ways, and the tours take it ${all} times.`)
  await ways[before % ways.length]?.()
}

/** The texts without one that an edit removes. */
export const hides =
  (...texts: readonly string[]) =>
  (before: readonly string[]): readonly string[] =>
    before.filter((other) => !texts.includes(other))

/** The names under which the step of a trigger is looked up, the most specific first. */
function executorNames({ kind, subject, case: name }: Trigger): string[] {
  const label = labelOf({ kind, subject, case: name })
  return kind === 'done' || kind === 'error' || kind === 'snapshot'
    ? [label, `${subject} ${kind}`, subject]
    : kind === 'delay'
      ? [subject, label]
      : [label, subject]
}

/** The reason why a trigger cannot happen in a browser, in general or in this state. */
export function reasonAgainst({ config }: PageDriver, trigger: Trigger, { snapshot }: ActorState): string | undefined {
  return (
    executorNames(trigger)
      .map((name) => config.notInBrowser?.[name])
      .find((reason) => reason !== undefined) ?? config.notNow?.(labelOf(trigger), snapshot)
  )
}

/** The reason why no browser can follow this path; undefined if one can. */
export function reasonAgainstPath(
  driver: PageDriver,
  { input, start, steps }: Pick<Path, 'input' | 'start' | 'steps'>,
): string | undefined {
  const { inputs } = driver.config
  if (inputs !== undefined && !inputs.includes(input)) return `no page can be opened at '${input}'.`
  const reasons = steps.map(({ trigger }, i) => reasonAgainst(driver, trigger, (steps[i - 1] ?? start).actorState))
  return reasons.find((reason) => reason !== undefined)
}

/** A table that throws for a missing entry and names it. */
function strictTable<T>(table: Readonly<Record<string, T>>, what: string, machine: string): Record<string, T> {
  return new Proxy<Record<string, T>>(
    { ...table },
    {
      get: (target, name) => {
        const found = target[String(name)]
        if (found === undefined) throw new Error(`The page driver of ${machine} has no ${what} for '${String(name)}'.`)
        return found
      },
    },
  )
}

/** The step of a trigger. Throws if the page driver has none. */
export function executorOf(driver: PageDriver, trigger: Trigger): DriverStep<AnyStateMachine> | undefined {
  const { config, model } = driver
  const table =
    trigger.kind === 'event'
      ? (config.events as unknown as Record<string, DriverStep<AnyStateMachine>>)
      : trigger.kind === 'delay'
        ? (config.delays ?? {})
        : (config.outcomes ?? {})
  const [exact = ''] = executorNames(trigger)
  const name = executorNames(trigger).find((candidate) => Object.hasOwn(table, candidate))
  if (name === undefined && trigger.kind === 'delay') return undefined
  return strictTable(table, trigger.kind === 'event' ? 'event' : 'outcome', model.name)[name ?? exact]
}

/** All triggers of a model. */
function allPossible(model: Model): Trigger[] {
  const ids = new Set([...readChart(model.machine).invocations.map(({ id }) => id), ...Object.keys(model.outcomes)])
  const actorState = { running: ids } as unknown as Parameters<typeof outcomeTriggers>[1]
  return [...eventTriggers(model), ...outcomeTriggers(model, actorState)]
}

/** A capital letter, at least three words, and a period. */
const isSentence = (text: string): boolean => /^\p{Lu}\S*(?:\s+\S+){2,}\.$/u.test(text)

/** Exclusions whose reason is not a sentence. */
export const missingReasons = ({ model, config }: PageDriver): string[] =>
  Object.entries(config.notInBrowser ?? {})
    .filter(([, reason]) => !isSentence(reason))
    .map(
      ([name, reason]) =>
        `The page driver of ${model.name} leaves out '${name}' with the reason '${reason}': write a sentence.`,
    )

/** States with the assertion of another one and without a reason, and reasons that no state needs. */
export function lookAlikes({ model, config }: PageDriver): string[] {
  const reasons = config.alike ?? {}
  const firstWith = new Map<unknown, string>()
  const alike = Object.entries(config.states).flatMap(([state, assert]) => {
    const first = firstWith.get(assert)
    if (first === undefined) firstWith.set(assert, state)
    return first === undefined ? [] : [{ state, first }]
  })
  return [
    ...alike
      .filter(({ state }) => !isSentence(reasons[state] ?? ''))
      .map(
        ({ state, first }) =>
          `The page driver of ${model.name} asserts '${state}' like '${first}'. Assert what tells them apart, or write a ` +
          'sentence in `alike` that says why a user sees no difference.',
      ),
    ...Object.keys(reasons)
      .filter((state) => !alike.some((one) => one.state === state))
      .map(
        (state) => `The page driver of ${model.name} has its own assertion for '${state}'. Remove it from \`alike\`.`,
      ),
  ]
}

/** What is missing in a page driver; empty if it is complete. */
export function findGaps(driver: PageDriver): string[] {
  const { model, config } = driver
  const chart = readChart(model.machine)
  const missing: string[] = []
  const used = new Set<string>()
  for (const trigger of allPossible(model)) {
    const reason = executorNames(trigger).find((name) => config.notInBrowser?.[name] !== undefined)
    if (reason !== undefined) {
      used.add(reason)
      continue
    }
    try {
      executorOf(driver, trigger)
    } catch (error) {
      missing.push(`${(error as Error).message} Add a step, or a reason to notInBrowser.`)
    }
  }
  const actorStates = planTours(driver).all.tours.flatMap(actorStatesOf)
  for (const path of new Set(actorStates.flatMap(({ snapshot }) => leavesOf(snapshot)))) {
    if (chart.states.get(path)?.type === 'atomic' && config.states[path] === undefined)
      missing.push(`The page driver of ${model.name} has no assertion for the state '${path}'.`)
  }
  const delays = new Set([...chart.candidates.values()].flatMap(({ eventType }) => eventType.split('.')[2] ?? []))
  missing.push(...missingReasons(driver))
  for (const name of Object.keys(config.notInBrowser ?? {})) {
    if (!used.has(name) && !delays.has(name))
      missing.push(`The page driver of ${model.name} leaves out '${name}', which its model does not have.`)
  }
  for (const name of Object.keys(config.states)) {
    if (!chart.states.has(name))
      missing.push(`The page driver of ${model.name} has an assertion for '${name}', which is no state.`)
  }
  const names = new Set(allPossible(model).flatMap(executorNames))
  for (const name of [...Object.keys(config.events), ...Object.keys(config.outcomes ?? {})]) {
    if (!names.has(name))
      missing.push(`The page driver of ${model.name} has a step for '${name}', which its model does not have.`)
  }
  const labels = new Set([...Object.keys(model.inputs), ...allPossible(model).map(labelOf)])
  for (const label of Object.keys(config.texts ?? {})) {
    if (!labels.has(label))
      missing.push(`The page driver of ${model.name} has a text for '${label}', which its model does not have.`)
  }
  return missing
}

/** What a step shows, or sends: each state, kind of result and event of the user, once. */
const shownResults: GoalsOf = ({ snapshot }, trigger) => {
  const { kind } = (snapshot.output ?? {}) as { kind?: string }
  return [
    ...leavesOf(snapshot),
    ...(kind ? [`result ${kind}`] : []),
    ...(trigger?.kind === 'event' ? [labelOf(trigger)] : []),
  ]
}

/** The same, and each message. */
const shownAndSent: GoalsOf = (actorState, trigger) => {
  const { message } = actorState.snapshot.context as { message?: string }
  return [...shownResults(actorState, trigger), ...(message ? [`message ${message}`] : [])]
}

/** The goals of the short tours. The model check and the ledger have the results of a payment. */
export const goalsOfShortTours = ({ config }: PageDriver): GoalsOf =>
  config.untakenByModelCheck ? ({ snapshot }) => leavesOf(snapshot) : shownAndSent

/** The goals of all tours of a machine whose other transitions the model check takes. */
function goalsBesideModelCheck({ model }: PageDriver, untaken: readonly string[]): GoalsOf {
  const { candidates } = readChart(model.machine)
  return (actorState, trigger) => [
    ...shownResults(actorState, trigger),
    ...actorState.taken.filter((key) => untaken.includes(candidates.get(key)?.text ?? '')),
  ]
}

const plans = new WeakMap<PageDriver, { all: TourPlan; core: TourPlan }>()

/**
 * The tours of a page driver, and what they omit with the reasons. `all` take every transition that the model check of
 * payments does not take; the fewer and shorter ones of `core` show every state, result and message and send every event,
 * those of a payment only its states.
 * Planned once for each driver.
 */
export function planTours(driver: PageDriver): { all: TourPlan; core: TourPlan } {
  const known = plans.get(driver)
  if (known) return known
  const { inputs, untakenByModelCheck } = driver.config
  const options = {
    allows: (trigger: Trigger, before: ActorState) => reasonAgainst(driver, trigger, before) === undefined,
    ...(inputs === undefined ? {} : { inputs }),
    ...(untakenByModelCheck && { goalsOf: goalsBesideModelCheck(driver, untakenByModelCheck) }),
  }
  const all = planTransitionTours(driver.model, options)
  const planned = {
    all,
    core: planTransitionTours(driver.model, { ...options, goalsOf: goalsOfShortTours(driver) }),
  }
  plans.set(driver, planned)
  return planned
}

const turnsByDriver = new WeakMap<PageDriver, ReadonlyMap<TourStep, Turn>>()

/** The turn of a step of the planned tours. A step of any other path takes the first way. */
export function turnOf(driver: PageDriver, step: TourStep): Turn {
  const turns = turnsByDriver.get(driver) ?? countTurns(driver)
  turnsByDriver.set(driver, turns)
  return turns.get(step) ?? { before: 0, all: Infinity }
}

/** The short tours take the ways in turn too, and together may take fewer of them. */
function countTurns(driver: PageDriver): ReadonlyMap<TourStep, Turn> {
  const { all, core } = planTours(driver)
  const executor = ({ trigger }: TourStep) => executorOf(driver, trigger)
  const count = (steps: readonly TourStep[], of: TourStep) =>
    steps.filter((step) => executor(step) === executor(of)).length
  const allSteps = all.tours.flatMap((tour) => tour.steps)
  const turnsIn = (steps: readonly TourStep[]) =>
    steps.map((step, i) => [step, { before: count(steps.slice(0, i), step), all: count(allSteps, step) }] as const)
  return new Map([...turnsIn(allSteps), ...turnsIn(core.tours.flatMap((tour) => tour.steps))])
}

/** The actor states of a tour, from its start. */
export const actorStatesOf = ({ start, steps }: TransitionTour): ActorState[] => [
  start,
  ...steps.map(({ actorState }) => actorState),
]

/** Assigns the axe check of each leaf state to the first tour that shows it. */
export function assignChecks(tours: readonly TransitionTour[]): Map<TransitionTour, ReadonlySet<string>> {
  const assigned = new Set<string>()
  return new Map(
    tours.map((tour) => {
      const leaves = new Set(actorStatesOf(tour).flatMap(({ snapshot }) => leavesOf(snapshot)))
      const own = [...leaves].filter((leaf) => !assigned.has(leaf))
      for (const leaf of own) assigned.add(leaf)
      return [tour, new Set(own)]
    }),
  )
}
