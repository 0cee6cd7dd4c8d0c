import { type Page } from '@playwright/test'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import model from '../../machines/playerControls.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, foldLabels, inTurn, type DriverContext } from '../pageDriver.ts'
import {
  enterFullScreen,
  holdPresentationModes,
  waitForStream,
  enterMode,
  dispatchVideoEvent,
  refusePlay,
  requestedModes,
  installFakeStream,
  type PresentationMode,
} from '../fakeStream.ts'

type StepContext = DriverContext<typeof playerControlsMachine>

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Player' })
/** Presses a button without hover and focus, because both are events of the machine. */
const press = (page: Page, name: string | RegExp) => control(page, name).dispatchEvent('click')
/** A control of the bar. The narrow player of this test shows some of them in the menu only. */
const control = (page: Page, name: string | RegExp) => toolbar(page).getByRole('button', { name, includeHidden: true })
const muteButton = (page: Page) => toolbar(page).getByRole('button', { name: /^(Mute|Unmute)$/ })
const strip = (page: Page) => page.getByRole('navigation', { name: 'Channel strip' })
const menu = (page: Page) => page.getByRole('region', { name: 'More controls' })
const shortcuts = (page: Page) => page.getByRole('region', { name: 'Keyboard shortcuts' })

/** Sets the volume without focusing the slider. One that has the volume moves away first, so that it fires an event. */
const setVolume = (page: Page, value: string) =>
  toolbar(page)
    .getByLabel('Volume')
    .evaluate((slider: HTMLInputElement, to) => {
      const setValue = (value: string) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, value)
        slider.dispatchEvent(new Event('input', { bubbles: true }))
      }
      if (slider.value === to) setValue('0.2')
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

/** Taps the left or the right of the video, so that two taps are no double tap. */
const tapVideo = (page: Page, side: 'left' | 'right') =>
  page.locator('video').evaluate(
    (video, share) => {
      const { left, width, top } = video.getBoundingClientRect()
      const point = { bubbles: true, clientX: left + width * share, clientY: top + 40 }
      video.dispatchEvent(new PointerEvent('pointerup', { ...point, pointerType: 'touch' }))
      video.dispatchEvent(new MouseEvent('click', point))
    },
    side === 'left' ? 0.1 : 0.9,
  )

/** The page opens Harbor One and changes to Longitude and back. */
const otherChannel = foldLabels(false, { 'channel.changed': (isOther) => !isOther })

const volumeOf = foldLabels(1, {
  'muted, with captions': () => 0.6,
  'volume.set / half': () => 0.5,
  'volume.set / silent': () => 0,
  // Otherwise unmuting would have no effect.
  'sound.toggle': (volume) => volume || 0.5,
})

/** Asserts that the video element, the controls and the stored preference match. */
async function expectSound({ page, expect, labels }: StepContext, muted: boolean, preference = muted) {
  const volume = volumeOf(labels)
  const video = page.locator('video')
  await expect(video).toHaveJSProperty('muted', muted)
  await expect(video).toHaveJSProperty('volume', volume)
  await expect(muteButton(page)).toHaveAccessibleName(muted ? 'Unmute' : 'Mute')
  await expect(toolbar(page).getByLabel('Volume')).toHaveValue(String(muted ? 0 : volume))
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('statecast.player') ?? '{}') as unknown))
    .toMatchObject({ muted: preference, volume })
}

const expectBar =
  (hidden: boolean) =>
  async ({ page, expect, snapshot }: StepContext) => {
    // It stays while a panel is open.
    const isHidden = hidden && snapshot.matches({ panel: 'closed' })
    await expect(toolbar(page)).toHaveAttribute('data-hidden', String(isHidden))
    await expect(toolbar(page)).toHaveCSS('opacity', isHidden ? '0' : '1')
  }

const expectPresentation =
  (fullScreen: boolean, pictureInPicture: boolean) =>
  async ({ page, expect }: StepContext) => {
    await expect(control(page, 'Full screen')).toHaveAttribute('aria-pressed', String(fullScreen))
    await expect(control(page, 'Picture in picture')).toHaveAttribute('aria-pressed', String(pictureInPicture))
  }

/** Requests a mode. The tour enters it in a step of its own. */
async function expectRequest({ page, expect }: StepContext, mode: PresentationMode, request: () => Promise<void>) {
  const before = await requestedModes(page)
  await request()
  await expect.poll(() => requestedModes(page)).toEqual([...before, mode])
}

const captions = (page: Page) => toolbar(page).getByRole('button', { name: 'Captions' })

export default createPageDriver(model, {
  wideOnly: 'On a phone the bar is always visible.',
  open: async ({ page, expect }, input) => {
    // So narrow that the menu has a button.
    await page.setViewportSize({ width: 900, height: 900 })
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
    'focus.leave': ({ page }) => page.locator(':focus').blur(),
    'bar.toggle': ({ page, turn }) => tapVideo(page, turn.before % 2 === 0 ? 'left' : 'right'),
    'strip.open': ({ page }) => page.keyboard.press('Enter'),
    'menu.open': ({ page }) => press(page, 'More controls'),
    'shortcuts.open': ({ page, turn }) =>
      inTurn(
        turn,
        () => page.keyboard.press('?'),
        () => press(page, 'Keyboard shortcuts'),
      ),
    'panel.close': ({ page, turn }) =>
      inTurn(
        turn,
        () => page.keyboard.press('Escape'),
        () => page.locator('video').dispatchEvent('click'),
      ),
    'sound.toggle': ({ page, turn }) =>
      inTurn(
        turn,
        () => page.keyboard.press('m'),
        () => press(page, /^(Mute|Unmute)$/),
      ),
    'sound.blocked': ({ page }) => refusePlay(page, 1),
    'volume.set': ({ page, event }) => setVolume(page, String(event.volume)),
    'captions.toggle': ({ page, turn }) =>
      inTurn(
        turn,
        () => page.keyboard.press('c'),
        () => press(page, 'Captions'),
      ),
    'channel.changed': async ({ page, labels }) => {
      const isOther = otherChannel(labels)
      await page.keyboard.press(isOther ? 'n' : 'p')
      await waitForStream(page, isOther ? 'longitude' : 'harbor-one')
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
      await step.expect(toolbar(step.page).locator(':focus').or(menu(step.page).locator(':focus'))).toHaveCount(1)
    },
    'bar.hidden': expectBar(true),
    'panel.closed': async ({ page, expect }) => {
      await expect(menu(page)).toHaveCount(0)
      await expect(shortcuts(page)).toHaveCount(0)
      await expect(strip(page)).toHaveCount(0)
    },
    'panel.strip': async ({ page, expect, labels }) => {
      const name = otherChannel(labels) ? /Longitude/ : /Harbor One/
      await expect(strip(page).getByRole('link', { name })).toBeFocused()
      await expect(strip(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      await expect(strip(page).getByRole('link', { name: /Rotunda/ })).toBeVisible()
    },
    'panel.menu': async ({ page, expect }) => {
      await expect(menu(page).getByLabel('Quality')).toBeVisible()
      await expect(menu(page).getByRole('button', { name: 'Picture in picture' })).toBeVisible()
      await expect(control(page, 'More controls')).toHaveAttribute('aria-expanded', 'true')
      await expect(shortcuts(page)).toHaveCount(0)
    },
    'panel.shortcuts': async ({ page, expect }) => {
      await expect(shortcuts(page).getByText('Back or forward 10 seconds')).toBeVisible()
      await expect(menu(page)).toHaveCount(0)
    },
    'sound.audible': (step) => expectSound(step, false),
    'sound.muted': (step) => expectSound(step, true),
    'sound.silenced': async (step) => {
      await expectSound(step, true, false)
      const button = step.page.getByRole('button', { name: 'Tap for sound' })
      await step.expect(button).toBeVisible()
      step.expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48)
    },
    'captions.off': ({ page, expect }) => expect(captions(page)).toHaveAttribute('aria-pressed', 'false'),
    'captions.on': ({ page, expect }) => expect(captions(page)).toHaveAttribute('aria-pressed', 'true'),
    'presentation.inPage': expectPresentation(false, false),
    'presentation.fullScreen': expectPresentation(true, false),
    'presentation.pictureInPicture': expectPresentation(false, true),
  },
  notNow: (label, snapshot) => {
    if (label === 'bar.toggle' && !snapshot.matches({ panel: 'closed' })) return 'A tap closes an open panel.'
    if (label === 'strip.open' && !snapshot.matches({ presentation: 'fullScreen' }))
      return 'Enter moves to the controls unless the player is in full screen.'
    if (label === 'strip.open' && snapshot.matches({ bar: 'focused' })) return 'Enter presses the focused control.'
    if (label === 'menu.open' && snapshot.matches({ panel: 'menu' })) return 'The button closes an open menu.'
    return undefined
  },
})
