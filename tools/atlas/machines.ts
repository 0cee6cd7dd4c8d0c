/** The machines of the product as the build finds them: a new file in machines/ appears by itself. */
import { StateMachine, type AnyStateMachine } from 'xstate'
import { type Model } from '../model-testing/model.ts'
import { type AtlasRoute } from './address.ts'
import { readGraph, type Graph } from './graph.ts'

const files = import.meta.glob<Readonly<Record<string, unknown>>>('../../machines/*.ts', { eager: true })
const sources = import.meta.glob<string>('../../machines/*.ts', { eager: true, query: '?raw', import: 'default' })
const models = import.meta.glob<Model>('../../tests/machines/*.model.ts', { import: 'default' })

export type MachineEntry = { readonly name: string; readonly machine: AnyStateMachine; readonly intent: string }

const nameOf = (path: string): string => /([^/]+?)(?:\.model)?\.ts$/.exec(path)?.[1] ?? path

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine

/** The sentence with which a machine's file begins: what the flow is for. */
export function intentOf(text: string): string {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(text) ?? []
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, ''))
  const first = lines.findIndex((line) => line.trim() !== '')
  const end = lines.findIndex((line, i) => i > first && line.trim() === '')
  const paragraph = lines.slice(first, end < 0 ? undefined : end).join(' ')
  const told = paragraph.replace(/^\w+\s*(?::|–|—|-)\s*/, '').trim()
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}`
}

export const machineEntries: readonly MachineEntry[] = Object.entries(files)
  .flatMap(([path, module]) => {
    const machine = Object.values(module).find(isMachine)
    return machine ? [{ name: nameOf(path), machine, intent: intentOf(sources[path] ?? '') }] : []
  })
  .sort((a, b) => a.name.localeCompare(b.name))

export const findEntry = (name: string): MachineEntry | undefined => machineEntries.find((entry) => entry.name === name)

/** What an address opens: its machine, or the first where it names none. */
export const entryAt = ({ machine }: AtlasRoute): MachineEntry | undefined =>
  findEntry(machine) ?? (machine === '' ? machineEntries[0] : undefined)

const graphs = new Map<string, Graph>()

/** The graph of a machine; read once. */
export function graphOf({ name, machine }: MachineEntry): Graph {
  const known = graphs.get(name) ?? readGraph(machine)
  graphs.set(name, known)
  return known
}

const modelRequests = new Map<string, Promise<Model | undefined>>()

/**
 * What may happen to a machine, as its model in tests/machines says; undefined when it has none. The same promise for
 * the same machine, unless it could not be fetched: then it is asked for again.
 */
export function loadModelOf(name: string): Promise<Model | undefined> {
  const found = Object.entries(models).find(([path]) => nameOf(path) === name)?.[1]
  const known = modelRequests.get(name) ?? (found ? found() : Promise.resolve(undefined))
  if (!modelRequests.has(name)) known.catch(() => modelRequests.delete(name))
  modelRequests.set(name, known)
  return known
}
