import { type ErrorObject } from 'ajv/dist/2020.js'

/** The path of a value, such as `[0].user.data`, or 'the body'. */
const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '') ||
  'the body'

const MAX_VALUE_LENGTH = 40

/** A value as JSON, shortened. */
function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text
}

const withArticle = (type: string): string =>
  type === 'null' ? 'null' : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`

const typeOf = (value: unknown): string =>
  withArticle(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const isString = (value: unknown): value is string => typeof value === 'string'

/** What one or several errors of the same value and keyword say. A type names no value, because it can be personal. */
function describe(path: string, errors: readonly ErrorObject[]): string {
  const [first] = errors
  if (first === undefined) return path
  const { keyword, params, data, message = 'is invalid' } = first
  const values: Record<string, unknown> = params
  const value = valueText(data)
  switch (keyword) {
    case 'type': {
      const types = new Set(errors.flatMap((error) => listOf(Reflect.get(error.params, 'type'))).filter(isString))
      return `${path} is ${typeOf(data)}, not ${[...types].map(withArticle).join(' or ')}`
    }
    case 'required':
      return `${path} has no ${String(values['missingProperty'])}`
    case 'additionalProperties':
      return `${path} has ${String(values['additionalProperty'])}, which is not in the contract`
    case 'enum':
      return `${path} is ${value}, not one of ${listOf(values['allowedValues']).map(valueText).join(', ')}`
    case 'const':
      return `${path} is ${value}, not ${valueText(values['allowedValue'])}`
    case 'pattern':
      return `${path} is ${value}, which does not match ${String(values['pattern'])}`
    case 'format':
      return `${path} is ${value}, which is not of the format ${String(values['format'])}`
    default:
      return `${path} ${message}`
  }
}

/** Whether an error only says that no alternative fits, or belongs to an alternative of another type. */
function isImplied(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  const { keyword, instancePath } = error
  if (!['type', 'anyOf', 'oneOf'].includes(keyword)) return false
  return all.some((other) =>
    other.instancePath === instancePath
      ? !['type', 'anyOf', 'oneOf'].includes(other.keyword) || (keyword !== 'type' && other.keyword === 'type')
      : other.instancePath.startsWith(`${instancePath}/`),
  )
}

/**
 * The errors of a validation in words, without those that follow from another one. Errors that repeat in a list are
 * told once, with their number.
 */
export function describeErrors(errors: readonly ErrorObject[]): string[] {
  const groups = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    if (isImplied(error, errors)) continue
    const detail = error.keyword === 'type' ? '' : JSON.stringify(error.params)
    const key = `${error.instancePath} ${error.keyword} ${detail}`
    groups.set(key, [...(groups.get(key) ?? []), error])
  }
  const lines = new Map<string, string[]>()
  for (const [first, ...rest] of groups.values()) {
    if (first === undefined) continue
    const key = `${first.instancePath.replace(/\/\d+(?=\/|$)/g, '/#')} ${first.keyword} ${JSON.stringify(first.params)}`
    lines.set(key, [...(lines.get(key) ?? []), describe(pathOf(first.instancePath), [first, ...rest])])
  }
  return [...lines.values()].map(([line = '', ...same]) =>
    same.length === 0 ? line : `${line} (and ${same.length} more)`,
  )
}
