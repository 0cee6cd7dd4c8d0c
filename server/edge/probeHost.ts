import { Client } from 'undici'
import { edgeUserAgent } from './hostUpstream.ts'

/** The REST namespaces of the contract. */
export const hostNamespaces = ['custom-plugin', 'channel/v2', 'mp/v1', 'payment/v1'] as const

const plansPath = '/wp-json/mp/v1/memberships'

export interface ProbeOptions {
  /** The URL of the host, including a path before `/wp-json`. */
  hostUrl: URL
  serviceKey: string
  /** The timeout of each request in ms. */
  timeoutMs?: number
}

interface HostResponse {
  status: number
  /** The target of a redirect, or ''. */
  location: string
  /** The parsed body, or undefined when it is not JSON. */
  json: unknown
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** The code of a WordPress error, or ''. */
const errorCodeOf = ({ json }: HostResponse) => {
  const code = propertyOf(json, 'code')
  return typeof code === 'string' ? code : ''
}

const isIndex = ({ json }: HostResponse) => Array.isArray(propertyOf(json, 'namespaces'))

/** The code of a network error, or `timeout`. */
function networkErrorOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout'
  const code = propertyOf(error, 'code')
  return typeof code === 'string' ? code : String(error)
}

/** What a network error means and what to do. `code` is Node's or undici's code, or `timeout`. */
export function describeNetworkError(host: string, code: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `${host} refuses connections (${code}). Check that the host is running and that HOST_URL has the right port.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name in ${host} cannot be resolved (${code}). Check the spelling of HOST_URL and the DNS of this machine.`
    case 'timeout':
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${host} does not respond in time (${code}). Check that no firewall drops the connections of this machine.`
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${host} has expired (${code}). Renew it.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${host} is for another name (${code}). Set HOST_URL to a name of the certificate.`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `The certificate of ${host} is self-signed (${code}). Set NODE_EXTRA_CA_CERTS to its file, or use a certificate of a public authority.`
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of ${host} has no chain to a known authority (${code}). Send the whole chain from the host, or set NODE_EXTRA_CA_CERTS to the certificate of the authority.`
    default:
      return /^(EPROTO$|ERR_SSL_)/.test(code)
        ? `${host} does not use TLS on this port (${code}). Correct the port of HOST_URL, so that it is the one for https.`
        : `${host} is unreachable (${code}). Check HOST_URL and the network of this machine.`
  }
}

/** Whether requests leave this machine without encryption. */
const isUnencrypted = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Describes a response that does not come from the REST API, whichever path was requested; otherwise undefined. */
function describeFailure(host: string, { status, json }: HostResponse): string | undefined {
  if (status >= 500)
    return `${host} responds with status ${status}. Check that WordPress works and is not in maintenance mode.`
  if ([401, 403, 429].includes(status) && json === undefined)
    return `${host} refuses the edge with status ${status}, before WordPress. Let this machine pass the firewall or the password of the web server.`
  return undefined
}

function describeRedirect(host: string, location: string): string {
  const target = URL.canParse(location, `${host}/wp-json/`) ? new URL(location, `${host}/wp-json/`) : undefined
  const [, prefix] = /^(.*)\/wp-json\/?$/.exec(target?.pathname ?? '') ?? []
  const address = target === undefined || prefix === undefined ? host : target.origin + prefix
  return address === host
    ? `${host}/wp-json/ redirects to ${location}. Turn this redirect off, because the edge follows none.`
    : `${host} redirects to ${address}. Set HOST_URL to ${address}.`
}

/**
 * Reads the host's index, the plans and `me` with an unknown token, and describes what is wrong: one line per problem,
 * with one sentence for the problem and one for the remedy. Returns [] for a correct host. Sends at most four GET
 * requests. Never rejects.
 */
export async function probeHost({ hostUrl, serviceKey, timeoutMs = 10_000 }: ProbeOptions): Promise<string[]> {
  const prefix = hostUrl.pathname.replace(/\/+$/, '')
  const host = hostUrl.origin + prefix
  const client = new Client(hostUrl.origin, { connect: { timeout: timeoutMs }, maxResponseSize: 1024 * 1024 })

  async function read(path: string, headers: Record<string, string> = {}): Promise<HostResponse> {
    const response = await client.request({
      path: prefix + path,
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': edgeUserAgent, ...headers },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const [location = ''] = [response.headers['location']].flat()
    let json: unknown
    if (/^application\/json\b/i.test(String(response.headers['content-type']))) {
      const text = await response.body.text()
      try {
        json = JSON.parse(text)
      } catch {
        // Not JSON: `json` stays undefined.
      }
    } else await response.body.dump()
    return { status: response.statusCode, location, json }
  }

  /** Describes the index, or returns undefined when WordPress has written it. */
  async function describeIndex(index: HostResponse): Promise<string | undefined> {
    if (index.status >= 300 && index.status < 400) return describeRedirect(host, index.location)
    const failure = describeFailure(host, index)
    // WordPress may refuse its index to visitors and serve the calls.
    if (failure !== undefined || isIndex(index) || errorCodeOf(index) !== '') return failure
    return isIndex(await read('/?rest_route=/&_fields=namespaces'))
      ? `WordPress at ${host} does not serve /wp-json. Choose "Post name" under Settings > Permalinks.`
      : `${host}/wp-json/ is not the REST API of WordPress (status ${index.status}). Set HOST_URL to the address of WordPress, with its folder.`
  }

  function describePlans(plans: HostResponse): string | undefined {
    const { status, json } = plans
    const failure = describeFailure(host, plans)
    if (failure !== undefined || Array.isArray(json)) return failure
    if (status === 401 || status === 403)
      return `The membership service refuses SERVICE_KEY (status ${status} ${errorCodeOf(plans)}). Copy the key from the settings of the MemberPress Developer Tools.`
    return `GET ${plansPath} does not respond with the plans (status ${status} ${errorCodeOf(plans)}). Check the MemberPress Developer Tools.`
  }

  /**
   * Whether WordPress does not receive `Authorization`. `me` with an unknown token is then refused like a visitor, and
   * the membership service, which reads `Authorization` before its own header, accepts the key beside the token.
   */
  async function isAuthorizationRemoved(): Promise<boolean> {
    const authorization = 'Bearer unknown'
    if (errorCodeOf(await read('/wp-json/custom-plugin/me/', { authorization })) !== 'rest_not_logged_in') return false
    const plans = await read(`${plansPath}?per_page=1`, { authorization, 'memberpress-api-key': serviceKey })
    return Array.isArray(plans.json)
  }

  try {
    const index = await read('/wp-json/?_fields=namespaces')
    const wrongIndex = await describeIndex(index)
    if (wrongIndex !== undefined) return [wrongIndex]
    const problems = isUnencrypted(hostUrl)
      ? [`${host} is not encrypted, so the network can read passwords and SERVICE_KEY. Begin HOST_URL with https://.`]
      : []
    const namespaces = propertyOf(index.json, 'namespaces')
    const missing = Array.isArray(namespaces) ? hostNamespaces.filter((name) => !namespaces.includes(name)) : []
    if (missing.length > 0)
      problems.push(`WordPress at ${host} has no ${missing.join(', ')}. Activate the plugins of these namespaces.`)
    if (missing.includes('mp/v1')) return problems
    const wrongPlans = describePlans(await read(`${plansPath}?per_page=1`, { 'memberpress-api-key': serviceKey }))
    if (wrongPlans !== undefined) problems.push(wrongPlans)
    else if (await isAuthorizationRemoved())
      problems.push(
        `WordPress at ${host} does not receive the header Authorization, so every session ends at once. Let the web server pass it; Apache needs "CGIPassAuth On".`,
      )
    return problems
  } catch (error) {
    return [describeNetworkError(host, networkErrorOf(error))]
  } finally {
    await client.destroy()
  }
}
