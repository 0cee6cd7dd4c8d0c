/**
 * Explores several machines together. Children and peers run as they do in the application; events, outcomes of other
 * actors and time come from the models.
 */
import { actorId, parentPath, systemStateNames, type ActorTree } from './actorTree.ts'
import { type Coverage } from './coverage.ts'
import { UnknownNameError } from './suggestNames.ts'
import { createSystemStepper, type SystemEvent, type SystemState } from './systemStepper.ts'

export type SystemStep = { readonly event: SystemEvent; readonly state: SystemState }
export type SystemPath = {
  readonly name: string
  readonly input: string
  readonly start: SystemState
  readonly steps: readonly SystemStep[]
}

export type SystemRun = {
  readonly tree: ActorTree
  /** The longest paths: each explored step is part of one. */
  readonly paths: readonly SystemPath[]
  readonly vertices: number
  readonly edges: number
  /** By name of the machine. */
  readonly coverage: ReadonlyMap<string, Coverage>
  /** Broken invariants, each with a path. */
  readonly broken: readonly string[]
  readonly limited: boolean
  /**
   * Returns the paths that enter a state ('thanking', 'planChange/outcomeUnknown') or an environment ('/signin').
   * Throws `UnknownNameError`.
   */
  readonly pathsInto: (name: string) => SystemPath[]
}

type Node = {
  readonly state: SystemState
  readonly vertex: string
  readonly input: string
  readonly from?: Node
  readonly event?: SystemEvent
  isLeaf: boolean
}

const labelsTo = ({ from, event }: Node): string[] => (from && event ? [...labelsTo(from), event.label] : [])

function pathTo(node: Node): SystemPath {
  const steps: SystemStep[] = []
  let at = node
  for (; at.from && at.event; at = at.from) steps.unshift({ event: at.event, state: at.state })
  return { name: labelsTo(node).join(' → '), input: node.input, start: at.state, steps }
}

/**
 * Explores a system breadth first from each input of the root, or each start of the peers. `limit` is the maximum
 * number of edges.
 */
export function runSystem(tree: ActorTree, { limit = 60_000 } = {}): SystemRun {
  const { start, next, possibleEvents, serialize, preparedAt, preparedActors } = createSystemStepper(tree)
  const broken = new Map<string, string>()
  const checkInvariants = (node: Node): void => {
    const route = (): string => `(${node.input}: ${labelsTo(node).join(' → ')})`
    for (const [name, holds] of Object.entries(tree.peers?.invariants ?? {}))
      if (!broken.has(name) && !holds(node.state)) broken.set(name, `'${name}' is broken ${route()}`)
    for (const [path, { snapshot }] of node.state.actors) {
      const { model } = preparedAt(path)
      for (const [name, holds] of Object.entries(model.invariants)) {
        const key = `${model.name} breaks '${name}'`
        if (holds(snapshot) || broken.has(key)) continue
        broken.set(key, `${key} in ${JSON.stringify(snapshot.value)} ${route()}`)
      }
    }
  }
  // The start of a system with peers is part of its environment.
  const vertexOf = (input: string, state: SystemState): string => `${tree.peers ? '' : input} ${serialize(state)}`
  const nodes: Node[] = Object.keys(tree.peers?.starts ?? tree.model.inputs).map((input) => {
    const state = start(input)
    return { state, vertex: vertexOf(input, state), input, isLeaf: true }
  })
  nodes.forEach(checkInvariants)
  const edges = new Set<string>()
  const expanded = new Set<string>()
  let limited = false
  for (let i = 0; i < nodes.length && !limited; i++) {
    const node = nodes[i] as Node
    if (expanded.has(node.vertex)) continue
    expanded.add(node.vertex)
    for (const event of possibleEvents(node.state)) {
      const state = next(node.state, event)
      if (!state) continue
      const vertex = vertexOf(node.input, state)
      const edge = JSON.stringify([node.vertex, event.label, vertex])
      if (edges.has(edge)) continue
      if (edges.size >= limit) {
        limited = true
        break
      }
      edges.add(edge)
      node.isLeaf = false
      const reached: Node = { state, vertex, input: node.input, from: node, event, isLeaf: true }
      nodes.push(reached)
      checkInvariants(reached)
    }
  }
  return {
    tree,
    paths: nodes.filter(({ isLeaf }) => isLeaf).map(pathTo),
    vertices: expanded.size,
    edges: edges.size,
    coverage: new Map([...preparedActors.values()].map(({ model, coverage }) => [model.name, coverage])),
    broken: [...broken.values()],
    limited,
    pathsInto: (name) => {
      const environments = new Set(nodes.flatMap(({ state }) => (state.environment ? [state.environment.name] : [])))
      const known = [...systemStateNames(tree), ...environments]
      if (!known.includes(name)) throw new UnknownNameError(`state of ${tree.model.name} and its actors`, name, known)
      const [actorPath, statePath] = [parentPath(name), actorId(name)]
      const isReached = ({ state: { actors, environment } }: Node): boolean =>
        environments.has(name)
          ? environment?.name === name
          : actors.get(actorPath)?.snapshot._nodes.some(({ path }) => path.join('.') === statePath) === true
      return nodes.filter((node) => isReached(node) && !(node.from && isReached(node.from))).map(pathTo)
    },
  }
}

/** Returns a subset of paths that has every event with every set of transitions that it takes. */
export function essentialPaths(paths: readonly SystemPath[]): SystemPath[] {
  const covered = new Set<string>()
  return paths.filter(({ start, steps }) => {
    let before = start
    let isNew = false
    for (const { event, state } of steps) {
      const taken = [...state.actors].flatMap(([path, actorState]) =>
        before.actors.get(path) === actorState ? [] : [path, ...actorState.taken],
      )
      const name = JSON.stringify([event.kind === 'time' ? 'time' : event.label, taken])
      if (!covered.has(name)) isNew = true
      covered.add(name)
      before = state
    }
    return isNew
  })
}
