import { operations, type Operation, type OperationId } from '../../openapi/operations.ts'
import { badRequest, methodNotAllowed, notFound, overloaded, tooLarge, unsupportedType } from './refusal.ts'
import { headerOf, type ClientRequest, type Reply } from './reply.ts'

/** A request of the contract: its operation with the parameters of path and query. */
export type Call = {
  readonly id: OperationId
  readonly operation: Operation
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

const entries = Object.entries(operations) as [OperationId, Operation][]

/** The longest path and query that the edge matches, in characters. */
const maxTargetLength = 1_000

/**
 * Finds the operation of a request. Returns the refusal for a request outside the contract: 404 for the path, 405 for
 * the method, 400 for an unknown, repeated or invalid query parameter.
 */
export function matchCall(method: string, { pathname: path, search, searchParams }: URL): Call | Reply {
  if (path.length + search.length > maxTargetLength) return notFound()
  const ofPath = entries.filter(([, operation]) => operation.path.test(path))
  if (ofPath.length === 0) return notFound()
  const found = ofPath.find(([, operation]) => operation.method === method)
  if (found === undefined) return methodNotAllowed(ofPath.map(([, operation]) => operation.method))
  const [id, operation] = found
  const query: Record<string, string> = {}
  for (const [name, value] of searchParams) {
    const pattern = Object.hasOwn(operation.query, name) ? operation.query[name] : undefined
    if (pattern === undefined || name in query || !pattern.test(value)) return badRequest('rest_invalid_param')
    query[name] = value
  }
  return { id, operation, path, parameters: { ...operation.path.exec(path)?.groups }, query }
}

/** The handle that a browser sends as its bearer token, or undefined when it is missing or malformed. */
export function handleOf({ headers }: ClientRequest): string | undefined {
  return /^Bearer +([\w-]{43})$/i.exec(headers.authorization ?? '')?.[1]
}

/** Request headers that are forwarded as they are when their value matches. */
const forwardedHeaders: Readonly<Record<string, RegExp>> = {
  'user-agent': /^[\x20-\x7e]{1,400}$/,
  'idempotency-key': /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
}

/** The request headers of a call: only what the operation uses, and only in the expected form. */
export function createHeaders(
  operation: Operation,
  request: ClientRequest,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...own }
  for (const name of operation.idempotencyKey ? ['user-agent', 'idempotency-key'] : ['user-agent']) {
    const value = headerOf(request, name)
    if (forwardedHeaders[name]?.test(value)) headers[name] = value
  }
  return headers
}

/** All request bodies in memory together, in bytes. */
const maxHeldBytes = 32 * 1024 * 1024
let heldBytes = 0

class BodyTooLargeError extends Error {}
class OverloadedError extends Error {}

/** Reads the body of a request. `bodyRefusal` is the reply to its errors. */
export async function readRequestBody(request: ClientRequest, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLargeError()
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    // The response to a body that is too large needs the connection.
    const body: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false })
    for await (const chunk of body) {
      bytes += chunk.byteLength
      heldBytes += chunk.byteLength
      if (bytes > maxBytes) throw new BodyTooLargeError()
      if (heldBytes > maxHeldBytes) throw new OverloadedError()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    heldBytes -= bytes
  }
}

/** The refusal of a body: 413 for its size, 503 when all bodies together are too large, 400 for its syntax. */
export function bodyRefusal(error: unknown): Reply {
  if (error instanceof OverloadedError) return overloaded()
  return error instanceof BodyTooLargeError ? tooLarge() : badRequest('rest_invalid_json')
}

/** The media type of a request's body, without parameters. */
export const mediaTypeOf = ({ headers }: ClientRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** The fields of a JSON body; undefined if it has others than those of the operation. */
function parseFields(bytes: Buffer, fields: readonly string[]): Record<string, unknown> | undefined {
  const value: unknown = JSON.parse(bytes.toString('utf8'))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.keys(value).every((name) => fields.includes(name)) ? { ...value } : undefined
}

/** The file types of the contract with the name that WordPress expects, which checks its extension. */
const fileNames: Readonly<Record<string, string>> = {
  'image/png': 'upload.png',
  'image/jpeg': 'upload.jpg',
  'image/webp': 'upload.webp',
}

async function rewriteForm(
  bytes: Buffer<ArrayBuffer>,
  type: string,
  fields: readonly string[],
): Promise<FormData | undefined> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const rewritten = new FormData()
  for (const [name, value] of form) {
    if (!fields.includes(name) || rewritten.has(name)) return undefined
    if (typeof value === 'string') rewritten.append(name, value)
    else {
      const fileName = fileNames[value.type]
      const type = fileName === undefined ? 'application/octet-stream' : value.type
      rewritten.append(name, new Blob([value], { type }), fileName ?? 'upload')
    }
  }
  return rewritten
}

export type Body = {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * Reads the body of a call and writes it again, so that the host receives no byte that the edge has not parsed. Returns the
 * refusal of a body outside the contract: 413 for its size, 415 for its type, 400 for its syntax or an unknown field; 503
 * when all bodies together are too large.
 */
export async function readCallBody(
  request: ClientRequest,
  { body }: Operation,
  maxBytes: number,
): Promise<Body | Reply | undefined> {
  if (body === undefined) return undefined
  if (mediaTypeOf(request) !== body.type) return unsupportedType()
  try {
    const bytes = await readRequestBody(request, maxBytes)
    if (body.type === 'application/json') {
      const fields = parseFields(bytes, body.fields)
      if (fields === undefined) return badRequest('rest_invalid_param')
      return { type: body.type, bytes: new TextEncoder().encode(JSON.stringify(fields)), fields }
    }
    const form = await rewriteForm(bytes, request.headers['content-type'] ?? '', body.fields)
    if (form === undefined) return badRequest('rest_invalid_param')
    const written = new Response(form)
    return {
      type: written.headers.get('content-type') ?? body.type,
      bytes: new Uint8Array(await written.arrayBuffer()),
      fields: Object.fromEntries(form),
    }
  } catch (error) {
    return bodyRefusal(error)
  }
}
