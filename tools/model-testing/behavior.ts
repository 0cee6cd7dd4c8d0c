/** The behavior of a machine in words: a line for each transition that the cases of its model take. */
import { type AnyStateNode } from 'xstate'
import { actionNames, delayOf, leavesOf, type Chart } from './chart.ts'
import { isEqual } from './isEqual.ts'
import { type PathRun } from './pathRun.ts'
import { durationText, triggerText } from './pathText.ts'
import { createStepper, spawnedActors, type ActorState } from './stepper.ts'

/** One step: the next state with the guards that refused and the actions, the changed paths of the context, other effects. */
type Result = { head: string; paths: readonly string[]; context: unknown; effects: readonly string[] }

const LONG_LIST = 8
const LONG_TEXT = 160
/** The headings of steps that leave no state. */
const START = 'start'
const ROOT = 'in every state'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Error)

/** A record inside a value is shown by its id or slug, a long list by its ends and its length. */
function valueText(value: unknown, isInside = false): string {
  if (typeof value === 'string')
    return value.length <= LONG_TEXT ? `‘${value}’` : `‘${value.slice(0, 20)}…’ of ${value.length} characters`
  if (value instanceof Error) return `‘${value.message}’`
  if (Array.isArray(value)) {
    const items = value.map((item) => valueText(item, true))
    const ends = [...items.slice(0, 3), '…', items.at(-1)]
    return items.length <= LONG_LIST ? `[${items.join(', ')}]` : `[${ends.join(', ')}: ${items.length}]`
  }
  if (!isRecord(value)) return String(value)
  const parts = Object.entries(value).map(([name, part]) => `${name}: ${valueText(part, true)}`)
  if (parts.length === 0) return '{}'
  const id = ['id', 'slug'].find((name) => name in value)
  if (!isInside) return `{ ${parts.join(', ')} }`
  return id === undefined ? '{…}' : valueText(value[id]).replace(/^‘|’$/g, '')
}

const withValue = (name: string, value: unknown): string => (value === undefined ? name : `${name} ${valueText(value)}`)

/** The paths of the parts that differ. A record of which every part differs is one path. */
function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (isEqual(before, after)) return []
  if (!isRecord(before) || !isRecord(after)) return [path]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const paths = names.flatMap((name) => changedPaths(before[name], after[name], path === '' ? name : `${path}.${name}`))
  return path === '' || paths.length < names.length ? paths : [path]
}

const partAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), value)

function effectsOf(
  before: ActorState | undefined,
  { snapshot, timers, now, childActions, effects, raised }: ActorState,
) {
  const waiting = new Set(before?.timers.map(({ id, due }) => `${id} ${due}`))
  return [
    ...effects.filter(({ params }) => params !== undefined).map(({ type, params }) => withValue(type, params)),
    ...raised.filter((type) => !type.startsWith('xstate.')).map((type) => `raises ${type}`),
    ...spawnedActors({ childActions }).map(({ id, input }) => withValue(`starts ${id}`, input)),
    ...childActions.flatMap((action) =>
      action.kind === 'send' ? [`sends ${valueText(action.event)} to ${action.id}`] : [],
    ),
    ...timers
      .filter(({ id, due }) => !waiting.has(`${id} ${due}`))
      .map(({ event, due }) => `waits ${durationText(due - now)} for ${delayOf(event.type)}`),
    ...(snapshot.output === undefined ? [] : [`output ${valueText(snapshot.output)}`]),
  ]
}

/** Guards of `always` transitions are left out, except where another one of the same list was taken. */
function refusalText({ candidates }: Chart, { taken, refused }: ActorState): string {
  const chosen = new Set(taken.map((key) => candidates.get(key)).map((one) => `${one?.state} ${one?.eventType}`))
  const guards = refused
    .map((key) => candidates.get(key))
    .filter((one) => one?.eventType !== '' || chosen.has(`${one.state} ${one.eventType}`))
    .map((one) => one?.guard)
  return guards.length > 0 ? ` (not ${[...new Set(guards)].join(', ')})` : ''
}

function resultOf(chart: Chart, before: ActorState | undefined, after: ActorState): Result {
  const earlier = new Set(before && leavesOf(before.snapshot))
  const entered = leavesOf(after.snapshot).filter((leaf) => !earlier.has(leaf))
  const next = entered.length > 0 ? entered.join(' + ') : 'stays'
  const actions = after.taken.flatMap((key) => chart.candidates.get(key)?.actions ?? [])
  return {
    head: [`${next}${refusalText(chart, after)}`, actions.join(', ')].filter(Boolean).join('; '),
    paths: changedPaths(before?.snapshot.context ?? {}, after.snapshot.context),
    context: after.snapshot.context,
    effects: effectsOf(before, after),
  }
}

/** The state in which a step is listed: the leaf that it leaves, or the source of its transition. */
function stateOf(chart: Chart, before: ActorState, after: ActorState): string {
  const remaining = leavesOf(after.snapshot)
  const [left, ...others] = leavesOf(before.snapshot).filter((leaf) => !remaining.includes(leaf))
  if (left !== undefined && others.length === 0) return left
  const source = chart.candidates.get(after.taken[0] ?? after.refused[0] ?? '')?.state ?? ROOT
  return chart.states.has(source) ? source : ROOT
}

function headingOf(state: string, { tags, entry, exit, type }: AnyStateNode): string {
  const notes = Object.entries({ tags, 'on entry': actionNames(entry), 'on exit': actionNames(exit) })
    .filter(([, names]) => names.length > 0)
    .map(([name, names]) => `${name}: ${names.join(', ')}`)
  if (type === 'final') notes.push('final')
  return notes.length > 0 ? `${state} (${notes.join('; ')})` : state
}

/** Results with the same head show the same parts of the context, so that they differ in values only. */
function resultLines(cause: string, results: readonly Result[]): string[] {
  const heads = new Map<string, Set<string>>()
  for (const { head, paths } of results) heads.set(head, new Set([...(heads.get(head) ?? []), ...paths]))
  const lines = results.map(({ head, context, effects }) => {
    const paths = [...(heads.get(head) ?? [])]
    const changes = paths
      .filter((path) => !paths.some((other) => path.startsWith(`${other}.`)))
      .map((path) => `${path} = ${valueText(partAt(context, path))}`)
    return `  ${cause} → ${[head, ...changes, ...effects].join('; ')}`
  })
  return [...new Set(lines)]
}

/**
 * Returns the states of a machine in the order of its chart, each followed by a line for each cause: the next state, the
 * guards that refused, the actions, the values that the context has then, and what the machine starts, sends or outputs.
 */
export function behaviorText({ model, chart, nodes }: PathRun): string {
  const stepper = createStepper(model.machine)
  const states = new Map([START, ROOT, ...chart.states.keys()].map((state) => [state, new Map<string, Result[]>()]))
  const add = (state: string, cause: string, result: Result): void => {
    const causes = states.get(state)
    causes?.set(cause, [...(causes.get(cause) ?? []), result])
  }
  for (const { from, trigger, actorState, input, refusals } of nodes) {
    const before = from?.actorState
    const result = resultOf(chart, before, actorState)
    if (before && trigger) add(stateOf(chart, before, actorState), triggerText(model, trigger, before), result)
    else add(START, input, result)
    for (const refusal of refusals) {
      const after = stepper.next(actorState, refusal.event)
      const head = `ignored${refusalText(chart, after)}`
      if (head !== 'ignored')
        add(stateOf(chart, actorState, after), triggerText(model, refusal, actorState), {
          ...resultOf(chart, actorState, after),
          head,
        })
    }
  }
  return [...states]
    .map(([state, causes]) => {
      const node = chart.states.get(state)
      const lines = [...causes].flatMap(([cause, results]) => resultLines(cause, results))
      return { state, heading: node ? headingOf(state, node) : state, lines }
    })
    .filter(({ state, heading, lines }) => lines.length > 0 || heading !== state)
    .map(({ heading, lines }) => `${[heading, ...lines].join('\n')}\n`)
    .join('\n')
}
