/** A machine as data: what stands in its chart, with parts by their names. It is the JSON that Stately Studio knows. */
import { type AnyStateMachine } from 'xstate'
import { guardName } from '../model-testing/chart.ts'
import { nameIn } from './shape.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Plain data; what is a function, or has one in it, is left out. */
function data(value: unknown): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.flatMap((inner) => data(inner) ?? [])
  return isRecord(value) ? record(value, data) : undefined
}

function record(from: Readonly<Record<string, unknown>>, read: (value: unknown, key: string) => Json | undefined) {
  const entries = Object.entries(from).flatMap(([key, value]): [string, Json][] => {
    const found = read(value, key)
    return found === undefined ? [] : [[key, found]]
  })
  return Object.fromEntries(entries)
}

/** One or several, as written. */
const each =
  (read: (value: unknown) => Json | undefined) =>
  (value: unknown): Json | undefined =>
    Array.isArray(value) ? value.flatMap((inner) => read(inner) ?? []) : read(value)

/** A name stays a name; with params it stays an object, as long as they are data. */
function named(part: unknown, name: (part: unknown) => string): Json {
  const params = isRecord(part) ? data(part['params']) : undefined
  return params === undefined ? name(part) : { type: name(part), params }
}

const actions = each((action) => named(action, nameIn))

const transitions = each((transition) =>
  isRecord(transition)
    ? record(transition, (value, key) => {
        if (key === 'guard') return named(value, (guard) => guardName(guard) ?? '')
        return key === 'actions' ? actions(value) : data(value)
      })
    : data(transition),
)

const table = (value: unknown): Json | undefined => (isRecord(value) ? record(value, transitions) : undefined)

const invocations = each((invocation) =>
  isRecord(invocation)
    ? record(invocation, (value, key) => (/^on[A-Z]/.test(key) ? transitions(value) : data(value)))
    : undefined,
)

function state(config: unknown): Json | undefined {
  if (!isRecord(config)) return undefined
  return record(config, (value, key) => {
    switch (key) {
      case 'states':
        return isRecord(value) ? record(value, state) : undefined
      case 'on':
      case 'after':
        return table(value)
      case 'always':
      case 'onDone':
        return transitions(value)
      case 'entry':
      case 'exit':
        return actions(value)
      case 'invoke':
        return invocations(value)
      default:
        return data(value)
    }
  })
}

/** The configuration of a machine without its functions: every name of setup stays, what stands behind it does not. */
export const machineJson = (machine: AnyStateMachine): Json => state(machine.config) ?? {}

/** The same as a module, which is what the Studio's import takes. */
export const machineModule = (name: string, json: Json): string =>
  `import { createMachine } from 'xstate'\n\nexport const ${name}Machine = createMachine(${JSON.stringify(json, null, 2)})\n`
