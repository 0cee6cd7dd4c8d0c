import { type Page } from '@playwright/test'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import model from '../../machines/playerControls.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, foldLabels, inTurn, type DriverContext } from '../pageDriver.ts'
import {
  enterFullScreen,
  holdPresentationModes,
  waitForStream,
  levelOf,
  enterMode,
  dispatchVideoEvent,
  requestedModes,
  installFakeStream,
  announceLevels,
  type PresentationMode,
} from '../fakeStream.ts'

type StepContext = DriverContext<typeof playerControlsMachine>

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Player' })
/** Presses a button without hover and focus, because both are events of the machine. */
const press = (page: Page, name: string | RegExp) => toolbar(page).getByRole('button', { name }).dispatchEvent('click')
const muteButton = (page: Page) => toolbar(page).getByRole('button', { name: /^(Mute|Unmute)$/ })
const shortcuts = (page: Page) => page.getByRole('region', { name: 'Keyboard shortcuts' })

/** Sets the value of a control without focusing it. A slider that has the value moves away first, so that it fires an event. */
const setControl = (page: Page, name: 'Volume' | 'Quality', value: string) =>
  page.getByLabel(name).evaluate((control, to) => {
    const own: object = Object.getPrototypeOf(control) as object
    const isChoice = control instanceof HTMLSelectElement
    const setValue = (value: string) => {
      Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(control, value)
      control.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }))
    }
    if (!isChoice && (control as HTMLInputElement).value === to) setValue('0.2')
    setValue(to)
  }, value)

/** Moves the pointer within the video. */
async function pointAtVideo(page: Page) {
  const box = await page.locator('video').boundingBox()
  if (!box) throw new Error('The video is not visible')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3]
  await page.mouse.move(x - 12, y)
  await page.mouse.move(x, y)
}

const volumeOf = foldLabels(1, {
  'muted, with captions': () => 0.6,
  'volume.set / half': () => 0.5,
  'volume.set / silent': () => 0,
  // Otherwise unmuting would have no effect.
  'sound.toggle': (volume) => volume || 0.5,
})

/** Asserts that the video element, the controls and the stored preference match. */
async function expectSound({ page, expect, labels }: StepContext, muted: boolean) {
  const volume = volumeOf(labels)
  const video = page.locator('video')
  await expect(video).toHaveJSProperty('muted', muted)
  await expect(video).toHaveJSProperty('volume', volume)
  await expect(muteButton(page)).toHaveAccessibleName(muted ? 'Unmute' : 'Mute')
  await expect(page.getByLabel('Volume')).toHaveValue(String(muted ? 0 : volume))
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('statecast.player') ?? '{}') as unknown))
    .toMatchObject({ muted, volume })
}

const expectBar =
  (hidden: boolean) =>
  async ({ page, expect }: StepContext) => {
    await expect(toolbar(page)).toHaveAttribute('data-hidden', String(hidden))
    await expect(toolbar(page)).toHaveCSS('opacity', hidden ? '0' : '1')
    await expect(shortcuts(page)).toHaveCount(0)
  }

const expectShortcuts = async ({ page, expect }: StepContext) => {
  await expect(shortcuts(page).getByText('Back or forward 10 seconds')).toBeVisible()
  await expect(toolbar(page)).toHaveAttribute('data-hidden', 'false')
}

const expectPresentation =
  (fullScreen: boolean, pictureInPicture: boolean) =>
  async ({ page, expect }: StepContext) => {
    await expect(toolbar(page).getByRole('button', { name: 'Full screen' })).toHaveAttribute(
      'aria-pressed',
      String(fullScreen),
    )
    await expect(toolbar(page).getByRole('button', { name: 'Picture in picture' })).toHaveAttribute(
      'aria-pressed',
      String(pictureInPicture),
    )
  }

/** Requests a mode. The tour enters it in a step of its own. */
async function expectRequest({ page, expect }: StepContext, mode: PresentationMode, request: () => Promise<void>) {
  const before = await requestedModes(page)
  await request()
  await expect.poll(() => requestedModes(page)).toEqual([...before, mode])
}

const captions = (page: Page) => toolbar(page).getByRole('button', { name: 'Captions' })

export default createPageDriver(model, {
  wideOnly: 'On a phone the bar has no volume, clock or next channel.',
  open: async ({ page, expect }, input) => {
    await installFakeStream(page)
    await holdPresentationModes(page)
    await signIn(page, 'member')
    if (input === 'muted, with captions')
      await page.evaluate(() =>
        localStorage.setItem('statecast.player', JSON.stringify({ volume: 0.6, muted: true, captions: true })),
      )
    await page.goto('/video/harbor-one')
    await waitForStream(page, 'harbor-one')
    await dispatchVideoEvent(page, 'playing')
    await expect(toolbar(page).getByRole('button', { name: 'Next channel' })).toBeAttached()
    // The three seconds of the bar start here.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
    await pointAtVideo(page)
  },
  prepareScreenshot: async ({ page, snapshot }) =>
    snapshot.matches({ presentation: 'fullScreen' }) ? enterFullScreen(page) : async () => {},
  events: {
    'pointer.move': ({ page }) => pointAtVideo(page),
    'pointer.leave': async ({ page }) => {
      await pointAtVideo(page)
      await page.mouse.move(2, 2)
    },
    'focus.enter': ({ page }) => muteButton(page).focus(),
    'focus.leave': ({ page }) => muteButton(page).blur(),
    'shortcuts.open': ({ page, turn }) =>
      inTurn(
        turn,
        () => page.keyboard.press('?'),
        () => press(page, 'Keyboard shortcuts'),
      ),
    'shortcuts.close': ({ page, turn }) =>
      inTurn(
        turn,
        () => page.keyboard.press('Escape'),
        () => shortcuts(page).getByRole('button', { name: 'Close' }).dispatchEvent('click'),
      ),
    'sound.toggle': ({ page, turn }) =>
      inTurn(
        turn,
        () => page.keyboard.press('m'),
        () => press(page, /^(Mute|Unmute)$/),
      ),
    'volume.set': ({ page, event }) => setControl(page, 'Volume', String(event.volume)),
    'captions.toggle': ({ page, turn }) =>
      inTurn(
        turn,
        () => page.keyboard.press('c'),
        () => press(page, 'Captions'),
      ),
    'quality.choose': ({ page, event }) =>
      setControl(page, 'Quality', event.height === null ? 'automatic' : `${event.height}`),
    'qualities.known': ({ page }) => announceLevels(page),
    'channel.changed': async ({ page }) => {
      await page.keyboard.press('n')
      await waitForStream(page, 'longitude')
      await dispatchVideoEvent(page, 'playing')
    },
    'fullScreen.toggle': async (step) => {
      const mode = step.snapshot.matches({ presentation: 'fullScreen' }) ? 'page' : 'fullScreen'
      await expectRequest(step, mode, () => step.page.keyboard.press('f'))
      await expectRequest(step, mode, () => press(step.page, 'Full screen'))
    },
    'fullScreen.entered': ({ page }) => enterMode(page, 'fullScreen'),
    'pictureInPicture.toggle': async (step) => {
      const mode = step.snapshot.matches({ presentation: 'pictureInPicture' }) ? 'page' : 'pictureInPicture'
      await expectRequest(step, mode, () => step.page.keyboard.press('i'))
      await expectRequest(step, mode, () => press(step.page, 'Picture in picture'))
    },
    'pictureInPicture.entered': ({ page }) => enterMode(page, 'pictureInPicture'),
    'page.entered': ({ page }) => enterMode(page, 'page'),
  },
  states: {
    'bar.shown': expectBar(false),
    'bar.focused': async (step) => {
      await expectBar(false)(step)
      await step.expect(muteButton(step.page)).toBeFocused()
    },
    'bar.hidden': expectBar(true),
    'bar.listing': expectShortcuts,
    'bar.listingFocused': async (step) => {
      await expectShortcuts(step)
      await step.expect(muteButton(step.page)).toBeFocused()
    },
    'sound.audible': (step) => expectSound(step, false),
    'sound.muted': (step) => expectSound(step, true),
    'captions.off': ({ page, expect }) => expect(captions(page)).toHaveAttribute('aria-pressed', 'false'),
    'captions.on': ({ page, expect }) => expect(captions(page)).toHaveAttribute('aria-pressed', 'true'),
    'quality.automatic': async ({ page, expect }) => {
      await expect(page.getByLabel('Quality')).toHaveValue('automatic')
      await expect.poll(() => levelOf(page)).toBe(-1)
    },
    'quality.manual': async ({ page, expect }) => {
      await expect(page.getByLabel('Quality')).toHaveValue('180')
      await expect.poll(() => levelOf(page)).toBe(1)
    },
    'presentation.inPage': expectPresentation(false, false),
    'presentation.fullScreen': expectPresentation(true, false),
    'presentation.pictureInPicture': expectPresentation(false, true),
  },
})
