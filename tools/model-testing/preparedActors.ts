import { type ActorTree } from './actorTree.ts'
import { readChart } from './chart.ts'
import { Coverage } from './coverage.ts'
import { type Model } from './model.ts'
import { type PeerActor } from './peerActors.ts'
import { createStepper, type Stepper } from './stepper.ts'

export type PreparedActor = {
  readonly tree: ActorTree
  readonly model: Model
  readonly stepper: Stepper
  readonly coverage: Coverage
  /** Ids of the children whose snapshots the machine handles. */
  readonly observedIds: ReadonlySet<string>
}

/** Prepares each machine of a tree once. Throws if a child or a request is not invoked by its machine. */
export function prepareActors(
  tree: ActorTree,
  prepared = new Map<ActorTree, PreparedActor>(),
  coverages = new Map<string, Coverage>(),
): Map<ActorTree, PreparedActor> {
  const { model, children = {}, peers, requests = {} }: ActorTree & Pick<PeerActor, 'requests'> = tree
  const { machine } = model
  const chart = readChart(machine)
  const provided = { ...children, ...requests }
  const unknown = Object.keys(provided).filter((src) => !chart.invocations.some((other) => other.src === src))
  if (unknown.length > 0) throw new Error(`${model.name} invokes no '${unknown.join("', '")}'.`)
  // The outcomes of a machine in the tree come from the machine, not from the model of its parent.
  const providedIds = new Set(chart.invocations.filter(({ src }) => Object.hasOwn(provided, src)).map(({ id }) => id))
  const outcomes = Object.fromEntries(Object.entries(model.outcomes).filter(([id]) => !providedIds.has(id)))
  const coverage = coverages.get(model.name) ?? new Coverage(chart)
  coverages.set(model.name, coverage)
  const eventTypes = new Set([...chart.candidates.values()].map(({ eventType }) => eventType))
  const observedIds = new Set([...providedIds].filter((id) => eventTypes.has(`xstate.snapshot.${id}`)))
  prepared.set(tree, { tree, model: { ...model, outcomes }, stepper: createStepper(machine), coverage, observedIds })
  for (const child of [...Object.values(children), ...Object.values(peers?.machines ?? {})])
    prepareActors(child, prepared, coverages)
  return prepared
}
