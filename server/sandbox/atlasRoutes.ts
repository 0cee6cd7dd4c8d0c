import { Hono, type Context } from 'hono'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { resourcePath } from '../root.ts'
import { ATLAS_POLICY } from './atlasPolicy.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.png': 'image/png',
}

/** A file below the folder, or undefined for a path that leads out of it. */
async function readFileIn(folder: string, path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = normalize(join(folder, path))
  if (!file.startsWith(normalize(folder + sep)) || contentTypes[extname(file)] === undefined) return undefined
  try {
    return new Uint8Array(await readFile(file))
  } catch {
    return undefined
  }
}

const notFound = (context: Context, text = 'Not found') => context.text(`${text}\n`, 404)

/** Serves the built atlas, the screenshots of `npm run gallery`, and the coverage of the last test run. */
export function createAtlasRoutes(
  folder: string,
  gallery = resourcePath('.gallery'),
  reports = resourcePath('.cache/reports'),
): Hono {
  const routes = new Hono()
  const headers = (type: string, hashed: boolean): Record<string, string> => ({
    'content-type': type,
    'content-security-policy': `${ATLAS_POLICY}; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  })

  routes.get('*', async (context) => {
    const { pathname, search } = new URL(context.req.url)
    // The page loads its files by relative paths.
    if (pathname === '/atlas') return context.redirect(`/atlas/${search}`, 308)
    let path: string
    try {
      path = decodeURIComponent(pathname.slice('/atlas/'.length)) || 'index.html'
    } catch {
      return context.text('Bad address\n', 400)
    }
    const isScreenshot = path.startsWith('gallery/')
    const isCoverage = path === 'coverage.json'
    const body = await (isScreenshot
      ? readFileIn(gallery, path.slice('gallery/'.length))
      : readFileIn(isCoverage ? reports : folder, path))
    if (body) {
      const hashed = /^assets\/.*-[\w-]{8,}\.\w+$/.test(path)
      return context.body(body, 200, headers(contentTypes[extname(path)] ?? '', hashed))
    }
    // Before the first gallery or test run the list is empty; that is not an error.
    if (path === 'gallery/index.json' || isCoverage)
      return context.json({}, 200, headers('application/json; charset=utf-8', false))
    if (path === 'index.html') return notFound(context, 'The atlas has not been built. Run: npm run atlas')
    return notFound(context)
  })
  return routes
}
