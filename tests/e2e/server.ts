import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { distFolder } from '../../server/install.mjs'
import { edgeSecrets } from '../edge/edgeSession.ts'

export interface Fault {
  call: string
  fault: string
  message?: string
  match?: Record<string, unknown>
  times?: number
  ms?: number
}

export interface LedgerRow {
  at: string
  kind: 'charge' | 'cancel' | 'capture'
  provider: 'stripe' | 'paypal'
  member: number
  plan_id: number
  amount: number | null
  subscription_id: string
  idempotency_key: string
}

export interface Mail {
  at: string
  to: string
  subject: string
  text: string
  links: string[]
}

export interface RunningServer {
  /** e.g. http://localhost:40123 */
  readonly url: string
  readonly port: number
  /** The id of the present process. */
  pid(): number
  /** The standard output and error since the first start. */
  output(): string
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Sends a signal and returns the exit code. */
  end(signal?: 'SIGTERM' | 'SIGINT'): Promise<number | null>
  /** Starts it again on the same port, with the same records. */
  restart(): Promise<void>
  sandbox: SandboxClient
}

export interface SandboxClient {
  reset(): Promise<void>
  ledger(): Promise<LedgerRow[]>
  mail(): Promise<Mail[]>
  /** Expires something of all accounts or of one. */
  expire(what: 'sessions' | 'membership' | 'links' | 'streams', account?: string): Promise<void>
  faults: { set(fault: Fault): Promise<void>; list(): Promise<Fault[]>; clear(): Promise<void> }
}

/** A client of the sandbox's API at this address. */
export function createSandboxClient(address: () => string): SandboxClient {
  const call = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${address()}/sandbox/${path}`, init)
    if (!response.ok)
      throw new Error(`${init?.method ?? 'GET'} /sandbox/${path} returned ${response.status}: ${await response.text()}`)
    return response
  }
  const postBody = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    reset: async () => void (await call('reset', { method: 'POST' })),
    ledger: async () => (await (await call('ledger')).json()) as LedgerRow[],
    expire: async (what, account) => void (await call('expire', postBody({ what, account }))),
    mail: async () => (await (await call('mail')).json()) as Mail[],
    faults: {
      set: async (fault) => void (await call('faults', postBody(fault))),
      list: async () => (await (await call('faults')).json()) as Fault[],
      clear: async () => void (await call('faults', { method: 'DELETE' })),
    },
  }
}

interface StartOptions {
  env?: Record<string, string>
  args?: string[]
}

async function startProcess(env: Record<string, string>, args: string[], onOutput: (text: string) => void) {
  const { HOST_URL: _unset, ...inherited } = process.env
  const child: ChildProcess = spawn(process.execPath, [join(distFolder(), 'server', 'main.js'), ...args], {
    env: { ...inherited, LOG: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errorOutput = ''
  child.stderr?.on('data', (piece: Buffer) => {
    errorOutput += piece.toString()
    onOutput(piece.toString())
  })
  child.stdout?.on('data', (piece: Buffer) => onOutput(piece.toString()))
  if (child.stdout === null) throw new Error('The server has no standard output')
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = / listens at (https?:\/\/\S+)/.exec(line) ?? []
    if (url === undefined) continue
    child.stdout.resume()
    return { child, url }
  }
  throw new Error(`The server did not start: ${errorOutput.trim() || `exit code ${child.exitCode}`}`)
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}

/** Starts the built server on a free port, with its own records in a temporary folder. */
export async function startServer({ env = {}, args = [] }: StartOptions = {}): Promise<
  RunningServer & {
    /** Sends a signal and does not wait. */
    signal(signal: NodeJS.Signals): void
    stop(): Promise<void>
  }
> {
  const data = await mkdtemp(join(tmpdir(), 'statecast-'))
  let printedText = ''
  const start = (port: string) =>
    startProcess({ PORT: port, DATA: data, ...env }, args, (text) => (printedText += text))
  // With a host the edge serves its public origin only, so the port must be known before the start. All edges share a secret.
  const isEdgeOnly = env['HOST_URL'] !== undefined
  const firstPort = isEdgeOnly ? await findFreePort() : '0'
  const edgeSettings = { PUBLIC_ORIGIN: `http://localhost:${firstPort}`, EDGE_SECRET: edgeSecrets[0] }
  env = { ...(isEdgeOnly && edgeSettings), ...env }
  let { child, url } = await start(firstPort)
  const port = Number(new URL(url).port)

  const endProcess = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exit = once(child, 'exit')
    child.kill(signal)
    const [code] = (await exit) as [number | null]
    return code
  }
  return {
    url,
    port,
    pid: () => child.pid ?? 0,
    output: () => printedText,
    kill: async () => void (await endProcess('SIGKILL')),
    end: (signal = 'SIGTERM') => endProcess(signal),
    restart: async () => {
      await endProcess('SIGTERM')
      ;({ child, url } = await start(String(port)))
    },
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      await endProcess('SIGKILL')
      await rm(data, { recursive: true, force: true })
    },
    sandbox: createSandboxClient(() => url),
  }
}
