import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'
import { parse } from 'yaml'

/**
 * Validates requests and responses between browser, edge and host by openapi/host.yaml, in the tests of sandbox and edge
 * and in every browser test.
 */

/** `browser`: requests to the edge. `host`: requests of the edge. */
export type ContractSide = 'browser' | 'host'

/** The part to validate. A test that sends an invalid request validates only the response. */
export type ExchangePart = 'both' | 'request' | 'response'

/** A request and its response. Header names are case-insensitive. */
export type Exchange = {
  method: string
  /** With the query, without the origin. */
  path: string
  requestHeaders: Readonly<Record<string, string>>
  /** The text, or the fields of a form; undefined without a body or for an unreadable form. */
  requestBody: string | Readonly<Record<string, string>> | undefined
  status: number
  responseHeaders: Readonly<Record<string, string>>
  responseBody: string
}

type Schema = { [key: string]: unknown }
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

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: false, verbose: false })
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

/** The problems of a value; empty when it is valid. */
export const schemaErrors = (schema: Schema, value: unknown): string[] => {
  const validate = validator(schema)
  if (validate(value)) return []
  return [...new Set((validate.errors ?? []).map((error) => `${error.instancePath || '(body)'} ${error.message}`))]
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

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const mediaType = (headers: Record<string, string>): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const securityFindings = (call: ContractCall, headers: Record<string, string>, side: ContractSide): string[] => {
  const named = call.operation.security.flatMap((each) => Object.keys(each))
  const exchanged = call.operation['x-edge-exchanges-bearer'] === true && side === 'browser'
  const wants = (scheme: string) => named.includes(scheme)
  const bearer = exchanged || wants('bearer')
  const key = !exchanged && wants('serviceKey')
  const found: string[] = []
  const authorization = headers['authorization']
  if (bearer && !/^Bearer \S+$/.test(authorization ?? '')) found.push('the bearer is missing')
  if (!bearer && authorization !== undefined) found.push('the bearer must not be sent with this call')
  if (key && !headers['memberpress-api-key']) found.push('the service key is missing')
  if (!key && headers['memberpress-api-key'] !== undefined) found.push('the service key must not be sent here')
  if (wants('xsrf') && !headers['xsrf']) found.push('the header XSRF is missing')
  return found
}

const parameterFindings = (call: ContractCall, query: URLSearchParams, headers: Record<string, string>): string[] => {
  const found: string[] = []
  for (const parameter of call.parameters) {
    if (parameter.in === 'path') continue
    const given = parameter.in === 'query' ? query.get(parameter.name) : headers[parameter.name.toLowerCase()]
    if (given === null || given === undefined) {
      if (parameter.required) found.push(`${parameter.in} ${parameter.name} is missing`)
      continue
    }
    const value = parameter.schema.type === 'integer' && /^-?\d+$/.test(given) ? Number(given) : given
    found.push(...schemaErrors(parameter.schema, value).map((each) => `${parameter.in} ${parameter.name}: ${each}`))
  }
  const known = call.parameters.filter((each) => each.in === 'query').map((each) => each.name)
  for (const name of query.keys()) if (!known.includes(name)) found.push(`query ${name} is not in the contract`)
  return found
}

const bodyFindings = (call: ContractCall, headers: Record<string, string>, body: Exchange['requestBody']): string[] => {
  const declared = call.requestBody?.content
  if (!declared) return body ? ['a body was sent, but the contract defines none'] : []
  const type = mediaType(headers)
  const media = declared[type]
  if (!media) return [`the body is ${type || 'of no type'}, not ${Object.keys(declared).join(' or ')}`]
  if (type === 'multipart/form-data') return typeof body === 'object' ? schemaErrors(media.schema, body) : []
  if (typeof body !== 'string') return ['the body is missing']
  const json = parseJson(body)
  return json ? schemaErrors(media.schema, json.value) : ['the body is not JSON']
}

const refusalFindings = (call: ContractCall, status: number, body: unknown): string[] => {
  const code = (body as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return []
  if (!refusalCodesOf(call).includes(code)) return [`code ${code} is not listed for this call`]
  const expected = contract['x-error-codes'][code] ?? []
  const bodyStatus = (body as { data?: { status?: unknown } | null }).data?.status
  return [
    ...(expected.includes(status) ? [] : [`code ${code} comes with ${expected.join(' or ')}, not ${status}`]),
    ...(bodyStatus !== undefined && bodyStatus !== status
      ? [`data.status is ${JSON.stringify(bodyStatus)}, the status ${status}`]
      : []),
  ]
}

const responseFindings = (
  call: ContractCall,
  exchange: Exchange,
  headers: Record<string, string>,
  side: ContractSide,
): string[] => {
  const { status, responseBody } = exchange
  // The edge's response for an unreachable host.
  if (side === 'browser' && (status === 502 || status === 504) && responseBody === '') return []
  const declared = call.responses[String(status)] ?? (status >= 400 ? call.responses['default'] : undefined)
  if (!declared) return [`status ${status} is not in the contract`]
  const found: string[] = []
  for (const [name, header] of Object.entries(declared.headers ?? {})) {
    const { required, schema } = resolveReference<{ required?: boolean; schema: Schema }>(header)
    const value = headers[name.toLowerCase()]
    if (value !== undefined) found.push(...schemaErrors(schema, value).map((each) => `header ${name}: ${each}`))
    else if (required) found.push(`header ${name} is missing`)
  }
  const media = declared.content?.['application/json']
  if (!media) return found
  if (mediaType(headers) !== 'application/json')
    found.push(`the response is ${mediaType(headers) || 'of no type'}, not JSON`)
  const json = parseJson(responseBody)
  if (!json) return [...found, 'the response is not JSON']
  const refusal = status >= 400 ? refusalFindings(call, status, json.value) : []
  return [...found, ...(refusal.length > 0 ? refusal : schemaErrors(media.schema, json.value))]
}

/** The violations of an exchange; empty when it is valid. */
export function violations(exchange: Exchange, side: ContractSide, part: ExchangePart = 'both'): string[] {
  const call = findCall(exchange.method, exchange.path)
  if (!call) return [`${exchange.method} ${exchange.path} is not in the contract`]
  const requestHeaders = lowerCased(exchange.requestHeaders)
  const query = new URLSearchParams(exchange.path.split('?')[1] ?? '')
  const requestFindings = () => [
    ...securityFindings(call, requestHeaders, side),
    ...parameterFindings(call, query, requestHeaders),
    ...bodyFindings(call, requestHeaders, exchange.requestBody),
  ]
  return [
    ...(part === 'response' ? [] : requestFindings()),
    ...(part === 'request' ? [] : responseFindings(call, exchange, lowerCased(exchange.responseHeaders), side)),
  ]
}

/** An exchange from Request and Response. Pass clones, because the bodies are consumed. */
export async function toExchange(request: Request, response: Response): Promise<Exchange> {
  const { pathname, search } = new URL(request.url)
  const requestHeaders = Object.fromEntries(request.headers)
  const isForm = (requestHeaders['content-type'] ?? '').startsWith('multipart/form-data')
  const form = isForm ? await request.formData() : undefined
  const text = isForm ? '' : await request.text()
  return {
    method: request.method,
    path: pathname + search,
    requestHeaders,
    requestBody: form
      ? Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
      : text || undefined,
    status: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: await response.text(),
  }
}

/** Wraps a server's fetch so that it throws at the first violation of the contract. */
export const withContractCheck =
  (handle: (request: Request) => Promise<Response>, side: ContractSide, part: ExchangePart = 'both') =>
  async (request: Request): Promise<Response> => {
    const requestCopy = request.clone()
    const response = await handle(request)
    const found = violations(await toExchange(requestCopy, response.clone()), side, part)
    if (found.length > 0) throw new Error(`${request.method} ${request.url} → ${response.status}: ${found.join('; ')}`)
    return response
  }
