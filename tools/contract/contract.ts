import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'
import { parse } from 'yaml'
import { describeErrors } from './describeErrors.ts'

/** The calls and schemas of openapi/host.yaml. */

export type Schema = { [key: string]: unknown }
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
  example?: unknown
}
type Content = { content?: Record<string, { schema: Schema; examples?: Record<string, Example> }> }
type Example = { value?: unknown; $ref?: string }
type ContractResponse = Content & { headers?: Record<string, { required?: boolean; schema: Schema } | Reference> }
type Reference = { $ref: string }
type Operation = {
  operationId: string
  parameters?: (Parameter | Reference)[]
  requestBody?: (Content & { required?: boolean }) | Reference
  responses: Record<string, ContractResponse | Reference>
  security: Record<string, string[]>[]
  'x-origin': 'specification' | 'extension'
  /** The feature that is off without this extension. */
  'x-feature'?: string
  /** What happens without this extension, if no feature is off. */
  'x-without'?: string
  'x-edge-exchanges-bearer'?: true
  'x-static'?: true
}
type PathItem = { parameters?: (Parameter | Reference)[] } & Partial<Record<Method, Operation>>
type Method = 'get' | 'put' | 'post' | 'delete'
type Contract = {
  paths: Record<string, PathItem>
  components: { schemas: Record<string, Schema> }
  'x-error-codes': Record<string, number[]>
  'x-session-codes': string[]
  'x-unsettled-codes': string[]
}

export type ContractCall = {
  /** 'POST /wp-json/…' */
  name: string
  method: string
  template: string
  operation: Operation
  parameters: Parameter[]
  requestBody: (Content & { required?: boolean }) | undefined
  responses: Record<string, ContractResponse>
  matches(pathname: string): Record<string, string> | undefined
}

export const contract = parse(readFileSync(new URL('../../openapi/host.yaml', import.meta.url), 'utf8')) as Contract

export const resolveReference = <T>(node: T | Reference): T => {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) return node as T
  const found = node.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key.replaceAll('~1', '/')], contract)
  return resolveReference(found as T | Reference)
}

export const exampleValue = (example: Example): unknown =>
  resolveReference<Example>(example as Example | Reference).value

const schemaUrn = (reference: string) => `urn:host:${reference.split('/').at(-1)}`

/** Rewrites references to the registered schemas. */
const withAbsoluteReferences = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withAbsoluteReferences)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' ? [key, schemaUrn(value)] : [key, withAbsoluteReferences(value)],
    ),
  )
}

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true, verbose: true })
formats.default(ajv)
ajv.addVocabulary(['example'])
for (const [name, schema] of Object.entries(contract.components.schemas))
  ajv.addSchema({ ...(withAbsoluteReferences(schema) as Schema), $id: schemaUrn(`/${name}`) })

const compiled = new Map<Schema, ValidateFunction>()
const validator = (schema: Schema): ValidateFunction => {
  const known = compiled.get(schema)
  if (known) return known
  const fresh = ajv.compile(withAbsoluteReferences(schema) as Schema)
  compiled.set(schema, fresh)
  return fresh
}

/** The problems of a value, in words; empty when it is valid. */
export const schemaErrors = (schema: Schema, value: unknown): string[] => {
  const validate = validator(schema)
  return validate(value) ? [] : describeErrors(validate.errors ?? [])
}

const methods = ['get', 'put', 'post', 'delete'] as const

const createPathMatcher = (template: string, parameters: Parameter[]) => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '')
  const literal = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`^${literal.join('([^/]+)')}$`)
  return (pathname: string) => {
    const found = pattern.exec(pathname)
    if (!found) return undefined
    const values = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]))
    const fits = parameters
      .filter((parameter) => parameter.in === 'path')
      .every((parameter) => schemaErrors(parameter.schema, values[parameter.name]).length === 0)
    return fits ? values : undefined
  }
}

export const calls: readonly ContractCall[] = Object.entries(contract.paths).flatMap(([template, item]) =>
  methods.flatMap((method): ContractCall[] => {
    const operation = item[method]
    if (!operation) return []
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
      resolveReference(each),
    )
    return [
      {
        name: `${method.toUpperCase()} ${template}`,
        method: method.toUpperCase(),
        template,
        operation,
        parameters,
        requestBody: operation.requestBody && resolveReference(operation.requestBody),
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [status, resolveReference(response)]),
        ),
        matches: createPathMatcher(template, parameters),
      },
    ]
  }),
)

/** The call with this method and path, with or without a query. */
export const findCall = (method: string, path: string): ContractCall | undefined => {
  const pathname = path.split('?')[0] ?? ''
  // A literal path takes precedence over a template.
  return calls
    .filter((call) => call.method === method.toUpperCase() && call.matches(pathname))
    .sort((one, other) => one.parameters.length - other.parameters.length)[0]
}

/** The listed codes of a call, including those with an unknown outcome. */
export const refusalCodesOf = (call: ContractCall): string[] => {
  const found = new Set<string>()
  const visit = (node: Schema | Reference | undefined): void => {
    if (!node) return
    const schema = resolveReference<Schema>(node as Schema | Reference)
    const code = (schema.properties as { code?: { enum?: string[] } } | undefined)?.code
    code?.enum?.forEach((each) => found.add(each))
    for (const key of ['anyOf', 'allOf', 'oneOf']) ((schema[key] ?? []) as Schema[]).forEach(visit)
  }
  visit(call.responses['default']?.content?.['application/json']?.schema)
  return [...found]
}
