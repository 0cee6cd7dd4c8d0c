import { serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Server } from 'node:http'
import { ConnectionCutError } from './faults.ts'
import { createSandbox, SandboxError, type Sandbox, type SandboxOptions } from './index.ts'

export interface ListenOptions extends SandboxOptions {
  /** 0: any free port. */
  readonly port: number
  /** Address to listen on; the loopback address by default. */
  readonly host?: string
}

export interface ListeningSandbox {
  readonly url: string
  readonly port: number
  readonly sandbox: Sandbox
  close(): Promise<void>
}

function waitForPort(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

/** Runs the sandbox as a separate server. A cut connection destroys the socket. */
export async function listenSandbox({
  port,
  host = '127.0.0.1',
  ...options
}: ListenOptions): Promise<ListeningSandbox> {
  const sandbox = await createSandbox(options)
  const server = serve({
    port,
    hostname: host,
    overrideGlobalObjects: false,
    async fetch(request, { outgoing }) {
      try {
        return await sandbox.fetch(request)
      } catch (error) {
        if (!(error instanceof ConnectionCutError)) throw error
        outgoing.destroy()
        return RESPONSE_ALREADY_SENT
      }
    },
  }) as Server
  try {
    const listeningPort = await waitForPort(server)
    const name = host.includes(':') ? `[${host}]` : host
    return {
      url: `http://${name === '0.0.0.0' ? 'localhost' : name}:${listeningPort}`,
      port: listeningPort,
      sandbox,
      async close() {
        const ended = new Promise<void>((resolve) => server.close(() => resolve()))
        server.closeAllConnections()
        await ended
        await sandbox.close()
      },
    }
  } catch (error) {
    await sandbox.close()
    const used = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw used
      ? new SandboxError(`Port ${port} is in use. Stop the process that uses it, or set PORT.`, { cause: error })
      : error
  }
}
