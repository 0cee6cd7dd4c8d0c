/** A day of the calendar, in no time zone. `month` counts from 1. */
export type Day = { year: number; month: number; day: number }

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** The day that a moment falls on where the viewer is. */
export const dayOf = (moment: Date): Day => ({
  year: moment.getFullYear(),
  month: moment.getMonth() + 1,
  day: moment.getDate(),
})

/** 'Mar, 05, 2025' (specification §4). */
export const dayText = ({ year, month, day }: Day): string =>
  `${months[month - 1] ?? ''}, ${String(day).padStart(2, '0')}, ${String(year)}`

// In UTC every day has 24 hours, so nothing here depends on where one is.
const fromUtc = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
})

/** So many days later. */
export const addDays = ({ year, month, day }: Day, days: number): Day =>
  fromUtc(new Date(Date.UTC(year, month - 1, day + days)))

/** So many months later, on the same day of the month, or on its last where it is too short: 31 Jan, 28 Feb. */
export function addMonths({ year, month, day }: Day, count: number): Day {
  const last = new Date(Date.UTC(year, month + count, 0))
  return { ...fromUtc(last), day: Math.min(day, last.getUTCDate()) }
}
