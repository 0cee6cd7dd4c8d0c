import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createHostCheck, type HostCheck } from './edge/hostCheck.ts'
import { createHostFeatures, type HostFeatures } from './edge/hostFeatures.ts'
import { createHostUpstream, createLocalUpstream } from './edge/hostUpstream.ts'
import { createEdge, type Edge, type EdgeOptions } from './edge/index.ts'
import { writeLogEntry } from './edge/log.ts'
import { probeHost } from './edge/probeHost.ts'
import { createRateLimits } from './edge/rateLimits.ts'
import { type PaymentProviders } from './edge/providers.ts'
import { SettingError, type Environment } from './environment.ts'

type PrintLine = (line: string) => void

export interface ServerParts {
  edge: Edge
  /** True when the sandbox replaces the host. */
  sandboxed: boolean
  /** The check of the host. Without one there is nothing to check. */
  hostCheck?: HostCheck
  /** What the host lacks. */
  hostFeatures?: HostFeatures
  close(): Promise<void>
}

/** Stately's inspector, which `?inspect` opens. */
const INSPECTOR = 'https://stately.ai/inspect'

/**
 * Adds the fake of each payment provider without a key, and the inspector, which is allowed because the sandbox holds
 * test data only.
 */
function withFakeProviders(
  { configuration, providers }: Environment,
  fakeProviders: PaymentProviders,
): Record<string, unknown> {
  const { keys, scripts } = providers
  return {
    inspector: { address: INSPECTOR },
    ...configuration,
    keys: { stripe: keys.stripe || fakeProviders.keys.stripe, paypal: keys.paypal || fakeProviders.keys.paypal },
    scripts: {
      stripe: keys.stripe ? scripts.stripe : fakeProviders.scripts.stripe,
      paypal: keys.paypal ? scripts.paypal : fakeProviders.scripts.paypal,
    },
  }
}

/** Creates the edge with its upstream: the host at HOST_URL, or the sandbox in this process. */
export async function createServer(
  environment: Environment,
  {
    fresh = false,
    dist,
    print = console.log,
    warn = console.warn,
  }: { fresh?: boolean; dist?: EdgeOptions['dist']; print?: PrintLine; warn?: PrintLine } = {},
): Promise<ServerParts> {
  if (dist === undefined && !existsSync(join(environment.dist, 'index.html'))) {
    throw new SettingError(`The build is missing (${environment.dist}). Run: npm run build`)
  }
  const common = {
    dist: dist ?? environment.dist,
    configuration: environment.configuration,
    streamOrigins: environment.streamOrigins,
    sources: environment.sources,
    ...(environment.securityContact && { securityContact: environment.securityContact }),
    trustedProxies: environment.trustedProxies,
    uniformSignIn: environment.uniformSignIn,
    ...(environment.log && { log: writeLogEntry }),
    warn,
  }
  if (environment.host !== undefined) {
    const { url, problems, ...host } = environment.host
    const upstream = createHostUpstream(url)
    const hostCheck = createHostCheck({
      settingProblems: problems,
      probe: () => probeHost({ hostUrl: url, serviceKey: host.serviceKey }),
      print,
      warn,
    })
    const hostFeatures = createHostFeatures({ upstream, warn })
    const edge = await createEdge({
      ...common,
      ...host,
      hostCheck,
      hostFeatures,
      upstream,
      rateLimits: createRateLimits(),
    })
    return { edge, sandboxed: false, hostCheck, hostFeatures, close: () => upstream.close() }
  }
  // Imported only here, so that the sandbox is not loaded when a host is set.
  const { createSandbox, SANDBOX_EDGE_SECRETS, SANDBOX_SERVICE_KEY, FAKE_PROVIDERS } =
    await import('./sandbox/index.ts')
  const sandbox = await createSandbox({ data: environment.data, atlas: join(environment.dist, '..', 'atlas') })
  if (fresh) {
    const response = await sandbox.fetch(new Request('http://localhost/sandbox/reset', { method: 'POST' }))
    if (!response.ok) throw new Error(`The sandbox could not be reset (status ${response.status})`)
  }
  const fetch = (request: Request) => sandbox.fetch(request)
  const edge = await createEdge({
    ...common,
    configuration: withFakeProviders(environment, FAKE_PROVIDERS),
    upstream: createLocalUpstream(fetch),
    sandbox: fetch,
    serviceKey: SANDBOX_SERVICE_KEY,
    edgeSecrets: SANDBOX_EDGE_SECRETS,
  })
  return { edge, sandboxed: true, close: () => sandbox.close() }
}
