import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { parsePlan, type PeriodType } from '../../../src/api/paymentParsers.ts'
import { dayOf, formatDay, validUntil, type Day } from '../../../src/billing/validUntil.ts'

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const monthLength = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] as number)

/** The oracle advances one day or one month at a time and does not use Date. */
const tomorrow = ({ year, month, day }: Day): Day =>
  day < monthLength(year, month)
    ? { year, month, day: day + 1 }
    : month < 12
      ? { year, month: month + 1, day: 1 }
      : { year: year + 1, month: 1, day: 1 }

function expectedDay(today: Day, trialDays: number, period: number, type: PeriodType): Day {
  let at = today
  for (let i = 0; i < trialDays; i++) at = tomorrow(at)
  const days = type === 'days' ? period : type === 'weeks' ? period * 7 : 0
  for (let i = 0; i < days; i++) at = tomorrow(at)
  const months = type === 'months' ? period : type === 'years' ? period * 12 : 0
  let { year, month } = at
  for (let i = 0; i < months; i++) {
    month++
    if (month > 12) [year, month] = [year + 1, 1]
  }
  return { year, month, day: Math.min(at.day, monthLength(year, month)) }
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const expectedText = ({ year, month, day }: Day): string =>
  `${months[month - 1] ?? ''}, ${day < 10 ? '0' : ''}${day}, ${year}`

const arbitraryDay = fc
  .record({
    year: fc.integer({ min: 1990, max: 2120 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  // Calendar arithmetic differs at month ends, so a third of the days are month ends.
  .chain((one) => fc.constantFrom(one, one, { ...one, day: 31 }))
  .map((one) => ({ ...one, day: Math.min(one.day, monthLength(one.year, one.month)) }))

describe('valid until', () => {
  it('equals a day-by-day calendar for 100,000 random days, trials and periods', { tags: 'plan.validUntil' }, () => {
    fc.assert(
      fc.property(
        arbitraryDay,
        fc.constantFrom(0, 0, 1, 7, 14, 30, 45),
        fc.integer({ min: 1, max: 24 }),
        fc.constantFrom<PeriodType>('days', 'weeks', 'months', 'years'),
        (today, trialDays, period, periodType) => {
          expect(validUntil({ period, periodType, trialDays }, today)).toBe(
            expectedText(expectedDay(today, trialDays, period, periodType)),
          )
        },
      ),
      { numRuns: 100_000 },
    )
  })

  it.each<[Day, number, PeriodType, number, string]>([
    [{ year: 2025, month: 1, day: 31 }, 1, 'months', 0, 'Feb, 28, 2025'],
    [{ year: 2024, month: 1, day: 31 }, 1, 'months', 0, 'Feb, 29, 2024'],
    [{ year: 2024, month: 2, day: 29 }, 1, 'years', 0, 'Feb, 28, 2025'],
    [{ year: 2025, month: 2, day: 5 }, 1, 'months', 0, 'Mar, 05, 2025'],
    [{ year: 2025, month: 12, day: 31 }, 1, 'days', 0, 'Jan, 01, 2026'],
    [{ year: 2025, month: 1, day: 24 }, 1, 'months', 7, 'Feb, 28, 2025'],
    [{ year: 2025, month: 3, day: 1 }, 2, 'weeks', 0, 'Mar, 15, 2025'],
  ])(
    'from %o and %i %s with a trial of %i days is %s',
    { tags: 'plan.validUntil' },
    (today, period, periodType, trialDays, until) => {
      expect(validUntil({ period, periodType, trialDays }, today)).toBe(until)
    },
  )

  it('is undefined for an invalid period', () => {
    const today = { year: 2025, month: 1, day: 31 }
    expect(validUntil({ period: 1, periodType: 'unknown', trialDays: 7 }, today)).toBeUndefined()
    expect(validUntil({ period: undefined, periodType: 'months', trialDays: 0 }, today)).toBeUndefined()
    for (const period of [0, -1, 1.5, NaN, Infinity, 1e12])
      expect(validUntil({ period, periodType: 'months', trialDays: 0 }, today)).toBeUndefined()
    expect(validUntil({ period: 1e15, periodType: 'days', trialDays: 0 }, today)).toBeUndefined()
    expect(validUntil({ period: undefined, periodType: 'lifetime', trialDays: 7 }, today)).toBe('Lifetime')
    const fortnights = parsePlan({ id: 1, title: 'Odd', period: '1', period_type: 'fortnights' })
    expect(validUntil(fortnights, today)).toBeUndefined()
  })

  it('shows no date after the year 9999', () => {
    const year = parsePlan({ id: 1, title: 'Yearly', period: '1', period_type: 'years' })
    expect(validUntil(year, { year: 9998, month: 12, day: 31 })).toBe('Dec, 31, 9999')
    expect(validUntil(year, { year: 9999, month: 1, day: 1 })).toBeUndefined()
  })

  it('counts a trial only if the host confirms it', { tags: 'plan.validUntil' }, () => {
    const plan = { id: 1, title: 'Yearly', period: '1', period_type: 'years', trial_days: '7' }
    const until = (trial: unknown) => validUntil(parsePlan({ ...plan, trial }), { year: 2025, month: 1, day: 1 })
    for (const yes of [true, 1, '1']) expect(until(yes)).toBe('Jan, 08, 2026')
    for (const no of [false, 0, '0', '', null, undefined]) expect(until(no)).toBe('Jan, 01, 2026')
  })

  it.each(['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Europe/Berlin'])(
    'starts on the viewer’s local day in %s, and on clock changes',
    (timeZone) => {
      vi.stubEnv('TZ', timeZone)
      const days = ['2025-03-09T06:59', '2025-03-30T01:30', '2025-10-26T00:30', '2025-12-31T23:59', '2024-02-29T11:00']
      for (const day of days) {
        const moment = new Date(`${day}:00Z`)
        const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)
        const { year, month, day: date } = dayOf(moment)
        expect(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`).toBe(parts)
      }
      vi.unstubAllEnvs()
    },
  )

  it('is written with two digits for the day', { tags: 'plan.validUntil' }, () => {
    expect(formatDay({ year: 2025, month: 3, day: 5 })).toBe('Mar, 05, 2025')
  })
})
