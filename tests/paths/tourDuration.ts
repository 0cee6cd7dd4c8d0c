/** The duration of the last complete run of the browser tours. Node only. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPORTS_FOLDER } from './coverageReport.ts'

/** `work`: the sum of the durations of all tours in ms, including opening and closing their pages. */
export type TourDuration = { readonly on: string; readonly tours: number; readonly work: number }

/** The maximum duration of all tours, with this number of workers. */
export const TOUR_LIMIT = { minutes: 12, workers: 2 } as const

const file = (folder: string): string => join(folder, 'tours.json')

export const minutesOf = ({ work }: Pick<TourDuration, 'work'>): number => work / 60_000 / TOUR_LIMIT.workers

export function saveTourDuration(time: TourDuration, folder = REPORTS_FOLDER): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file(folder), `${JSON.stringify(time)}\n`)
}

export function readTourDuration(folder = REPORTS_FOLDER): TourDuration | undefined {
  try {
    return JSON.parse(readFileSync(file(folder), 'utf8')) as TourDuration
  } catch {
    return undefined
  }
}

/** Returns the duration in one line; for a complete run, compares it with the limit. */
export function tourDurationText({ tours, work }: Omit<TourDuration, 'on'>, isComplete: boolean): string {
  const text = `${tours} tours: ${(work / 1_000).toFixed(1)} s of work`
  if (!isComplete) return text
  const minutes = minutesOf({ work })
  const limit = minutes <= TOUR_LIMIT.minutes ? 'limit' : 'EXCEEDS'
  return `${text}, over ${TOUR_LIMIT.workers} workers ${minutes.toFixed(1)} minutes, ${limit} ${TOUR_LIMIT.minutes}`
}
