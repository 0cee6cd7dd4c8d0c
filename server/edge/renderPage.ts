/** index.html as one answer of it: its own nonce, and the configuration of this installation. */
export function renderPage(template: string, nonce: string, configuration: unknown): string {
  // An escaped "<" keeps a value from ending the script element; JSON reads it back the same.
  const json = JSON.stringify(configuration ?? {}).replace(/</g, '\\u003c')
  const element = `<script type="application/json" id="configuration">${json}</script>`
  const existing = /<script\b[^>]*\bid="configuration"[^>]*>[^<]*<\/script>/
  const page = existing.test(template)
    ? template.replace(existing, () => element)
    : template.replace('</head>', () => `${element}</head>`)
  return page.replaceAll('__CSP_NONCE__', nonce)
}
