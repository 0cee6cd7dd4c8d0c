import { type Page } from '@playwright/test'
import { type playerQualityMachine } from '../../../machines/playerQuality.ts'
import model from '../../machines/playerQuality.model.ts'
import { signIn } from '../fixture.ts'
import {
  announceLevels,
  dispatchVideoEvent,
  heightsOf,
  installFakeStream,
  levelOf,
  loadMenu,
  waitForStream,
} from '../fakeStream.ts'
import { createPageDriver, foldLabels, inTurn, type DriverContext } from '../pageDriver.ts'

type Step = DriverContext<typeof playerQualityMachine>

const names: Readonly<Record<string, string>> = {
  automatic: 'Auto',
  dataSaver: 'Data saver',
  audioOnly: 'Audio only',
  180: '180p',
}

const select = (page: Page) => page.getByRole('toolbar', { name: 'Player' }).getByLabel('Quality')

/** A narrow player has the quality in its menu. */
async function chooseInMenu(page: Page, name: string) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 900, height: 900 })
  await page.getByRole('button', { name: 'More controls' }).press('Enter')
  const button = page.getByRole('group', { name: 'Quality' }).getByRole('button', { name })
  await button.press('Enter')
  await button.press('Escape')
  if (size) await page.setViewportSize(size)
}

/** The page opens Harbor One and changes to Longitude and back. */
const otherChannel = foldLabels(false, { 'channel.changed': (isOther) => !isOther })

/** The stored choice. */
const storedChoice = foldLabels<boolean | undefined>(undefined, {
  'Data saver before': () => true,
  'quality.choose / automatic': () => false,
  'quality.choose / data saver': () => true,
})

/** Asserts the selection, the stored choice and the level of hls.js. */
async function expectQuality({ page, expect, labels }: Step, value: string, level: number) {
  await expect(select(page)).toHaveValue(value)
  await expect.poll(() => levelOf(page)).toBe(level)
  const stored = () =>
    page.evaluate(() => {
      const item: unknown = JSON.parse(localStorage.getItem('statecast.player') ?? '{}')
      return typeof item === 'object' && item !== null && 'dataSaver' in item ? item.dataSaver : undefined
    })
  await expect.poll(stored).toBe(storedChoice(labels))
}

const audioOnlyStatus = (page: Page) => page.getByRole('status').filter({ hasText: /audio.only/i })

/** Asserts that the stream has its pictures. */
async function expectPictures(step: Step, value: string, level: number) {
  await expectQuality(step, value, level)
  await step.expect.poll(() => heightsOf(step.page)).toEqual([360, 180])
}

export default createPageDriver(model, {
  open: async ({ page, expect }, input) => {
    await installFakeStream(page, { savesData: input === 'the browser saves data' })
    await signIn(page, 'member')
    if (input === 'Data saver before')
      await page.evaluate(() =>
        localStorage.setItem(
          'statecast.player',
          JSON.stringify({ volume: 1, muted: false, captions: false, dataSaver: true }),
        ),
      )
    await page.goto('/video/harbor-one')
    await waitForStream(page, 'harbor-one')
    await dispatchVideoEvent(page, 'playing')
    await expect(page.getByRole('button', { name: 'Next channel' })).toBeAttached()
    await expect(select(page)).toBeAttached()
    await loadMenu(page)
  },
  events: {
    'quality.choose': async ({ page, event, turn }) => {
      const value = String(event.quality)
      await inTurn(
        turn,
        () => select(page).selectOption(value),
        () => chooseInMenu(page, names[value] ?? ''),
      )
      // The video waits while the stream is loaded with or without its picture.
      await dispatchVideoEvent(page, 'playing')
    },
    'qualities.known': ({ page, event }) => announceLevels(page, event),
    'channel.changed': async ({ page, labels }) => {
      const isOther = otherChannel(labels)
      await page.keyboard.press(isOther ? 'n' : 'p')
      await waitForStream(page, isOther ? 'longitude' : 'harbor-one')
      await dispatchVideoEvent(page, 'playing')
    },
  },
  states: {
    automatic: async (step) => {
      await expectPictures(step, 'automatic', -1)
      await step.expect(audioOnlyStatus(step.page)).toHaveCount(0)
    },
    dataSaver: (step) => expectPictures(step, 'dataSaver', 1),
    'audioOnly.available': async (step) => {
      await expectQuality(step, 'audioOnly', 0)
      await step.expect.poll(() => heightsOf(step.page)).toEqual([0])
      await step.expect(audioOnlyStatus(step.page)).toHaveText('Audio only')
      await step.expect(audioOnlyStatus(step.page)).toBeVisible()
    },
    'audioOnly.missing': async (step) => {
      await expectPictures(step, 'audioOnly', 1)
      await step
        .expect(audioOnlyStatus(step.page))
        .toHaveText('This channel has no audio-only stream, so it plays in the lowest quality.')
    },
    manual: (step) => expectPictures(step, '180', 1),
  },
  notNow: (label, { context, value }) =>
    label === 'quality.choose / audio only' && !context.hasAudioOnly && typeof value === 'string'
      ? 'Audio only is listed if the stream has it.'
      : undefined,
})
