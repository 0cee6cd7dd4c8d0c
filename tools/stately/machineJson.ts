/** Converts a machine to the JSON of Stately Studio: its configuration, with implementations by name. */
import { type AnyStateMachine } from 'xstate'
import { guardName } from '../model-testing/chart.ts'
import { nameOfPart } from './shape.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns plain data. Functions, and values that contain them, are left out. */
function toJson(value: unknown): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.flatMap((inner) => toJson(inner) ?? [])
  return isRecord(value) ? toRecord(value, toJson) : undefined
}

function toRecord(from: Readonly<Record<string, unknown>>, read: (value: unknown, key: string) => Json | undefined) {
  const entries = Object.entries(from).flatMap(([key, value]): [string, Json][] => {
    const found = read(value, key)
    return found === undefined ? [] : [[key, found]]
  })
  return Object.fromEntries(entries)
}

const mapEach =
  (read: (value: unknown) => Json | undefined) =>
  (value: unknown): Json | undefined =>
    Array.isArray(value) ? value.flatMap((inner) => read(inner) ?? []) : read(value)

/** Returns the name of an implementation, or an object if it has params that are data. */
function namedPart(part: unknown, name: (part: unknown) => string): Json {
  const params = isRecord(part) ? toJson(part['params']) : undefined
  return params === undefined ? name(part) : { type: name(part), params }
}

const actions = mapEach((action) => namedPart(action, nameOfPart))

const transitions = mapEach((transition) =>
  isRecord(transition)
    ? toRecord(transition, (value, key) => {
        if (key === 'guard') return namedPart(value, (guard) => guardName(guard) ?? '')
        return key === 'actions' ? actions(value) : toJson(value)
      })
    : toJson(transition),
)

const transitionTable = (value: unknown): Json | undefined =>
  isRecord(value) ? toRecord(value, transitions) : undefined

const invocations = mapEach((invocation) =>
  isRecord(invocation)
    ? toRecord(invocation, (value, key) => (/^on[A-Z]/.test(key) ? transitions(value) : toJson(value)))
    : undefined,
)

function stateJson(config: unknown): Json | undefined {
  if (!isRecord(config)) return undefined
  return toRecord(config, (value, key) => {
    switch (key) {
      case 'states':
        return isRecord(value) ? toRecord(value, stateJson) : undefined
      case 'on':
      case 'after':
        return transitionTable(value)
      case 'always':
      case 'onDone':
        return transitions(value)
      case 'entry':
      case 'exit':
        return actions(value)
      case 'invoke':
        return invocations(value)
      default:
        return toJson(value)
    }
  })
}

/** Returns the configuration of a machine without its functions; the names of `setup` stay. */
export const machineJson = (machine: AnyStateMachine): Json => stateJson(machine.config) ?? {}

export const machineModule = (name: string, json: Json): string =>
  `import { createMachine } from 'xstate'\n\nexport const ${name}Machine = createMachine(${JSON.stringify(json, null, 2)})\n`
