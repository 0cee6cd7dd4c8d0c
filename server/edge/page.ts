import { type Files } from './files.ts'
import { renderPage } from './renderPage.ts'
import { noncePlaceholder, pageHeaders, randomText, type CspSources } from './securityHeaders.ts'
import { type ClientRequest, type Reply } from './reply.ts'
import { xsrfCookieOf } from './xsrf.ts'

export interface PageOptions {
  files: Files
  /** The present configuration: another object when it has changed. */
  configuration: () => unknown
  /** The origins that the page may use, for a browser at this origin. */
  sourcesAt: (origin: string) => CspSources
}

/**
 * Creates the responder of the page. A response differs from the one before only in its nonce, so everything else is
 * rendered once. It is not compressed, because it is small.
 */
export function createPage({ files, configuration, sourcesAt }: PageOptions) {
  let rendered:
    | { template: string; origin: string; from: unknown; parts: string[]; headers: [string, string[]][] }
    | undefined

  async function render(origin: string) {
    const template = await files.page()
    const from = configuration()
    if (rendered?.template === template && rendered.origin === origin && rendered.from === from) return rendered
    // Latin-1 keeps the bytes of UTF-8 one by one, and Node writes such a string together with the headers.
    const parts = Buffer.from(renderPage(template, from)).toString('latin1').split(noncePlaceholder)
    const headers = Object.entries(pageHeaders(sourcesAt(origin))).map(([name, value]): [string, string[]] => [
      name,
      value.split(noncePlaceholder),
    ])
    return (rendered = { template, origin, from, parts, headers })
  }

  return async (request: ClientRequest, { origin, secure }: { origin: string; secure: boolean }): Promise<Reply> => {
    const { parts, headers } = await render(origin)
    const nonce = randomText(16, 'base64')
    const all: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' }
    for (const [name, value] of headers) all[name] = value.join(nonce)
    if (xsrfCookieOf(request.headers.cookie ?? '') === undefined) {
      const value = randomText(18, 'base64url')
      all['set-cookie'] = `XSRF-TOKEN=${value}; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`
    }
    return { status: 200, headers: all, body: parts.join(nonce), encoding: 'latin1' }
  }
}
