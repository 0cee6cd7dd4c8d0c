import { expect, test } from 'vitest'
import { bestEncoding } from '../../server/edge/encoding.ts'

test('the time of the header accept-encoding is linear in its length', () => {
  const timeOf = (accept: string) => {
    const times = Array.from({ length: 5 }, () => {
      const startedAt = performance.now()
      bestEncoding(accept, ['br', 'gzip'])
      return performance.now() - startedAt
    })
    return Math.min(...times)
  }
  const length = 8_000
  expect(timeOf(`a${' '.repeat(length)}b`)).toBeLessThan(100 * timeOf('a'.repeat(length)))
})
