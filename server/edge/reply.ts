import { type IncomingMessage, type ServerResponse } from 'node:http'
import { type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { pipeline, Readable } from 'node:stream'

/** A request to the edge, over HTTP/1.1 or HTTP/2. */
export type ClientRequest = IncomingMessage | Http2ServerRequest
/** The response to write. */
export type ClientResponse = ServerResponse | Http2ServerResponse

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** A response of the edge before it is written. Header names are in lower case. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** Without it the response is empty. */
  readonly body?: string | Uint8Array | Readable
  /** The encoding of a string; UTF-8 without it. */
  readonly encoding?: 'utf8' | 'latin1'
}

/** A reply whose body is in memory. */
export type WholeReply = Reply & { readonly body?: string | Buffer }

/** A header of a request, with repeated values joined. */
export const headerOf = ({ headers }: Pick<ClientRequest, 'headers'>, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : (value?.join(', ') ?? '')
}

export const textReply = (status: number, body: string, headers: Headers = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body,
})

export const jsonReply = (status: number, body: unknown, headers: Headers = {}) => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})

/** Frees the connection of a stream that no client reads. */
export function discardReply({ body }: { readonly body?: Reply['body'] }): void {
  if (body instanceof Readable) body.on('error', () => undefined).destroy()
}

export interface Exchange {
  request: ClientRequest
  response: ClientResponse
  /** The headers of every response. A reply may replace them. */
  general: Headers
  id: string
}

/** Writes a reply. A stream is destroyed when the client disconnects, and the response is cut when the stream fails. */
export function sendReply(
  { status, headers, body, encoding = 'utf8' }: Reply,
  { request, response, general, id }: Exchange,
): void {
  const isStream = body instanceof Readable
  // All headers in one call, because each call of setHeader validates and stores its own.
  const written: Record<string, string | number | string[]> = { 'x-request-id': id }
  for (const source of [general, headers])
    for (const name in source) {
      const value = source[name]
      if (value !== undefined) written[name] = typeof value === 'string' ? value : [...value]
    }
  if (body !== undefined && !isStream) written['content-length'] = Buffer.byteLength(body, encoding)
  response.writeHead(status, written)
  if (isStream) pipeline(body, response, () => undefined)
  else if (body === undefined || request.method === 'HEAD') response.end()
  else response.end(body, encoding)
}
