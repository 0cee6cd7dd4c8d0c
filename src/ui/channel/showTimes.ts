import { useSyncExternalStore } from 'react'

/** Times are ISO 8601. */
export type Show = { title: string; startsAt: string | undefined; endsAt: string | undefined }

const tickInterval = 10_000

/** The time now in ms, in steps of ten seconds, so that a card is drawn anew only when there is something to see. */
export function useNow(): number {
  return useSyncExternalStore(
    (onTick) => {
      const timer = setInterval(onTick, tickInterval)
      return () => clearInterval(timer)
    },
    () => Math.floor(Date.now() / tickInterval) * tickInterval,
  )
}

/** How much of a show is over, from 0 to 1. */
export function elapsed({ startsAt, endsAt }: Show, now: number): number {
  const start = Date.parse(startsAt ?? '')
  const length = Date.parse(endsAt ?? '') - start
  return length > 0 ? Math.min(1, Math.max(0, (now - start) / length)) : 0
}

/** A time of day as the viewer's own clock shows it: '9:30 PM'. '' for what is no time. */
export function timeOfDay(moment: string | undefined, locale: string): string {
  const date = Date.parse(moment ?? '')
  return Number.isNaN(date) ? '' : new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(date)
}
