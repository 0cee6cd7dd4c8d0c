import fc from 'fast-check'
import { matchRoutes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { createPageMatcher } from '../../server/edge/pages.ts'
import { pagePatterns } from '../../src/app/paths.ts'

const patterns = pagePatterns()
const isPage = createPageMatcher(patterns)
const routes = patterns.map((path) => ({ path }))

describe('a path of the route table', () => {
  test.each(patterns)('is a page: %s', (pattern) => {
    const path = pattern.replace(/:\w+/, 'harbor-one')
    expect([path, path.toUpperCase(), `${path}/`].map(isPage)).toEqual([true, true, true])
    expect(isPage(pattern.replace(/:\w+/, 'a%2Fb%20%C3%A9.mp4'))).toBe(true)
  })

  test.each(['/no', '/no/such/place', '/signin/x', '/video', '/video/', '/video/a/b', '/signin.php', '*', '/*', '/:x'])(
    'is not %s',
    (path) => {
      expect(isPage(path)).toBe(false)
    },
  )

  test('is the one that React Router matches', () => {
    const words = [...new Set(patterns.flatMap((pattern) => pattern.split('/')))]
    const segment = fc.oneof(
      fc.constantFrom(...words, ...words.map((word) => word.toUpperCase()), '%73ignin', 'a%2Fb', '.', '%0A'),
      fc.string({ unit: 'grapheme', maxLength: 4 }).map(encodeURIComponent),
    )
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
        const path = `/${segments.join('/')}`
        expect(isPage(path), path).toBe(matchRoutes(routes, path) !== null)
      }),
      { numRuns: 2_000 },
    )
  })
})
