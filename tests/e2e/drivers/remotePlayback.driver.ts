import { type Page } from '@playwright/test'
import { type remotePlaybackMachine } from '../../../machines/remotePlayback.ts'
import model from '../../machines/remotePlayback.model.ts'
import { signIn } from '../fixture.ts'
import { dispatchVideoEvent, installFakeStream, loadMenu, waitForStream } from '../fakeStream.ts'
import { createPageDriver, inTurn, type DriverContext } from '../pageDriver.ts'

type Step = DriverContext<typeof remotePlaybackMachine>
type WindowWithFakeRemote = Window & {
  fakeRemote: EventTarget & { report: (isAvailable: boolean) => void; prompts: number; failsNext: boolean }
}

/** Replaces the Remote Playback API of the video. No screen is known at first, and the viewer closes each question. */
const installFakeRemote = (page: Page) =>
  page.addInitScript(() => {
    const remote = Object.assign(new EventTarget(), {
      state: 'disconnected',
      prompts: 0,
      failsNext: false,
      report: (_: boolean) => {},
      watchAvailability(callback: (isAvailable: boolean) => void) {
        remote.report = callback
        return Promise.resolve(1)
      },
      cancelWatchAvailability: () => Promise.resolve(),
      prompt() {
        remote.prompts += 1
        const fails = remote.failsNext
        remote.failsNext = false
        return Promise.reject(new DOMException('no screen', fails ? 'NotFoundError' : 'NotAllowedError'))
      },
    })
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', { get: () => remote })
    Object.assign(window, { fakeRemote: remote })
  })

const reportScreens = (page: Page, isAvailable: boolean) =>
  page.evaluate((found) => (window as unknown as WindowWithFakeRemote).fakeRemote.report(found), isAvailable)
const dispatchRemoteEvent = (page: Page, type: 'connecting' | 'connect' | 'disconnect') =>
  page.evaluate(
    (name) => void (window as unknown as WindowWithFakeRemote).fakeRemote.dispatchEvent(new Event(name)),
    type,
  )
const promptsOf = (page: Page) => page.evaluate(() => (window as unknown as WindowWithFakeRemote).fakeRemote.prompts)

const name = 'Play on another screen'
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Player' })
const control = (page: Page) => toolbar(page).getByRole('button', { name, includeHidden: true })

/** A narrow player has the control in its menu, which closes. */
async function chooseInMenu(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 900, height: 900 })
  await page.getByRole('button', { name: 'More controls' }).press('Enter')
  await page.getByRole('region', { name: 'More controls' }).getByRole('button', { name }).press('Enter')
  if (size) await page.setViewportSize(size)
}

/** Asserts whether the control is there and pressed, and what the stage says. */
async function expectStage({ page, expect }: Step, pressed: boolean | undefined, text: string) {
  if (pressed === undefined) await expect(control(page)).toHaveCount(0)
  else await expect(control(page)).toHaveAttribute('aria-pressed', String(pressed))
  const status = page.getByRole('status').filter({ hasText: 'another screen' })
  if (text) await expect(status).toHaveText(text)
  else await expect(status).toHaveCount(0)
}

export default createPageDriver(model, {
  open: async ({ page, expect }) => {
    await installFakeStream(page)
    await installFakeRemote(page)
    await signIn(page, 'member')
    await page.goto('/video/harbor-one')
    await waitForStream(page, 'harbor-one')
    await dispatchVideoEvent(page, 'playing')
    await expect(toolbar(page).getByRole('button', { name: 'Next channel' })).toBeAttached()
    await loadMenu(page)
  },
  events: {
    'screen.choose': async ({ page, turn, expect }) => {
      const before = await promptsOf(page)
      await inTurn(
        turn,
        () => control(page).press('Enter'),
        () => chooseInMenu(page),
      )
      await expect.poll(() => promptsOf(page)).toBe(before + 1)
    },
    'screens.found': ({ page }) => reportScreens(page, true),
    'screens.lost': ({ page }) => reportScreens(page, false),
    'screen.connecting': ({ page }) => dispatchRemoteEvent(page, 'connecting'),
    'screen.connected': ({ page }) => dispatchRemoteEvent(page, 'connect'),
    'screen.disconnected': ({ page }) => dispatchRemoteEvent(page, 'disconnect'),
    'prompt.failed': async ({ page }) => {
      await page.evaluate(() => ((window as unknown as WindowWithFakeRemote).fakeRemote.failsNext = true))
      await control(page).press('Enter')
    },
  },
  states: {
    unavailable: (step) => expectStage(step, undefined, ''),
    available: (step) => expectStage(step, false, ''),
    connecting: (step) => expectStage(step, false, 'Connecting to another screen…'),
    connected: (step) => expectStage(step, true, 'Playing on another screen'),
    failed: (step) => expectStage(step, false, 'Couldn’t play on another screen. Try again.'),
  },
  notNow: (label, snapshot) =>
    (label === 'screen.choose' || label === 'prompt.failed') && snapshot.matches('unavailable')
      ? 'The control is hidden.'
      : undefined,
})
