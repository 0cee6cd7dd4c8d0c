import { type CspSources } from './securityHeaders.ts'

/** Keys and script URLs of the payment providers. An empty key disables one; an empty script uses the provider's URL. */
export interface PaymentProviders {
  readonly keys: { readonly stripe: string; readonly paypal: string }
  readonly scripts: { readonly stripe: string; readonly paypal: string }
}

/** As Stripe documents it for Stripe.js. Only Checkout and Connect need images. */
const STRIPE_SOURCES: CspSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
}

const paypalOrigins = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com']

/** As PayPal documents it, with the page's nonce in place of 'unsafe-inline'. */
const PAYPAL_SOURCES: CspSources = {
  script: paypalOrigins,
  style: paypalOrigins,
  image: paypalOrigins,
  connect: paypalOrigins,
  frame: paypalOrigins,
}

/** The other loopback name (localhost or 127.0.0.1), which is a separate origin; undefined for other hosts. */
function otherLoopbackOrigin(url: URL): string | undefined {
  const names: Readonly<Record<string, string>> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }
  const name = names[url.hostname]
  return name && `${url.protocol}//${name}${url.port && `:${url.port}`}`
}

/** The frame sources of the fake providers: at the other loopback name where there is one. */
export function fakeProviderFrames(sandbox: URL): string[] {
  const origin = otherLoopbackOrigin(sandbox) ?? sandbox.origin
  return [`${origin}/sandbox/stripe/`, `${origin}/sandbox/paypal/`]
}

function sourcesOfProvider(key: string, script: string, documented: CspSources): CspSources {
  if (key === '') return {}
  if (script === '') return documented
  // A path is on this origin. The edge adds the frames of the fake providers itself.
  if (!URL.canParse(script)) return {}
  const url = new URL(script)
  return { script: [`${url.origin}${url.pathname}`], frame: [url.origin] }
}

export function providerSources({ keys, scripts }: PaymentProviders): CspSources {
  // The fake of PayPal is on this origin. PayPal's own script writes markup and script URLs as strings.
  const usesRealPaypal = keys.paypal !== '' && !scripts.paypal.startsWith('/')
  const [stripe, paypal] = [
    sourcesOfProvider(keys.stripe, scripts.stripe, STRIPE_SOURCES),
    sourcesOfProvider(keys.paypal, scripts.paypal, PAYPAL_SOURCES),
  ]
  const merge = (use: 'script' | 'style' | 'image' | 'connect' | 'frame') => [
    ...new Set([...(stripe[use] ?? []), ...(paypal[use] ?? [])]),
  ]
  return {
    script: merge('script'),
    style: merge('style'),
    image: merge('image'),
    connect: merge('connect'),
    frame: merge('frame'),
    ...(usesRealPaypal && { reportTrustedTypesOnly: true }),
  }
}
