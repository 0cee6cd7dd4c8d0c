import * as v from 'valibot'
import { expect, it } from 'vitest'
import { timestamp } from '../../src/api/lenientSchemas.ts'

it('reads a timestamp again as the first time, also after more of them than are remembered', () => {
  const start = Date.UTC(2026, 10, 27)
  const dates = Array.from({ length: 1_500 }, (_, minute) => new Date(start + minute * 60_000).toISOString())
  for (const date of [...dates, ...dates]) expect(v.parse(timestamp, date.replace('.000', ''))).toBe(date)
})

it('refuses an invalid timestamp each time', () => {
  for (const text of ['0000-00-00 00:00:00', 'soon', 'soon']) expect(v.safeParse(timestamp, text).success).toBe(false)
})
