/** Writes the duration of each test file in ms, including its imports and setup, to the file that DURATIONS names. */
import { writeFileSync } from 'node:fs'
import { type Reporter, type TestModule } from 'vitest/node'

export default class DurationsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env['DURATIONS']
    if (file === undefined) return
    const durations = modules.map((module) => {
      const { environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic()
      return [module.relativeModuleId, environmentSetupDuration + setupDuration + collectDuration + duration]
    })
    writeFileSync(file, JSON.stringify(durations))
  }
}
