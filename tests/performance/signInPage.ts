/**
 * The sign-in page beside a bare form with React and XState and beside the build of the previous commit, in turn, on a slow
 * network and a CPU that is slowed down four times; and the scores of Lighthouse (mobile).
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Browser } from '@playwright/test'
import lighthouse from 'lighthouse'
import { build } from 'vite'
import { root } from '../../server/install.mjs'
import { chromiumFlags, provideChromium } from '../e2e/chromium.mjs'
import { startServer } from '../e2e/server.ts'
import { freePort } from './freePort.ts'
import { atLeast, atMost, median, withoutLimit, type Measurement } from './measurement.ts'
import { profiles, slowDown } from './networkProfiles.ts'

const ROUNDS = 5

const names = ['paint', 'blocking', 'longest', 'works', 'script'] as const
type Figures = Readonly<Record<(typeof names)[number], number>>

/**
 * `limit` gets the medians of the bare form. Tasks are shorter for a user: the browser is controlled by the DevTools
 * protocol, with which V8 parses the script of React DOM once more for the first error that React creates.
 */
const figures = {
  paint: { name: 'largest contentful paint', unit: 'ms', limit: (bare: Figures) => bare.paint * 0.7 },
  blocking: { name: 'total blocking time', unit: 'ms', limit: (bare: Figures) => bare.blocking * 3 },
  longest: { name: 'longest task', unit: 'ms', limit: () => 120 },
  works: { name: 'until the form works', unit: 'ms', limit: undefined },
  script: { name: 'script until the form works (brotli)', unit: 'KiB', limit: undefined },
} satisfies Record<keyof Figures, { name: string; unit: string; limit: ((bare: Figures) => number) | undefined }>
const categories = { performance: 98, accessibility: 100, 'best-practices': 100 } as const

interface Started {
  readonly url: string
  stop(): Promise<unknown>
}

/** Builds and serves the bare form from memory, compressed as the edge compresses the product. */
async function startBareForm(): Promise<Started> {
  const outDir = join(root, '.cache', 'bareForm')
  const form = join(root, 'tests', 'performance', 'bareForm')
  await build({ configFile: false, root: form, build: { outDir, emptyOutDir: true }, logLevel: 'warn' })
  const bodyOf = (file: string) => brotliCompressSync(readFileSync(join(outDir, file)))
  const files = new Map(
    readdirSync(join(outDir, 'assets')).map((name) => [`/assets/${name}`, bodyOf(`assets/${name}`)]),
  )
  const page = bodyOf('index.html')
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    const type = file ? 'text/javascript' : 'text/html'
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(file ?? page)
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The commit before the sources that are measured. */
const previousCommit = () =>
  git('rev-parse', '--short', git('status', '--porcelain', 'src', 'machines', 'server', 'public') ? 'HEAD' : 'HEAD^')

/** Builds a commit with the present packages. Resolves with its output folder. */
function buildCommit(commit: string): string {
  const folder = join(root, '.cache', 'builds', commit)
  const dist = join(folder, 'dist')
  if (existsSync(join(dist, 'stamp'))) return dist
  rmSync(join(root, '.cache', 'builds'), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C '${folder}'`], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { DIST: _, ...env } = process.env
  const script = `const { build } = await import('./server/install.mjs'); await build()`
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env, stdio: 'inherit' })
  return dist
}

/** Starts the product from a build. */
async function startProduct(dist = process.env['DIST']): Promise<Started> {
  const { DIST } = process.env
  if (dist !== undefined) process.env['DIST'] = dist
  try {
    return await startServer()
  } finally {
    if (DIST === undefined) delete process.env['DIST']
    else process.env['DIST'] = DIST
  }
}

async function load(browser: Browser, url: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  try {
    const page = await context.newPage()
    const network = profiles.find((profile) => profile.network)?.network
    if (network) await slowDown(page, network)
    await page.addInitScript(() => {
      const seen = { paint: 0, tasks: [] as number[] }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.paint = startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.tasks.push(duration)
      }).observe({ type: 'longtask', buffered: true })
    })
    await page.goto(url, { timeout: 60_000 })
    // React sets this property once a field answers.
    const handle = await page.waitForFunction(
      () =>
        Object.keys(document.querySelector('input') ?? {}).some((key) => key.startsWith('__reactProps$')) &&
        performance.now(),
      undefined,
      { timeout: 60_000 },
    )
    const works = Number(await handle.jsonValue())
    await page.waitForLoadState('networkidle')
    return await page.evaluate((works) => {
      const { paint, tasks } = (window as unknown as { seen: { paint: number; tasks: number[] } }).seen
      const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
        ({ name, startTime }) => name.endsWith('.js') && startTime <= works,
      )
      return {
        paint,
        blocking: tasks.reduce((sum, duration) => sum + duration - 50, 0),
        longest: Math.max(0, ...tasks),
        works,
        script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
      }
    }, works)
  } finally {
    await context.close()
  }
}

/** The scores of 100, and the audits that failed in accessibility and best practices. */
async function scoresOf(url: string, port: number) {
  const result = await lighthouse(url, { port, onlyCategories: Object.keys(categories), logLevel: 'silent' })
  if (result === undefined) throw new Error('Lighthouse gave no result')
  const { lhr } = result
  const scores = Object.keys(categories).map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100))
  const failed = ['accessibility', 'best-practices']
    .flatMap((name) => lhr.categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
  return { scores, failed: failed.map(({ id }) => id) }
}

export async function measure(): Promise<Measurement[]> {
  const commit = previousCommit()
  const previous = buildCommit(commit)
  const started = {
    product: await startProduct(),
    bare: await startBareForm(),
    previous: await startProduct(previous),
  }
  type Site = keyof typeof started
  const sites = Object.entries(started) as [Site, Started][]
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await provideChromium(),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  })
  const rounds: Record<Site, Figures[]> = { bare: [], product: [], previous: [] }
  const scored: Awaited<ReturnType<typeof scoresOf>>[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [site, { url }] of sites)
        rounds[site].push(await load(browser, site === 'bare' ? url : `${url}/signin`))
      scored.push(await scoresOf(`${started.product.url}/signin`, port))
    }
  } finally {
    await browser.close()
    await Promise.all(sites.map(([, { stop }]) => stop()))
  }

  const valuesOf = (site: Site, name: keyof Figures) => rounds[site].map((figures) => Math.round(figures[name]))
  const bare = Object.fromEntries(names.map((name) => [name, median(valuesOf('bare', name))])) as Figures
  const failed = [...new Set(scored.flatMap((each) => each.failed))]
  return [
    ...names.flatMap((name) => {
      const { name: figure, unit, limit } = figures[name]
      const worst = (site: Site) => `median of ${ROUNDS}, worst ${Math.max(...valuesOf(site, name))} ${unit}`
      const title = `Sign-in page, ${figure}`
      const value = median(valuesOf('product', name))
      return [
        limit
          ? atMost(title, value, unit, Math.round(limit(bare)), worst('product'))
          : withoutLimit(title, value, unit, worst('product')),
        withoutLimit(`A bare form, ${figure}`, bare[name], unit, worst('bare')),
        withoutLimit(
          `The previous commit, ${figure}`,
          median(valuesOf('previous', name)),
          unit,
          `${commit}, ${worst('previous')}`,
        ),
      ]
    }),
    ...Object.entries(categories).map(([name, limit], at) => {
      const scores = scored.map((each) => each.scores[at] ?? 0)
      const reference = failed.length > 0 && limit === 100 ? `failed: ${failed.join(', ')}` : `median ${median(scores)}`
      const figure = `Sign-in page, Lighthouse mobile, ${name.replace('-', ' ')}, worst of ${ROUNDS}`
      return atLeast(figure, Math.min(...scores), 'of 100', limit, reference)
    }),
  ]
}
