/** The coverage of the machines by their paths; the build runs it and writes `coverage.machines.json`. */
import { type CoverageSummary } from '../model-testing/coverageFigures.ts'
import { coverModel } from '../model-testing/modelCoverage.ts'
import { runPaths } from '../model-testing/pathRun.ts'
import { loadModelOf, machineEntries } from './machines.ts'

export async function coverMachines(): Promise<CoverageSummary> {
  const models = await Promise.all(machineEntries.map(({ name }) => loadModelOf(name)))
  return {
    machines: models
      .filter((model) => model !== undefined)
      .map((model) => ({ machine: model.name, alone: coverModel(model, runPaths(model)) })),
  }
}
