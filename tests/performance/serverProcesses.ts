import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { distFolder, root } from '../../server/install.mjs'
import { edgeSecrets, sessionHeaders } from '../edge/edgeSession.ts'
import { freePort } from './freePort.ts'

/** The page and the call that are requested. */
export const pagePath = '/signin'
export const callPath = '/wp-json/channel/v2/regions'

/** A server in a process of its own. */
export type ServerProcess = {
  url: string
  port: number
  pid: number
  /** The memory of the process in MiB. */
  memory(): Promise<number>
  stop(): Promise<void>
}

async function startProcess(args: readonly string[], env: Record<string, string>): Promise<ServerProcess> {
  const port = Number(env['PORT'])
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout === null || child.pid === undefined) throw new Error('The server did not start')
  const { pid } = child
  await once(createInterface({ input: child.stdout }), 'line')
  child.stdout.resume()
  const exited = once(child, 'exit')
  return {
    url: `http://localhost:${port}`,
    port,
    pid,
    async memory() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** A host that answers every request with the same JSON. */
export const startFixedHost = async () =>
  startProcess([join(root, 'tests', 'performance', 'bareServer.mjs')], { PORT: String(await freePort()) })

/** Headers that Node writes itself. */
const connectionHeaders = ['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']

async function headersOf(edge: ServerProcess, path: string): Promise<string> {
  const { headers } = await fetch(edge.url + path, { headers: sessionHeaders('token') })
  return JSON.stringify(Object.fromEntries([...headers].filter(([name]) => !connectionHeaders.includes(name))))
}

/** A bare Node server that serves the same files, with the same headers, and forwards to the same host as the edge. */
export const startBareServer = async (edge: ServerProcess, host: ServerProcess) =>
  startProcess([join(root, 'tests', 'performance', 'bareServer.mjs')], {
    PORT: String(await freePort()),
    CLIENT: join(distFolder(), 'client'),
    HOST_PORT: String(host.port),
    PAGE_HEADERS: await headersOf(edge, pagePath),
    CALL_HEADERS: await headersOf(edge, callPath),
  })

/** The built edge in front of a host. */
export async function startEdge(host: ServerProcess): Promise<ServerProcess> {
  const port = String(await freePort())
  return startProcess([join(distFolder(), 'server', 'main.js')], {
    PORT: port,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    HOST_URL: host.url,
    SERVICE_KEY: 'key',
    EDGE_SECRET: edgeSecrets[0],
    LOG: 'off',
  })
}
