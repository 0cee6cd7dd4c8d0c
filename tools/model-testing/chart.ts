/** Reads the states and transitions of a machine. Their keys do not change with `provide()`. */
import { type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition } from 'xstate'

/** An entry of `on`, `after`, `always`, `onDone`, `onError` or `onSnapshot`. */
export type Candidate = {
  /** State path, event type and index in the list. */
  readonly key: string
  readonly state: string
  readonly eventType: string
  readonly index: number
  readonly guard: string | undefined
  readonly targets: readonly string[]
  /** The names of its actions. */
  readonly actions: readonly string[]
  /** As text: "in 'checking', on done of readUser, if wasRefused → 'signedOut'". */
  readonly text: string
}

export type Invocation = { readonly id: string; readonly state: string; readonly src: string; readonly logic: unknown }

export type Chart = {
  readonly machine: AnyStateMachine
  /** By path ('checking', 'form.editing'), without the root and history states. */
  readonly states: ReadonlyMap<string, AnyStateNode>
  readonly candidates: ReadonlyMap<string, Candidate>
  readonly invocations: readonly Invocation[]
  /** Without `xstate.…` events and wildcards. */
  readonly eventTypes: ReadonlySet<string>
  readonly wildcards: ReadonlySet<string>
  /** The states and transitions that name a requirement in `meta`, by requirement. */
  readonly requirements: ReadonlyMap<
    string,
    { readonly states: readonly string[]; readonly transitions: readonly string[] }
  >
}

export function requirementsIn(meta: unknown): string[] {
  const named = typeof meta === 'object' && meta !== null && 'requirement' in meta ? meta.requirement : []
  return (Array.isArray(named) ? named : [named]).filter((name): name is string => typeof name === 'string')
}

function memoize<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const found = known.get(key) ?? { value: work(key) }
    known.set(key, found)
    return found.value
  }
}

export const pathOf = memoize((node: AnyStateNode): string =>
  node.path.length === 0 ? '(machine)' : node.path.join('.'),
)

/** Returns the name of a guard, to be read after "if". */
export function guardName(guard: unknown): string | undefined {
  if (guard === undefined) return undefined
  if (typeof guard === 'string') return guard
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type)
  if (typeof guard === 'function') {
    const parts = 'guards' in guard && Array.isArray(guard.guards) ? guard.guards.map((part) => guardName(part)) : []
    const { name } = guard
    if (name === 'not') return `not ${parts[0] ?? ''}`
    if (parts.length > 0) return parts.join(` ${name} `)
    return name === '' ? 'an unnamed guard' : name
  }
  return 'an unnamed guard'
}

/** The names of actions, without those that XState adds. */
export const actionNames = (actions: readonly unknown[]): string[] =>
  actions.flatMap((action) => {
    if (typeof action === 'string') return [action]
    return typeof action === 'object' && action !== null && 'type' in action ? [String(action.type)] : []
  })

function eventText(eventType: string): string {
  if (eventType === '') return 'always'
  const actor = /^xstate\.(done|error|snapshot)\.(?:actor\.)?(.+)$/.exec(eventType)
  if (eventType.startsWith('xstate.done.state.')) return `when ${eventType.slice('xstate.done.state.'.length)} is done`
  if (actor) return `on ${actor[1] ?? ''} of ${actor[2] ?? ''}`
  const after = /^xstate\.after\.(.+?)\.[^.]+(?:\..+)?$/.exec(eventType)
  if (after) return `after ${delayOf(eventType)}`
  return `on '${eventType}'`
}

export const delayOf = (eventType: string): string => eventType.slice('xstate.after.'.length).split('.')[0] ?? ''

/** The transition lists of a state by event type; `''` is its `always` list. */
function listsOf(node: AnyStateNode): [string, readonly AnyTransitionDefinition[]][] {
  return [...node.transitions.entries(), ['', node.always ?? []]]
}

export const keyOf = memoize((transition: AnyTransitionDefinition): string => {
  const { source, eventType } = transition as { source: AnyStateNode; eventType: string }
  const list = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? [])
  return `${pathOf(source)} | ${eventType === '' ? 'always' : eventType} | ${list.indexOf(transition)}`
})

/** Reads a machine once. */
export const readChart = memoize((machine: AnyStateMachine): Chart => {
  const states = new Map<string, AnyStateNode>()
  const candidates = new Map<string, Candidate>()
  const invocations: Invocation[] = []
  const eventTypes = new Set<string>()
  const wildcards = new Set<string>()
  const requirements = new Map<string, { states: string[]; transitions: string[] }>()
  const addRequirement = (meta: unknown, where: 'states' | 'transitions', what: string): void => {
    for (const name of requirementsIn(meta)) {
      const known = requirements.get(name) ?? { states: [], transitions: [] }
      known[where].push(what)
      requirements.set(name, known)
    }
  }

  const visit = (node: AnyStateNode): void => {
    const state = pathOf(node)
    if (node.path.length > 0 && node.type !== 'history') states.set(state, node)
    addRequirement(node.meta, 'states', state)
    for (const { id, src } of node.invoke) {
      const name = typeof src === 'string' ? src : id
      const implementations = machine.implementations.actors as Record<string, unknown>
      invocations.push({ id, state, src: name, logic: typeof src === 'string' ? implementations[src] : src })
    }
    for (const [eventType, list] of listsOf(node)) {
      if (eventType.includes('*')) wildcards.add(eventType)
      else if (eventType !== '' && !eventType.startsWith('xstate.')) eventTypes.add(eventType)
      list.forEach((transition, index) => {
        const guard = guardName(transition.guard)
        const targets = (transition.target ?? []).map((target: AnyStateNode) => pathOf(target))
        const to = targets.length > 0 ? ` → ${targets.map((target) => `'${target}'`).join(', ')}` : ', staying'
        const key = keyOf(transition)
        const condition = guard === undefined ? (index > 0 ? ', otherwise' : '') : `, if ${guard}`
        const text = `in '${state}', ${eventText(eventType)}${condition}${to}`
        addRequirement(transition.meta, 'transitions', key)
        candidates.set(key, {
          key,
          state,
          eventType,
          index,
          guard,
          targets,
          actions: actionNames(transition.actions),
          text,
        })
      })
    }
    for (const child of Object.values(node.states) as AnyStateNode[]) visit(child)
  }
  visit(machine.root as AnyStateNode)
  return { machine, states, candidates, invocations, eventTypes, wildcards, requirements }
})

/** The name of a guard, an action or an actor. Minified functions have none. */
function namesOfPart(part: unknown): unknown {
  if (typeof part === 'string') return part
  if (Array.isArray(part)) return part.map(namesOfPart)
  if (typeof part === 'object' && part !== null && 'type' in part) return part.type
  if (typeof part === 'function') return 'guards' in part ? namesOfPart(part.guards) : '(inline)'
  return undefined
}

/**
 * Returns a hash of the states, transitions, guards, actions, actors, delays and requirements of a machine. Descriptions
 * do not change it.
 */
export function chartHash(machine: AnyStateMachine): string {
  const read = (node: AnyStateNode): unknown => [
    pathOf(node),
    node.type,
    node.parent?.type === 'compound' && (node.parent.initial.target ?? []).includes(node),
    node.invoke.map(({ id, src }) => [id, namesOfPart(src)]),
    [namesOfPart(node.config.entry), namesOfPart(node.config.exit), requirementsIn(node.meta)],
    listsOf(node).map(([eventType, list]) => [
      eventType,
      list.map(({ guard, target, actions, reenter, meta }) => [
        namesOfPart(guard),
        (target ?? []).map((one: AnyStateNode) => pathOf(one)),
        namesOfPart(actions),
        reenter,
        requirementsIn(meta),
      ]),
    ]),
    (Object.values(node.states) as AnyStateNode[]).map(read),
  ]
  // FNV-1a is the same on every platform.
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(read(machine.root as AnyStateNode)))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Whether an event descriptor (with wildcards) matches an event type, as XState matches them. */
export function matches(descriptor: string, eventType: string): boolean {
  if (descriptor === eventType || descriptor === '*') return true
  return descriptor.endsWith('.*') && (eventType + '.').startsWith(descriptor.slice(0, -1))
}

const candidateCache = memoize((_: AnyStateNode) => new Map<string, readonly AnyTransitionDefinition[]>())

/** The candidates of a state for an event, in the order in which XState evaluates them. */
function candidatesOf(node: AnyStateNode, eventType: string | undefined): readonly AnyTransitionDefinition[] {
  if (eventType === undefined) return node.always ?? []
  const known = candidateCache(node)
  const list = known.get(eventType) ?? candidatesFor(node, eventType)
  known.set(eventType, list)
  return list
}

function candidatesFor(node: AnyStateNode, eventType: string): readonly AnyTransitionDefinition[] {
  const wild = [...node.transitions.keys()]
    .filter((key) => key !== eventType && matches(key, eventType))
    .sort((a, b) => b.length - a.length)
  return [eventType, ...wild].flatMap((key) => [...(node.transitions.get(key) ?? [])])
}

const isBelow = (node: AnyStateNode, ancestor: AnyStateNode): boolean => {
  for (let up = node.parent; up; up = up.parent) if (up === ancestor) return true
  return false
}

/**
 * Returns the keys of the candidates whose guards refused when `taken` was taken from `before` on `eventType`
 * (undefined: the `always` lists). XState evaluates the candidates of a state in order up to the first that is enabled,
 * and those of an ancestor only if none below it is.
 */
export function refusedIn(
  before: AnyMachineSnapshot,
  eventType: string | undefined,
  taken: readonly AnyTransitionDefinition[],
): string[] {
  const refused = new Set<string>()
  const sources = taken.map((transition) => transition.source as AnyStateNode)
  for (const atomic of before._nodes as AnyStateNode[]) {
    if (Object.keys(atomic.states).length > 0) continue
    chain: for (let node: AnyStateNode | undefined = atomic; node; node = node.parent) {
      if (eventType !== undefined && sources.some((source) => isBelow(source, node as AnyStateNode))) break
      for (const candidate of candidatesOf(node, eventType)) {
        if (taken.includes(candidate) || candidate.guard === undefined) break chain
        refused.add(keyOf(candidate))
      }
    }
  }
  return [...refused]
}

export const leavesOf = memoize((snapshot: AnyMachineSnapshot): string[] =>
  (snapshot._nodes as AnyStateNode[]).filter((node) => Object.keys(node.states).length === 0).map(pathOf),
)
