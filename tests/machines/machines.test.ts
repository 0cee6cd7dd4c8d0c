/** Every machine of machines/: every path alone, on a live actor, and random walks; 100 % of what the chart draws. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { transition, initialTransition, type AnyEventObject } from 'xstate'
import { Coverage } from '../../tools/model-testing/coverage.ts'
import { compare, everythingOf, seenIn, tableOf, type Alone } from '../../tools/model-testing/figures.ts'
import { loadModel, machineNames, modelFile } from '../../tools/model-testing/load.ts'
import { keep } from '../../tools/model-testing/report.ts'
import { roam } from '../../tools/model-testing/roam.ts'
import { play } from '../../tools/model-testing/stage.ts'
import { walk } from '../../tools/model-testing/walk.ts'
import { ways } from '../../tools/model-testing/ways.ts'

declare module 'vitest' {
  interface TaskMeta {
    figures?: string[]
  }
}

/** What each machine's paths covered; filled as its tests pass. */
const seen: Record<string, Alone> = {}

const number = (name: string): number | undefined =>
  process.env[name] === undefined ? undefined : Number(process.env[name])

const whole = { seen: expect.any(Number) as number, of: expect.any(Number) as number }

/** `MACHINE=session npx vitest run --project machines` walks one alone. */
const only = process.env['MACHINE']

describe.each(machineNames().filter((name) => only === undefined || name === only))('%s', async (name) => {
  it('has a model', () => {
    expect(existsSync(modelFile(name)), `write tests/machines/${name}.model.ts`).toBe(true)
  })
  const model = await loadModel(name)
  if (!model) return
  const walked = walk(model)

  it('is walked without a finding', () => {
    expect(model.name).toBe(name)
    expect(walked.findings.map(({ sentence }) => sentence)).toEqual([])
    expect(walked.paths.length).toBeGreaterThan(0)
  })

  it(`replays ${walked.paths.length} paths exactly with transition()`, () => {
    for (const { steps, input, start } of walked.paths) {
      let [snapshot] = initialTransition(model.machine, model.inputs[input])
      expect(snapshot.value).toEqual(start.moment.snapshot.value)
      for (const { happening, moment } of steps) {
        ;[snapshot] = transition(model.machine, snapshot, happening.event as AnyEventObject)
        expect([snapshot.value, snapshot.context]).toEqual([moment.snapshot.value, moment.snapshot.context])
      }
    }
  })

  it('covers every state, transition and guard branch on a live actor', () => {
    const coverage = new Coverage(walked.chart)
    for (const path of walked.paths) play(model, path, coverage)
    const { missing, ...tallies } = coverage.report()
    expect(missing).toEqual({ states: [], transitions: [], refusals: [] })
    for (const tally of Object.values(tallies)) {
      expect(tally).toEqual(whole)
      expect(tally.seen).toBe(tally.of)
    }
  })

  it('takes every pair of successive transitions on a live actor', () => {
    const coverage = new Coverage(walked.chart)
    const more = [...ways(model, { kind: 'pairs' }).paths()]
    for (const path of more) play(model, path, coverage)
    const paths = [...walked.paths, ...more]
    const moments = paths.map(({ start, steps }) => [start.moment, ...steps.map(({ moment }) => moment)])
    const { figures, missing } = compare(
      seenIn(walked.chart, moments, walked.coverage.refusals()),
      everythingOf(walked),
    )
    expect(missing).toEqual([])
    for (const { seen, of } of Object.values(figures)) expect(seen).toBe(of)
    const steps = paths.reduce((sum, path) => sum + path.steps.length, 0)
    seen[name] = { figures, missing, paths: paths.length, steps }
  })

  it('keeps its invariants on random walks', () => {
    const seed = number('SEED')
    const path = process.env['REPLAY']
    const { failure, steps } = roam(model, {
      runs: number('RUNS') ?? 100,
      ...(seed === undefined ? {} : { seed }),
      ...(path === undefined ? {} : { path }),
    })
    expect(failure?.sentence).toBeUndefined()
    expect(steps).toBeGreaterThan(0)
  })
})

it('keeps the figures of coverage for the atlas', ({ task }) => {
  const names = machineNames()
  keep('alone', seen, names)
  const report = { machines: names.flatMap((machine) => (seen[machine] ? [{ machine, alone: seen[machine] }] : [])) }
  task.meta.figures = ['Coverage of the machines alone', ...tableOf(report)]
})
