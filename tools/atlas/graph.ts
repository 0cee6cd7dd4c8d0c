/** A machine as a graph of nested states and transitions, independent of the layout. */
import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition } from 'xstate'
import { delayOf, guardName, keyOf, pathOf, requirementsIn } from '../model-testing/chart.ts'
import { durationText } from '../model-testing/pathText.ts'

export type StateKind = 'atomic' | 'compound' | 'parallel' | 'final' | 'history'

/** The trigger of a transition. `subject` is an event, an invoked actor, a delay or a state. */
export type Cause = {
  readonly kind: 'event' | 'done' | 'error' | 'snapshot' | 'after' | 'always' | 'ended'
  readonly subject: string
  /** `form.submit`, `done signIn`, `after 1 second`. */
  readonly text: string
}

export type Transition = {
  /** The key as in tools/model-testing: state, event type and index in the list. */
  readonly key: string
  readonly eventType: string
  readonly source: string
  /** Empty for a transition without a target. */
  readonly targets: readonly string[]
  readonly cause: Cause
  readonly guard: string | undefined
  /** True for an unguarded candidate after guarded ones of the same list. */
  readonly isElse: boolean
  readonly actions: readonly string[]
  readonly description: string | undefined
  readonly requirements: readonly string[]
}

export type State = {
  /** `open.invalid`; the machine itself is `(machine)`. */
  readonly path: string
  readonly name: string
  readonly kind: StateKind
  readonly isInitial: boolean
  readonly isRegion: boolean
  readonly description: string | undefined
  readonly tags: readonly string[]
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  readonly invokes: readonly { readonly id: string; readonly src: string }[]
  readonly requirements: readonly string[]
  /** Transitions that exit no state. They are listed inside the box. */
  readonly internalTransitions: readonly Transition[]
  readonly outgoing: readonly Transition[]
  readonly children: readonly State[]
}

/** All transitions from one state to another. They share one line, whose label has a row for each. */
export type Edge = {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly transitions: readonly Transition[]
}

export type Graph = {
  readonly name: string
  readonly root: State
  readonly states: ReadonlyMap<string, State>
  readonly transitions: ReadonlyMap<string, Transition>
  readonly edges: readonly Edge[]
}

export const ROOT = '(machine)'

const actionName = (action: unknown): string => {
  if (typeof action === 'string') return action
  if (typeof action === 'object' && action !== null && 'type' in action) return String(action.type)
  if (typeof action === 'function') return action.name === '' ? 'an unnamed action' : action.name
  return String(action)
}

function delayText(machine: AnyStateMachine, delay: string): string {
  const known = (machine.implementations.delays as Readonly<Record<string, unknown>>)[delay]
  const ms = typeof known === 'number' ? known : /^\d+$/.test(delay) ? Number(delay) : undefined
  return ms === undefined ? delay : durationText(ms)
}

function causeOf(machine: AnyStateMachine, eventType: string): Cause {
  if (eventType === '') return { kind: 'always', subject: '', text: 'always' }
  const actor = /^xstate\.(done|error)\.actor\.(.+)$/.exec(eventType)
  if (actor?.[2] !== undefined) {
    const kind = actor[1] === 'done' ? 'done' : 'error'
    return { kind, subject: actor[2], text: `${kind} ${actor[2]}` }
  }
  const [, observed] = /^xstate\.snapshot\.(.+)$/.exec(eventType) ?? []
  if (observed !== undefined) return { kind: 'snapshot', subject: observed, text: `news of ${observed}` }
  const [, ended] = /^xstate\.done\.state\.(.+)$/.exec(eventType) ?? []
  if (ended !== undefined) {
    const subject = ended.split('.').at(-1) ?? ended
    return { kind: 'ended', subject, text: `${subject} ended` }
  }
  if (eventType.startsWith('xstate.after.')) {
    const subject = delayOf(eventType)
    return { kind: 'after', subject, text: `after ${delayText(machine, subject)}` }
  }
  return { kind: 'event', subject: eventType, text: eventType === '*' ? 'anything else' : eventType }
}

export function readGraph(machine: AnyStateMachine): Graph {
  const states = new Map<string, State>()
  const transitions = new Map<string, Transition>()
  const edges = new Map<string, { id: string; source: string; target: string; transitions: Transition[] }>()

  const readTransition = (transition: AnyTransitionDefinition, index: number, list: readonly unknown[]): Transition => {
    const source = pathOf(transition.source as AnyStateNode)
    const eventType = String(transition.eventType)
    const guard = guardName(transition.guard)
    const read: Transition = {
      key: keyOf(transition),
      eventType,
      source,
      targets: (transition.target ?? []).map((target: AnyStateNode) => pathOf(target)),
      cause: causeOf(machine, eventType),
      guard,
      isElse: guard === undefined && index > 0 && list.length > 1,
      actions: transition.actions.map(actionName),
      description: transition.description,
      requirements: requirementsIn(transition.meta),
    }
    transitions.set(read.key, read)
    return read
  }

  const addToEdge = (transition: Transition, target: string): void => {
    const id = `${transition.source} → ${target}`
    const edge = edges.get(id) ?? { id, source: transition.source, target, transitions: [] }
    edge.transitions.push(transition)
    edges.set(id, edge)
  }

  const visit = (node: AnyStateNode): State => {
    const path = pathOf(node)
    const lists: (readonly AnyTransitionDefinition[])[] = [...node.transitions.values(), node.always ?? []]
    const own = lists.flatMap((list) => list.map((transition, index) => readTransition(transition, index, list)))
    const isInternal = ({ targets }: Transition): boolean => targets.every((target) => target === path)
    const initial = node.parent && Object.keys(node.parent.states).length > 0 ? node.parent.initial.target : undefined
    const state: State = {
      path,
      name: node.path.length === 0 ? machine.id : node.key,
      kind: node.type,
      isInitial: node.parent?.type === 'compound' && initial?.includes(node) === true,
      isRegion: node.parent?.type === 'parallel',
      description: node.description,
      tags: node.tags,
      // The configuration, because XState adds an action to the node for every delay.
      entry: [node.config.entry ?? []].flat().map(actionName),
      exit: [node.config.exit ?? []].flat().map(actionName),
      invokes: node.invoke.map(({ id, src }) => ({ id, src: typeof src === 'string' ? src : id })),
      requirements: requirementsIn(node.meta),
      internalTransitions: own.filter(isInternal),
      outgoing: own,
      children: (Object.values(node.states) as AnyStateNode[]).map(visit),
    }
    states.set(path, state)
    for (const transition of own)
      if (!isInternal(transition)) for (const target of transition.targets) addToEdge(transition, target)
    return state
  }
  const root = visit(machine.root as AnyStateNode)
  return { name: machine.id, root, states, transitions, edges: [...edges.values()] }
}

export function statesInOrder(state: State): State[] {
  return [state, ...state.children.flatMap(statesInOrder)]
}

/** `if isComplete`, `otherwise` or an empty string. */
export const conditionOf = ({ guard, isElse: otherwise }: Transition): string =>
  guard === undefined ? (otherwise ? 'otherwise' : '') : `if ${guard}`

export function selfAndAncestors(graph: Graph, path: string): string[] {
  if (path === ROOT) return [ROOT]
  const parts = path.split('.')
  return [...parts.map((_, i) => parts.slice(0, parts.length - i).join('.')), ROOT]
}
