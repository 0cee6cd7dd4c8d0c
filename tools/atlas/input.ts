/**
 * The input of the atlas. The `imports` of package.json map `#atlas/machines`, which the page imports, and
 * `#atlas/paths`, which the worker imports, to files with these default exports.
 */
import { type AnyStateMachine } from 'xstate'
import { type Model } from '../model-testing/model.ts'
import { type ChosenPaths } from '../model-testing/pathFormats.ts'
import { type ActorTree } from '../model-testing/actorTree.ts'

/** `intent`: the purpose of the flow, as a sentence. */
export type MachineEntry = { readonly name: string; readonly machine: AnyStateMachine; readonly intent: string }

export type AtlasMachines = {
  /** In the order of the list. */
  readonly machines: readonly MachineEntry[]
  /** Resolves to undefined for a machine without a model. */
  readonly loadModel: (name: string) => Promise<Model | undefined>
  /** Machines whose paths can be explored together with their actors. */
  readonly systems: readonly string[]
  /** The text of each requirement that `meta.requirement` names. */
  readonly requirements: ReadonlyMap<string, string>
}

export type AtlasPaths = {
  readonly loadModel: (name: string) => Promise<Model | undefined>
  readonly loadSystem: (name: string) => Promise<ActorTree | undefined>
  /** By the label of the button that copies paths in this format. */
  readonly copyFormats: Readonly<Record<string, (chosen: ChosenPaths) => string>>
}
