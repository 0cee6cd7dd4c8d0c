import lighthouse from 'lighthouse'
import { freePort } from './freePort.ts'
import { atLeast, withoutLimit, median, type Measurement } from './measurement.ts'
import { withBrowser } from './withBrowser.ts'

const rounds = 3
const categories = { performance: 95, accessibility: 100, 'best-practices': 100 }

const audits = {
  'first-contentful-paint': 'Sign-in page, first contentful paint',
  'largest-contentful-paint': 'Sign-in page, largest contentful paint',
  'total-blocking-time': 'Sign-in page, total blocking time',
}

/** Lighthouse (mobile) on the sign-in page: median of three rounds. Failed audits are named. */
export async function measure(): Promise<Measurement[]> {
  const scores: Record<string, number[]> = Object.fromEntries(Object.keys(categories).map((name) => [name, []]))
  const timings: Record<string, number[]> = Object.fromEntries(Object.keys(audits).map((id) => [id, []]))
  const found = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const port = await freePort()
    await withBrowser(
      async (_, server) => {
        const result = await lighthouse(`${server.url}/signin`, {
          port,
          onlyCategories: Object.keys(categories),
          logLevel: 'silent',
        })
        if (result === undefined) throw new Error('Lighthouse gave no result')
        for (const name of Object.keys(categories))
          scores[name]?.push(Math.round((result.lhr.categories[name]?.score ?? 0) * 100))
        for (const id of Object.keys(audits)) timings[id]?.push(Math.round(result.lhr.audits[id]?.numericValue ?? NaN))
        for (const name of ['accessibility', 'best-practices']) {
          for (const { id, weight } of result.lhr.categories[name]?.auditRefs ?? []) {
            const score = result.lhr.audits[id]?.score
            if (weight > 0 && typeof score === 'number' && score < 1) found.add(id)
          }
        }
      },
      [`--remote-debugging-port=${port}`],
    )
  }
  const reference = found.size > 0 ? `failed: ${[...found].join(', ')}` : 'fixed limit'
  return [
    ...Object.entries(categories).map(([name, limit]) => {
      const figure = `Sign-in page, Lighthouse mobile, ${name.replace('-', ' ')}`
      return atLeast(figure, median(scores[name] ?? []), 'of 100', limit, limit === 100 ? reference : 'fixed limit')
    }),
    ...Object.entries(audits).map(([id, figure]) =>
      withoutLimit(figure, median(timings[id] ?? []), 'ms', 'simulated slow phone'),
    ),
  ]
}
