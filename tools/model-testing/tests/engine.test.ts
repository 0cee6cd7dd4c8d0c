import { describe, expect, it } from 'vitest'
import { type AnyEventObject, initialTransition, transition } from 'xstate'
import { Coverage } from '../coverage.ts'
import { type Finding } from '../findings.ts'
import { type Model } from '../model.ts'
import * as seeded from './seededFaults.ts'
import { runRandomWalks } from '../randomWalk.ts'
import { replayPath, createControlledActor } from '../controlledActor.ts'
import { runPaths } from '../pathRun.ts'

const findingsOf = (model: Model): Finding[] => [...runPaths(model).findings]
const sentencesOf = (model: Model, kind: string): string[] =>
  findingsOf(model)
    .filter((finding) => finding.kind === kind)
    .map(({ sentence }) => sentence)

describe.each([seeded.valid, seeded.nested, seeded.twoDelays])('a machine without faults: $name', (model) => {
  const pathRun = runPaths(model)

  it('has no finding and full coverage', () => {
    expect(pathRun.findings).toEqual([])
    const { missing } = pathRun.coverage.report()
    expect(missing).toEqual({ states: [], transitions: [], refusals: [] })
  })

  it('replays every path with transition()', () => {
    for (const { steps, input } of pathRun.paths) {
      let [snapshot] = initialTransition(model.machine, model.inputs[input])
      for (const { trigger, actorState } of steps) {
        ;[snapshot] = transition(model.machine, snapshot, trigger.event as AnyEventObject)
        expect([snapshot.value, snapshot.context]).toEqual([actorState.snapshot.value, actorState.snapshot.context])
      }
    }
  })

  it('replays every path on a live actor with the same coverage', () => {
    const live = new Coverage(pathRun.chart)
    for (const path of pathRun.paths) replayPath(model, path, live)
    expect(live.report()).toEqual(pathRun.coverage.report())
  })
})

describe('seeded faults', () => {
  it('report an unreachable state', () => {
    expect(sentencesOf(seeded.unreachable, 'unreachable state')).toEqual([
      "unreachable never reaches 'island'. Remove it, or add the transition or the case that leads to it. If a guard before it reads the context, add that part to the state key.",
    ])
    // Its transitions are not reported as well.
    expect(sentencesOf(seeded.unreachable, 'dead transition')).toEqual([])
  })

  it('report a transition that no path takes, and a guard that is always true', () => {
    expect(sentencesOf(seeded.dead, 'dead transition')).toEqual([
      "No path of dead takes: in 'here', on 'back', if never → 'there'. Add the case that takes it, add the context that its guard reads to the state key, or remove it.",
    ])
    expect(sentencesOf(seeded.dead, 'guard never refuses')).toEqual([
      "The guard is true on every path of dead: in 'there', on 'go', if always → 'here'. Add a case for which it is false, or remove the guard.",
    ])
  })

  it('report a state that cannot be left and is not final', () => {
    expect(sentencesOf(seeded.trap, 'state without exit')).toEqual([
      "trap can't leave 'pit', and it isn't final (start: go). Add a transition, or type: 'final'.",
    ])
  })

  it('report missing cases and cases that the machine does not handle', () => {
    expect(findingsOf(seeded.missingCases).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['missing event case', 'form.submit'],
      ['missing outcome case', 'wait done'],
      ['unhandled error', 'wait'],
      ['state without exit', 'waiting'],
      ['unused case', 'back'],
      ['unused case', 'wiat done / granted'],
    ])
  })

  it('report a busy state without an outcome', () => {
    expect(sentencesOf(seeded.endless, 'busy without end')).toEqual([
      'endless is busy in "waiting", and no outcome and no delay leaves it. Handle the outcome of the invoked actor, or add an \'after\'.',
    ])
    expect(runRandomWalks(seeded.endless, { seed: 1 }).failure?.sentence).toContain('endless stays busy in "waiting"')
  })

  it('report endless microsteps and an infinite graph', () => {
    expect(() => runPaths(seeded.spinning)).toThrow("Break the loop of 'always' transitions")
    expect(sentencesOf(seeded.boundless, 'limit')).toEqual([
      "The exploration of boundless stopped at its limit of 500 edges. A counter or a text in the state key makes the graph infinite: keep only the context that guards read, or raise 'limit' in the model.",
    ])
  })
})

describe('random walks', () => {
  it('shrink a failure to four events and replay it', () => {
    // The exploration does not find it: the state key has no counter.
    expect(findingsOf(seeded.brokenInvariant)).toEqual([])
    for (const seed of [1, 2, 3, 4, 5]) {
      const { failure } = runRandomWalks(seeded.brokenInvariant, { seed, runs: 500 })
      expect(failure?.sequence).toEqual(['count', 'count', 'count', 'count'])
      expect(failure?.sentence).toContain("brokenInvariant breaks 'never more than three'")
      const again = runRandomWalks(seeded.brokenInvariant, { seed, runs: 500, run: failure?.run ?? 0 })
      expect(again.failure?.sequence).toEqual(failure?.sequence)
    }
  })
})

describe('a controlled actor', () => {
  it('throws at the first difference from the path', () => {
    const [path] = runPaths(seeded.trap).paths
    const other = { ...seeded.trap, machine: seeded.dead.machine }
    expect(() =>
      replayPath(other, path as NonNullable<typeof path>, new Coverage(runPaths(seeded.dead).chart)),
    ).toThrow(/the state is .* but the path has/)
  })

  it('ends a dynamic delay after its duration', () => {
    const live = createControlledActor(seeded.valid.machine, undefined)
    live.send({ type: 'form.submit', text: 'x' } as AnyEventObject)
    live.sendOutcome('wait', 'done', { granted: false })
    expect(live.snapshot().matches({ form: 'pausing' })).toBe(true)
    live.advance()
    expect(live.snapshot().value).toEqual({ form: 'sending', lamp: 'off' })
    live.stop()
  })
})
