/** Finds paths in a worker, so that a large machine does not block the page. */
import input from '#atlas/paths'
import { systemStateNames } from '../model-testing/actorTree.ts'
import { runSystem, type SystemRun } from '../model-testing/systemRun.ts'
import {
  chooseSystemPaths,
  renderSystemPaths,
  systemHeadline,
  systemRemainderLines,
  systemSteps,
} from '../model-testing/systemFormats.ts'
import { choosePaths, pathsHeadline, remainderLines, stepsOf } from '../model-testing/pathFormats.ts'
import { searchPaths } from '../model-testing/pathSearch.ts'
import { stateText } from '../model-testing/pathText.ts'
import { type AtlasPaths } from './input.ts'
// `import { type … }` would keep the module, which starts the worker of the layout.
import type { PathWorkerRequest, PathWorkerResponse } from './findPaths.ts'

const { loadModel, loadSystem, copyFormats }: AtlasPaths = input

const systemRuns = new Map<string, SystemRun>()

/** Explores a system once. */
async function respondForSystem(name: string, to: string | undefined, limit: number): Promise<PathWorkerResponse> {
  const tree = await loadSystem(name)
  if (!tree) throw new Error(`${name} has no actors that are machines.`)
  const run = systemRuns.get(name) ?? runSystem(tree)
  systemRuns.set(name, run)
  const chosen = chooseSystemPaths(run, to, limit)
  if (limit === 0) return { kind: 'sized', text: systemHeadline(chosen), endStates: systemStateNames(tree) }
  return {
    kind: 'found',
    headline: systemHeadline(chosen),
    notes: systemRemainderLines(chosen),
    prefixLength: 0,
    texts: { Markdown: renderSystemPaths(chosen, 'markdown'), JSON: renderSystemPaths(chosen, 'json') },
    paths: chosen.paths.map((path) => systemSteps(tree, path)),
  }
}

async function respond({ machine, request, limit, isSystem }: PathWorkerRequest): Promise<PathWorkerResponse> {
  try {
    if (isSystem) return await respondForSystem(machine, request.to, limit)
    const model = await loadModel(machine)
    if (!model) throw new Error(`${machine} has no model.`)
    const found = searchPaths(model, request)
    if (limit === 0) return { kind: 'counted', count: found.count }
    const chosen = choosePaths(found, limit)
    return {
      kind: 'found',
      headline: pathsHeadline(found),
      notes: remainderLines(chosen),
      prefixLength: found.prefixLength,
      texts: Object.fromEntries(Object.entries(copyFormats).map(([label, render]) => [label, render(chosen)])),
      paths: chosen.paths.map((path) => ({
        input: path.input,
        start: stateText(path.start.actorState),
        steps: stepsOf(model, path).map(({ text, expected }) => ({ text, expected })),
      })),
    }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<PathWorkerRequest>) => {
  void respond(data).then((response) => postMessage({ id: data.id, response }))
})
