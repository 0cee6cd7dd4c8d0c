/** The machines of the product, with their graphs and models. */
import input from '#atlas/machines'
import { type Model } from '../model-testing/model.ts'
import { type AtlasRoute } from './hashRoute.ts'
import { readGraph, type Graph } from './graph.ts'
import { type AtlasMachines, type MachineEntry } from './input.ts'

const { machines, loadModel, systems, requirements }: AtlasMachines = input

export { machines as machineEntries, requirements }

export const isSystem = (name: string): boolean => systems.includes(name)

export const findEntry = (name: string): MachineEntry | undefined => machines.find((entry) => entry.name === name)

/** The machine of an address; the first machine if the address names none. */
export const entryAt = ({ machine }: AtlasRoute): MachineEntry | undefined =>
  findEntry(machine) ?? (machine === '' ? machines[0] : undefined)

const graphs = new Map<string, Graph>()

export function graphOf({ name, machine }: MachineEntry): Graph {
  const known = graphs.get(name) ?? readGraph(machine)
  graphs.set(name, known)
  return known
}

const modelRequests = new Map<string, Promise<Model | undefined>>()

/** The model of a machine, with the same promise for each call. A failed request is repeated by the next call. */
export function loadModelOf(name: string): Promise<Model | undefined> {
  const known = modelRequests.get(name) ?? loadModel(name)
  if (!modelRequests.has(name)) known.catch(() => modelRequests.delete(name))
  modelRequests.set(name, known)
  return known
}
