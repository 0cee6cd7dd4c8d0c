import { Client } from 'undici'
import { describeIndexRedirect, describeNetworkError, describeRedirect, type HostProblem } from './hostProblem.ts'
import { edgeUserAgent, isUnencrypted } from './hostUpstream.ts'
import { parseJson, reasonOf } from './relay.ts'

/** The REST namespaces of the contract. */
export const hostNamespaces = ['custom-plugin', 'channel/v2', 'mp/v1', 'payment/v1'] as const

const plansPath = '/wp-json/mp/v1/memberships'
const plansTarget = `${plansPath}?per_page=1`
const mePath = '/wp-json/custom-plugin/me/'
const membershipNamespace = 'mp/v1'

/** Of no session. */
const authorization = 'Bearer unknown'

const notEncrypted: HostProblem = {
  cause: 'not-encrypted',
  message:
    'The host is not encrypted, so the network can read passwords and SERVICE_KEY. Begin HOST_URL with https://.',
}

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
  text: string
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

const isRedirect = ({ status }: HostResponse) => status >= 300 && status < 400

/** The code of a network error, or `timeout`. */
const networkErrorOf = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : reasonOf(error)

/** Describes a response that does not come from the REST API, whichever path was requested; otherwise undefined. */
function describeFailure(path: string, response: HostResponse): HostProblem | undefined {
  const { status, json, location } = response
  if (isRedirect(response)) return describeRedirect(path, location)
  if (status >= 500)
    return {
      cause: 'server-error',
      message: `The host responds with status ${status}. Check that WordPress works and is not in maintenance mode.`,
    }
  if ([401, 403, 429].includes(status) && json === undefined)
    return {
      cause: 'refused',
      message: `The host refuses the edge with status ${status}, before WordPress. Let this machine pass the firewall or the password of the web server.`,
    }
  return undefined
}

/**
 * Reads the host's index, the plans and `me` with an unknown token, tries PUT and DELETE with the same token, which
 * changes nothing, and describes what is wrong, one problem per cause. Returns [] for a correct host. Sends at most six requests. Never rejects.
 */
export async function probeHost({ hostUrl, serviceKey, timeoutMs = 10_000 }: ProbeOptions): Promise<HostProblem[]> {
  const prefix = hostUrl.pathname.replace(/\/+$/, '')
  const client = new Client(hostUrl.origin, { connect: { timeout: timeoutMs }, maxResponseSize: 1024 * 1024 })

  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    headers: Record<string, string> = {},
    body: string | null = null,
  ): Promise<HostResponse> {
    const response = await client.request({
      path: prefix + path,
      method,
      headers: { accept: 'application/json', 'user-agent': edgeUserAgent, ...headers },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const [location = ''] = [response.headers['location']].flat()
    const text = await response.body.text()
    const json = /^application\/json\b/i.test(String(response.headers['content-type'])) ? parseJson(text) : undefined
    return { status: response.statusCode, location, text, json }
  }
  const read = (path: string, headers?: Record<string, string>) => send('GET', path, headers)

  /** Describes the index, or returns undefined when WordPress has written it. */
  async function describeIndex(index: HostResponse): Promise<HostProblem | undefined> {
    if (isRedirect(index)) return describeIndexRedirect(hostUrl, index.location)
    const failure = describeFailure('/wp-json/', index)
    // WordPress may refuse its index to visitors and serve the calls.
    if (failure !== undefined || isIndex(index) || errorCodeOf(index) !== '') return failure
    if (index.text.includes('"namespaces":['))
      return {
        cause: 'php-messages',
        message:
          'PHP prints messages into the JSON of WordPress. Turn display_errors off in PHP, or set WP_DEBUG_DISPLAY to false.',
      }
    return isIndex(await read('/?rest_route=/&_fields=namespaces'))
      ? {
          cause: 'plain-permalinks',
          message: 'WordPress does not serve /wp-json. Choose "Post name" under Settings > Permalinks.',
        }
      : {
          cause: 'not-wordpress',
          message: `The host does not serve the REST API of WordPress at /wp-json/ (status ${index.status}). Set HOST_URL to the address of WordPress, with its folder.`,
        }
  }

  function describeNamespaces(index: HostResponse): HostProblem | undefined {
    const namespaces = propertyOf(index.json, 'namespaces')
    const missing = Array.isArray(namespaces)
      ? hostNamespaces.filter((name) => name !== membershipNamespace && !namespaces.includes(name))
      : []
    return missing.length === 0
      ? undefined
      : {
          cause: 'plugin-missing',
          message: `WordPress does not serve ${missing.join(', ')}. Activate the plugins with these calls.`,
        }
  }

  function describePlans(plans: HostResponse): HostProblem | undefined {
    const { status, json } = plans
    const failure = describeFailure(plansPath, plans)
    if (failure !== undefined || Array.isArray(json)) return failure
    const code = errorCodeOf(plans)
    if (code === 'rest_no_route')
      return {
        cause: 'memberpress-missing',
        message: 'WordPress has no mp/v1. Activate MemberPress and its add-on Developer Tools.',
      }
    if (status === 401 || status === 403)
      return {
        cause: 'service-key',
        message: `The membership service refuses SERVICE_KEY (status ${status} ${code}). Copy the key from the settings of the MemberPress Developer Tools.`,
      }
    return {
      cause: 'plans',
      message: `GET ${plansPath} does not respond with the plans (status ${[status, code].join(' ').trim()}). Check the MemberPress Developer Tools.`,
    }
  }

  /**
   * Describes how `me` refuses an unknown token. WordPress does not receive `Authorization` if `me` refuses like a
   * visitor, and the membership service, which reads `Authorization` before its own header, accepts the key beside the
   * token.
   */
  async function describeMe(): Promise<HostProblem | undefined> {
    const me = await read(mePath, { authorization })
    if (errorCodeOf(me) !== 'rest_not_logged_in') return describeFailure(mePath, me)
    const plans = await read(plansTarget, { authorization, 'memberpress-api-key': serviceKey })
    if (!Array.isArray(plans.json)) return undefined
    return {
      cause: 'authorization',
      message:
        'WordPress does not receive the header Authorization, so every session ends at once. Let the web server pass it; Apache needs "CGIPassAuth On".',
    }
  }

  /** Describes the changing methods that do not reach WordPress, which answers in JSON whatever it answers. */
  async function describeMethods(): Promise<HostProblem | undefined> {
    const json = { authorization, 'content-type': 'application/json' }
    const attempts = [
      ['PUT', '/wp-json/custom-plugin/me', json, '{}'],
      ['DELETE', '/wp-json/channel/v2/favourites/unknown', { authorization }, null],
    ] as const
    const refused: string[] = []
    for (const [method, path, headers, body] of attempts) {
      const response = await send(method, path, headers, body).catch(networkErrorOf)
      if (typeof response === 'string') refused.push(`${method} (${response})`)
      else if (isRedirect(response)) return describeRedirect(path, response.location)
      else if (errorCodeOf(response) === '' && !(response.status < 300 && response.json !== undefined))
        refused.push(`${method} (status ${response.status})`)
    }
    if (refused.length === 0) return undefined
    return {
      cause: 'methods',
      message: `The host refuses ${refused.join(' and ')} before WordPress. Allow PUT and DELETE in the web server and the firewall, because changes of profile, favorites and sessions use them.`,
    }
  }

  try {
    const index = await read('/wp-json/?_fields=namespaces')
    const wrongIndex = await describeIndex(index)
    if (wrongIndex !== undefined) return [wrongIndex]
    const plans = describePlans(await read(plansTarget, { 'memberpress-api-key': serviceKey }))
    const problems = [
      isUnencrypted(hostUrl) ? notEncrypted : undefined,
      describeNamespaces(index),
      plans,
      plans === undefined ? await describeMe() : undefined,
      await describeMethods(),
    ]
    const found = problems.filter((problem) => problem !== undefined)
    // A redirect of every path is told once.
    return found.filter(({ cause }, index) => found.findIndex((other) => other.cause === cause) === index)
  } catch (error) {
    return [describeNetworkError(networkErrorOf(error))]
  } finally {
    await client.destroy()
  }
}
