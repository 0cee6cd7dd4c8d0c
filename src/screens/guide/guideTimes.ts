import { type GuideDay } from '../../../machines/guide.setup.ts'
import { dateFormat } from '../../billing/formats.ts'

const hour = 60 * 60_000

const formatOf = (locale: string, withZone: boolean) =>
  dateFormat(locale, { hour: 'numeric', minute: '2-digit', ...(withZone && { timeZoneName: 'short' }) })

/** A time of day, such as '9:30 PM'. On a day when the clocks change it has the zone, because an hour may come twice. */
export const clockText = (at: number, locale: string, day?: GuideDay): string =>
  formatOf(locale, day !== undefined && day.to - day.from !== 24 * hour).format(at)

const zoneOffset = (at: number) => new Date(at).getTimezoneOffset()
const dateOf = (at: number) => new Date(at).toDateString()

/** Kept, because many channels change their shows at the same time, and a scroll shows hundreds of them. */
const spans = new Map<string, string>()
const mostSpans = 5_000

/** The times of a show, such as '9:30 – 10:00 PM', each with its zone if the clocks change during the show. */
export function spanText({ startsAt, endsAt }: { startsAt: number; endsAt: number }, locale: string): string {
  const key = `${locale} ${startsAt} ${endsAt}`
  const known = spans.get(key)
  if (known !== undefined) return known
  const text = formatSpan(startsAt, endsAt, locale)
  if (spans.size >= mostSpans) spans.clear()
  spans.set(key, text)
  return text
}

function formatSpan(startsAt: number, endsAt: number, locale: string): string {
  const changesZone = zoneOffset(startsAt) !== zoneOffset(endsAt)
  const format = formatOf(locale, changesZone)
  // A range has one zone only, and the dates of both days if it crosses midnight.
  return changesZone || dateOf(startsAt) !== dateOf(endsAt)
    ? `${format.format(startsAt)} – ${format.format(endsAt)}`
    : format.formatRange(startsAt, endsAt)
}
