/** How long the browser tours of everything took when they last ran: ten minutes are not repeated here. */
import { minutesOf, readTourDuration, TOUR_LIMIT } from '../paths/tourDuration.ts'
import { atMost, withoutLimit, type Measurement } from './measurement.ts'

export async function measure(): Promise<Measurement[]> {
  const time = readTourDuration()
  const figure = `The browser tours of everything, over ${TOUR_LIMIT.workers} workers`
  return Promise.resolve([
    time === undefined
      ? withoutLimit(figure, NaN, 'min', 'they have not run as a whole here: `npx playwright test -c tests/e2e tours`')
      : atMost(
          figure,
          minutesOf(time),
          'min',
          TOUR_LIMIT.minutes,
          `${time.tours} tours, ${Math.round(time.work / 1_000)} s of work, in the run of ${time.on}`,
        ),
  ])
}
