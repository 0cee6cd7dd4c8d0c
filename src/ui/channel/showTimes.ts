import { useSyncExternalStore } from 'react'

/** Times are ISO 8601. */
export type Show = { title: string; startsAt: string | undefined; endsAt: string | undefined }

const tickInterval = 10_000

// Outside of the component: another function would start another timer with every render.
function subscribeToTicks(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickInterval)
  return () => clearInterval(timer)
}

/** Returns the current time in ms, rounded to ten seconds, so that cards re-render no more often. */
export const useNow = (): number =>
  useSyncExternalStore(subscribeToTicks, () => Math.floor(Date.now() / tickInterval) * tickInterval)

/** The part of a show that is over, from 0 to 1. */
export function elapsedFraction({ startsAt, endsAt }: Show, now: number): number {
  const start = Date.parse(startsAt ?? '')
  const length = Date.parse(endsAt ?? '') - start
  return length > 0 ? Math.min(1, Math.max(0, (now - start) / length)) : 0
}

/** Kept, because creating a format takes longer than formatting the times of a whole screen. */
const formats = new Map<string, Intl.DateTimeFormat>()
function timeFormat(locale: string): Intl.DateTimeFormat {
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
  formats.set(locale, format)
  return format
}

/** Creates the format of the times before a screen waits for it. */
export const prepareTimes = (locale: string): void => void timeFormat(locale)

/** A local time of day, such as '9:30 PM'; '' for an invalid time. */
export function timeOfDay(timestamp: string | undefined, locale: string): string {
  const date = Date.parse(timestamp ?? '')
  return Number.isNaN(date) ? '' : timeFormat(locale).format(date)
}

/** The show that runs at a time, and the one that follows; undefined without one. Times are ms since the epoch. */
export function showsAt<Scheduled extends { startsAt: number; endsAt: number }>(
  shows: readonly Scheduled[],
  at: number,
): { now: Scheduled | undefined; next: Scheduled | undefined } {
  const inOrderOfStart = [...shows].sort((one, other) => one.startsAt - other.startsAt)
  const now = inOrderOfStart.filter((show) => show.startsAt <= at && show.endsAt > at).at(-1)
  return { now, next: inOrderOfStart.find((show) => show.startsAt > at) }
}
