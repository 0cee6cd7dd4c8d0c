import { type GuideDay } from '../../../machines/guide.setup.ts'

const hour = 60 * 60_000

/** Formats are kept, because creating one takes longer than formatting the times of a whole screen. */
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(locale: string, withZone: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${withZone}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      hour: 'numeric',
      minute: '2-digit',
      ...(withZone && { timeZoneName: 'short' }),
    })
  formats.set(key, format)
  return format
}

/** A time of day, such as '9:30 PM'. On a day when the clocks change it has the zone, because an hour may come twice. */
export const clockText = (at: number, locale: string, day?: GuideDay): string =>
  formatOf(locale, day !== undefined && day.to - day.from !== 24 * hour).format(at)

/** The times of a show, such as '9:30 – 10:00 PM'. */
export const spanText = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }, locale: string): string =>
  formatOf(locale, false).formatRange(startsAt, endsAt)
