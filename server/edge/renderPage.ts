/** Renders index.html for one response, with its nonce and the configuration. */
export function renderPage(template: string, nonce: string, configuration: unknown): string {
  // Escaping "<" keeps a value from closing the script element. JSON.parse restores it.
  const json = JSON.stringify(configuration ?? {}).replace(/</g, '\\u003c')
  const element = `<script type="application/json" id="configuration">${json}</script>`
  const existing = /<script\b[^>]*\bid="configuration"[^>]*>[^<]*<\/script>/
  const page = existing.test(template)
    ? template.replace(existing, () => element)
    : template.replace('</head>', () => `${element}</head>`)
  return page.replaceAll('__CSP_NONCE__', nonce)
}
