/** The structure of HTTP/2 requests, written as bytes because no client sends a malformed one. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readEnvironment } from '../../server/environment.ts'
import { root } from '../../server/install.mjs'
import { listen, type Handler, type ListeningServer } from '../../server/listen.ts'

const pem = (name: string) => join(root, 'tests', 'edge', 'tls', `localhost.${name}.pem`)
const ca = await readFile(pem('cert'))
const handler = vi.fn<Handler>((_request, response) => response.end('{}'))
let server: ListeningServer

beforeAll(async () => {
  server = await listen(handler, readEnvironment({ PORT: '0', TLS_CERT: pem('cert'), TLS_KEY: pem('key') }))
})
afterAll(() => server.close(0))

const types = { headers: 1, reset: 3, settings: 4, windowUpdate: 8 } as const
const endOfStreamAndHeaders = 0x05

function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(9)
  header.writeUIntBE(payload.length, 0, 3)
  header.writeUInt8(type, 3)
  header.writeUInt8(flags, 4)
  header.writeUInt32BE(stream, 5)
  return Buffer.concat([header, payload])
}

/** A header field without compression (RFC 7541, section 6.2.2). */
const field = (pair: readonly string[]) =>
  Buffer.concat([Buffer.of(0), ...pair.flatMap((text) => [Buffer.of(text.length), Buffer.from(text)])])

/** The types of the complete frames in the bytes. */
function frameTypes(bytes: Buffer): number[] {
  if (bytes.length < 9 || bytes.length < 9 + bytes.readUIntBE(0, 3)) return []
  return [bytes.readUInt8(3), ...frameTypes(bytes.subarray(9 + bytes.readUIntBE(0, 3)))]
}

/** Sends a request with one more header, and returns the type of the frame that responds. */
async function send(name: string, value: string): Promise<number | undefined> {
  handler.mockClear()
  const socket = connect({ port: server.port, ca, host: 'localhost', ALPNProtocols: ['h2'] })
  await once(socket, 'secureConnect')
  const headers = { ':method': 'GET', ':scheme': 'https', ':path': '/', ':authority': 'localhost', [name]: value }
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  socket.write(frame(types.settings, 0, 0))
  socket.write(frame(types.headers, endOfStreamAndHeaders, 1, Buffer.concat(Object.entries(headers).map(field))))
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer])
    const response = frameTypes(received).find((type) => type !== types.settings && type !== types.windowUpdate)
    if (response !== undefined) return response
  }
  return undefined
}

/** The names of the headers that reached the handler, without those of every request. */
const receivedNames = () =>
  Object.keys(handler.mock.calls[0]?.[0].headers ?? {}).filter((name) => !/^:|^host$/.test(name))

test.each([
  ['x-name', 'value'],
  ['content-length', '0'],
])('a request with %s: %s is received', async (name, value) => {
  expect([await send(name, value), receivedNames()]).toEqual([types.headers, [name]])
})

test.each([
  ['content-length', '5'],
  ['connection', 'x-name'],
  ['transfer-encoding', 'chunked'],
  [':path', '/\r\nx-other: value'],
])('a request with %s: %j is reset', async (name, value) => {
  expect([await send(name, value), handler.mock.calls]).toEqual([types.reset, []])
})

test.each([
  ['x-name', 'value\r\nx-other: value'],
  ['x-name', 'value\nx-other: value'],
  ['x-name\r\nx-other', 'value'],
])('a header with a line break is dropped: %j: %j', async (name, value) => {
  expect([await send(name, value), receivedNames()]).toEqual([types.headers, []])
})
