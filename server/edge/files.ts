import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import * as v from 'valibot'
import { bestEncoding, type Encoding } from './encoding.ts'
import { createPageMatcher } from './pages.ts'
import { readPrerender, type Prerender } from './prerender.ts'
import { headerOf, type ClientRequest, type Reply } from './reply.ts'
import { serviceWorkerPolicy, svgPolicy } from './securityHeaders.ts'

export interface StaticFile {
  type: string
  etag: string
  /** The name contains a content hash, so it is cached for a year. */
  hashed: boolean
  /** The content security policy, if it is not that of all files. */
  policy?: string | undefined
  body: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> & { identity: Uint8Array<ArrayBuffer> }
}

export interface Files {
  page: () => Promise<string>
  /** The file under this path (decoded, beginning with a slash), or undefined. */
  open: (path: string) => Promise<StaticFile | undefined>
  /** Renders the pages of visitors without a session. Without it, every page is index.html. */
  prerender?: Prerender | undefined
  /** Whether the route table has this path, as in a URL. Throws URIError for a malformed one. */
  isPage: (path: string) => boolean
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.wasm': 'application/wasm',
}

/** The file under this name, or with this extension, has a policy of its own. */
const policies: Record<string, string> = { '/service-worker.js': serviceWorkerPolicy, '.svg': svgPolicy }

const pagePatterns = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

const compressedNames = { br: '.br', gzip: '.gz' } as const

/**
 * Lists a built client folder. Only listed names are opened, so no path leads out of it. Files with a hash in the name are
 * read at startup, so that a running server stays consistent while a new build replaces the folder.
 */
export async function readFiles(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  )
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const isPage = createPageMatcher(v.parse(pagePatterns, await readFile(join(folder, '.vite', 'pages.json'), 'utf8')))
  const opened = new Map<string, Promise<StaticFile>>()

  async function load(name: string): Promise<StaticFile> {
    const identity = new Uint8Array(await readFile(join(folder, name)))
    const body: StaticFile['body'] = { identity }
    for (const [encoding, ending] of Object.entries(compressedNames) as [Encoding, string][]) {
      if (names.has(name + ending)) body[encoding] = new Uint8Array(await readFile(join(folder, name + ending)))
    }
    return {
      type: types[extname(name)] ?? 'application/octet-stream',
      etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
      hashed: /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(name),
      policy: policies[name] ?? policies[extname(name)],
      body,
    }
  }

  const open = (name: string) => {
    if (!names.has(name) || /^\/index\.html$|\.(br|gz|map)$|\/\./.test(name)) return Promise.resolve(undefined)
    const found =
      opened.get(name) ??
      load(name).catch((error: unknown) => {
        // Such as no free file descriptor. The next request reads the file again.
        opened.delete(name)
        throw error
      })
    opened.set(name, found)
    return found
  }

  await Promise.all([...names].filter((name) => name.startsWith('/assets/')).map(open))
  return { page: () => Promise.resolve(page), open, isPage, prerender: await readPrerender(folder) }
}

/** A file in the best encoding, or 304 when the client has it. All responses share the buffers of the file. */
export function fileReply(request: ClientRequest, { type, etag, hashed, policy, body }: StaticFile): Reply {
  const encoding = bestEncoding(headerOf(request, 'accept-encoding'), Object.keys(body) as Encoding[])
  const tag = `"${etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers = {
    'content-type': type,
    etag: tag,
    vary: 'Accept-Encoding',
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    ...(policy !== undefined && { 'content-security-policy': policy }),
    // The card provider's frame loads the font of its field.
    ...(type.startsWith('font/') && {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    }),
  }
  const known = headerOf(request, 'if-none-match')
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
  if (known.includes(tag) || known.includes('*')) return { status: 304, headers }
  return { status: 200, headers, body: body[encoding] ?? body.identity }
}
