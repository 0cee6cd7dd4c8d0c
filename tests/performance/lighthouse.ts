import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumFlags, provideChromium } from '../e2e/chromium.mjs'
import { startServer } from '../e2e/server.ts'
import { freePort } from './freePort.ts'
import { atLeast, withoutLimit, median, type Measurement } from './measurement.ts'

const rounds = 3
const categories = ['performance', 'accessibility', 'best-practices']

const audits = {
  'first-contentful-paint': 'First contentful paint of it',
  'largest-contentful-paint': 'Largest contentful paint of it',
  'total-blocking-time': 'Total blocking time of it',
}

/** Lighthouse for a phone on the sign-in page, middle of three rounds; what it finds wrong is named. */
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
  const words = found.size > 0 ? `found: ${[...found].join(', ')}` : 'the limit laid down'
  return [
    atLeast('Lighthouse mobile on the sign-in page, performance', median(scores['performance'] ?? []), 'of 100', 95),
    atLeast(
      'Lighthouse mobile on the sign-in page, accessibility',
      median(scores['accessibility'] ?? []),
      'of 100',
      100,
      words,
    ),
    atLeast(
      'Lighthouse mobile on the sign-in page, best practices',
      median(scores['best-practices'] ?? []),
      'of 100',
      100,
      words,
    ),
    ...Object.entries(audits).map(([id, words]) =>
      withoutLimit(words, median(timings[id] ?? []), 'ms', 'as Lighthouse simulates a slow phone'),
    ),
  ]
}
