/** A flow: how a person and the host make everything of a model happen in a browser, and what is then to be seen. */
import { type expect as Expect, type Page } from '@playwright/test'
import { type AnyMachineSnapshot, type AnyStateMachine, type EventFrom, type SnapshotFrom } from 'xstate'
import { readChart } from '../../tools/model-testing/chart.ts'
import { eventTriggers, outcomeTriggers, labelOf, type Trigger } from '../../tools/model-testing/trigger.ts'
import { type Model } from '../../tools/model-testing/model.ts'
import { type ActorState } from '../../tools/model-testing/stepper.ts'
import { planTransitionTours, type TourPlan } from '../../tools/model-testing/transitionTours.ts'
import { type Path } from '../../tools/model-testing/pathRun.ts'
import { type Call, type RequestHold } from './requestHold.ts'
import { type RunningServer } from './server.ts'

/** What every executor is handed. */
export type DriverContext<M extends AnyStateMachine> = {
  readonly page: Page
  readonly server: RunningServer
  readonly hold: RequestHold
  readonly expect: typeof Expect
  /** What the machine is expected to be, after this step. */
  readonly snapshot: SnapshotFrom<M>
}

export type DriverStep<M extends AnyStateMachine, E = unknown> = (
  context: DriverContext<M> & { readonly event: E; readonly case: string },
) => Promise<void>

/** A conditional type, so that the compiler knows the machine before it reads the executors' parameters. */
type EventDriverSteps<M extends AnyStateMachine> = M extends unknown
  ? { readonly [Type in EventFrom<M>['type']]?: DriverStep<M, Extract<EventFrom<M>, { type: Type }>> } & {
      readonly [Label in `${EventFrom<M>['type']} / ${string}`]?: DriverStep<M, EventFrom<M>>
    }
  : never

export type PageDriverConfig<M extends AnyStateMachine> = {
  /** Brings the page to where the model starts from this input. The clock still runs, and nothing is held yet. */
  readonly open: (context: DriverContext<M>, input: string) => Promise<void>
  /** Inputs of the model that a page can be opened with; all when left out. */
  readonly inputs?: readonly string[]
  /** Calls that are held during the whole tour, from before `open`. */
  readonly heldCalls?: readonly Call[]
  /** By event type, or `type / case`, which goes first. */
  readonly events: EventDriverSteps<M>
  /** By invoke id, `id done`, or `id done / case`; the most exact goes first. */
  readonly outcomes?: Readonly<Record<string, DriverStep<M>>>
  /** By name of the delay; left out: the page's clock is moved by what the machine says. */
  readonly delays?: Readonly<Record<string, DriverStep<M>>>
  /** What is to be seen, by path of each atomic state. Every one that a tour comes to rest in needs an entry. */
  readonly states: Readonly<Record<string, (context: DriverContext<M>) => Promise<void>>>
  /**
   * What no person and no host can cause in a browser, each with the reason in a sentence: labels, event types, invoke
   * ids, delays.
   */
  readonly notInBrowser?: Readonly<Record<string, string>>
  /**
   * Why a happening, told by its label, can't be caused in this very moment, although it can in others; undefined where
   * it can. For machines whose children answer by what has come before, which their model leaves open.
   */
  readonly notNow?: (label: string, snapshot: SnapshotFrom<M>) => string | undefined
  /** Leave the page's clock alone: for flows whose delays all pass in real time. It is held only where a machine waits. */
  readonly hasRealClock?: boolean
  /** Why a tour can't be driven on a phone's width: its pictures are then taken by making a wide page narrow for a moment. */
  readonly wideOnly?: string
  /**
   * For a picture only: brings before the camera what the state is about, where it would be out of view. Answers how the
   * page gets back to where it was.
   */
  readonly preparePicture?: (context: DriverContext<M>) => Promise<() => Promise<void>>
  /** CSS selectors that the accessibility check leaves out, each with the reason. */
  readonly axeExclusions?: Readonly<Record<string, string>>
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

/** The names under which a happening's executor may stand, the most exact first. */
export function executorNames({ kind, subject, case: name }: Trigger): string[] {
  const label = labelOf({ kind, subject, case: name })
  return kind === 'done' || kind === 'error' || kind === 'snapshot'
    ? [label, `${subject} ${kind}`, subject]
    : kind === 'delay'
      ? [subject, label]
      : [label, subject]
}

/** The reason why a happening can't be caused in a browser, ever or in this moment, if the flow gives one. */
export function reasonAgainst({ config }: PageDriver, trigger: Trigger, { snapshot }: ActorState): string | undefined {
  return (
    executorNames(trigger)
      .map((name) => config.notInBrowser?.[name])
      .find((reason) => reason !== undefined) ?? config.notNow?.(labelOf(trigger), snapshot)
  )
}

/** Why no browser can follow this path; undefined where one can. */
export function reasonAgainstPath(
  flow: PageDriver,
  { input, start, steps }: Pick<Path, 'input' | 'start' | 'steps'>,
): string | undefined {
  const { inputs } = flow.config
  if (inputs !== undefined && !inputs.includes(input)) return `no page can be opened at '${input}'.`
  const reasons = steps.map(({ trigger }, i) => reasonAgainst(flow, trigger, (steps[i - 1] ?? start).actorState))
  return reasons.find((reason) => reason !== undefined)
}

/** A table that throws where an executor is asked for that is not there, and names it. */
export function strictTable<T>(table: Readonly<Record<string, T>>, what: string, machine: string): Record<string, T> {
  return new Proxy<Record<string, T>>(
    { ...table },
    {
      get: (target, name) => {
        const found = target[String(name)]
        if (found === undefined) throw new Error(`The flow of ${machine} has no ${what} for '${String(name)}'.`)
        return found
      },
    },
  )
}

/** The executor of a happening. Throws with its name when the flow has none. */
export function executorOf(flow: PageDriver, trigger: Trigger): DriverStep<AnyStateMachine> | undefined {
  const { config, model } = flow
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

/** Everything that the model names and that could happen. */
function allPossible(model: Model): Trigger[] {
  const ids = new Set([...readChart(model.machine).invocations.map(({ id }) => id), ...Object.keys(model.outcomes)])
  const actorState = { running: ids } as unknown as Parameters<typeof outcomeTriggers>[1]
  return [...eventTriggers(model), ...outcomeTriggers(model, actorState)]
}

/** A capital, three words at least, and a full stop: what a reader can judge. */
const isSentence = (text: string): boolean => /^\p{Lu}\S*(?:\s+\S+){2,}\.$/u.test(text)

/** What a flow leaves out without a reason that is a sentence, each told as one. */
export const missingReasons = ({ model, config }: PageDriver): string[] =>
  Object.entries(config.notInBrowser ?? {})
    .filter(([, reason]) => !isSentence(reason))
    .map(
      ([name, reason]) =>
        `The flow of ${model.name} leaves out '${name}' for no reason but '${reason}': say why in a sentence.`,
    )

/** What a flow lacks, each as a sentence. Empty when it can be driven. */
export function findGaps(flow: PageDriver): string[] {
  const { model, config } = flow
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
      executorOf(flow, trigger)
    } catch (error) {
      missing.push(`${(error as Error).message} Say how it is made to happen, or why it can't be, in notInBrowser.`)
    }
  }
  const moments = planTours(flow).tours.flatMap(({ start, steps }) => [
    start,
    ...steps.map(({ actorState }) => actorState),
  ])
  for (const path of new Set(moments.flatMap(({ snapshot }) => leafStatesOf(snapshot)))) {
    if (chart.states.get(path)?.type === 'atomic' && config.states[path] === undefined)
      missing.push(`The flow of ${model.name} does not say what is to be seen in '${path}'.`)
  }
  const delays = new Set([...chart.candidates.values()].flatMap(({ eventType }) => eventType.split('.')[2] ?? []))
  missing.push(...missingReasons(flow))
  for (const name of Object.keys(config.notInBrowser ?? {})) {
    if (!used.has(name) && !delays.has(name))
      missing.push(`The flow of ${model.name} leaves out '${name}', which its model does not have.`)
  }
  for (const name of Object.keys(config.states)) {
    if (!chart.states.has(name))
      missing.push(`The flow of ${model.name} tells what is to be seen in '${name}', which is no state.`)
  }
  const names = new Set(allPossible(model).flatMap(executorNames))
  for (const name of [...Object.keys(config.events), ...Object.keys(config.outcomes ?? {})]) {
    if (!names.has(name))
      missing.push(`The flow of ${model.name} can make '${name}' happen, which its model does not have.`)
  }
  return missing
}

/** The tours of a flow: all that a browser can cause, and what is left out with its reason. */
export function planTours(flow: PageDriver): TourPlan {
  const { inputs } = flow.config
  return planTransitionTours(flow.model, {
    allows: (trigger, before) => reasonAgainst(flow, trigger, before) === undefined,
    ...(inputs === undefined ? {} : { inputs }),
  })
}

/** The atomic and final states in which a snapshot is. */
export function leafStatesOf(snapshot: AnyMachineSnapshot): string[] {
  return snapshot._nodes.filter((node) => Object.keys(node.states).length === 0).map(({ path }) => path.join('.'))
}
