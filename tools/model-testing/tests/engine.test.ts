import { describe, expect, it } from 'vitest'
import { type AnyEventObject, initialTransition, transition } from 'xstate'
import { Coverage } from '../coverage.ts'
import { type Finding } from '../findings.ts'
import { type Model } from '../model.ts'
import * as planted from './seededFaults.ts'
import { runRandomWalks } from '../randomWalk.ts'
import { replayPath, createControlledActor } from '../controlledActor.ts'
import { planTransitionTours } from '../transitionTours.ts'
import { runPaths } from '../pathRun.ts'

const findingsOf = (model: Model): Finding[] => [...runPaths(model).findings]
const sentencesOf = (model: Model, kind: string): string[] =>
  findingsOf(model)
    .filter((finding) => finding.kind === kind)
    .map(({ sentence }) => sentence)

describe.each([planted.sound, planted.family, planted.late])('a sound machine: $name', (model) => {
  const walked = runPaths(model)

  it('has no finding and is covered whole', () => {
    expect(walked.findings).toEqual([])
    const { missing } = walked.coverage.report()
    expect(missing).toEqual({ states: [], transitions: [], refusals: [] })
  })

  it('replays every path with transition()', () => {
    for (const { steps, input } of walked.paths) {
      let [snapshot] = initialTransition(model.machine, model.inputs[input])
      for (const { trigger, actorState } of steps) {
        ;[snapshot] = transition(model.machine, snapshot, trigger.event as AnyEventObject)
        expect([snapshot.value, snapshot.context]).toEqual([actorState.snapshot.value, actorState.snapshot.context])
      }
    }
  })

  it('does on a live actor what the paths say, and the inspection counts the same', () => {
    const live = new Coverage(walked.chart)
    for (const path of walked.paths) replayPath(model, path, live)
    expect(live.report()).toEqual(walked.coverage.report())
  })

  it('is taken whole by few tours', () => {
    const { tours, notTaken: missed, taken } = planTransitionTours(model)
    expect(missed).toEqual([])
    expect(tours.length).toBeLessThan(walked.paths.length)
    const untimely = model === planted.late ? 0 : 1
    expect(taken.size).toBeGreaterThan(untimely)
  })

  it('breaks nothing on random walks', () => {
    expect(runRandomWalks(model, { runs: 200 }).failure?.sentence).toBeUndefined()
  })
})

describe('planted faults, each by the sentence that says what to do', () => {
  it('an unreachable state', () => {
    expect(sentencesOf(planted.unreachable, 'unreachable state')).toEqual([
      "unreachable never reaches 'island'. Take it out, or add the transition or the case that leads to it; if a guard before it reads context, put what it reads into the facet.",
    ])
    // What stands in it is not told a second time.
    expect(sentencesOf(planted.unreachable, 'dead transition')).toEqual([])
  })

  it('a transition that no path takes, and a guard that never refuses', () => {
    expect(sentencesOf(planted.dead, 'dead transition')).toEqual([
      "No path of dead takes: in 'here', on 'back', if never → 'there'. Add the case that takes it, put what its guard reads into the facet, or take it out.",
    ])
    expect(sentencesOf(planted.dead, 'guard never refuses')).toEqual([
      "No path of dead shows the guard refuse: in 'there', on 'go', if always → 'here'. Add a case that it refuses, or take the guard out.",
    ])
  })

  it('a state that cannot be left and is not final', () => {
    expect(sentencesOf(planted.trap, 'trap')).toEqual([
      "trap can't leave 'pit', and it isn't final (start: go). Give it a way on, or type: 'final'.",
    ])
  })

  it('what the machine handles and the model does not name, and the other way round', () => {
    expect(findingsOf(planted.silent).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['missing event case', 'form.submit'],
      ['missing outcome case', 'wait done'],
      ['unhandled failure', 'wait'],
      ['trap', 'waiting'],
      ['unused case', 'back'],
      ['unused case', 'wiat done / granted'],
    ])
  })

  it('a busy state that nothing ends', () => {
    expect(sentencesOf(planted.endless, 'busy without end')).toEqual([
      'endless is busy in "waiting", and no answer and no delay leads on. Handle the outcome of what it waits for, or give it an \'after\'.',
    ])
    expect(runRandomWalks(planted.endless, { seed: 1 }).failure?.sentence).toContain('endless stays busy in "waiting"')
  })

  it('a circle of transitions without an end, and a graph without one', () => {
    expect(() => runPaths(planted.spinning)).toThrow("Break the circle of 'always' transitions")
    expect(sentencesOf(planted.boundless, 'limit')).toEqual([
      'The walk of boundless stopped at its limit of 500 edges. A counter or a text in its facet makes the graph endless: keep only what decides the future, or raise limit in its model.',
    ])
  })
})

describe('random walks', () => {
  it('shrink an invariant that breaks after four events to those four, and replay it', () => {
    // The exhaustive walk does not see it: nothing in the facet counts.
    expect(findingsOf(planted.counting)).toEqual([])
    for (const seed of [1, 2, 3, 4, 5]) {
      const { failure } = runRandomWalks(planted.counting, { seed, runs: 500 })
      expect(failure?.sequence).toEqual(['count', 'count', 'count', 'count'])
      expect(failure?.sentence).toContain("counting breaks 'never more than three'")
      const again = runRandomWalks(planted.counting, { seed, runs: 500, path: failure?.path ?? '' })
      expect(again.failure?.sequence).toEqual(failure?.sequence)
    }
  })
})

describe('the stage', () => {
  it('throws where the live actor is not what the path says', () => {
    const [path] = runPaths(planted.trap).paths
    const other = { ...planted.trap, machine: planted.dead.machine }
    expect(() =>
      replayPath(other, path as NonNullable<typeof path>, new Coverage(runPaths(planted.dead).chart)),
    ).toThrow(/the state is .* but the path says/)
  })

  it('ends a dynamic delay after exactly its time', () => {
    const live = createControlledActor(planted.sound.machine, undefined)
    live.send({ type: 'form.submit', text: 'x' } as AnyEventObject)
    live.answerActor('wait', 'done', { granted: false })
    expect(live.snapshot().matches({ form: 'resting' })).toBe(true)
    live.advance()
    expect(live.snapshot().value).toEqual({ form: 'sending', lamp: 'off' })
    live.stop()
  })
})
