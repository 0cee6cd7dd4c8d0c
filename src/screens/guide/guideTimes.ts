import { type GuideDay } from '../../../machines/guide.setup.ts'
import { dateFormat } from '../../billing/formats.ts'

const hour = 60 * 60_000

const formatOf = (locale: string, withZone: boolean) =>
  dateFormat(locale, { hour: 'numeric', minute: '2-digit', ...(withZone && { timeZoneName: 'short' }) })

/** A time of day, such as '9:30 PM'. On a day when the clocks change it has the zone, because an hour may come twice. */
export const clockText = (at: number, locale: string, day?: GuideDay): string =>
  formatOf(locale, day !== undefined && day.to - day.from !== 24 * hour).format(at)

const zoneOffset = (at: number) => new Date(at).getTimezoneOffset()

/** The times of a show, such as '9:30 – 10:00 PM', each with its zone if the clocks change during the show. */
export const spanText = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }, locale: string): string =>
  zoneOffset(startsAt) === zoneOffset(endsAt)
    ? formatOf(locale, false).formatRange(startsAt, endsAt)
    : // A range has one zone only.
      [startsAt, endsAt].map((at) => formatOf(locale, true).format(at)).join(' – ')
