/** What is wrong with the host or with the settings for it. `/readyz` names the causes, so they keep their names. */
export type HostProblemCause =
  | 'wp-json-in-address'
  | 'gateway-ids'
  | 'not-encrypted'
  | 'unreachable'
  | 'certificate'
  | 'redirect'
  | 'refused'
  | 'server-error'
  | 'not-wordpress'
  | 'plain-permalinks'
  | 'php-messages'
  | 'memberpress-missing'
  | 'plugin-missing'
  | 'service-key'
  | 'plans'
  | 'authorization'
  | 'methods'

/** A problem and its remedy, in one line. `/readyz` is public, so the message has no key and not the address of the host. */
export interface HostProblem {
  cause: HostProblemCause
  message: string
}

/** What a network error means and what to do. `code` is Node's or undici's code, or `timeout`. */
export function describeNetworkError(code: string): HostProblem {
  switch (code) {
    case 'ECONNREFUSED':
      return {
        cause: 'unreachable',
        message: `The host refuses connections (${code}). Check that it is running and that HOST_URL has the right port.`,
      }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        cause: 'unreachable',
        message: `The name of the host cannot be resolved (${code}). Check the spelling of HOST_URL and the DNS of this machine.`,
      }
    case 'timeout':
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return {
        cause: 'unreachable',
        message: `The host does not respond in time (${code}). Check that no firewall drops the connections of this machine.`,
      }
    case 'CERT_HAS_EXPIRED':
      return { cause: 'certificate', message: `The certificate of the host has expired (${code}). Renew it.` }
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        cause: 'certificate',
        message: `The certificate of the host is for another name (${code}). Set HOST_URL to a name of the certificate.`,
      }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return {
        cause: 'certificate',
        message: `The certificate of the host is self-signed (${code}). Set NODE_EXTRA_CA_CERTS to its file, or use a certificate of a public authority.`,
      }
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return {
        cause: 'certificate',
        message: `The certificate of the host has no chain to a known authority (${code}). Send the whole chain from the host, or set NODE_EXTRA_CA_CERTS to the certificate of the authority.`,
      }
    default:
      return /^(EPROTO$|ERR_SSL_)/.test(code)
        ? {
            cause: 'certificate',
            message: `The host does not use TLS on this port (${code}). Correct the port of HOST_URL, so that it is the one for https.`,
          }
        : {
            cause: 'unreachable',
            message: `The host is unreachable (${code}). Check HOST_URL and the network of this machine.`,
          }
  }
}

/** A redirect of the index. `location` is as the host sends it. */
export function describeIndexRedirect(hostUrl: URL, location: string): HostProblem {
  const host = hostUrl.origin + hostUrl.pathname.replace(/\/+$/, '')
  const target = URL.canParse(location, `${host}/wp-json/`) ? new URL(location, `${host}/wp-json/`) : undefined
  const [, prefix] = /^(.*)\/wp-json\/?$/.exec(target?.pathname ?? '') ?? []
  const address = target === undefined || prefix === undefined ? host : target.origin + prefix
  return address === host
    ? describeRedirect('/wp-json/', location)
    : { cause: 'redirect', message: `The host redirects to ${address}. Set HOST_URL to ${address}.` }
}

/** A redirect of a path that is not to another address of WordPress. A query is not shown, because it can be secret. */
export const describeRedirect = (path: string, location: string): HostProblem => ({
  cause: 'redirect',
  message: `The host redirects ${path} to ${location.replace(/[?#].*/, '')}. Turn this redirect off, because the edge follows none.`,
})

const gatewayFields = ['card', 'paypal'] as const

/**
 * The gateway ids that the configuration leaves at their defaults. They differ between installations, so a host must
 * have its own, even if they are equal to the defaults.
 */
export function describeGateways(gateways: unknown): HostProblem | undefined {
  const own = typeof gateways === 'object' && gateways !== null ? Object.keys(gateways) : []
  const missing = gatewayFields.filter((field) => !own.includes(field)).map((field) => `gateways.${field}`)
  if (missing.length === 0) return undefined
  return {
    cause: 'gateway-ids',
    message: `The configuration does not set ${missing.join(' and ')}, so subscriptions of this host count as those of an unknown gateway. Copy the ids from MemberPress > Settings > Payments, or write "none" for a gateway that the host does not have.`,
  }
}
