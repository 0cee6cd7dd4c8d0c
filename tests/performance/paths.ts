import { Coverage } from '../../tools/model-testing/coverage.ts'
import { loadModels, machineNames } from '../paths/loadModels.ts'
import { runRandomWalks } from '../../tools/model-testing/randomWalk.ts'
import { replayPath } from '../../tools/model-testing/controlledActor.ts'
import { runPaths } from '../../tools/model-testing/pathRun.ts'
import { atLeast, atMost, withoutLimit, type Measurement } from './measurement.ts'

const share = (seen: number, of: number): number => (of === 0 ? 100 : (seen / of) * 100)

/** All paths of all machines, each machine alone: number, duration and coverage. */
export async function measure(): Promise<Measurement[]> {
  const models = await loadModels()
  const names = machineNames()
  const total = { states: [0, 0], transitions: [0, 0], branches: [0, 0] } satisfies Record<string, [number, number]>
  let [paths, steps, findings] = [0, 0, 0]
  const startedAt = performance.now()
  const pathRuns = models.map((model) => ({ model, pathRun: runPaths(model) }))
  const generated = (performance.now() - startedAt) / 1_000
  for (const { model, pathRun } of pathRuns) {
    const seen = new Coverage(pathRun.chart)
    for (const path of pathRun.paths) replayPath(model, path, seen)
    const report = seen.report()
    for (const kind of ['states', 'transitions', 'branches'] as const) {
      total[kind][0] += report[kind].seen
      total[kind][1] += report[kind].of
    }
    paths += pathRun.paths.length
    steps += pathRun.paths.reduce((sum, path) => sum + path.steps.length, 0)
    findings += pathRun.findings.length
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const randomStart = performance.now()
  let [random, broken] = [0, 0]
  for (const model of models) {
    const { steps: taken, failure } = runRandomWalks(model, { runs: 100 })
    random += taken
    if (failure) broken += 1
  }
  const randomSeconds = (performance.now() - randomStart) / 1_000
  const covered = (kind: keyof typeof total, what: string): Measurement => {
    const [seen, of] = total[kind]
    return atLeast(`${what} of all machines covered by live actors`, share(seen, of), '%', 100, `${seen} of ${of}`)
  }
  const reference = `${paths} paths, ${steps} steps, ${models.length} machines`
  return [
    atMost('All paths of all machines, generated and replayed on live actors', seconds, 's', 30, reference),
    atMost('Generating them only, in a new process', generated, 's', 2, reference),
    withoutLimit('Random walks, 100 per machine', randomSeconds, 's', `${random} steps`),
    atMost('Invariants violated on random walks', broken, 'machines', 0),
    covered('states', 'States'),
    covered('transitions', 'Transitions'),
    covered('branches', 'Guard branches'),
    atMost('Findings about the machines', findings, 'findings', 0),
    atLeast(
      'Machines with a model',
      share(models.length, names.length),
      '%',
      100,
      `${models.length} of ${names.length}`,
    ),
  ]
}
