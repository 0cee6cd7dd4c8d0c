import { createHash, randomFillSync } from 'node:crypto'

/** Origins that the page may use beyond its own, by purpose. */
export interface CspSources {
  script?: readonly string[]
  style?: readonly string[]
  image?: readonly string[]
  connect?: readonly string[]
  frame?: readonly string[]
  media?: readonly string[]
  /** The values of the style attributes in the markup of the page. */
  styleAttributes?: readonly string[]
  /** Reports violations of Trusted Types without blocking them, because a script of the page does not support them. */
  reportTrustedTypesOnly?: boolean
}

/** Stands for the nonce in index.html, as vite.config.ts sets it, and in the headers of the page. */
export const noncePlaceholder = '__CSP_NONCE__'

const entropy = Buffer.alloc(4096)
let used = entropy.length

/** Random bytes as text. They are drawn in blocks, because a draw per response would take longer than the response. */
export function randomText(bytes: number, encoding: 'base64' | 'base64url'): string {
  if (used + bytes > entropy.length) {
    randomFillSync(entropy)
    used = 0
  }
  return entropy.toString(encoding, used, (used += bytes))
}

/**
 * The policy of every response except the page: data and files, which run no script and send no form when they are opened
 * as a document. A worker runs under the policy of its own file; that of the player only exchanges messages.
 */
export const dataPolicy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The policy of an image that can contain script. */
export const svgPolicy = `${dataPolicy}; style-src 'unsafe-inline'; sandbox`

/** The policy of the service worker, which fetches pages and files of its own origin. */
export const serviceWorkerPolicy = `${dataPolicy}; connect-src 'self'`

/** Headers of every response of the edge itself. A response may replace the policy. */
export function generalHeaders(secure: boolean): Record<string, string> {
  return {
    'content-security-policy': dataPolicy,
    'x-content-type-options': 'nosniff',
    // No path, because the URL of a reset link contains its key.
    'referrer-policy': 'strict-origin',
    'cross-origin-resource-policy': 'same-origin',
    // PayPal's window needs its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-frame-options': 'DENY',
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** The path that receives reports of violations. */
export const reportPath = '/csp-report'

const joinSources = (...sources: readonly string[]) => sources.join(' ')

/** Allows these style attributes, and no other. */
const styleAttributeSources = (values: readonly string[]) =>
  joinSources(
    `'unsafe-hashes'`,
    ...values.map((value) => `'sha256-${createHash('sha256').update(value).digest('base64')}'`),
  )

export function contentSecurityPolicy(sources: CspSources): string {
  const { script = [], style = [], image = [], connect = [], frame = [], media = [], styleAttributes = [] } = sources
  return [
    `default-src 'none'`,
    `script-src ${joinSources(`'self'`, `'nonce-${noncePlaceholder}'`, ...script)}`,
    `style-src ${joinSources(`'self'`, `'nonce-${noncePlaceholder}'`, ...style)}`,
    ...(styleAttributes.length > 0 ? [`style-src-attr ${styleAttributeSources(styleAttributes)}`] : []),
    `img-src ${joinSources(`'self'`, 'data:', 'blob:', ...image)}`,
    `font-src 'self'`,
    `connect-src ${joinSources(`'self'`, ...connect)}`,
    `media-src ${joinSources(`'self'`, 'blob:', ...media)}`,
    `frame-src ${frame.length === 0 ? `'none'` : joinSources(...frame)}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** The page creates one policy, src/app/installTrustedTypesPolicy.ts. */
const trustedTypes = `require-trusted-types-for 'script'; trusted-types default`

/** Browsers without `report-to` use `report-uri`. */
const report = `report-uri ${reportPath}; report-to csp`

/** Headers of the page, with the placeholder of the nonce. */
export function pageHeaders(sources: CspSources): Record<string, string> {
  const policy = contentSecurityPolicy(sources)
  return {
    ...(sources.reportTrustedTypesOnly
      ? {
          'content-security-policy': `${policy}; ${report}`,
          'content-security-policy-report-only': `${trustedTypes}; ${report}`,
        }
      : { 'content-security-policy': `${policy}; ${trustedTypes}; ${report}` }),
    'reporting-endpoints': `csp="${reportPath}"`,
    'permissions-policy': [
      'accelerometer=()',
      'autoplay=(self)',
      'camera=()',
      'clipboard-write=(self)',
      'display-capture=()',
      'encrypted-media=(self)',
      'fullscreen=(self)',
      'geolocation=()',
      'gyroscope=()',
      'magnetometer=()',
      'microphone=()',
      'midi=()',
      `payment=(${['self', ...(sources.frame ?? []).filter((origin) => origin.startsWith('https://') && !origin.includes('*')).map((origin) => `"${origin}"`)].join(' ')})`,
      'picture-in-picture=(self)',
      'screen-wake-lock=(self)',
      'usb=()',
    ].join(', '),
    'cache-control': 'no-store',
  }
}
