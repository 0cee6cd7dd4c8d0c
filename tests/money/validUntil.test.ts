import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { dayOf, dayText, type Day } from '../../src/money/calendar.ts'
import { validUntil, validUntilText } from '../../src/money/validUntil.ts'

const own = process.env['TZ']
afterEach(() => {
  if (own === undefined) delete process.env['TZ']
  else process.env['TZ'] = own
})

const types = ['days', 'weeks', 'months', 'years', 'lifetime', 'unknown'] as const
type Plan = { period: number | undefined; periodType: (typeof types)[number]; trialDays: number }

/** The same by counting on the fingers: no Date, no arithmetic but steps of one. */
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOf = ({ year, month }: Day): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
const tomorrow = (today: Day): Day =>
  today.day < lengthOf(today)
    ? { ...today, day: today.day + 1 }
    : today.month < 12
      ? { year: today.year, month: today.month + 1, day: 1 }
      : { year: today.year + 1, month: 1, day: 1 }
const nextMonth = ({ year, month, day }: Day): Day =>
  month < 12 ? { year, month: month + 1, day } : { year: year + 1, month: 1, day }
const times = (count: number, step: (day: Day) => Day, from: Day): Day => {
  let day = from
  for (let left = count; left > 0; left -= 1) day = step(day)
  return day
}
function counted({ period, periodType, trialDays }: Plan, today: Day): Day | 'lifetime' | undefined {
  if (periodType === 'lifetime') return 'lifetime'
  if (periodType === 'unknown' || !period) return undefined
  const start = times(trialDays, tomorrow, today)
  if (periodType === 'days') return times(period, tomorrow, start)
  if (periodType === 'weeks') return times(period, (day) => times(7, tomorrow, day), start)
  const end = times(periodType === 'years' ? 12 * period : period, nextMonth, start)
  return { ...end, day: Math.min(end.day, lengthOf(end)) }
}

const written = (end: Day | 'lifetime' | undefined): string =>
  typeof end === 'object' ? `${end.year}-${end.month}-${end.day}` : String(end)
const same = (one: Day | 'lifetime' | undefined, other: Day | 'lifetime' | undefined): boolean =>
  written(one) === written(other)

const plans = fc.record({
  period: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.constantFrom(undefined, 0)),
  periodType: fc.constantFrom(...types),
  trialDays: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
})
const moments = fc.date({
  min: new Date('1999-01-01T00:00:00Z'),
  max: new Date('2101-12-31T00:00:00Z'),
  noInvalidDate: true,
})

describe('valid until', () => {
  it.each([
    'UTC',
    'America/New_York',
    'America/St_Johns',
    'Pacific/Pago_Pago',
    'Pacific/Kiritimati',
    'Asia/Tehran',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
  ])('is by calendar what counting on the fingers gives, for a viewer in %s', (zone) => {
    process.env['TZ'] = zone
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    const there = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      calendar: 'gregory',
    })
    fc.assert(
      fc.property(plans, moments, (plan, moment) => {
        const [month, day, year] = there.format(moment).split('/').map(Number) as [number, number, number]
        const today = dayOf(moment)
        return same(today, { year, month, day }) && same(validUntil(plan, today), counted(plan, today))
      }),
      { numRuns: 12_500 },
    )
  })

  const on = (year: number, month: number, day: number): Day => ({ year, month, day })
  it.each([
    ['a month from 31 January is the last of February', on(2025, 1, 31), 1, 'months', 0, 'Feb, 28, 2025'],
    ['and the 29th in a leap year', on(2024, 1, 31), 1, 'months', 0, 'Feb, 29, 2024'],
    ['a year from 29 February is the 28th', on(2024, 2, 29), 1, 'years', 0, 'Feb, 28, 2025'],
    ['the trial comes first, and the month counts from its end', on(2025, 1, 24), 1, 'months', 7, 'Feb, 28, 2025'],
    ['the year follows its seven days', on(2025, 2, 26), 1, 'years', 7, 'Mar, 05, 2026'],
    ['seven days', on(2025, 2, 26), 7, 'days', 0, 'Mar, 05, 2025'],
    ['weeks', on(2025, 12, 25), 2, 'weeks', 0, 'Jan, 08, 2026'],
    ['three months over the turn of the year', on(2025, 11, 30), 3, 'months', 0, 'Feb, 28, 2026'],
    ['a lifetime has no day', on(2025, 1, 31), undefined, 'lifetime', 7, 'Lifetime'],
  ] as const)('%s', (_, today, period, periodType, trialDays, text) => {
    expect(validUntilText({ period, periodType, trialDays }, today)).toBe(text)
  })

  it.each([
    ['an unknown type', 1, 'unknown'],
    ['no period', undefined, 'months'],
    ['a period of nothing', 0, 'months'],
    ['a period backwards', -1, 'months'],
    ['half a period', 0.5, 'months'],
    ['a period past all dates', Number.MAX_SAFE_INTEGER, 'months'],
    ['a period past the year 9999', 8_000, 'years'],
  ] as const)('%s shows no date', (_, period, periodType) => {
    expect(validUntilText({ period, periodType, trialDays: 7 }, on(2025, 1, 31))).toBeUndefined()
  })

  it('a trial of fewer than no days is none', () => {
    expect(validUntilText({ period: 1, periodType: 'days', trialDays: -3 }, on(2025, 3, 4))).toBe('Mar, 05, 2025')
  })

  it.each([
    [on(2025, 3, 5), 'Mar, 05, 2025'],
    [on(2026, 12, 31), 'Dec, 31, 2026'],
    [on(2026, 1, 1), 'Jan, 01, 2026'],
  ])('a day is shown as specified: %o', (day, text) => {
    expect(dayText(day)).toBe(text)
  })
})
