/** Renders index.html with the configuration. */
export function renderPage(template: string, configuration: unknown): string {
  // Escaping "<" keeps a value from closing the script element. JSON.parse restores it.
  const json = JSON.stringify(configuration ?? {}).replace(/</g, '\\u003c')
  const element = `<script type="application/json" id="configuration">${json}</script>`
  const existing = /<script\b[^>]*\bid="configuration"[^>]*>[^<]*<\/script>/
  return existing.test(template)
    ? template.replace(existing, () => element)
    : template.replace('</head>', () => `${element}</head>`)
}
