// Generates openapi/operations.ts, the calls that the edge forwards. Run it by `npm run contract:types`. A test fails
// when the file is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { formatText } from '../tools/formatText.mjs'
import { listCalls, resolveReference } from './generateCodes.mjs'

const source = new URL('./host.yaml', import.meta.url)
const target = new URL('./operations.ts', import.meta.url)

/** The text that a string or integer schema accepts, as the inside of a regular expression. */
function patternOf(contract, schema) {
  if (schema.$ref) return patternOf(contract, resolveReference(contract, schema.$ref))
  if (schema.anyOf) return patternOf(contract, schema.anyOf[0])
  if (schema.pattern) return schema.pattern.replace(/^\^|\$$/g, '')
  if (schema.type === 'integer') return schema.minimum < 0 ? '-?\\d{1,10}' : '\\d{1,10}'
  throw new Error(`No pattern for ${JSON.stringify(schema)}`)
}

const partsOf = ({ oneOf = [], anyOf = [], allOf = [] }) => [...oneOf, ...anyOf, ...allOf]

const typeNameOf = (value) => (value === null ? 'null' : typeof value)

/** What a request body or one of its fields may be: its types, and the fields of an object. */
function shapeOf(contract, schema) {
  if (schema.$ref) return shapeOf(contract, resolveReference(contract, schema.$ref))
  const shapes = partsOf(schema).map((part) => shapeOf(contract, part))
  const types = [schema.type ?? (schema.enum ?? ('const' in schema ? [schema.const] : [])).map(typeNameOf)]
    .flat()
    .map((type) => (schema.contentMediaType ? 'file' : type === 'integer' ? 'number' : type))
  const fields = shapes.map((shape) => shape.fields)
  for (const [name, field] of Object.entries(schema.properties ?? {})) fields.push({ [name]: shapeOf(contract, field) })
  const merged = fields.reduce(mergeFields, {})
  const all = [...new Set([...types, ...shapes.flatMap((shape) => shape.types)])]
  const isKnown = (type) => type !== 'array' && (type !== 'object' || Object.keys(merged).length > 0)
  if (all.length === 0 || !all.every(isKnown)) throw new Error(`No shape for ${JSON.stringify(schema)}`)
  return { types: all, fields: merged }
}

/** The fields of two alternatives of an object. */
function mergeFields(one, other) {
  const merged = { ...one }
  for (const [name, { types, fields }] of Object.entries(other)) {
    const known = one[name] ?? { types: [], fields: {} }
    merged[name] = { types: [...new Set([...known.types, ...types])], fields: mergeFields(known.fields, fields) }
  }
  return merged
}

const formatFields = (fields) =>
  `{ ${Object.entries(fields)
    .map(([name, shape]) => `'${name}': ${formatShape(shape)}`)
    .join(', ')} }`

const formatShape = ({ types, fields }) =>
  `{ types: [${types.map((type) => `'${type}'`).join(', ')}]${types.includes('object') ? `, fields: ${formatFields(fields)}` : ''} }`

/** Whether a response has a token of the host, at any depth. */
function hasToken(contract, schema, seen = new Set()) {
  if (schema.$ref) {
    if (seen.has(schema.$ref)) return false
    return hasToken(contract, resolveReference(contract, schema.$ref), new Set([...seen, schema.$ref]))
  }
  const { properties = {}, items, additionalProperties } = schema
  const nested = [...Object.values(properties), ...partsOf(schema), items, additionalProperties]
  return (
    ['access_token', 'refresh_token'].some((name) => name in properties) ||
    nested.some((each) => typeof each === 'object' && hasToken(contract, each, seen))
  )
}

/** The schemas of an operation's responses. */
const responseSchemasOf = (contract, { responses }) =>
  Object.values(responses)
    .map((response) => (response.$ref ? resolveReference(contract, response.$ref) : response))
    .flatMap(({ content = {} }) => Object.values(content).map(({ schema }) => schema))

/** The text of openapi/operations.ts for a contract, by default openapi/host.yaml. */
export const generateOperations = async (contract = parse(readFileSync(source, 'utf8'))) => {
  const rows = listCalls(contract)
    .filter(({ operation }) => !operation['x-static'])
    .map(({ call, operation, parameters, movesMoney }) => {
      const [method, path] = call.split(' ')
      const parameterPattern = (name) => {
        const { schema } = parameters.find((each) => each.in === 'path' && each.name === name)
        return `(?<${name}>${patternOf(contract, schema).replace(/\((?!\?)/g, '(?:')})`
      }
      const pattern = path.replaceAll('/', '\\/').replace(/\{(\w+)\}/g, (_, name) => parameterPattern(name))
      const query = parameters
        .filter((each) => each.in === 'query')
        .map(({ name, schema }) => `${name}: /^${patternOf(contract, schema)}$/`)
      const requestBody = operation.requestBody?.$ref
        ? resolveReference(contract, operation.requestBody.$ref)
        : operation.requestBody
      const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const security = Object.assign({}, ...operation.security)
      return [
        `  ${operation.operationId}: { method: '${method}', path: /^${pattern}$/`,
        `query: { ${query.join(', ')} }`,
        ...(type ? [`body: { type: '${type}', fields: ${formatFields(shapeOf(contract, media.schema).fields)} }`] : []),
        ...(security.bearer || security.serviceKey ? ['bearer: true'] : []),
        ...(security.xsrf ? ['xsrf: true'] : []),
        ...(movesMoney ? ['idempotencyKey: true'] : []),
        ...(operation['x-edge-exchanges-bearer'] ? ['membership: true'] : []),
        ...(responseSchemasOf(contract, operation).some((schema) => hasToken(contract, schema))
          ? ['tokens: true']
          : []),
      ].join(', ')
    })
  const text = `// Generated by openapi/generateOperations.mjs from openapi/host.yaml. To change it, edit the contract and run \`npm run contract:types\`.

/** What a field of a body may be. */
export type FieldShape = {
  /** The types of JSON, and \`file\` in a form. */
  readonly types: readonly ('string' | 'number' | 'boolean' | 'null' | 'object' | 'file')[]
  /** The fields of an object. */
  readonly fields?: FieldShapes
}
export type FieldShapes = { readonly [name: string]: FieldShape }

/** A call that the edge forwards. */
export type Operation = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Matches the path. The groups are its parameters. */
  readonly path: RegExp
  /** The query parameters and what matches their values. */
  readonly query: Readonly<Record<string, RegExp>>
  /** The content type of the body and its fields. Without it the call has no body. */
  readonly body?: { readonly type: 'application/json' | 'multipart/form-data'; readonly fields: FieldShapes }
  /** The browser sends its bearer token. */
  readonly bearer?: true
  /** The call carries the header XSRF and the cookie XSRF-TOKEN. */
  readonly xsrf?: true
  /** The call moves money or ends a subscription. */
  readonly idempotencyKey?: true
  /** The edge replaces the bearer token by the service key. */
  readonly membership?: true
  /** The response has tokens of the host, which the edge replaces by handles. */
  readonly tokens?: true
}

/** The calls of the contract by operation id. */
export const operations = {
${rows.map((row) => `${row} },`).join('\n')}
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations
`
  return formatText('operations.ts', text)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(target, await generateOperations())
  process.stdout.write('openapi/host.yaml → openapi/operations.ts\n')
}
