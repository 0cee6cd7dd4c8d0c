/**
 * The sign-in page beside a bare form with React and XState and beside the build of the previous commit, in turn: on a slow
 * network and a CPU that is slowed down four times. The medians are added to docs/compare.csv, and docs/compare.svg shows
 * them.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Browser } from '@playwright/test'
import lighthouse from 'lighthouse'
import { build } from 'vite'
import { root } from '../../server/install.mjs'
import { chromiumFlags, provideChromium } from '../e2e/chromium.mjs'
import { startServer } from '../e2e/server.ts'
import { addToHistory, type Site } from './compareHistory.ts'
import { freePort } from './freePort.ts'
import { atLeast, atMost, median, withoutLimit, type Measurement } from './measurement.ts'
import { profiles, slowDown } from './networkProfiles.ts'

const ROUNDS = 5

type Figures = Readonly<Record<keyof typeof figures, number>>

/** `worst` is the largest value unless `isScore`. `limit` gets the medians of the bare form. */
const figures = {
  paint: { name: 'largest contentful paint', unit: 'ms', limit: (bare: Figures) => bare.paint * 0.7 },
  blocking: { name: 'total blocking time', unit: 'ms', limit: (bare: Figures) => bare.blocking * 3 },
  longest: { name: 'longest task', unit: 'ms', limit: () => 120 },
  works: { name: 'until the form works', unit: 'ms', limit: undefined },
  script: { name: 'script until the form works (brotli)', unit: 'KiB', limit: undefined },
  score: { name: 'Lighthouse mobile, performance', unit: 'of 100', limit: () => 98 },
} as const
const names = Object.keys(figures) as (keyof typeof figures)[]

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
  const files = new Map(readdirSync(join(outDir, 'assets')).map((name) => [`/assets/${name}`, bodyOf(`assets/${name}`)]))
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
  git('rev-parse', '--short', git('status', '--porcelain', 'src', 'machines', 'server', 'public', 'index.html') ? 'HEAD' : 'HEAD^')

/** Builds a commit with the present packages. */
function buildCommit(commit: string): string {
  const folder = join(root, '.cache', 'builds', commit)
  const dist = join(folder, 'dist')
  if (existsSync(join(dist, 'server', 'main.js'))) return dist
  rmSync(join(root, '.cache', 'builds'), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C '${folder}'`], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { DIST: _unset, ...env } = process.env
  for (const args of [[], ['--ssr', 'server/main.ts']])
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn', ...args], { cwd: folder, env })
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

async function load(browser: Browser, url: string): Promise<Omit<Figures, 'score'>> {
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

async function scoreOf(url: string, port: number): Promise<number> {
  const result = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'silent' })
  return Math.round((result?.lhr.categories['performance']?.score ?? 0) * 100)
}

export async function measure(): Promise<Measurement[]> {
  const commit = previousCommit()
  const previous = buildCommit(commit)
  const started = {
    bare: await startBareForm(),
    product: await startProduct(),
    previous: await startProduct(previous),
  } satisfies Record<Site, Started>
  const sites = Object.entries(started) as [Site, Started][]
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await provideChromium(),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  })
  const rounds: Record<Site, Figures[]> = { bare: [], product: [], previous: [] }
  try {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [site, { url }] of sites) {
        const page = site === 'bare' ? url : `${url}/signin`
        rounds[site].push({ ...(await load(browser, page)), score: await scoreOf(page, port) })
      }
  } finally {
    await browser.close()
    await Promise.all(sites.map(([, { stop }]) => stop()))
  }

  const valuesOf = (site: Site, name: keyof Figures) => rounds[site].map((figures) => Math.round(figures[name]))
  const worstOf = (site: Site, name: keyof Figures) =>
    name === 'score' ? Math.min(...valuesOf(site, name)) : Math.max(...valuesOf(site, name))
  const bare = Object.fromEntries(names.map((name) => [name, median(valuesOf('bare', name))])) as Figures
  const load_ = loadavg()[0] ?? NaN
  await addToHistory(
    names.flatMap((name) =>
      sites.map(([site]) => ({
        load: load_.toFixed(1),
        figure: `${figures[name].name} (${figures[name].unit})`,
        site,
        median: median(valuesOf(site, name)),
        worst: worstOf(site, name),
      })),
    ),
    git('rev-parse', '--short', 'HEAD'),
  )
  return names.flatMap((name) => {
    const { name: figure, unit, limit } = figures[name]
    const reference = (site: Site) => `worst of ${ROUNDS}: ${worstOf(site, name)} ${unit}`
    const value = median(valuesOf('product', name))
    const title = `Sign-in page, ${figure}`
    return [
      name === 'score'
        ? atLeast(title, value, unit, limit(), reference('product'))
        : limit
          ? atMost(title, value, unit, Math.round(limit(bare)), reference('product'))
          : withoutLimit(title, value, unit, reference('product')),
      withoutLimit('Baseline: a bare form', bare[name], unit, reference('bare')),
      withoutLimit(`The build of ${commit}`, median(valuesOf('previous', name)), unit, reference('previous')),
    ]
  })
}
