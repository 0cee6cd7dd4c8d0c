/**
 * Compares a machine with what Stately Studio and its extension read from its file. Their extractor parses the argument
 * of `createMachine` without running it, and silently skips what it cannot parse.
 */
import { extractMachinesFromFile } from '@xstate/machine-extractor'
import { type AnyStateMachine, createMachine } from 'xstate'
import { shapeOf, type StateShape, type TransitionShape } from './shape.ts'

type ConfigNode = { readonly [name: string]: unknown }

const isTree = (value: unknown): value is ConfigNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const list = (value: unknown): readonly unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const recordsIn = (value: unknown): readonly ConfigNode[] => list(value).filter(isTree)
const entriesOf = (value: unknown): [string, unknown][] => (isTree(value) ? Object.entries(value) : [])

/** The extractor returns actions and guards as `{ kind, action | type }`; only their names are compared. */
const names = (value: unknown): { type: string }[] =>
  recordsIn(value).map(({ kind, action }) => ({
    type: kind !== 'inline' && isTree(action) && typeof action['type'] === 'string' ? action['type'] : '(inline)',
  }))

const guard = (value: unknown) =>
  isTree(value) ? { guard: value['kind'] === 'inline' ? '(inline)' : String(value['type']) } : {}

const pick = (tree: ConfigNode, ...keys: string[]): ConfigNode =>
  Object.fromEntries(keys.filter((key) => tree[key] !== undefined).map((key) => [key, tree[key]]))

const transitions = (value: unknown): ConfigNode[] =>
  recordsIn(value).map((found) => ({
    ...pick(found, 'target', 'description'),
    ...guard(found['cond']),
    actions: names(found['actions']),
  }))

const transitionTable = (value: unknown): ConfigNode =>
  Object.fromEntries(entriesOf(value).map(([name, inner]) => [name, transitions(inner)]))

/** Converts the configuration of the extractor (XState 4) to XState 5. */
function toMachineConfig(node: ConfigNode): ConfigNode {
  return {
    ...pick(node, 'id', 'initial', 'type', 'history', 'tags', 'description'),
    entry: names(node['entry']),
    exit: names(node['exit']),
    on: transitionTable(node['on']),
    after: transitionTable(node['after']),
    always: transitions(node['always']),
    ...(node['onDone'] === undefined ? {} : { onDone: transitions(node['onDone']) }),
    invoke: recordsIn(node['invoke']).map((invoke) => ({
      ...pick(invoke, 'id'),
      src: invoke['kind'] === 'named' ? invoke['src'] : '(inline)',
      onDone: transitions(invoke['onDone']),
      onError: transitions(invoke['onError']),
    })),
    ...(isTree(node['states'])
      ? {
          states: Object.fromEntries(
            entriesOf(node['states']).map(([name, inner]) => [name, toMachineConfig(isTree(inner) ? inner : {})]),
          ),
        }
      : {}),
  }
}

/** Returns the configuration that the extractor reads from a file, or the reason why it reads none. */
export function extractConfig(text: string): ConfigNode | string {
  let found: unknown
  try {
    found = (extractMachinesFromFile(text)?.machines ?? []).map((machine) => machine?.toConfig())
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  const [config, ...more] = list(found)
  if (more.length > 0) return `the file has ${more.length + 1} machines`
  return isTree(config) ? toMachineConfig(config) : 'it finds no machine'
}

const nodesByPath = (config: ConfigNode, above: readonly string[] = []): [string, ConfigNode][] => [
  [above.join('.') || '(machine)', config],
  ...entriesOf(config['states']).flatMap(([name, inner]) => nodesByPath(isTree(inner) ? inner : {}, [...above, name])),
]

const quoteAll = (value: unknown): string => {
  const shown = list(value).map((part) => `'${String(part)}'`)
  return shown.length === 0 ? 'none' : shown.join(', ')
}

/** How to correct each part that the extractor does not read. */
const REMEDIES = {
  id: 'Write the id as a string literal.',
  type: "Write the type as a string literal: 'parallel', 'final' or 'history'.",
  initial: 'Write the initial state as a string literal.',
  description: 'Write the description as one string literal.',
  tags: 'Write the tags inline as string literals.',
  entry: 'Write the entry actions inline, by their names in setup.',
  exit: 'Write the exit actions inline, by their names in setup.',
  actors: 'Write id and src of the invoked actor as string literals; src is its name in setup.',
  events: 'Write the transition inline, under its event as a string literal, or under the name of the delay in setup.',
  targets: 'Write the target as a string literal.',
  guard: "Write the guard as its name in setup, or as { type: 'name', params }.",
  actions: 'Write the actions inline, by their names in setup.',
  transitionDescription: 'Write the description of the transition as one string literal.',
} as const

const keyOf = ({ eventType, index }: TransitionShape): string => `${eventType || 'always'} (${index + 1})`

/**
 * Returns the differences between a machine and what the extractor reads from its file, each with file, state and
 * correction. `reenter`, `meta`, `onSnapshot` and functions are not compared, because the extractor reads none of them.
 */
export function extractorDifferences(path: string, text: string, machine: AnyStateMachine): string[] {
  const config = extractConfig(text)
  const remedy = 'Write the whole configuration as one literal in createMachine.'
  if (typeof config === 'string') return [`${path}: Stately's extractor does not read it: ${config}. ${remedy}`]
  const problems: string[] = []
  const own = shapeOf(machine)
  const compare = (
    state: string,
    part: keyof typeof REMEDIES,
    expected: unknown,
    extractedShape: unknown,
    what = part as string,
  ) => {
    if (JSON.stringify(expected) === JSON.stringify(extractedShape)) return
    const extracted = extractedShape === undefined ? 'nothing' : quoteAll(extractedShape)
    problems.push(
      `${path}, state '${state}': for its ${what} ${quoteAll(expected)} Stately's extractor reads ${extracted}. ${REMEDIES[part]}`,
    )
  }

  const written = new Map(nodesByPath(config))
  for (const state of own.keys())
    if (!written.has(state))
      problems.push(`${path}, state '${state}': Stately's extractor does not see it. Write it inline.`)
  for (const state of written.keys())
    if (!own.has(state))
      problems.push(
        `${path}, state '${state}': Stately's extractor sees it, the machine does not have it. Write its key literally.`,
      )
  compare('(machine)', 'id', machine.id, config['id'])
  // Without an initial state, `createMachine` throws.
  for (const [state, { initial }] of own)
    compare(state, 'initial', initial?.split('.').at(-1), written.get(state)?.['initial'])
  if (problems.length > 0) return problems

  let carried: ReadonlyMap<string, StateShape>
  try {
    carried = shapeOf(createMachine(config as Parameters<typeof createMachine>[0]))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [`${path}: what Stately's extractor reads is no machine: ${reason} Write every target as a string literal.`]
  }
  for (const [state, is] of own) {
    const extractedState = carried.get(state)
    if (!extractedState) continue
    for (const part of ['type', 'description', 'tags', 'entry', 'exit', 'actors'] as const)
      compare(state, part, is[part], extractedState[part])
    const byKey = new Map(extractedState.transitions.map((candidate) => [keyOf(candidate), candidate]))
    // XState 4 has no `onSnapshot`.
    const readable = is.transitions.filter(({ eventType }) => !eventType.startsWith('xstate.snapshot.'))
    const missing = readable.map(keyOf).filter((key) => !byKey.has(key))
    const known = new Set(readable.map(keyOf))
    const unexpected = [...byKey.keys()].filter((key) => !known.has(key))
    // Another id or src changes the event types of the actor, which is reported for the actor.
    const isActorDifferent = JSON.stringify(is.actors) !== JSON.stringify(extractedState.actors)
    if (!isActorDifferent && (missing.length > 0 || unexpected.length > 0))
      compare(state, 'events', missing, unexpected, 'transitions')
    for (const candidate of readable) {
      const key = keyOf(candidate)
      const other = byKey.get(key)
      if (!other) continue
      for (const part of ['targets', 'guard', 'actions'] as const)
        compare(state, part, candidate[part], other[part], `${part} on ${key}`)
      compare(state, 'transitionDescription', candidate.description, other.description, `description on ${key}`)
    }
  }
  return problems
}
