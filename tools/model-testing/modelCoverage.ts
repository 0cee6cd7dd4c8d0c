import { compareCoverage, coverableNames, coveredNames, nameText, type MachineCoverage } from './coverageFigures.ts'
import { type Coverage } from './coverage.ts'
import { replayPath } from './controlledActor.ts'
import { type Model } from './model.ts'
import { type PathRun } from './pathRun.ts'
import { searchPaths } from './pathSearch.ts'

/**
 * Computes what the transition paths and the pair paths of a machine cover. With `replayed`, each path runs on a live
 * actor, which throws at the first difference and records its coverage there; without it the figures come from the
 * exploration alone.
 */
export function coverModel(model: Model, run: PathRun, replayed?: Coverage): MachineCoverage {
  const paths = [...run.paths, ...searchPaths(model, { kind: 'pairs' }).paths()]
  if (replayed) for (const path of paths) replayPath(model, path, replayed)
  const { figures, missing } = compareCoverage(
    coveredNames(
      run.chart,
      paths.map(({ start, steps }) => [start.actorState, ...steps.map(({ actorState }) => actorState)]),
      (replayed ?? run.coverage).refusals(),
    ),
    coverableNames(run),
  )
  const steps = paths.reduce((sum, path) => sum + path.steps.length, 0)
  return { figures, missing: missing.map((name) => nameText(run.chart, name)), paths: paths.length, steps }
}
