/** The duration of the last run of all transition tours, which takes too long to be repeated here. */
import { minutesOf, readTourDuration, TOUR_LIMIT } from '../paths/tourDuration.ts'
import { atMost, withoutLimit, type Measurement } from './measurement.ts'

export async function measure(): Promise<Measurement[]> {
  const time = readTourDuration()
  const figure = `All transition tours in the browser, with ${TOUR_LIMIT.workers} workers`
  return Promise.resolve([
    time === undefined
      ? withoutLimit(figure, NaN, 'min', 'not run yet: `npx playwright test -c tests/e2e tours --grep-invert=@core`')
      : atMost(
          figure,
          minutesOf(time),
          'min',
          TOUR_LIMIT.minutes,
          `${time.tours} tours, ${Math.round(time.work / 1_000)} s in total, run on ${time.on}`,
        ),
  ])
}
