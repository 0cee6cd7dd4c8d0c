/** What somebody does who follows a path by hand: where to begin, and what to set up at `/sandbox` before which step. */
import { cases, labelOf, type Trigger } from '../../tools/model-testing/trigger.ts'
import { type ManualSteps } from '../../tools/model-testing/pathFormats.ts'
import { type ManualStart, type Model, type NotManual, type ManualCause } from './model.ts'
import { type Path } from '../../tools/model-testing/pathRun.ts'
import { spawnedActors } from '../../tools/model-testing/stepper.ts'

/** How long an answer is held back that has to be waited for, in ms: long enough to look, and to do the next step. */
const HOLD_MS = 10_000
/** Whoever waits so long has the time to set something up meanwhile, in ms. */
const LONG_WAIT_MS = 5_000

const isNotManual = (it: object | string | undefined): it is NotManual => typeof it === 'object' && 'not' in it

/** A fault as it is filled in at `/sandbox`. */
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
  const end =
    times === 'always' ? ' Remove it there when this path is over, or when the call has to go through again.' : ''
  return `At \`/sandbox\`: ${fields.join(', ')}, _Add this fault_.${end}`
}

const messageOf = (payload: unknown): string | undefined => {
  const message = typeof payload === 'object' && payload !== null && 'message' in payload ? payload.message : undefined
  return typeof message === 'string' ? message : undefined
}

const isRefusal = (name: string): boolean => /^(refused|declined)/.test(name)

/** How this happening is caused; undefined where a person does it, or where it comes by itself. */
function manualCauseOf(model: Model, { kind, subject, case: name }: Trigger): ManualCause | undefined {
  const { causedBy: tricks = {}, calls = {} } = model.manual ?? {}
  const label = labelOf({ kind, subject, case: name })
  const names = kind === 'event' || kind === 'delay' ? [label, subject] : [label, `${subject} ${kind}`, subject]
  const own = names.find((candidate) => Object.hasOwn(tricks, candidate))
  if (own !== undefined) return tricks[own]
  if (kind === 'event' || kind === 'delay' || !Object.hasOwn(calls, subject)) return undefined
  const payload = cases(model.outcomes[subject]?.[kind]).find(([other]) => other === name)?.[1]
  const message = messageOf(payload)
  if (kind === 'error')
    return name === 'not even an error' ? { not: 'What the page throws is always an error.' } : { fault: 'cut-before' }
  if (isRefusal(name))
    return message === ''
      ? { not: 'The sandbox refuses with words only.' }
      : { fault: 'refuse', ...(message === undefined ? {} : { message }) }
  const [first] = cases(model.outcomes[subject]?.done)
    .map(([other]) => other)
    .filter((other) => !isRefusal(other))
  return name === first ? undefined : { not: `The sandbox has no answer like “${name}”.` }
}

/** Who begins and where, in sentences; what is set up before the last of them comes in between. */
function startTexts({ as, before, open, then }: ManualStart, prepared: readonly string[]): string[] {
  const who = as === null ? 'Be signed out.' : `Sign in as \`${as}@statecast.test\`.`
  const opened = `Open \`${open}\`.`
  return [
    who,
    ...(before === undefined ? [] : [before]),
    ...(then === undefined ? [...prepared, opened] : [opened, ...prepared, then]),
  ]
}

/** What a person has to know of this path; undefined where the model says nothing to those who follow it by hand. */
export function manualStepsFor(model: Model, { input, start, steps }: Path): ManualSteps | undefined {
  const { manual: hand } = model
  if (!hand) return undefined
  const begin = hand.starts[input] ?? hand.starts['']
  const causes = steps.map(({ trigger }) => manualCauseOf(model, trigger))
  const moments = [start.actorState, ...steps.map(({ actorState }) => actorState)]
  const spawnedIds = moments.map((actorState) => spawnedActors(actorState).map(({ id }) => id))
  const before = new Map<number, string[]>()
  /** Whether the person acts in this step, or waits so long that something can be set up before. */
  const isPersonActing = (i: number): boolean => {
    const { trigger } = steps[i] as Path['steps'][number]
    const cause = causes[i]
    if (trigger.kind === 'delay') return (trigger.timer?.due ?? 0) - (moments[i]?.now ?? 0) >= LONG_WAIT_MS
    return cause === undefined ? trigger.kind === 'event' : typeof cause === 'object' && 'do' in cause
  }
  const addText = (at: number, words: string): void => void before.set(at, [...(before.get(at) ?? []), words])
  /** Set up before the step in which a person last did something; -1 is the beginning. */
  const prepare = (step: number, words: string): void => {
    let at = step
    while (at >= 0 && !isPersonActing(at)) at--
    addText(at, words)
  }
  /** The step with which an actor that runs after step `i` was begun; -1: it ran from the beginning. */
  const stepOfSpawn = (id: string, i: number): number => {
    let at = i
    while (at >= 0 && !spawnedIds[at + 1]?.includes(id)) at--
    return at
  }

  steps.forEach(({ trigger: { subject, kind } }, i) => {
    const trick = causes[i]
    const isAnswer = kind !== 'event' && kind !== 'delay'
    const call = hand.calls?.[subject]
    const since = isAnswer ? stepOfSpawn(subject, i - 1) : i
    if (trick === undefined) {
      // A person does something while the answer is awaited: it has to take its time.
      const between = steps.slice(since + 1, i).some((_, k) => isPersonActing(since + 1 + k))
      if (isAnswer && call !== undefined && between) prepare(since, faultText({ fault: 'delay', ms: HOLD_MS }, call))
    } else if (trick === 'itself' || 'not' in trick) return
    else if ('do' in trick) addText(i, trick.do)
    else {
      // What the world does by itself is set off right before; whatever is to be there by then, before the person acts.
      const words = 'set' in trick ? trick.set : faultText(trick, call)
      if (isAnswer) prepare(since, words)
      else if ('set' in trick) prepare(i - 1, words)
      else addText(i, words)
    }
  })
  // What is never answered on this path would be answered at once, before anybody has seen that it is awaited.
  moments.forEach((actorState, k) => {
    for (const { id } of spawnedActors(actorState)) {
      const call = hand.calls?.[id]
      const isAnswered = steps
        .slice(k)
        .some(({ trigger }, j) => trigger.subject === id && stepOfSpawn(id, k + j - 1) === k - 1)
      if (call !== undefined && !isAnswered && actorState.running.has(id))
        prepare(k - 1, faultText({ fault: 'delay', ms: HOLD_MS }, call))
    }
  })

  const reason = causes.find(isNotManual) ?? (isNotManual(begin) ? begin : undefined)
  const not = reason?.not ?? (begin === undefined ? `Nobody has said where “${input}” is.` : undefined)
  const first = before.get(-1) ?? []
  before.delete(-1)
  return {
    startTexts: begin === undefined || isNotManual(begin) ? [] : startTexts(begin, first),
    before,
    reasonAgainst: not,
  }
}
