import {
  operations,
  type FieldShape,
  type FieldShapes,
  type Operation,
  type OperationId,
} from '../../openapi/operations.ts'
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

/**
 * All request bodies in memory together, in bytes. Requests without a session are refused at half of it, so that they
 * leave the other half to users who are signed in.
 */
const maxHeldBytes = 32 * 1024 * 1024
let heldBytes = 0

class BodyTooLargeError extends Error {}
class OverloadedError extends Error {}

/** A body in memory. Call `release` once when it is no longer needed. */
export type HeldBody = { readonly bytes: Buffer<ArrayBuffer>; readonly release: () => void }

/** Reads the body of a request. `bodyRefusal` is the reply to its errors. */
export async function readRequestBody(
  request: ClientRequest,
  { maxBytes, hasSession }: { maxBytes: number; hasSession: boolean },
): Promise<HeldBody> {
  const maxTotalBytes = hasSession ? maxHeldBytes : maxHeldBytes / 2

  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLargeError()
  const chunks: Uint8Array[] = []
  let bytes = 0
  const release = () => void (heldBytes -= bytes)
  try {
    // The response to a body that is too large needs the connection.
    const body: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false })
    for await (const chunk of body) {
      bytes += chunk.byteLength
      heldBytes += chunk.byteLength
      if (bytes > maxBytes) throw new BodyTooLargeError()
      if (heldBytes > maxTotalBytes) throw new OverloadedError()
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks), release }
  } catch (error) {
    release()
    throw error
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

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob)

/** Whether a value has a type of the contract and, at every depth, only fields of the contract. */
function matchesShape(value: unknown, { types, fields = {} }: FieldShape): boolean {
  const type = value === null ? 'null' : value instanceof Blob ? 'file' : Array.isArray(value) ? 'array' : typeof value
  return types.some((each) => each === type) && (!isObject(value) || matchesFields(value, fields))
}

const matchesFields = (value: object, fields: FieldShapes): boolean =>
  Object.entries(value).every(([name, each]) => {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined
    return shape !== undefined && matchesShape(each, shape)
  })

/** The fields of a JSON body; undefined if a name or a type is not of the contract. */
function parseFields(bytes: Buffer, fields: FieldShapes): Record<string, unknown> | undefined {
  const value: unknown = JSON.parse(bytes.toString('utf8'))
  return isObject(value) && matchesFields(value, fields) ? { ...value } : undefined
}

/** The file types of the contract with the name that WordPress expects, which checks its extension. */
const fileNames: Readonly<Record<string, string>> = {
  'image/png': 'upload.png',
  'image/jpeg': 'upload.jpg',
  'image/webp': 'upload.webp',
}

/** The content type of a form, with the boundary as clients write it. */
const formType = /^multipart\/form-data; *boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i

/** The longest headers of a part of a form, in bytes. */
const maxPartHeaderBytes = 1024

/**
 * Whether a form has at most this many parts, with headers of limited length. The parser takes seconds for a form with
 * many parts or headers, and blocks every other request meanwhile.
 */
function isFormWithin(maxParts: number, bytes: Buffer, delimiter: string): boolean {
  let parts = 0
  for (let at = 0; at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const head = bytes.subarray(at, at + delimiter.length + maxPartHeaderBytes).toString('latin1')
    if (!head.startsWith(delimiter)) return false
    if (head.startsWith('--', delimiter.length)) return true
    parts += 1
    if (parts > maxParts || !head.includes('\r\n\r\n')) return false
  }
  return false
}

/** Writes a form again; undefined if a name, a type or the number of its parts is not of the contract. */
async function rewriteForm(
  bytes: Buffer<ArrayBuffer>,
  type: string,
  fields: FieldShapes,
): Promise<FormData | undefined> {
  const [, , boundary = ''] = formType.exec(type) ?? []
  if (boundary === '' || !isFormWithin(Object.keys(fields).length, bytes, `--${boundary}`)) return undefined
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(bytes, { headers }).formData()
  const rewritten = new FormData()
  for (const [name, value] of form) {
    if (rewritten.has(name) || !matchesFields({ [name]: value }, fields)) return undefined
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
  /** Call it once when the call to the host has ended. */
  readonly release: () => void
}

/** Writes a parsed body again; undefined if it is not of the contract. */
async function rewriteBody(
  bytes: Buffer<ArrayBuffer>,
  contentType: string,
  { type, fields: shapes }: NonNullable<Operation['body']>,
): Promise<Omit<Body, 'release'> | undefined> {
  if (type === 'application/json') {
    const fields = parseFields(bytes, shapes)
    return fields && { type, bytes: new TextEncoder().encode(JSON.stringify(fields)), fields }
  }
  const form = await rewriteForm(bytes, contentType, shapes)
  if (form === undefined) return undefined
  const written = new Response(form)
  return {
    type: written.headers.get('content-type') ?? type,
    bytes: new Uint8Array(await written.arrayBuffer()),
    fields: Object.fromEntries(form),
  }
}

/**
 * Reads the body of a call and writes it again, so that the host receives no byte that the edge has not parsed. Returns the
 * refusal of a body outside the contract: 413 for its size, 415 for its type, 400 for its syntax or a field that is not of the
 * contract; 503 when all bodies together are too large.
 */
export async function readCallBody(
  request: ClientRequest,
  { body, bearer }: Operation,
  maxBytes: number,
): Promise<Body | Reply | undefined> {
  if (body === undefined) return undefined
  if (mediaTypeOf(request) !== body.type) return unsupportedType()
  let held: HeldBody | undefined
  try {
    held = await readRequestBody(request, { maxBytes, hasSession: bearer === true })
    const written = await rewriteBody(held.bytes, request.headers['content-type'] ?? '', body)
    if (written !== undefined) return { ...written, release: held.release }
    held.release()
    return badRequest('rest_invalid_param')
  } catch (error) {
    held?.release()
    return bodyRefusal(error)
  }
}
