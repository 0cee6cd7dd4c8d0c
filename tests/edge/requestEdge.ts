import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Edge } from '../../server/edge/index.ts'
import { xsrfHeaders } from './edgeSession.ts'

const servers = new WeakMap<Edge, Map<string, Promise<Server>>>()

async function startServer(edge: Edge, protocol: string): Promise<Server> {
  const server = createServer(edge)
  // The edge tells TLS by the socket.
  if (protocol === 'https:') server.on('connection', (socket) => Object.assign(socket, { encrypted: true }))
  await once(server.listen(0, '127.0.0.1').unref(), 'listening')
  return server
}

/** The headers of a change have the XSRF token of a page, unless the test sends its own. */
function withXsrf(method: string, headers: Record<string, string>): Record<string, string> {
  if (['GET', 'HEAD'].includes(method) || 'xsrf' in headers) return headers
  return { ...headers, ...xsrfHeaders, cookie: [headers['cookie'], xsrfHeaders.cookie].filter(Boolean).join('; ') }
}

/** Sends a request to an edge, over a server of its own. The path is sent as it is written, under the host of the URL. */
export async function requestEdge(
  edge: Edge,
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Response> {
  const [, protocol = '', host = '', path = '/'] = /^(https?:)\/\/([^/\\]*)(.*)$/.exec(url) ?? []
  const ofEdge = servers.get(edge) ?? new Map<string, Promise<Server>>()
  servers.set(edge, ofEdge)
  const started = ofEdge.get(protocol) ?? startServer(edge, protocol)
  ofEdge.set(protocol, started)
  const { port } = (await started).address() as AddressInfo
  const outgoing = httpRequest({ port, path, method, headers: { host, ...withXsrf(method, headers) }, agent: false })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
    [value ?? ''].flat().map((each): [string, string] => [name, each]),
  )
  const bytes = await buffer(response)
  const status = response.statusCode ?? 0
  return new Response([204, 304].includes(status) ? null : bytes, { status, headers: pairs })
}
