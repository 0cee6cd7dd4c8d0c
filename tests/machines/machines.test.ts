/**
 * Replays every path of each machine on a live actor, runs random walks, and requires full coverage of the chart and the
 * approved behavior.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { transition, initialTransition, type AnyEventObject, type AnyMachineSnapshot } from 'xstate'
import { Coverage } from '../../tools/model-testing/coverage.ts'
import { coverageTable, type MachineCoverage } from '../../tools/model-testing/coverageFigures.ts'
import { behaviorText } from '../../tools/model-testing/behavior.ts'
import { approvedBehavior, approvedMachines, behaviorDifference } from '../paths/behavior.ts'
import { loadModel, machineNames, modelFile, MODELS_FOLDER } from '../paths/loadModels.ts'
import { saveCoverage } from '../paths/coverageReport.ts'
import { runRandomWalks } from '../../tools/model-testing/randomWalk.ts'
import { isEqual } from '../../tools/model-testing/isEqual.ts'
import { runPaths, type PathRun } from '../../tools/model-testing/pathRun.ts'
import { coverModel } from '../../tools/model-testing/modelCoverage.ts'
import { type ActorState } from '../../tools/model-testing/stepper.ts'

declare module 'vitest' {
  interface TaskMeta {
    figures?: string[]
  }
}

/** The coverage of each machine; filled as its tests pass. */
const coverageByMachine: Record<string, MachineCoverage> = {}

const envNumber = (name: string): number | undefined =>
  process.env[name] === undefined ? undefined : Number(process.env[name])

const anyTally = { seen: expect.any(Number) as number, of: expect.any(Number) as number }

/** `MACHINE=session npx vitest run --project machines` tests one machine. */
const onlyMachine = process.env['MACHINE']

describe.each(machineNames().filter((name) => onlyMachine === undefined || name === onlyMachine))(
  '%s',
  async (name) => {
    it('has a model and examples', () => {
      for (const file of [modelFile(name), join(MODELS_FOLDER, `${name}.test.ts`)])
        expect(existsSync(file), `write tests/machines/${basename(file)}`).toBe(true)
    })
    const model = await loadModel(name)
    if (!model) return
    /** Explored in the first test, because an error outside of tests fails no test. */
    let explored: PathRun | undefined
    const pathRun = () => (explored ??= runPaths(model))

    it('behaves as approved', () => {
      const difference = behaviorDifference(name, approvedBehavior(name), behaviorText(pathRun()))
      const advice = `${name} differs from tests/machines/approved/${name}.txt. To approve: npm run behavior -- --approve`
      if (difference.length > 0) expect.fail([advice, ...difference].join('\n'))
    })

    it('has no findings', () => {
      expect(model.name).toBe(name)
      expect(pathRun().findings.map(({ sentence }) => sentence)).toEqual([])
      expect(pathRun().paths.length).toBeGreaterThan(0)
    })

    it('replays every path exactly with transition()', () => {
      // Most paths begin with the steps of another one. `transition()` is pure, so each of these steps is computed once.
      const replayed = new Map<ActorState, AnyMachineSnapshot>()
      for (const { steps, input, start } of pathRun().paths) {
        let snapshot = replayed.get(start.actorState)
        if (!snapshot) {
          snapshot = initialTransition(model.machine, model.inputs[input])[0]
          expect(snapshot.value).toEqual(start.actorState.snapshot.value)
          replayed.set(start.actorState, snapshot)
        }
        for (const { trigger, actorState } of steps) {
          const known = replayed.get(actorState)
          if (known) {
            snapshot = known
            continue
          }
          snapshot = transition(model.machine, snapshot, trigger.event as AnyEventObject)[0]
          const reached = [snapshot.value, snapshot.context]
          const expected = [actorState.snapshot.value, actorState.snapshot.context]
          // The assertion takes far longer than the comparison.
          if (!isEqual(reached, expected)) expect(reached).toEqual(expected)
          replayed.set(actorState, snapshot)
        }
      }
    })

    it('covers every state, transition, guard branch and pair of successive transitions on a live actor', () => {
      const coverage = new Coverage(pathRun().chart)
      const covered = coverModel(model, pathRun(), coverage)
      const { missing, ...tallies } = coverage.report()
      expect(missing).toEqual({ states: [], transitions: [], refusals: [] })
      for (const tally of Object.values(tallies)) {
        expect(tally).toEqual(anyTally)
        expect(tally.seen).toBe(tally.of)
      }
      expect(covered.missing).toEqual([])
      for (const { seen, of } of Object.values(covered.figures)) expect(seen).toBe(of)
      coverageByMachine[name] = covered
    })

    it('keeps its invariants on random walks', () => {
      const seed = envNumber('SEED')
      const run = envNumber('RUN')
      const { failure, steps } = runRandomWalks(model, {
        runs: envNumber('RUNS') ?? 100,
        ...(seed === undefined ? {} : { seed }),
        ...(run === undefined ? {} : { run }),
      })
      expect(failure?.sentence).toBeUndefined()
      expect(steps).toBeGreaterThan(0)
    })
  },
)

it('approves the behavior of existing machines only', () => {
  expect(approvedMachines().toSorted()).toEqual(machineNames())
})

it('stores the coverage for the atlas', ({ task }) => {
  const names = machineNames()
  saveCoverage('alone', coverageByMachine, names)
  const report = {
    machines: names.flatMap((machine) =>
      coverageByMachine[machine] ? [{ machine, alone: coverageByMachine[machine] }] : [],
    ),
  }
  task.meta.figures = ['Coverage of the machines alone', ...coverageTable(report)]
})
