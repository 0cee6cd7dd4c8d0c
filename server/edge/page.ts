import { bestEncoding } from './encoding.ts'
import { type Files } from './files.ts'
import { createGzipParts } from './gzipParts.ts'
import { preloadLinks } from './preloadLinks.ts'
import { renderPage } from './renderPage.ts'
import { noncePlaceholder, pageHeaders, randomText, type CspSources } from './securityHeaders.ts'
import { hasSessionCookie } from './sessionSeal.ts'
import { headerOf, type ClientRequest, type Reply } from './reply.ts'
import { xsrfCookieOf } from './xsrf.ts'

export interface PageOptions {
  files: Files
  /** The present configuration: another object when it has changed. */
  configuration: () => unknown
  /** The origins that the page may use, for a browser at this origin. */
  sourcesAt: (origin: string) => CspSources
  warn: (message: string) => void
}

interface RenderedPage {
  template: string
  origin: string
  from: unknown
  parts: string[]
  gzip: (nonce: Buffer) => Buffer
  headers: [string, string[]][]
}

/**
 * Creates the responder of the page. A response differs from the one before only in its nonce, so everything else is
 * rendered and compressed once. A visitor without a session gets a page with its content, any other browser a skeleton.
 */
export function createPage({ files, configuration, sourcesAt, warn }: PageOptions) {
  /** By the name of the prerendered page; `''` is the page without content. */
  const rendered = new Map<string, RenderedPage>()

  /** The template with the content of a prerendered page; without, if it fails to render. */
  async function renderContent(name: string, template: string, from: unknown) {
    const empty = { text: template, styleAttributes: [] }
    if (name === '' || !files.prerender) return empty
    try {
      return await files.prerender.render(name, template, from)
    } catch (error) {
      warn(`The page ${name} can't be prerendered: ${error instanceof Error ? error.message : String(error)}`)
      return empty
    }
  }

  async function render(name: string, origin: string): Promise<RenderedPage> {
    const template = await files.page()
    const from = configuration()
    const last = rendered.get(name)
    if (last?.template === template && last.origin === origin && last.from === from) return last
    const { text, styleAttributes } = await renderContent(name, template, from)
    const texts = renderPage(text, from)
      .split(noncePlaceholder)
      .map((part) => Buffer.from(part))
    const headers = Object.entries(pageHeaders({ ...sourcesAt(origin), styleAttributes })).map(
      ([header, value]): [string, string[]] => [header, value.split(noncePlaceholder)],
    )
    const links = preloadLinks(text)
    if (links !== '') headers.push(['link', [links]])
    // Latin-1 keeps the bytes of UTF-8 one by one, and Node writes such a string together with the headers.
    const parts = texts.map((part) => part.toString('latin1'))
    const page = { template, origin, from, parts, gzip: createGzipParts(texts), headers }
    rendered.set(name, page)
    return page
  }

  return async (
    request: ClientRequest,
    { origin, secure, url }: { origin: string; secure: boolean; url: URL },
  ): Promise<Reply> => {
    const cookies = request.headers.cookie ?? ''
    const name = files.prerender?.pageAt(url, { hasSession: hasSessionCookie(cookies, { secure }) }) ?? ''
    const { parts, gzip, headers } = await render(name, origin)
    const nonce = randomText(16, 'base64')
    const all: Record<string, string> = { 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Encoding' }
    for (const [header, value] of headers) all[header] = value.join(nonce)
    if (xsrfCookieOf(cookies) === undefined) {
      const value = randomText(18, 'base64url')
      all['set-cookie'] = `XSRF-TOKEN=${value}; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`
    }
    if (bestEncoding(headerOf(request, 'accept-encoding'), ['gzip']) === 'gzip') {
      all['content-encoding'] = 'gzip'
      return { status: 200, headers: all, body: gzip(Buffer.from(nonce)) }
    }
    return { status: 200, headers: all, body: parts.join(nonce), encoding: 'latin1' }
  }
}
