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

/** Frees the connection of a stream that no client reads. */
export function discardReply({ body }: Pick<Reply, 'body'>): void {
  if (body instanceof Readable) body.on('error', () => undefined).destroy()
}

/** Writes a reply. A stream is destroyed when the client disconnects, and the response is cut when the stream fails. */
export function sendReply({ status, headers, body }: Reply, request: ClientRequest, response: ClientResponse): void {
  const isStream = body instanceof Readable
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) response.setHeader(name, value)
  }
  if (body !== undefined && !isStream) response.setHeader('content-length', Buffer.byteLength(body))
  response.writeHead(status)
  if (isStream) pipeline(body, response, () => undefined)
  else if (body === undefined || request.method === 'HEAD') response.end()
  else response.end(body)
}
