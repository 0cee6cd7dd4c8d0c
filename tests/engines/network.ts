/** The connection between browser and server: a TCP proxy that can hold what the server sends. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Network {
  readonly port: number
  /** Holds all responses until `release`. */
  hold(): void
  release(): void
  close(): void
}

export async function startNetwork(serverPort: number): Promise<Network> {
  /** The connections to the server, each with the connection of the browser. */
  const connections = new Map<Socket, Socket>()
  let isHeld = false
  const proxy = createServer((browser) => {
    const server = connect(serverPort, '127.0.0.1')
    connections.set(server, browser)
    server.on('data', (data) => browser.write(data))
    browser.on('data', (data) => server.write(data))
    if (isHeld) server.pause()
    const end = () => {
      connections.delete(server)
      server.destroy()
      browser.destroy()
    }
    for (const socket of [server, browser]) socket.on('error', end).on('close', end)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    hold: () => {
      isHeld = true
      for (const server of connections.keys()) server.pause()
    },
    release: () => {
      isHeld = false
      for (const server of connections.keys()) server.resume()
    },
    close: () => {
      proxy.close()
      for (const server of connections.keys()) server.destroy()
    },
  }
}
