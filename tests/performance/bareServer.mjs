/**
 * A server on node:http alone, the baseline of the edge. With CLIENT it serves the built client from memory, and with
 * HOST_PORT it forwards /wp-json, both with the headers in PAGE_HEADERS and CALL_HEADERS. Without them it is a host with one
 * response.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, createServer, request as httpRequest } from 'node:http'
import { join } from 'node:path'

const { PORT, CLIENT, HOST_PORT, PAGE_HEADERS = '{}', CALL_HEADERS = '{}' } = process.env
const pageHeaders = JSON.parse(PAGE_HEADERS)
const callHeaders = JSON.parse(CALL_HEADERS)
const page = CLIENT && readFileSync(join(CLIENT, 'index.html'))
const files = new Map()
for (const name of CLIENT ? readdirSync(join(CLIENT, 'assets')) : [])
  files.set(`/assets/${name}`, readFileSync(join(CLIENT, 'assets', name)))
const agent = new Agent({ keepAlive: true, maxSockets: 128 })
const json = JSON.stringify({ ID: 7, display_name: 'Mara Ellison', text: 'x'.repeat(400) })

const send = (response, type, body, headers = {}) =>
  response.writeHead(200, { 'content-type': type, ...headers, 'content-length': Buffer.byteLength(body) }).end(body)

createServer((request, response) => {
  if (HOST_PORT && request.url.startsWith('/wp-json')) {
    const outgoing = httpRequest(
      { port: HOST_PORT, method: request.method, path: request.url, headers: request.headers, agent },
      (incoming) => {
        response.writeHead(incoming.statusCode, { ...incoming.headers, ...callHeaders })
        incoming.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
    request.pipe(outgoing)
  } else if (files.has(request.url)) send(response, 'text/javascript', files.get(request.url))
  else if (page) send(response, 'text/html', page, pageHeaders)
  else send(response, 'application/json', json)
}).listen(Number(PORT), '127.0.0.1', () => console.log('listening'))
