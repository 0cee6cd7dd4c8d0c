import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumFlags, provideChromium } from '../e2e/chromium.mjs'
import { startServer } from '../e2e/server.ts'
import { freePort } from './freePort.ts'
import { atLeast, withoutLimit, median, type Measurement } from './measurement.ts'

const rounds = 3
const categories = ['performance', 'accessibility', 'best-practices']

const audits = {
  'first-contentful-paint': 'Sign-in page, first contentful paint',
  'largest-contentful-paint': 'Sign-in page, largest contentful paint',
  'total-blocking-time': 'Sign-in page, total blocking time',
}

/** Lighthouse (mobile) on the sign-in page: median of three rounds. Failed audits are named. */
export async function measure(): Promise<Measurement[]> {
  const server = await startServer()
  const scores: Record<string, number[]> = Object.fromEntries(categories.map((name) => [name, []]))
  const timings: Record<string, number[]> = Object.fromEntries(Object.keys(audits).map((id) => [id, []]))
  const found = new Set<string>()
  try {
    for (let round = 0; round < rounds; round += 1) {
      const port = await freePort()
      const browser = await chromium.launch({
        executablePath: await provideChromium(),
        args: [...chromiumFlags, `--remote-debugging-port=${port}`],
      })
      try {
        const result = await lighthouse(`${server.url}/signin`, {
          port,
          onlyCategories: categories,
          logLevel: 'silent',
        })
        if (result === undefined) throw new Error('Lighthouse gave no result')
        for (const name of categories) scores[name]?.push(Math.round((result.lhr.categories[name]?.score ?? 0) * 100))
        for (const id of Object.keys(audits)) timings[id]?.push(Math.round(result.lhr.audits[id]?.numericValue ?? NaN))
        for (const name of ['accessibility', 'best-practices']) {
          for (const { id, weight } of result.lhr.categories[name]?.auditRefs ?? []) {
            const score = result.lhr.audits[id]?.score
            if (weight > 0 && typeof score === 'number' && score < 1) found.add(id)
          }
        }
      } finally {
        await browser.close()
      }
    }
  } finally {
    await server.stop()
  }
  const reference = found.size > 0 ? `failed: ${[...found].join(', ')}` : 'fixed limit'
  return [
    atLeast('Sign-in page, Lighthouse mobile, performance', median(scores['performance'] ?? []), 'of 100', 95),
    atLeast(
      'Sign-in page, Lighthouse mobile, accessibility',
      median(scores['accessibility'] ?? []),
      'of 100',
      100,
      reference,
    ),
    atLeast(
      'Sign-in page, Lighthouse mobile, best practices',
      median(scores['best-practices'] ?? []),
      'of 100',
      100,
      reference,
    ),
    ...Object.entries(audits).map(([id, figure]) =>
      withoutLimit(figure, median(timings[id] ?? []), 'ms', 'simulated slow phone'),
    ),
  ]
}
