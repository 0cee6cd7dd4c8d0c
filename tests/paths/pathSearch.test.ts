import { expect, it } from 'vitest'
import { Coverage } from '../../tools/model-testing/coverage.ts'
import { replayPath } from '../../tools/model-testing/controlledActor.ts'
import { choosePaths } from '../../tools/model-testing/pathFormats.ts'
import { runPaths } from '../../tools/model-testing/pathRun.ts'
import { searchPaths } from '../../tools/model-testing/pathSearch.ts'
import { loadModels } from './loadModels.ts'

/** The machines with the most simple paths. */
const large = ['playerControls', 'carousel', 'livePlayer', 'planChange', 'session']

it.each((await loadModels()).filter(({ name }) => large.includes(name)))(
  '$name: counts its simple paths in finite time, and replays the first three',
  (model) => {
    const seen = new Coverage(runPaths(model).chart)
    const { paths } = choosePaths(searchPaths(model, { kind: 'simple' }), 3)
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) replayPath(model, path, seen)
  },
)
