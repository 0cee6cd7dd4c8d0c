/** Runs the built product in this process and validates every call between edge and host against the contract. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalUpstream } from '../../server/edge/hostUpstream.ts'
import { createEdge } from '../../server/edge/index.ts'
import { distFolder } from '../../server/install.mjs'
import { createSandbox, SANDBOX_EDGE_SECRETS, SANDBOX_SERVICE_KEY, FAKE_PROVIDERS } from '../../server/sandbox/index.ts'
import { toExchange, violations } from '../../tools/contract/exchange.ts'
import { createSandboxClient, type SandboxClient } from './server.ts'

export type RecordedServer = {
  url: string
  sandbox: SandboxClient
  /** The calls of the edge to the host, in order, with their contract violations. */
  hostCalls(): Promise<readonly { method: string; path: string; found: readonly string[] }[]>
  stop(): Promise<void>
}

export async function startRecordedServer(): Promise<RecordedServer> {
  const data = await mkdtemp(join(tmpdir(), 'statecast-recorded-'))
  const sandbox = await createSandbox({ data })
  const exchanges: Promise<{ method: string; path: string; found: string[] }>[] = []
  const upstream = async (request: Request): Promise<Response> => {
    if (!new URL(request.url).pathname.startsWith('/wp-json/')) return sandbox.fetch(request)
    const copy = request.clone()
    const response = await sandbox.fetch(request)
    exchanges.push(
      toExchange(copy, response.clone()).then((exchange) => ({
        method: exchange.method,
        path: exchange.path,
        found: violations(exchange, 'host'),
      })),
    )
    return response
  }
  const edge = await createEdge({
    dist: join(distFolder(), 'client'),
    upstream: createLocalUpstream(upstream),
    sandbox: upstream,
    serviceKey: SANDBOX_SERVICE_KEY,
    edgeSecrets: SANDBOX_EDGE_SECRETS,
    configuration: FAKE_PROVIDERS,
  })
  const server = createServer(edge)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    sandbox: createSandboxClient(() => url),
    hostCalls: () => Promise.all(exchanges),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await sandbox.close()
      await rm(data, { recursive: true, force: true })
    },
  }
}
