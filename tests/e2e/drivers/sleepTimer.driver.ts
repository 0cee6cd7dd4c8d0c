import { type Page } from '@playwright/test'
import { type sleepTimerMachine } from '../../../machines/sleepTimer.ts'
import model from '../../machines/sleepTimer.model.ts'
import { signIn } from '../fixture.ts'
import { dispatchVideoEvent, installFakeStream, waitForStream } from '../fakeStream.ts'
import { createPageDriver, foldLabels, type DriverContext } from '../pageDriver.ts'

const menu = (page: Page) => page.getByRole('region', { name: 'More controls' })
const question = (page: Page) => page.getByRole('alertdialog')
const video = (page: Page) => page.locator('video')

/** The choice of the menu. */
const choiceOf = foldLabels('Off', {
  'timer.set / 15 minutes': () => '15 min',
  'timer.set / 30 minutes': () => '30 min',
  'timer.cancel': () => 'Off',
  'watching.keep': () => 'Off',
  'playback.resumed': () => 'Off',
})

async function choose(page: Page, name: string) {
  // While time passed, the stream could not load: it plays again.
  await dispatchVideoEvent(page, 'playing')
  await menu(page).getByRole('button', { name, exact: true }).click()
}

async function expectChoice({ page, expect, labels }: DriverContext<typeof sleepTimerMachine>) {
  await expect(menu(page).getByRole('button', { name: `Sleep timer ${choiceOf(labels)}` })).toBeVisible()
  const group = menu(page).getByRole('group', { name: 'Pause after' })
  await expect(group.getByRole('button', { pressed: true })).toHaveText(choiceOf(labels))
}

const withoutQuestion = (isOn: boolean) => async (step: DriverContext<typeof sleepTimerMachine>) => {
  await expectChoice(step)
  step.expect(choiceOf(step.labels) !== 'Off', `the timer is on: ${choiceOf(step.labels)}`).toBe(isOn)
  await step.expect(question(step.page)).toHaveCount(0)
}

export default createPageDriver(model, {
  open: async ({ page, expect }) => {
    await page.setViewportSize({ width: 1440, height: 1200 })
    await installFakeStream(page)
    await signIn(page, 'member')
    await page.goto('/video/harbor-one')
    await waitForStream(page, 'harbor-one')
    await dispatchVideoEvent(page, 'playing')
    await page.getByRole('button', { name: 'More controls' }).press('Enter')
    await page.getByRole('button', { name: /^Sleep timer/ }).press('Enter')
    await expect(menu(page).getByRole('group', { name: 'Pause after' })).toBeVisible()
  },
  events: {
    'timer.set': ({ page, event }) => choose(page, `${event.choice} min`),
    'timer.cancel': ({ page }) => choose(page, 'Off'),
    'watching.keep': ({ page }) => question(page).getByRole('button', { name: 'Keep watching' }).click(),
    'playback.resumed': async ({ page, expect }) => {
      // A player that was reconnecting pauses once it plays.
      if ((await video(page).getAttribute('data-state')) !== 'paused') await dispatchVideoEvent(page, 'playing')
      await expect(video(page)).toHaveAttribute('data-state', 'paused')
      await question(page).getByRole('button', { name: 'Play' }).click()
    },
  },
  states: {
    off: withoutQuestion(false),
    running: withoutQuestion(true),
    asking: async ({ page, expect }) => {
      await expect(question(page)).toHaveAccessibleName('Still watching?')
      await expect(question(page)).toHaveAccessibleDescription('The video pauses in one minute.')
      await expect(question(page).getByRole('button', { name: 'Keep watching' })).toBeFocused()
    },
    asleep: async ({ page, expect }) => {
      await expect(question(page)).toHaveAccessibleName('Paused by the sleep timer')
      await expect(question(page)).toHaveAccessibleDescription('Press Play to keep watching.')
      await expect(question(page).getByRole('button', { name: 'Play' })).toBeFocused()
      await expect(video(page)).toHaveAttribute('data-state', /^(paused|recovering|checking|reconnecting)$/)
    },
  },
})
