/** Follows one path of a machine in a browser, told by the labels of its steps: what a generated test calls. */
import { type Page } from '@playwright/test'
import { happenings, labelOf } from '../../tools/model-testing/happening.ts'
import { near } from '../../tools/model-testing/near.ts'
import { stepper } from '../../tools/model-testing/step.ts'
import { type Tour, type TourStep } from '../../tools/model-testing/tours.ts'
import { drive } from './drive.ts'
import { test } from './fixture.ts'
import { reasonAgainstPath, type Flow } from './flow.ts'
import { type Running } from './server.ts'

/** The path with what the machine is after each step. Throws where the machine can't go this way (any more). */
export function retrace({ model }: Flow, input: string, labels: readonly string[]): Tour {
  if (!Object.hasOwn(model.inputs, input)) {
    const names = Object.keys(model.inputs)
    throw new Error(`${model.name} has no start '${input}': there are ${names.map((name) => `'${name}'`).join(', ')}.`)
  }
  const { start, next } = stepper(model.machine)
  const first = start(model.inputs[input])
  let before = first
  const steps = labels.map((label, i): TourStep => {
    const possible = happenings(model, before)
    const happening =
      possible.find((one) => one.timely && labelOf(one) === label) ?? possible.find((one) => labelOf(one) === label)
    if (!happening) {
      const names = possible.map(labelOf)
      const like = near(label, names)
      throw new Error(
        `Step ${i + 1}, '${label}', can't happen to ${model.name} in ${JSON.stringify(before.snapshot.value)}. ` +
          `There can: ${(like.length > 0 ? like : names).map((name) => `'${name}'`).join(', ')}. ` +
          `If the machine has changed, make the paths anew: npm run paths -- ${model.name} --as playwright`,
      )
    }
    const step = { happening, label, before, moment: next(before, happening.event, happening.timer) }
    before = step.moment
    return step
  })
  return { input, start: first, steps }
}

/** Follows a path and sees after each step what the flow says of the state, axe included. */
export async function follow(
  flow: Flow,
  page: Page,
  server: Running,
  input: string,
  labels: readonly string[],
): Promise<void> {
  const tour = retrace(flow, input, labels)
  const path = tour.steps.map(({ happening, label, moment }) => ({ happening, label, moment, refusals: [] }))
  const reason = reasonAgainstPath(flow, { input, start: { moment: tour.start, refusals: [] }, steps: path })
  test.info().skip(reason !== undefined, `No browser can follow this path: ${reason ?? ''}`)
  test.setTimeout(120_000 + tour.steps.length * 10_000)
  const views = [tour.start, ...tour.steps.map(({ moment }) => moment)].map(({ snapshot }) =>
    JSON.stringify(snapshot.value),
  )
  await drive(flow, tour, new Set(views), page, server)
}
