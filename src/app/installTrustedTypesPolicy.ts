interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML: (text: string) => string | null }): unknown
}

declare global {
  interface Window {
    /** Undefined if the browser has no Trusted Types. */
    trustedTypes?: TrustedTypes
  }
}

/**
 * Allows markup without tags, such as the rules that Mantine writes into style elements. The page's policy refuses or
 * reports everything else.
 */
export function installTrustedTypesPolicy(page: Window): void {
  page.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })
}
