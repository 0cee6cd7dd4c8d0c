/** How long the browser tours of everything took when they last ran: ten minutes are not repeated here. */
import { minutesOf, readToursTime, TOURS } from '../../tools/model-testing/toursTime.ts'
import { atMost, known, type Row } from './row.ts'

export async function measure(): Promise<Row[]> {
  const time = readToursTime()
  const figure = `The browser tours of everything, over ${TOURS.workers} workers`
  return Promise.resolve([
    time === undefined
      ? known(figure, NaN, 'min', 'they have not run as a whole here: `npx playwright test -c tests/e2e tours`')
      : atMost(
          figure,
          minutesOf(time),
          'min',
          TOURS.minutes,
          `${time.tours} tours, ${Math.round(time.work / 1_000)} s of work, in the run of ${time.on}`,
        ),
  ])
}
