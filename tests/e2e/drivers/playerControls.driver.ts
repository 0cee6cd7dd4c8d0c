import { type Page } from '@playwright/test'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import createModel from '../../machines/playerControls.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'
import {
  enterFullScreen,
  holdPresentationModes,
  waitForStream,
  levelOf,
  enterMode,
  dispatchVideoEvent,
  requestedMode,
  installFakeStream,
  announceLevels,
} from '../fakeStream.ts'

type StepContext = DriverContext<typeof playerControlsMachine>

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Player' })
const muteButton = (page: Page) => toolbar(page).getByRole('button', { name: /^(Mute|Unmute)$/ })
const keys = (page: Page) => page.getByRole('region', { name: 'Keyboard shortcuts' })

/** Sets a control as a finger does, up and back where it stands there already; the focus stays where it is. */
const setControl = (page: Page, name: 'Volume' | 'Quality', value: string) =>
  page.getByLabel(name).evaluate((control, to) => {
    const own: object = Object.getPrototypeOf(control) as object
    const isChoice = control instanceof HTMLSelectElement
    const put = (value: string) => {
      Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(control, value)
      control.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }))
    }
    if (!isChoice && (control as HTMLInputElement).value === to) put('0.2')
    put(to)
  }, value)

/** Moves the pointer to the middle of the picture, and a little from where it was. */
async function pointAtPicture(page: Page) {
  const box = await page.locator('video').boundingBox()
  if (!box) throw new Error('The picture has no place')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3]
  await page.mouse.move(x - 12, y)
  await page.mouse.move(x, y)
}

/** The sound of the element is what the controls say. */
async function seeSound({ page, expect, snapshot }: StepContext, muted: boolean) {
  const video = page.locator('video')
  await expect(video).toHaveJSProperty('muted', muted)
  await expect(video).toHaveJSProperty('volume', snapshot.context.volume)
  await expect(muteButton(page)).toHaveAccessibleName(muted ? 'Unmute' : 'Mute')
  await expect(page.getByLabel('Volume')).toHaveValue(String(muted ? 0 : snapshot.context.volume))
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('statecast.player') ?? '{}') as unknown))
    .toMatchObject({ muted, volume: snapshot.context.volume })
}

const seeBar =
  (hidden: boolean) =>
  async ({ page, expect }: StepContext) => {
    await expect(toolbar(page)).toHaveAttribute('data-hidden', String(hidden))
    await expect(toolbar(page)).toHaveCSS('opacity', hidden ? '0' : '1')
    await expect(keys(page)).toHaveCount(0)
  }

const seeKeys = async ({ page, expect }: StepContext) => {
  await expect(keys(page).getByText('Back or forward 10 seconds')).toBeVisible()
  await expect(toolbar(page)).toHaveAttribute('data-hidden', 'false')
}

const seePresentation =
  (full: boolean, floating: boolean) =>
  async ({ page, expect }: StepContext) => {
    await expect(toolbar(page).getByRole('button', { name: 'Full screen' })).toHaveAttribute(
      'aria-pressed',
      String(full),
    )
    await expect(toolbar(page).getByRole('button', { name: 'Picture in picture' })).toHaveAttribute(
      'aria-pressed',
      String(floating),
    )
  }

const captions = (page: Page) => toolbar(page).getByRole('button', { name: 'Captions' })

export default createPageDriver(createModel, {
  wideOnly: 'On a phone the volume, the clock and the way to the next channel leave the bar.',
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
    // However long all this took, the bar's three seconds begin now.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
    await pointAtPicture(page)
  },
  preparePicture: async ({ page, snapshot }) =>
    snapshot.matches({ place: 'full' }) ? enterFullScreen(page) : async () => {},
  events: {
    'pointer.move': ({ page }) => pointAtPicture(page),
    'pointer.leave': async ({ page }) => {
      await pointAtPicture(page)
      await page.mouse.move(2, 2)
    },
    'focus.enter': ({ page }) => muteButton(page).focus(),
    'focus.leave': ({ page }) => muteButton(page).blur(),
    'keys.list': ({ page }) => page.keyboard.press('?'),
    'keys.close': ({ page }) => page.keyboard.press('Escape'),
    'sound.toggle': ({ page }) => page.keyboard.press('m'),
    'volume.set': ({ page, event }) => setControl(page, 'Volume', String(event.volume)),
    'captions.toggle': ({ page }) => page.keyboard.press('c'),
    'quality.choose': ({ page, event }) =>
      setControl(page, 'Quality', event.height === null ? 'automatic' : `${event.height}`),
    'qualities.known': ({ page }) => announceLevels(page),
    'channel.changed': async ({ page }) => {
      await page.keyboard.press('n')
      await waitForStream(page, 'longitude')
      await dispatchVideoEvent(page, 'playing')
    },
    'full.toggle': async ({ page, expect, snapshot }) => {
      await page.keyboard.press('f')
      await expect.poll(() => requestedMode(page)).toBe(snapshot.matches({ place: 'full' }) ? 'page' : 'full')
    },
    'full.entered': ({ page }) => enterMode(page, 'full'),
    'floating.toggle': async ({ page, expect, snapshot }) => {
      await page.keyboard.press('i')
      await expect.poll(() => requestedMode(page)).toBe(snapshot.matches({ place: 'floating' }) ? 'page' : 'floating')
    },
    'floating.entered': ({ page }) => enterMode(page, 'floating'),
    'page.entered': ({ page }) => enterMode(page, 'page'),
  },
  states: {
    'bar.shown': seeBar(false),
    'bar.held': async (seen) => {
      await seeBar(false)(seen)
      await seen.expect(muteButton(seen.page)).toBeFocused()
    },
    'bar.hidden': seeBar(true),
    'bar.listing': seeKeys,
    'bar.listingHeld': async (seen) => {
      await seeKeys(seen)
      await seen.expect(muteButton(seen.page)).toBeFocused()
    },
    'sound.audible': (seen) => seeSound(seen, false),
    'sound.muted': (seen) => seeSound(seen, true),
    'captions.off': ({ page, expect }) => expect(captions(page)).toHaveAttribute('aria-pressed', 'false'),
    'captions.on': ({ page, expect }) => expect(captions(page)).toHaveAttribute('aria-pressed', 'true'),
    'quality.automatic': async ({ page, expect }) => {
      await expect(page.getByLabel('Quality')).toHaveValue('automatic')
      await expect.poll(() => levelOf(page)).toBe(-1)
    },
    'quality.manual': async ({ page, expect, snapshot }) => {
      await expect(page.getByLabel('Quality')).toHaveValue(String(snapshot.context.height))
      await expect.poll(() => levelOf(page)).toBe(1)
    },
    'place.inPage': seePresentation(false, false),
    'place.full': seePresentation(true, false),
    'place.floating': seePresentation(false, true),
  },
})
