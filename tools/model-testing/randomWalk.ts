/**
 * Random walks: sequences of events, outcomes and delays, drawn from what a live actor accepts, and sometimes from what
 * it ignores. Invariants are checked after every step. A failing sequence is shrunk by removing steps, and can be
 * replayed from its seed and run.
 */
import { type AnyMachineSnapshot } from 'xstate'
import { readChart } from './chart.ts'
import { Coverage } from './coverage.ts'
import { eventTriggers, outcomeEvent, cases, labelOf, type Trigger } from './trigger.ts'
import { type Model } from './model.ts'
import { isEqual, formatValue } from './isEqual.ts'
import { createControlledActor, type ControlledActor } from './controlledActor.ts'

export type RandomWalkResult = {
  readonly runs: number
  readonly steps: number
  readonly seed: number
  readonly coverage: Coverage
  readonly failure?: {
    readonly sentence: string
    readonly input: string
    readonly sequence: readonly string[]
    readonly run: number
  }
}

export type RandomWalkOptions = {
  /** Number of sequences; 100 if left out. */
  readonly runs?: number
  /** Maximum number of steps of a sequence; 40 if left out. */
  readonly length?: number
  /** Makes the sequences reproducible; random if left out. */
  readonly seed?: number
  /** Index of the only run to replay. */
  readonly run?: number
}

type Sequence = { readonly input: string; readonly labels: readonly string[] }

const TIME_PASSES = 'time passes'
const UNKNOWN_EVENT_LABEL = 'unknown event'
const UNKNOWN_EVENT = { type: 'modelTesting.unknown' }
/** An actor must leave its busy states within this number of outcomes of its invoked actors. */
const MAX_OUTCOMES = 100

class BrokenRuleError extends Error {}

/** A sequence consists of labels, so that removing one does not change the meaning of the others. */
function readAlphabet(model: Model) {
  const events = new Map(eventTriggers(model).map((trigger) => [labelOf(trigger), trigger]))
  const outcomes = new Map<string, Trigger>()
  for (const [id, kinds] of Object.entries(model.outcomes)) {
    for (const kind of ['done', 'error', 'snapshot'] as const) {
      for (const [name, payload] of cases(kinds[kind])) {
        const event = outcomeEvent(kind, id, payload)
        outcomes.set(labelOf({ kind, subject: id, case: name }), {
          kind,
          subject: id,
          case: name,
          event,
          isTimely: true,
        })
      }
    }
  }
  return { events, outcomes }
}

type Alphabet = ReturnType<typeof readAlphabet>

const canTake = (snapshot: AnyMachineSnapshot, { event }: Trigger): boolean => snapshot.can(event)

function applyLabel(live: ControlledActor, { events, outcomes }: Alphabet, label: string): boolean {
  if (label === TIME_PASSES) return live.advance()
  const outcome = outcomes.get(label)
  if (outcome) {
    const { kind, subject, event } = outcome
    if (!live.running().includes(subject)) return false
    if (kind === 'done' || kind === 'error')
      return live.sendOutcome(
        subject,
        kind,
        (event as unknown as Record<string, unknown>)[kind === 'done' ? 'output' : 'error'],
      )
    live.send(event)
    return true
  }
  live.send(events.get(label)?.event ?? UNKNOWN_EVENT)
  return true
}

function checkRules(model: Model, live: ControlledActor): void {
  const snapshot = live.snapshot()
  if (snapshot.status === 'error')
    throw new BrokenRuleError(`${model.name} stopped with an unhandled error: ${formatValue(snapshot.error)}.`)
  for (const [name, holds] of Object.entries(model.invariants)) {
    if (!holds(snapshot)) throw new BrokenRuleError(`${model.name} breaks '${name}' in ${formatValue(snapshot.value)}.`)
  }
}

/** Throws if no outcome and no delay leads out of the states with the tag 'busy'. */
function leaveBusyStates(model: Model, live: ControlledActor, alphabet: Alphabet): void {
  for (let round = 0; live.snapshot().status === 'active' && live.snapshot().hasTag('busy'); round++) {
    const running = live.running()
    const possible = [...alphabet.outcomes.entries()].filter(([, { subject }]) => running.includes(subject))
    const [label] = possible[round % Math.max(1, possible.length)] ?? [TIME_PASSES]
    const where = formatValue(live.snapshot().value)
    if (!applyLabel(live, alphabet, label) && !live.advance())
      throw new BrokenRuleError(`${model.name} stays busy in ${where}: no outcome and no delay is possible.`)
    if (round > MAX_OUTCOMES)
      throw new BrokenRuleError(`${model.name} is still busy in ${where} after ${MAX_OUTCOMES} outcomes.`)
    checkRules(model, live)
  }
}

function runSequence(model: Model, alphabet: Alphabet, sequence: Sequence, coverage: Coverage): number {
  const live = createControlledActor(model.machine, model.inputs[sequence.input], coverage)
  let steps = 0
  try {
    checkRules(model, live)
    for (const label of sequence.labels) {
      const before = live.snapshot()
      if (before.status !== 'active') break
      const event = alphabet.events.get(label)
      const isIgnored =
        label === UNKNOWN_EVENT_LABEL ? !before.can(UNKNOWN_EVENT) : event !== undefined && !canTake(before, event)
      if (applyLabel(live, alphabet, label)) steps++
      const after = live.snapshot()
      if (isIgnored && !(isEqual(before.value, after.value) && isEqual(before.context, after.context)))
        throw new BrokenRuleError(
          `${model.name} ignores '${label}' in ${formatValue(before.value)} according to can(), but changed.`,
        )
      checkRules(model, live)
    }
    leaveBusyStates(model, live, alphabet)
  } finally {
    live.stop()
  }
  return steps
}

type Random = (below: number) => number

/** Mulberry32: returns whole numbers from 0 to `below` - 1. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const pick = <T>(random: Random, from: readonly T[]): T | undefined => from[random(Math.max(1, from.length))]

function drawLabel(live: ControlledActor, { events, outcomes }: Alphabet, random: Random): string | undefined {
  const running = live.running()
  const snapshot = live.snapshot()
  const accepted: string[] = []
  const ignored = [UNKNOWN_EVENT_LABEL]
  for (const [label, trigger] of events) (canTake(snapshot, trigger) ? accepted : ignored).push(label)
  if (random(10) === 0) return pick(random, ignored)
  const possible = [...outcomes].filter(([, { subject }]) => running.includes(subject)).map(([label]) => label)
  const kinds = [accepted, possible, live.waiting() > 0 ? [TIME_PASSES] : []].filter((kind) => kind.length > 0)
  return pick(random, pick(random, kinds) ?? ignored)
}

/** Draws a sequence while a live actor follows it. */
function drawSequence(model: Model, alphabet: Alphabet, maxLength: number, random: Random, drawn: Coverage): Sequence {
  const input = pick(random, Object.keys(model.inputs)) ?? ''
  const length = random(maxLength + 1)
  const labels: string[] = []
  const live = createControlledActor(model.machine, model.inputs[input], drawn)
  while (labels.length < length && live.snapshot().status === 'active') {
    const label = drawLabel(live, alphabet, random)
    if (label === undefined) break
    labels.push(label)
    try {
      applyLabel(live, alphabet, label)
    } catch {
      // runSequence() meets the same error and reports it.
      break
    }
  }
  live.stop()
  return { input, labels }
}

/** The sequence without one part, the longest parts first. */
function* shorterSequences({ input, labels }: Sequence): Generator<Sequence> {
  for (let size = labels.length; size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from + size <= labels.length; from += Math.max(1, Math.floor(size / 2)))
      yield { input, labels: [...labels.slice(0, from), ...labels.slice(from + size)] }
}

/** Draws random walks of a model's machine and returns the first failure with its shortest sequence. */
export function runRandomWalks(
  model: Model,
  { runs = 100, length = 40, seed = Math.floor(Math.random() * 2_147_483_647), run: only }: RandomWalkOptions = {},
): RandomWalkResult {
  const alphabet = readAlphabet(model)
  const coverage = new Coverage(readChart(model.machine))
  const drawn = new Coverage(readChart(model.machine))
  let steps = 0
  const failureOf = (sequence: Sequence): string | undefined => {
    try {
      steps += runSequence(model, alphabet, sequence, coverage)
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  const [first, end] = only === undefined ? [0, runs] : [only, only + 1]
  for (let run = first; run < end; run++) {
    let sequence = drawSequence(model, alphabet, length, createRandom(seed + run * 0x9e3779b1), drawn)
    let reason = failureOf(sequence)
    if (reason === undefined) continue
    let shorter = shorterSequences(sequence)
    let next = shorter.next()
    while (!next.done) {
      const shorterReason = failureOf(next.value)
      if (shorterReason !== undefined) {
        sequence = next.value
        reason = shorterReason
        shorter = shorterSequences(sequence)
      }
      next = shorter.next()
    }
    const { input, labels } = sequence
    const route = `Shortest sequence (${input}, ${labels.length} steps): ${labels.join(' → ')}`
    const sentence = `${reason}\n${route}\nReplay: seed ${seed}, run ${run}.`
    return { runs: run - first + 1, steps, seed, coverage, failure: { sentence, input, sequence: labels, run } }
  }
  return { runs: end - first, steps, seed, coverage }
}
