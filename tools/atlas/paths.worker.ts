/** Finds paths beside the page, so that a large machine never holds it up. */
import { isSystemName, type SystemName } from '../../tests/machines/systemNames.ts'
import { systemStateNames, runSystem, type SystemRun } from '../model-testing/systemRun.ts'
import {
  chooseSystemPaths,
  systemHeadline,
  SYSTEM_FORMATS,
  systemRemainderLines,
  renderSystemPaths,
  systemSteps,
} from '../model-testing/systemFormats.ts'
import { FORMATS, renderPaths, type Format } from '../../tests/paths/pathFormats.ts'
import { choosePaths, pathsHeadline, remainderLines, stepsOf } from '../model-testing/pathFormats.ts'
import type { Model } from '../model-testing/model.ts'
import { searchPaths } from '../model-testing/pathSearch.ts'
import { stateText } from '../model-testing/pathText.ts'
import type { PathWorkerResponse, PathWorkerRequest } from './findPaths.ts'

const models = import.meta.glob<Model>('../../tests/machines/*.model.ts', { import: 'default' })

async function modelOf(name: string): Promise<Model> {
  const found = Object.entries(models).find(([path]) => path.endsWith(`/${name}.model.ts`))?.[1]
  if (!found) throw new Error(`${name} has no model.`)
  return found()
}

const systemRuns = new Map<SystemName, SystemRun>()

/** Machines together: their wiring is fetched by whoever asks for them, and walked once. */
async function respondForSystem(name: string, to: string | undefined, limit: number): Promise<PathWorkerResponse> {
  if (!isSystemName(name)) throw new Error(`${name} talks to no machine.`)
  const { actorTrees: casts } = await import('../../tests/machines/actorTrees.ts')
  const company = systemRuns.get(name) ?? runSystem(casts[name])
  systemRuns.set(name, company)
  const chosen = chooseSystemPaths(company, to, limit)
  if (limit === 0) return { kind: 'sized', text: systemHeadline(chosen), endStates: systemStateNames(casts[name]) }
  return {
    kind: 'found',
    headline: systemHeadline(chosen),
    notes: systemRemainderLines(chosen),
    prefixLength: 0,
    texts: Object.fromEntries(SYSTEM_FORMATS.map((format) => [format, renderSystemPaths(chosen, format)])),
    paths: chosen.paths.map((path) => systemSteps(casts[name], path)),
  }
}

async function respond({
  machine,
  request: wish,
  limit,
  isSystem: together,
}: PathWorkerRequest): Promise<PathWorkerResponse> {
  try {
    if (together) return await respondForSystem(machine, wish.to, limit)
    const model = await modelOf(machine)
    const found = searchPaths(model, wish)
    if (limit === 0) return { kind: 'counted', count: found.count }
    const chosen = choosePaths(found, limit)
    const formats = Object.keys(FORMATS) as Format[]
    return {
      kind: 'found',
      headline: pathsHeadline(found),
      notes: remainderLines(chosen),
      prefixLength: found.prefixLength,
      texts: Object.fromEntries(formats.map((format) => [format, renderPaths(chosen, format)])),
      paths: chosen.paths.map((path) => ({
        input: path.input,
        start: stateText(path.start.actorState),
        steps: stepsOf(model, path).map(({ words, now }) => ({ words, now })),
      })),
    }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<PathWorkerRequest>) => {
  void respond(data).then((found) => postMessage({ id: data.id, answer: found }))
})
