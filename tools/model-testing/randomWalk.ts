/**
 * Random walks: sequences of events, answers and passing time, drawn from what the live actor can take (and now and
 * then from what it can't, which it has to ignore). Invariants are checked at every step; what fails is shrunk by
 * leaving steps out, and replays from its seed and path.
 */
import fc from 'fast-check'
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
    readonly seed: number
    readonly path: string
  }
}

export type RandomWalkOptions = {
  /** How many sequences to draw. */
  readonly runs?: number
  /** How long a sequence may become. */
  readonly length?: number
  /** Both from a failure, to see it again. */
  readonly seed?: number
  readonly path?: string
}

type Sequence = { readonly input: string; readonly labels: readonly string[] }

const TIME_PASSES = 'time passes'
const UNKNOWN_EVENT_LABEL = 'an unknown event'
const UNKNOWN_EVENT = { type: 'nobody.named.this' }
/** A busy actor that is always answered has to come to rest within so many answers. */
const MAX_ANSWERS = 100

class BrokenRuleError extends Error {}

/** What a sequence is made of: names, so that leaving one out does not change what the others mean. */
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

/** Does what a label says; a label that does not apply here is left out. True when something was sent. */
function applyLabel(live: ControlledActor, { events, outcomes }: Alphabet, label: string): boolean {
  if (label === TIME_PASSES) return live.advance()
  const outcome = outcomes.get(label)
  if (outcome) {
    const { kind, subject, event } = outcome
    if (!live.running().includes(subject)) return false
    if (kind === 'done' || kind === 'error')
      return live.answerActor(
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
    throw new BrokenRuleError(`${model.name} ended with an error nobody handles: ${formatValue(snapshot.error)}.`)
  for (const [name, holds] of Object.entries(model.invariants)) {
    if (!holds(snapshot)) throw new BrokenRuleError(`${model.name} breaks '${name}' in ${formatValue(snapshot.value)}.`)
  }
}

/** A busy state is always left: by an answer that may come, or by a delay. */
function leaveBusyStates(model: Model, live: ControlledActor, alphabet: Alphabet): void {
  for (let round = 0; live.snapshot().status === 'active' && live.snapshot().hasTag('busy'); round++) {
    const running = live.running()
    const possible = [...alphabet.outcomes.entries()].filter(([, { subject }]) => running.includes(subject))
    const [label] = possible[round % Math.max(1, possible.length)] ?? [TIME_PASSES]
    const where = formatValue(live.snapshot().value)
    if (!applyLabel(live, alphabet, label) && !live.advance())
      throw new BrokenRuleError(`${model.name} stays busy in ${where}: nothing that it waits for can come.`)
    if (round > MAX_ANSWERS)
      throw new BrokenRuleError(`${model.name} is still busy in ${where} after ${MAX_ANSWERS} answers.`)
    checkRules(model, live)
  }
}

/** Plays a sequence and throws `Broken` where a rule is broken. */
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
          `${model.name} says that it can't take '${label}' in ${formatValue(before.value)}, and changed by it.`,
        )
      checkRules(model, live)
    }
    leaveBusyStates(model, live, alphabet)
  } finally {
    live.stop()
  }
  return steps
}

/** Draws sequences while a live actor follows them, and shrinks by leaving out. */
class SequenceArbitrary extends fc.Arbitrary<Sequence> {
  readonly #model: Model
  readonly #letters: Alphabet
  readonly #length: number
  readonly #aside: Coverage

  constructor(model: Model, alphabet: Alphabet, length: number) {
    super()
    this.#model = model
    this.#letters = alphabet
    this.#length = length
    this.#aside = new Coverage(readChart(model.machine))
  }

  override generate(random: fc.Random): fc.Value<Sequence> {
    const draw = <T>(from: readonly T[]): T | undefined => from[random.nextInt(0, Math.max(0, from.length - 1))]
    const input = draw(Object.keys(this.#model.inputs)) ?? ''
    const length = random.nextInt(0, this.#length)
    const labels: string[] = []
    const live = createControlledActor(this.#model.machine, this.#model.inputs[input], this.#aside)
    while (labels.length < length && live.snapshot().status === 'active') {
      const label = this.#choose(live, random, draw)
      if (label === undefined) break
      labels.push(label)
      try {
        applyLabel(live, this.#letters, label)
      } catch {
        // The property meets the same error and reports it.
        break
      }
    }
    live.stop()
    return new fc.Value({ input, labels }, undefined)
  }

  #choose(
    live: ControlledActor,
    random: fc.Random,
    draw: <T>(from: readonly T[]) => T | undefined,
  ): string | undefined {
    const { events, outcomes } = this.#letters
    const running = live.running()
    const snapshot = live.snapshot()
    const [can, cannot] = [[] as string[], [UNKNOWN_EVENT_LABEL]]
    for (const [label, trigger] of events) (canTake(snapshot, trigger) ? can : cannot).push(label)
    const answers = [...outcomes].filter(([, { subject }]) => running.includes(subject)).map(([label]) => label)
    if (random.nextInt(0, 9) === 0) return draw(cannot)
    const kinds = [can, answers, live.waiting() > 0 ? [TIME_PASSES] : []].filter((kind) => kind.length > 0)
    return draw(draw(kinds) ?? cannot)
  }

  override canShrinkWithoutContext(value: unknown): value is Sequence {
    return typeof value === 'object' && value !== null && 'labels' in value
  }

  override shrink({ input, labels }: Sequence): fc.Stream<fc.Value<Sequence>> {
    const shorter = function* (): Generator<fc.Value<Sequence>> {
      for (let size = labels.length; size >= 1; size = Math.floor(size / 2)) {
        for (let from = 0; from + size <= labels.length; from += Math.max(1, Math.floor(size / 2)))
          yield new fc.Value({ input, labels: [...labels.slice(0, from), ...labels.slice(from + size)] }, undefined)
      }
    }
    return fc.stream(shorter())
  }
}

/** Draws random walks of a model's machine and tells the first rule that one of them breaks, as short as can be. */
export function runRandomWalks(
  model: Model,
  { runs = 100, length = 40, seed, path }: RandomWalkOptions = {},
): RandomWalkResult {
  const alphabet = readAlphabet(model)
  const coverage = new Coverage(readChart(model.machine))
  let steps = 0
  const property = fc.property(new SequenceArbitrary(model, alphabet, length), (sequence) => {
    steps += runSequence(model, alphabet, sequence, coverage)
  })
  const result = fc.check(property, {
    numRuns: runs,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  })
  const told = { runs: result.numRuns, steps, seed: result.seed, coverage }
  if (!result.failed) return told
  const [tale] = result.counterexample ?? []
  const why = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)
  const labels = tale?.labels ?? []
  const replay = `--seed ${result.seed} --path ${result.counterexamplePath ?? ''}`
  return {
    ...told,
    failure: {
      sentence:
        `${why}\nShortest way there (${tale?.input ?? ''}, ${labels.length} steps): ${labels.join(' → ')}\n` +
        `See it again: npm run paths -- ${model.name} --random ${runs} ${replay}`,
      input: tale?.input ?? '',
      sequence: labels,
      seed: result.seed,
      path: result.counterexamplePath ?? '',
    },
  }
}
