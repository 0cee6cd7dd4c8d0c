import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { describeGateways, type HostProblem } from './edge/hostProblem.ts'
import { type CspSources } from './edge/securityHeaders.ts'
import { type EdgeSecrets } from './edge/sessionSeal.ts'
import { providerSources, type PaymentProviders } from './edge/providers.ts'
import { packageRoot } from './root.ts'

/** The paths of a certificate with its chain and of its key, in PEM. */
export interface CertificateFiles {
  cert: string
  key: string
}

export interface HostSettings {
  url: URL
  serviceKey: string
  /** The secrets that seal sessions, the current one first. */
  edgeSecrets: EdgeSecrets
  /** The origin under which browsers reach the edge. */
  publicOrigin: URL
  /** What is wrong with the settings but lets the server start. */
  problems: HostProblem[]
}

export interface Environment {
  port: number
  bind: string
  data: string
  dist: string
  /** If it is undefined, the sandbox replaces the host. */
  host: HostSettings | undefined
  streamOrigins: string[]
  /** The address for security reports: a `mailto:` or `https:` URL. */
  securityContact: string | undefined
  trustedProxies: number
  uniformSignIn: boolean
  tls: CertificateFiles | undefined
  configuration: Record<string, unknown>
  providers: PaymentProviders
  sources: CspSources
  log: boolean
}

/** An invalid setting. The message is one line for the terminal. */
export class SettingError extends Error {}

type Variables = Readonly<Record<string, string | undefined>>

function parsePort(value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback
  const port = Number(value)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new SettingError(`PORT is not a port: ${value}`)
  return port
}

/** The number of proxies; `true` is one. */
function parseTrustedProxies(value = ''): number {
  if (value === 'true') return 1
  if (!/^\d?$/.test(value)) throw new SettingError(`TRUST_PROXY is not a number of proxies: ${value}`)
  return Number(value)
}

function parseSwitch(name: string, value = ''): boolean {
  if (!/^[01]?$/.test(value)) throw new SettingError(`${name} is not 1 or 0: ${value}`)
  return value === '1'
}

function parseSecrets(value: string): EdgeSecrets {
  const [current = '', ...previous] = value.split(/[\s,]+/).filter(Boolean)
  if ([current, ...previous].some(({ length }) => length < 32)) {
    throw new SettingError('EDGE_SECRET is too short; it needs 32 characters or more (openssl rand -hex 32)')
  }
  return [current, ...previous]
}

function parseHost(variables: Variables, configuration: Record<string, unknown>): HostSettings | undefined {
  if (!variables['HOST_URL']) return undefined
  const { url, problem } = parseHostUrl(variables['HOST_URL'])
  const requireSetting = (name: string, what: string) => {
    const value = variables[name]
    if (!value) throw new SettingError(`HOST_URL is set, so ${name} (${what}) must be set too`)
    return value
  }
  return {
    url,
    serviceKey: requireSetting('SERVICE_KEY', 'the key of the membership service'),
    edgeSecrets: parseSecrets(requireSetting('EDGE_SECRET', 'which seals sessions')),
    publicOrigin: parsePublicOrigin(requireSetting('PUBLIC_ORIGIN', 'such as https://tv.example')),
    problems: [problem, describeGateways(configuration['gateways'])].filter((each) => each !== undefined),
  }
}

function parseUrl(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new SettingError(`${name} is not an http URL: ${value}`)
  if (url.username !== '' || url.password !== '')
    throw new SettingError(`${name} must not contain a user name or password`)
  return url
}

function parseSecurityContact(value: string | undefined): string | undefined {
  if (!value || /^mailto:[^\s@?]+@[^\s@?]+$/.test(value)) return value || undefined
  if (!value.startsWith('https:')) throw new SettingError(`SECURITY_CONTACT is not a mailto: or https: URL: ${value}`)
  return parseUrl('SECURITY_CONTACT', value).href
}

function parsePublicOrigin(value: string): URL {
  const url = parseUrl('PUBLIC_ORIGIN', value)
  if (url.protocol !== 'https:' && !['localhost', '127.0.0.1'].includes(url.hostname))
    throw new SettingError(`PUBLIC_ORIGIN must begin with https://, because browsers keep no session without: ${value}`)
  return url
}

/** The URL of the host. A pasted /wp-json and what follows it are removed, because the edge adds it to every path. */
function parseHostUrl(value: string): { url: URL; problem?: HostProblem } {
  const url = parseUrl('HOST_URL', value)
  const [path = '', ...rest] = url.pathname.split(/\/wp-json(?=\/|$)/)
  if (rest.length === 0) return { url }
  url.pathname = path
  const message = 'HOST_URL contains /wp-json, which the edge adds itself. Remove it and what follows it from HOST_URL.'
  return { url, problem: { cause: 'wp-json-in-address', message } }
}

function readSettingFile(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new SettingError(`${name} cannot be read: ${path}`)
  }
}

function readConfigurationFile(path: string | undefined): Record<string, unknown> {
  if (!path) return {}
  const text = readSettingFile('CONFIGURATION', path).toString('utf8')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new SettingError(`CONFIGURATION is not JSON: ${path}`)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new SettingError(`CONFIGURATION is not a JSON object: ${path}`)
  }
  return { ...parsed }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mergeConfiguration(variables: Variables): Record<string, unknown> {
  const merged = readConfigurationFile(variables['CONFIGURATION'])
  const keys = { stripe: variables['STRIPE_KEY'], paypal: variables['PAYPAL_CLIENT_ID'] }
  const set = Object.fromEntries(Object.entries(keys).filter(([, value]) => value))
  if (Object.keys(set).length > 0) merged['keys'] = Object.assign({}, merged['keys'], set)
  // The configuration is public, so a secret key must not be in it.
  if (/"(sk|rk)_/.test(JSON.stringify(merged))) {
    throw new SettingError('The configuration contains a secret Stripe key; use the publishable key (pk_…)')
  }
  return merged
}

/** A provider field of the configuration, or ''. The page applies the same rule. */
function readProviderField(
  configuration: Record<string, unknown>,
  group: string,
  name: string,
  rule: RegExp,
  expected: string,
): string {
  const fields = configuration[group]
  const value = isRecord(fields) ? fields[name] : undefined
  if (value === undefined || value === '') return ''
  if (typeof value !== 'string' || !rule.test(value)) throw new SettingError(`${group}.${name} is not ${expected}`)
  return value
}

const SCRIPT_URL_PATTERN = /^(https:\/\/|\/(?!\/)|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$))/

function parseProviders(configuration: Record<string, unknown>): PaymentProviders {
  const url = 'an https URL or a path'
  return {
    keys: {
      stripe: readProviderField(configuration, 'keys', 'stripe', /^pk_\w+$/, 'a publishable key (pk_…)'),
      paypal: readProviderField(configuration, 'keys', 'paypal', /^[\w-]+$/, 'a client id'),
    },
    scripts: {
      stripe: readProviderField(configuration, 'scripts', 'stripe', SCRIPT_URL_PATTERN, url),
      paypal: readProviderField(configuration, 'scripts', 'paypal', SCRIPT_URL_PATTERN, url),
    },
  }
}

const parseOrigins = (name: string, value: string | undefined) =>
  (value ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((origin) => parseUrl(name, origin).origin)

/** The origin of the host for the page. A page over https loads nothing over http, so it need not name a host inside the network. */
const hostOrigins = (host: HostSettings | undefined): string[] =>
  host !== undefined && host.url.protocol === host.publicOrigin.protocol ? [host.url.origin] : []

/** The origins at which WordPress links avatars of Gravatar. It uses the second ones for requests over http. */
function gravatarOrigins(host: HostSettings | undefined): string[] {
  const overHttp = [0, 1, 2].map((server) => `http://${server}.gravatar.com`)
  return ['https://secure.gravatar.com', ...(host?.url.protocol === 'http:' ? overHttp : [])]
}

/** Other origins that the page may use: the host's images and the configured payment providers. */
function createCspSources(
  variables: Variables,
  host: HostSettings | undefined,
  providers: PaymentProviders,
): CspSources {
  const provided = providerSources(providers)
  return {
    ...provided,
    image: [
      ...hostOrigins(host),
      ...(parseSwitch('GRAVATAR', variables['GRAVATAR']) ? gravatarOrigins(host) : []),
      ...parseOrigins('IMAGE_ORIGINS', variables['IMAGE_ORIGINS']),
      ...(provided.image ?? []),
    ],
  }
}

/** Reads a certificate and its key; throws SettingError when they cannot be used together. */
export function readCertificate(files: CertificateFiles): { cert: Buffer; key: Buffer } {
  const pair = { cert: readSettingFile('TLS_CERT', files.cert), key: readSettingFile('TLS_KEY', files.key) }
  try {
    createSecureContext(pair)
  } catch {
    throw new SettingError('TLS_CERT and TLS_KEY are not a certificate and its key')
  }
  return pair
}

/** Reads and validates the settings; throws SettingError with a one-line message. */
export function readEnvironment(variables: Variables): Environment {
  const configuration = mergeConfiguration(variables)
  const host = parseHost(variables, configuration)
  if (host !== undefined && configuration['inspector'] !== undefined) {
    throw new SettingError('The configuration names an inspector, which is for the sandbox only; HOST_URL is set')
  }
  const providers = parseProviders(configuration)
  const { TLS_CERT: cert, TLS_KEY: key } = variables
  if (Boolean(cert) !== Boolean(key)) throw new SettingError('TLS_CERT and TLS_KEY must be set together')
  const tls = cert && key ? { cert, key } : undefined
  if (tls) readCertificate(tls)
  return {
    port: parsePort(variables['PORT'], 4173),
    bind: variables['BIND'] || (host === undefined ? '127.0.0.1' : '0.0.0.0'),
    data: resolve(packageRoot, variables['DATA'] || '.data'),
    dist: resolve(packageRoot, variables['DIST'] || 'dist', 'client'),
    host,
    streamOrigins: [...new Set([...hostOrigins(host), ...parseOrigins('STREAM_ORIGINS', variables['STREAM_ORIGINS'])])],
    securityContact: parseSecurityContact(variables['SECURITY_CONTACT']),
    trustedProxies: parseTrustedProxies(variables['TRUST_PROXY']),
    uniformSignIn: parseSwitch('UNIFORM_SIGN_IN', variables['UNIFORM_SIGN_IN']),
    tls,
    configuration,
    providers,
    sources: createCspSources(variables, host, providers),
    log: variables['LOG'] ? variables['LOG'] === 'on' : host !== undefined,
  }
}
