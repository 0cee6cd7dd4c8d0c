interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string | null }): unknown
}

declare global {
  interface Window {
    /** Only where the browser has Trusted Types. */
    trustedTypes?: TrustedTypes
  }
}

/**
 * What may be put into an element as markup: text without a tag, such as the rules that Mantine writes into its style
 * elements. Everything else is left to the page's policy, which refuses or reports it.
 */
export function installTrustedTypesPolicy(page: Window): void {
  page.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })
}
