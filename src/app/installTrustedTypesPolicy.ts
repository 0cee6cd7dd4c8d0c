import { type Configuration } from './configuration.ts'

interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: Readonly<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>,
  ): unknown
}

declare global {
  interface Window {
    /** Undefined if the browser has no Trusted Types. */
    trustedTypes?: TrustedTypes
  }
}

const withoutQuery = ({ origin, pathname }: URL) => origin + pathname

/**
 * Allows the strings that libraries assign where the page requires a trusted type: markup without tags, which Mantine
 * writes into style elements, and the URLs of the workers and the payment scripts. No rule allows the text of a
 * script, so `eval` is blocked.
 */
export function installTrustedTypesPolicy(
  page: Pick<Window, 'location' | 'trustedTypes'>,
  { keys, scripts }: Pick<Configuration, 'keys' | 'scripts'>,
  workerPaths: readonly string[],
): void {
  const toUrl = (text: string) => new URL(text, page.location.href)
  const allowedUrls = [...workerPaths, scripts.stripe, scripts.paypal].filter(Boolean).map(toUrl).map(withoutQuery)
  const usesStripe = keys.stripe !== '' && scripts.stripe === ''
  // Stripe.js loads more scripts from its own origins.
  const isStripe = ({ href }: URL) => usesStripe && /^https:\/\/([\w-]+\.)?js\.stripe\.com\//.test(href)
  page.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (text) => {
      const url = toUrl(text)
      return allowedUrls.includes(withoutQuery(url)) || isStripe(url) ? text : null
    },
  })
}
