/** How long the browser tours of everything took when they last ran as a whole. Node only. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPORTS_FOLDER } from './coverageReport.ts'

/** `work`: ms of all tests of the tours, one after the other, with their pages opened and closed. */
export type TourDuration = { readonly on: string; readonly tours: number; readonly work: number }

/** The tours of everything are to be through in so many minutes over so many workers. */
export const TOUR_LIMIT = { minutes: 12, workers: 2 } as const

const file = (folder: string): string => join(folder, 'tours.json')

export const minutesOf = ({ work }: Pick<TourDuration, 'work'>): number => work / 60_000 / TOUR_LIMIT.workers

export function saveTourDuration(time: TourDuration, folder = REPORTS_FOLDER): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file(folder), `${JSON.stringify(time)}\n`)
}

/** Undefined where no whole run has been kept. */
export function readTourDuration(folder = REPORTS_FOLDER): TourDuration | undefined {
  try {
    return JSON.parse(readFileSync(file(folder), 'utf8')) as TourDuration
  } catch {
    return undefined
  }
}

/** In a line; against the limit where all of them ran. */
export function tourDurationText({ tours, work }: Omit<TourDuration, 'on'>, isWhole: boolean): string {
  const told = `${tours} tours: ${(work / 1_000).toFixed(1)} s of work`
  if (!isWhole) return told
  const minutes = minutesOf({ work })
  const limit = minutes <= TOUR_LIMIT.minutes ? 'of at most' : 'MORE than'
  return `${told}, over ${TOUR_LIMIT.workers} workers ${minutes.toFixed(1)} minutes, ${limit} ${TOUR_LIMIT.minutes}`
}
