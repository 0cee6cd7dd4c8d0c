/** The structure of a machine by state path, for comparing machines. */
import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition } from 'xstate'
import { guardName, pathOf } from '../model-testing/chart.ts'

export type TransitionShape = {
  readonly eventType: string
  readonly index: number
  readonly targets: readonly string[]
  readonly guard: string | undefined
  readonly actions: readonly string[]
  readonly description: string | undefined
  readonly reenter: boolean
  readonly meta: unknown
}

export type StateShape = {
  readonly path: string
  readonly type: string
  readonly initial: string | undefined
  readonly description: string | undefined
  readonly tags: readonly string[]
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  /** `id: src` of each invoked actor. */
  readonly actors: readonly string[]
  readonly transitions: readonly TransitionShape[]
  readonly meta: unknown
}

export function nameOfPart(part: unknown): string {
  if (typeof part === 'string') return part
  if ((typeof part === 'object' || typeof part === 'function') && part !== null && 'type' in part)
    return String(part.type)
  return '(inline)'
}

const transitionShape = (candidate: AnyTransitionDefinition, index: number): TransitionShape => ({
  eventType: candidate.eventType as string,
  index,
  targets: (candidate.target ?? []).map((target: AnyStateNode) => pathOf(target)),
  guard: guardName(candidate.guard),
  actions: candidate.actions.map(nameOfPart),
  description: (candidate as { description?: string }).description,
  reenter: candidate.reenter,
  meta: (candidate as { meta?: unknown }).meta,
})

const toArray = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

function stateShape(node: AnyStateNode): StateShape {
  const config: { readonly entry?: unknown; readonly exit?: unknown } = node.config
  const lists: readonly (readonly AnyTransitionDefinition[])[] = [...node.transitions.values(), node.always ?? []]
  return {
    path: pathOf(node),
    type: node.type,
    initial: node.type === 'compound' ? node.initial.target.map((target) => pathOf(target)).join(', ') : undefined,
    description: node.description,
    tags: node.tags,
    // The configuration, because XState adds actions to the node for every delay.
    entry: toArray(config.entry).map(nameOfPart),
    exit: toArray(config.exit).map(nameOfPart),
    actors: node.invoke.map(({ id, src }) => `${id}: ${typeof src === 'string' ? src : '(inline)'}`),
    transitions: lists.flatMap((list) => list.map(transitionShape)),
    meta: node.meta,
  }
}

export function shapeOf(machine: AnyStateMachine): ReadonlyMap<string, StateShape> {
  const found = new Map<string, StateShape>()
  const visit = (node: AnyStateNode): void => {
    const shape = stateShape(node)
    found.set(shape.path, shape)
    for (const child of Object.values(node.states) as AnyStateNode[]) visit(child)
  }
  visit(machine.root as AnyStateNode)
  return found
}
