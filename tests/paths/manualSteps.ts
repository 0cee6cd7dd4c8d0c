/** The manual steps of a path: how to reach its start, and what to set up at `/sandbox` before each step. */
import { cases, labelOf, type Trigger } from '../../tools/model-testing/trigger.ts'
import { type ManualSteps } from '../../tools/model-testing/pathFormats.ts'
import { type ManualStart, type Model, type NotManual, type ManualCause } from './model.ts'
import { type Path } from '../../tools/model-testing/pathRun.ts'
import { spawnedActors } from '../../tools/model-testing/stepper.ts'

/** The delay of a held response, in ms, which gives the tester time to check the page and to do the next step. */
const HOLD_MS = 10_000
/** A wait of at least this many ms leaves the tester time to set something up. */
const LONG_WAIT_MS = 5_000

const isNotManual = (value: object | string | undefined): value is NotManual =>
  typeof value === 'object' && 'impossible' in value

function faultText(cause: Extract<ManualCause, { fault: string }>, own: string | undefined): string {
  const { call = own ?? '', fault, message, ms, match, times = 1 } = cause
  const fields = [
    `Call \`${call}\``,
    `Fault \`${fault}\``,
    times === 'always' ? 'Times empty' : `Times ${times}`,
    ...(ms === undefined ? [] : [`Delay in ms ${ms}`]),
    ...(match === undefined ? [] : [`Only with this field \`${match}\``]),
    ...(message === undefined ? [] : [`Message “${message}”`]),
  ]
  const end = times === 'always' ? ' Remove it after this path, or when the call must succeed again.' : ''
  return `At \`/sandbox\`: ${fields.join(', ')}, _Add this fault_.${end}`
}

const messageOf = (payload: unknown): string | undefined => {
  const message = typeof payload === 'object' && payload !== null && 'message' in payload ? payload.message : undefined
  return typeof message === 'string' ? message : undefined
}

const isRefusal = (name: string): boolean => /^(refused|declined)/.test(name)

/** How a tester causes a trigger; undefined if it is a step of the tester or needs no action. */
function manualCauseOf(model: Model, { kind, subject, case: name }: Trigger): ManualCause | undefined {
  const { causedBy = {}, calls = {} } = model.manual ?? {}
  const label = labelOf({ kind, subject, case: name })
  const names = kind === 'event' || kind === 'delay' ? [label, subject] : [label, `${subject} ${kind}`, subject]
  const own = names.find((candidate) => Object.hasOwn(causedBy, candidate))
  if (own !== undefined) return causedBy[own]
  if (kind === 'event' || kind === 'delay' || !Object.hasOwn(calls, subject)) return undefined
  const payload = cases(model.outcomes[subject]?.[kind]).find(([other]) => other === name)?.[1]
  const message = messageOf(payload)
  if (kind === 'error')
    return name === 'not an Error' ? { impossible: 'The page throws only Errors.' } : { fault: 'cut-before' }
  if (isRefusal(name))
    return message === ''
      ? { impossible: 'The sandbox always refuses with a message.' }
      : { fault: 'refuse', ...(message === undefined ? {} : { message }) }
  const [first] = cases(model.outcomes[subject]?.done)
    .map(([other]) => other)
    .filter((other) => !isRefusal(other))
  return name === first ? undefined : { impossible: `The sandbox has no response “${name}”.` }
}

/** The account and the address of the start. `prepared` comes before the last sentence. */
function startTexts({ as, before, open, then }: ManualStart, prepared: readonly string[]): string[] {
  const who = as === null ? 'Sign out.' : `Sign in as \`${as}@statecast.test\`.`
  const opened = `Open \`${open}\`.`
  return [
    who,
    ...(before === undefined ? [] : [before]),
    ...(then === undefined ? [...prepared, opened] : [opened, ...prepared, then]),
  ]
}

export function manualStepsFor(model: Model, { input, start, steps }: Path): ManualSteps | undefined {
  const { manual: config } = model
  if (!config) return undefined
  const begin = config.starts[input] ?? config.starts['']
  const causes = steps.map(({ trigger }) => manualCauseOf(model, trigger))
  const actorStates = [start.actorState, ...steps.map(({ actorState }) => actorState)]
  const spawnedIds = actorStates.map((actorState) => spawnedActors(actorState).map(({ id }) => id))
  const before = new Map<number, string[]>()
  /** Whether the tester acts in a step, or waits long enough to set something up. */
  const isTesterActing = (i: number): boolean => {
    const { trigger } = steps[i] as Path['steps'][number]
    const cause = causes[i]
    if (trigger.kind === 'delay') return (trigger.timer?.due ?? 0) - (actorStates[i]?.now ?? 0) >= LONG_WAIT_MS
    return cause === undefined ? trigger.kind === 'event' : typeof cause === 'object' && 'do' in cause
  }
  const addText = (at: number, text: string): void => void before.set(at, [...(before.get(at) ?? []), text])
  /** Adds a text before the last step up to `step` in which the tester acts; -1 is the start. */
  const prepare = (step: number, text: string): void => {
    let at = step
    while (at >= 0 && !isTesterActing(at)) at--
    addText(at, text)
  }
  /** The step that started an actor which runs after step `i`; -1: it runs from the start. */
  const stepOfSpawn = (id: string, i: number): number => {
    let at = i
    while (at >= 0 && !spawnedIds[at + 1]?.includes(id)) at--
    return at
  }

  steps.forEach(({ trigger: { subject, kind } }, i) => {
    const cause = causes[i]
    const isResponse = kind !== 'event' && kind !== 'delay'
    const call = config.calls?.[subject]
    const since = isResponse ? stepOfSpawn(subject, i - 1) : i
    if (cause === undefined) {
      // The tester acts before the response arrives, so the response needs a delay.
      const between = steps.slice(since + 1, i).some((_, k) => isTesterActing(since + 1 + k))
      if (isResponse && call !== undefined && between) prepare(since, faultText({ fault: 'delay', ms: HOLD_MS }, call))
    } else if (cause === 'itself' || 'impossible' in cause) return
    else if ('do' in cause) addText(i, cause.do)
    else {
      // A fault for an event is added right before it. Other preparation comes before the last action of the tester.
      const text = 'set' in cause ? cause.set : faultText(cause, call)
      if (isResponse) prepare(since, text)
      else if ('set' in cause) prepare(i - 1, text)
      else addText(i, text)
    }
  })
  // A call that stays pending on this path is held, so that the tester can see the pending state.
  actorStates.forEach((actorState, k) => {
    for (const { id } of spawnedActors(actorState)) {
      const call = config.calls?.[id]
      const hasResponse = steps
        .slice(k)
        .some(({ trigger }, j) => trigger.subject === id && stepOfSpawn(id, k + j - 1) === k - 1)
      if (call !== undefined && !hasResponse && actorState.running.has(id))
        prepare(k - 1, faultText({ fault: 'delay', ms: HOLD_MS }, call))
    }
  })

  const obstacle = causes.find(isNotManual) ?? (isNotManual(begin) ? begin : undefined)
  const missingStart = begin === undefined ? `The model has no start for the input “${input}”.` : undefined
  const first = before.get(-1) ?? []
  before.delete(-1)
  return {
    startTexts: begin === undefined || isNotManual(begin) ? [] : startTexts(begin, first),
    before,
    reasonAgainst: obstacle?.impossible ?? missingStart,
  }
}
