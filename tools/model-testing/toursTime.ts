/** How long the browser tours of everything took when they last ran as a whole. Node only. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPORTS } from './report.ts'

/** `work`: ms of all tests of the tours, one after the other, with their pages opened and closed. */
export type ToursTime = { readonly on: string; readonly tours: number; readonly work: number }

/** The tours of everything are to be through in so many minutes over so many workers. */
export const TOURS = { minutes: 12, workers: 2 } as const

const file = (folder: string): string => join(folder, 'tours.json')

export const minutesOf = ({ work }: Pick<ToursTime, 'work'>): number => work / 60_000 / TOURS.workers

export function keepToursTime(time: ToursTime, folder = REPORTS): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file(folder), `${JSON.stringify(time)}\n`)
}

/** Undefined where no whole run has been kept. */
export function readToursTime(folder = REPORTS): ToursTime | undefined {
  try {
    return JSON.parse(readFileSync(file(folder), 'utf8')) as ToursTime
  } catch {
    return undefined
  }
}

/** In a line; against the limit where all of them ran. */
export function toursTimeWords({ tours, work }: Omit<ToursTime, 'on'>, isWhole: boolean): string {
  const told = `${tours} tours: ${(work / 1_000).toFixed(1)} s of work`
  if (!isWhole) return told
  const minutes = minutesOf({ work })
  const limit = minutes <= TOURS.minutes ? 'of at most' : 'MORE than'
  return `${told}, over ${TOURS.workers} workers ${minutes.toFixed(1)} minutes, ${limit} ${TOURS.minutes}`
}
