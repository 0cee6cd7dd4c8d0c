import { type CspSources } from './securityHeaders.ts'

/** What the page is told of the payment providers. Empty: not used, or from the provider's own address. */
export interface PaymentProviders {
  readonly keys: { readonly stripe: string; readonly paypal: string }
  readonly scripts: { readonly stripe: string; readonly paypal: string }
}

/** As Stripe documents it for Stripe.js; its pictures are asked for by Checkout and Connect only. */
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

/** This machine under its other name, which is another origin to a browser; undefined for any other machine. */
export function otherLoopbackOrigin(url: URL): string | undefined {
  const names: Readonly<Record<string, string>> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }
  const name = names[url.hostname]
  return name && `${url.protocol}//${name}${url.port && `:${url.port}`}`
}

/** Where the stand-ins of a sandbox at this address have their frames: under its other name where it has one. */
export function fakeProviderFrames(sandbox: URL): string[] {
  const origin = otherLoopbackOrigin(sandbox) ?? sandbox.origin
  return [`${origin}/sandbox/stripe/`, `${origin}/sandbox/paypal/`]
}

function sourcesOfProvider(key: string, script: string, documented: CspSources): CspSources {
  if (key === '') return {}
  if (script === '') return documented
  // A path is this origin's own; what stands there in frames is the sandbox's, which the edge lets in by itself.
  if (!URL.canParse(script)) return {}
  const url = new URL(script)
  return { script: [`${url.origin}${url.pathname}`], frame: [url.origin] }
}

/** What the page may load from the payment providers that are configured, and from nobody else. */
export function providerSources({ keys, scripts }: PaymentProviders): CspSources {
  const [stripe, paypal] = [
    sourcesOfProvider(keys.stripe, scripts.stripe, STRIPE_SOURCES),
    sourcesOfProvider(keys.paypal, scripts.paypal, PAYPAL_SOURCES),
  ]
  const both = (use: keyof CspSources) => [...new Set([...(stripe[use] ?? []), ...(paypal[use] ?? [])])]
  return {
    script: both('script'),
    style: both('style'),
    image: both('image'),
    connect: both('connect'),
    frame: both('frame'),
  }
}
