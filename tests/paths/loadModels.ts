/** Finds the machines of the product and their models on disk. Requires Node. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Model } from './model.ts'

export const MACHINES_FOLDER = join(import.meta.dirname, '..', '..', 'machines')
export const MODELS_FOLDER = join(import.meta.dirname, '..', '..', 'tests', 'machines')

/** The names of all machines: one file of machines/ each, except `*.types.ts`, `*.setup.ts` and three helpers. */
export function machineNames(folder = MACHINES_FOLDER): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !/(^stub|^messageOf|^channelFilter|\.d|\.types|\.setup)\.ts$/.test(file))
    .map((file) => basename(file, '.ts'))
    .sort()
}

export const modelFile = (name: string, folder = MODELS_FOLDER): string => join(folder, `${name}.model.ts`)

export async function loadModel(name: string, folder = MODELS_FOLDER): Promise<Model | undefined> {
  const file = modelFile(name, folder)
  if (!existsSync(file)) return undefined
  const module = (await import(pathToFileURL(file).href)) as { default: Model }
  return module.default
}

export async function loadModels(machines = MACHINES_FOLDER, models = MODELS_FOLDER): Promise<Model[]> {
  const loaded = await Promise.all(machineNames(machines).map((name) => loadModel(name, models)))
  return loaded.filter((model) => model !== undefined)
}
