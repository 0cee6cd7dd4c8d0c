/** Loads all machines of the product, by file name. Node only. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { MACHINES_FOLDER, machineNames } from '../../tests/paths/loadModels.ts'

export { MACHINES_FOLDER as MACHINES }

export type NamedMachine = { readonly name: string; readonly machine: AnyStateMachine }

export async function loadMachine(name: string): Promise<NamedMachine> {
  const module = (await import(pathToFileURL(join(MACHINES_FOLDER, `${name}.ts`)).href)) as Readonly<
    Record<string, unknown>
  >
  const machine = module[`${name}Machine`]
  if (!(machine instanceof StateMachine)) throw new Error(`machines/${name}.ts does not export ${name}Machine`)
  return { name, machine }
}

export const loadMachines = (): Promise<NamedMachine[]> => Promise.all(machineNames().map(loadMachine))
