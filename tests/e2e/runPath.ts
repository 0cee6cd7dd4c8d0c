/** Runs one path of a machine in a browser, given by the labels of its steps. Generated tests call it. */
import { type Page } from '@playwright/test'
import { leavesOf } from '../../tools/model-testing/chart.ts'
import { possibleTriggers, labelOf } from '../../tools/model-testing/trigger.ts'
import { suggestNames } from '../../tools/model-testing/suggestNames.ts'
import { createStepper } from '../../tools/model-testing/stepper.ts'
import { type TransitionTour, type TourStep } from '../../tools/model-testing/transitionTours.ts'
import { runTour } from './runTour.ts'
import { test } from './fixture.ts'
import { actorStatesOf, reasonAgainstPath, type PageDriver } from './pageDriver.ts'
import { type RunningServer } from './server.ts'

/** Replays the labels on the machine. Throws if a step is not possible. */
export function replayPath({ model }: PageDriver, input: string, labels: readonly string[]): TransitionTour {
  if (!Object.hasOwn(model.inputs, input)) {
    const names = Object.keys(model.inputs)
    throw new Error(`${model.name} has no start '${input}': there are ${names.map((name) => `'${name}'`).join(', ')}.`)
  }
  const { start, next } = createStepper(model.machine)
  const first = start(model.inputs[input])
  let before = first
  const steps = labels.map((label, i): TourStep => {
    const possible = possibleTriggers(model, before)
    const trigger =
      possible.find((one) => one.isTimely && labelOf(one) === label) ?? possible.find((one) => labelOf(one) === label)
    if (!trigger) {
      const names = possible.map(labelOf)
      const like = suggestNames(label, names)
      throw new Error(
        `Step ${i + 1}, '${label}', is not possible for ${model.name} in ${JSON.stringify(before.snapshot.value)}. ` +
          `Possible are: ${(like.length > 0 ? like : names).map((name) => `'${name}'`).join(', ')}. ` +
          `If the machine has changed, generate the paths again: npm run paths -- ${model.name} --as playwright`,
      )
    }
    const step = { trigger, label, before, actorState: next(before, trigger.event, trigger.timer) }
    before = step.actorState
    return step
  })
  return { input, start: first, steps }
}

/** Drives the page along a path and asserts each state, with axe. */
export async function runPath(
  driver: PageDriver,
  page: Page,
  server: RunningServer,
  input: string,
  labels: readonly string[],
): Promise<void> {
  const tour = replayPath(driver, input, labels)
  const path = tour.steps.map(({ trigger, label, actorState }) => ({ trigger, label, actorState, refusals: [] }))
  const reason = reasonAgainstPath(driver, { input, start: { actorState: tour.start, refusals: [] }, steps: path })
  if (reason !== undefined) throw new Error(`No browser can follow this path: ${reason}`)
  test.setTimeout(120_000 + tour.steps.length * 10_000)
  const leaves = actorStatesOf(tour).flatMap(({ snapshot }) => leavesOf(snapshot))
  await runTour(driver, tour, { leaves: new Set(leaves) }, page, server)
}
