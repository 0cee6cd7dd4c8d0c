import { type Locator, type Page } from '@playwright/test'
import { expectArrowsReachAll } from './arrows.ts'
import { expect, signIn, test } from './fixture.ts'
import {
  connectionBanner,
  expectAccessible,
  expectNoHorizontalScroll,
  focusUntil,
  navigation,
  openAs,
  pressBack,
  recordPaths,
} from './page.ts'
import { RequestHold } from './requestHold.ts'
import { longWaits } from './waits.ts'

const stateOf = (page: Page) => page.locator('video').getAttribute('data-state')
const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

/** Waits until the video has advanced by some seconds. */
async function expectAdvance(page: Page, seconds: number) {
  const from = await timeOf(page)
  await expect.poll(async () => (await timeOf(page)) - from, { timeout: longWaits.playback }).toBeGreaterThan(seconds)
}

const expectPlaying = (page: Page) =>
  expect(page.locator('video')).toHaveAttribute('data-state', 'playing', { timeout: longWaits.playback })

async function watch(page: Page, slug = 'harbor-one') {
  await openAs(page, 'member', `/video/${slug}`)
  // Without a user gesture the browser may block autoplay.
  await expect(page.locator('video')).toHaveAttribute('data-state', /playing|blocked/, { timeout: longWaits.playback })
  if ((await stateOf(page)) === 'blocked') await page.getByRole('button', { name: 'Play' }).click()
  await expectPlaying(page)
}

/** The other channels load after the first frame. Before, no key opens one of them. */
const expectOtherChannels = (page: Page) => expect(page.getByRole('button', { name: 'Next channel' })).toBeAttached()

/** Coarse colors of the video frame, enough to distinguish two frames. */
const pictureOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = 160
    canvas.height = 90
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.drawImage(video, 0, 0, 160, 90)
    return [...pen.getImageData(0, 0, 160, 90).data]
  })

const countDifferences = (one: number[], other: number[]) =>
  one.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 12).length

test(
  'plays a live channel: time advances, frames differ, and the clock is that of the stream',
  { tag: '@watch.play' },
  async ({ page }) => {
    await watch(page)
    const before = await timeOf(page)
    const first = await pictureOf(page)
    expect(Math.max(...first)).toBeGreaterThan(100)
    await expect.poll(async () => (await timeOf(page)) - before, { timeout: longWaits.playback }).toBeGreaterThan(4)
    expect(countDifferences(first, await pictureOf(page))).toBeGreaterThan(20)
    const shown = await page.locator('time[datetime]').first().getAttribute('datetime')
    const away = Date.now() - Date.parse(shown ?? '')
    expect(away).toBeGreaterThan(0)
    expect(away).toBeLessThan(20_000)
    // The browser shows the still on its lock screen.
    const artwork = () => page.evaluate(() => navigator.mediaSession.metadata?.artwork[0]?.src)
    await expect.poll(artwork).toContain('/posters/harbor-one')
  },
)

/** Counts interruptions of playback. Dropped frames of a slow machine do not count. */
const countInterruptions = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    Object.assign(window, { interruptions: 0 })
    const isThere = () =>
      Array.from({ length: video.buffered.length }, (_, i) => i).some(
        (i) => video.buffered.start(i) <= video.currentTime && video.buffered.end(i) > video.currentTime + 0.5,
      )
    const count = ({ type }: Event) => {
      if (type === 'waiting' && isThere()) return
      Object.assign(window, { interruptions: (window as unknown as { interruptions: number }).interruptions + 1 })
    }
    for (const type of ['waiting', 'pause', 'emptied']) video.addEventListener(type, count)
  })
const interruptions = (page: Page) =>
  page.evaluate(() => (window as unknown as { interruptions: number }).interruptions)

test(
  'a stream token that expires is renewed without interrupting the video',
  { tag: ['@full', '@watch.renew'] },
  async ({ page, sandbox }) => {
    await watch(page)
    await countInterruptions(page)
    const renewed = page.waitForResponse((response) => response.url().endsWith('/channels/harbor-one') && response.ok())
    const refused = page.waitForResponse(
      (response) => response.url().includes('/sandbox/streams/') && response.status() === 403,
    )
    await sandbox.expire('streams')
    await refused
    await renewed
    await expectAdvance(page, 10)
    expect(await interruptions(page)).toBe(0)
  },
)

test(
  'a device that slept for 14 minutes during a check of the session plays on, and the check waits for its response',
  { tag: ['@full', '@session.unreachable', '@watch.recover'] },
  async ({ page }) => {
    await page.clock.install()
    await watch(page)
    const me = 'GET /wp-json/custom-plugin/me/'
    const hold = await RequestHold.create(page)
    hold.holdCalls(me)
    await focusUntil(page, async () => expect(hold.waiting).toEqual([me]))
    const checks = recordPaths(page)
    // All timers that are due by then fire at once.
    await page.clock.fastForward('14:00')
    const role = page.waitForResponse('**/wp-json/mp/v1/members/*')
    await hold.release()
    await role
    await expectPlaying(page)
    await expectAdvance(page, 4)
    await expect(connectionBanner(page)).toBeHidden()
    expect(
      checks.filter((path) => path.endsWith('/me/')),
      'the check was not repeated',
    ).toEqual([])
  },
)

test(
  'an access token that expires while watching leads to the sign-in page with a message',
  { tag: '@full' },
  async ({ page, sandbox, watch: watching }) => {
    watching.allowOffContract(/./)
    await watch(page)
    await sandbox.expire('sessions', 'member')
    await sandbox.expire('streams')
    await expect(page).toHaveURL(/\/signin/, { timeout: longWaits.playback })
    await expect(page.getByText('You’ve been signed out. Please sign in again.')).toBeVisible()
    await expect(page.locator('video')).toHaveCount(0)
  },
)

test(
  'a membership that ends while watching stops the video and links to the plans',
  { tag: ['@full', '@watch.lapsed'] },
  async ({ page, sandbox }) => {
    await watch(page)
    await sandbox.expire('membership', 'member')
    await sandbox.expire('streams')
    await expect(page.getByRole('heading', { name: 'Your membership has ended' })).toBeVisible({
      timeout: longWaits.playback,
    })
    await expect(page.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/profile/packages')
    await expect(page.locator('video')).toHaveJSProperty('readyState', 0)
  },
)

test(
  'a stalled stream shows its status and recovers',
  { tag: ['@full', '@watch.recover'] },
  async ({ page, sandbox }) => {
    await watch(page)
    await sandbox.faults.set({ call: 'STREAM harbor-one', fault: 'stall' })
    await expect(page.getByRole('status').filter({ hasText: 'Buffering…' })).toBeVisible({
      timeout: longWaits.playedBuffer,
    })
    await expect(page.getByRole('status').filter({ hasText: /Reconnecting in 1 second/ })).toBeVisible({
      timeout: longWaits.playback,
    })
    await sandbox.faults.clear()
    await expectPlaying(page)
    const from = await timeOf(page)
    await expect.poll(async () => (await timeOf(page)) - from, { timeout: longWaits.playback }).toBeGreaterThan(2)
  },
)

test(
  'a channel that goes off air shows a notice and can be checked again',
  { tag: ['@full', '@watch.offAir'] },
  async ({ page, sandbox }) => {
    await watch(page)
    await sandbox.faults.set({ call: 'STREAM harbor-one', fault: 'off-air' })
    await expect(page.getByRole('heading', { name: 'Off air' })).toBeVisible({ timeout: longWaits.playback })
    await sandbox.faults.clear()
    await page.getByRole('button', { name: 'Check again' }).click()
    await expectPlaying(page)
  },
)

test(
  'a channel that is off air and one that does not exist show a notice with a link',
  { tag: ['@watch.offAir', '@watch.unavailable'] },
  async ({ page }) => {
    const liveNow = page.getByRole('region', { name: 'Live now' }).getByRole('listitem')
    await openAs(page, 'member', '/video/night-wire')
    await expect(page.getByRole('heading', { name: 'Off air' })).toBeVisible()
    await expect(page.getByRole('alert').getByText(/^Next: .+, (\w+ )?\d+:\d\d\s[AP]M$/)).toBeVisible()
    await expect(liveNow).toHaveCount(3)
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expectNoHorizontalScroll(page)
      await expectAccessible(page)
      // Nothing is cut off by the frame of the player.
      await expect
        .poll(() => page.locator('[data-notice]').evaluate((notice) => notice.scrollHeight - notice.clientHeight))
        .toBe(0)
    }
    await page.goto('/video/nowhere')
    await expect(page.getByRole('heading', { name: 'Channel not found' })).toBeVisible()
    await expect(liveNow).toHaveCount(3)
    await page.getByRole('link', { name: 'All channels' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goBack()
    await liveNow.first().getByRole('link').click()
    await expectPlaying(page)
  },
)

test(
  'the keyboard shortcuts control the player',
  { tag: ['@watch.play', '@watch.controls', '@watch.presentation'] },
  async ({ page }) => {
    await watch(page)
    const video = page.locator('video')
    await page.keyboard.press('k')
    await expect(video).toHaveJSProperty('paused', true)
    await page.keyboard.press(' ')
    await expect(video).toHaveJSProperty('paused', false)
    await page.keyboard.press('m')
    await expect(video).toHaveJSProperty('muted', true)
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => Math.round(one.volume * 10))).toBe(9)
    await enterFullScreen(page)
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
    await page.keyboard.press('?')
    const keys = page.getByRole('region', { name: 'Keyboard shortcuts' })
    await expect(keys).toBeVisible()
    await page.keyboard.press('m')
    await expect(video).toHaveJSProperty('muted', true)
    await page.keyboard.press('m')
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
    await expectOtherChannels(page)
    await page.keyboard.press('n')
    await expect(page).toHaveURL(/\/video\/longitude/)
    // Next and previous follow the channel of the address.
    await expect(page).toHaveTitle(/^Longitude/)
    await expectPlaying(page)
    await expectOtherChannels(page)
    await page.keyboard.press('p')
    await expect(page).toHaveURL(/\/video\/harbor-one/)
  },
)

test('seeking back shows Go live', { tag: ['@full', '@watch.play'] }, async ({ page }) => {
  await watch(page)
  const before = await timeOf(page)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => timeOf(page)).toBeLessThan(before - 8)
  await expectPlaying(page)
  await page.getByRole('button', { name: 'Go live' }).click()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(before)
})

test('captions are shown above the controls and saved', { tag: ['@full', '@watch.captions'] }, async ({ page }) => {
  await watch(page)
  const caption = page.locator('[data-caption]')
  await expect(caption).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(caption).toHaveText(/\w{3}/, { timeout: longWaits.playback })
  await page.mouse.move(400, 300)
  // The captions move up when the controls are shown.
  const overlap = async () => {
    const captionBox = await caption.boundingBox()
    const toolbarBox = await page.getByRole('toolbar', { name: 'Player' }).boundingBox()
    return (captionBox?.y ?? NaN) + (captionBox?.height ?? NaN) - (toolbarBox?.y ?? NaN)
  }
  await expect.poll(overlap).toBeLessThanOrEqual(8)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true')
})

test(
  'the link of a channel is copied in a browser without a share sheet',
  { tag: ['@full', '@watch.copyLink'] },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await watch(page)
    await page.mouse.move(400, 300)
    await page.getByRole('button', { name: 'More controls' }).click()
    await page.getByRole('button', { name: 'Share channel' }).click()
    await expect(page.getByRole('region', { name: 'More controls' }).getByRole('status')).toHaveText('Link copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  },
)

test(
  'captions get the size, color and background of the menu',
  { tag: ['@full', '@watch.captionStyle'] },
  async ({ page }) => {
    await watch(page)
    await page.keyboard.press('c')
    const caption = page.locator('[data-caption]')
    await expect(caption).toHaveText(/\w{3}/, { timeout: longWaits.playback })
    const sizeOf = () => caption.evaluate((one) => parseFloat(getComputedStyle(one).fontSize))
    const standard = await sizeOf()
    const menuButton = page.getByRole('button', { name: 'More controls' })
    await page.mouse.move(400, 300)
    await menuButton.click()
    const section = page.getByRole('button', { name: /^Caption style/ })
    await expect(section).toBeFocused()
    await page.keyboard.press('Enter')
    // The arrow keys reach each value, and the keys of the player work.
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('group', { name: 'Size' }).locator(':focus')).toHaveCount(1)
    await page.getByRole('button', { name: 'Largest' }).press('Enter')
    await page.getByRole('button', { name: 'Yellow' }).press('Enter')
    await page.getByRole('button', { name: 'None' }).press('Enter')
    await expect(caption).toHaveText(/\w{3}/, { timeout: longWaits.playback })
    await expect.poll(sizeOf).toBeCloseTo(2 * standard, 1)
    await expect(caption).toHaveCSS('color', 'rgb(255, 225, 77)')
    await expect(caption).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    // Escape closes the menu only, although the arrow keys are in use.
    await page.keyboard.press('Escape')
    await expect(section).toHaveCount(0)
    await expect(menuButton).toBeFocused()
    await expect(page).toHaveURL(/harbor-one/)
    await page.reload()
    await expect(caption).toHaveCSS('color', 'rgb(255, 225, 77)', { timeout: longWaits.playback })
    await page.keyboard.press('Enter')
    await menuButton.press('Enter')
    await section.press('Enter')
    await page.getByRole('button', { name: 'Reset caption style' }).press('Enter')
    await expect(caption).toHaveCSS('color', 'rgb(255, 255, 255)', { timeout: longWaits.playback })
  },
)

test(
  'the page around the video is dark in the light scheme, and dialogs are light',
  { tag: '@full' },
  async ({ page }) => {
    await openAs(page, 'member', '/video/harbor-one')
    const root = page.locator('html')
    // The scroll bar of the page has the colors of its root.
    await expect(root).toHaveCSS('color-scheme', 'dark')
    await expect(root).toHaveCSS('background-color', 'rgb(10, 13, 18)')
    await expect(page.locator('body')).toHaveCSS('color-scheme', 'light')
    await navigation(page).getByRole('link', { name: 'Support' }).click()
    await expect(root).toHaveCSS('color-scheme', 'light')
    await expect(root).toHaveCSS('background-color', 'rgb(251, 250, 247)')
  },
)

test('the quality can be selected', { tag: ['@full', '@watch.quality'] }, async ({ page }) => {
  await watch(page)
  const lines = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight)
  await expect.poll(lines).toBe(360)
  await page.mouse.move(400, 300)
  // WebKit gives a select with the native appearance its own colors.
  await expect(page.getByLabel('Quality')).toHaveCSS('appearance', 'none')
  await page.getByLabel('Quality').selectOption('180')
  await expect.poll(lines, { timeout: longWaits.playback }).toBe(180)
  await page.getByLabel('Quality').selectOption('automatic')
  await expect.poll(lines, { timeout: longWaits.playback }).toBe(360)
  // Another channel starts with the automatic quality.
  for (const [button, name] of [
    ['Next channel', 'Longitude'],
    ['Previous channel', 'Harbor One'],
  ] as const) {
    await page.getByLabel('Quality').selectOption('180')
    // With the focus in them, the controls stay.
    await page.getByRole('button', { name: button }).press('Enter')
    await expect(page).toHaveTitle(new RegExp(`^${name}`))
    await expect(page.getByLabel('Quality')).toHaveValue('automatic')
    await expectPlaying(page)
  }
})

/** Records the renditions whose media are requested from now on, each once and in order. */
const recordRenditions = (page: Page) => {
  const paths = recordPaths(page)
  return () => [
    ...new Set(paths.flatMap((path) => /\/streams\/([^/]+\/[^/]+)\/(?:init\.mp4|\d+\.m4s)$/.exec(path)?.[1] ?? [])),
  ]
}

test(
  'Data saver plays the lowest rendition only, also on the next channel and after a reload, and prepares nothing',
  { tag: ['@full', '@watch.dataSaver', '@watch.dataSaverStored'] },
  async ({ page }) => {
    await watch(page)
    const lines = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight)
    await expect.poll(lines).toBe(360)
    await page.getByLabel('Quality').selectOption('dataSaver')
    await expect.poll(lines, { timeout: longWaits.playback }).toBe(180)
    const renditions = recordRenditions(page)
    const others = recordPaths(page)
    await expectAdvance(page, 4)
    expect(renditions()).toEqual(['harbor-one/180p'])
    await expectOtherChannels(page)
    await page.keyboard.press('n')
    await expect(page).toHaveTitle(/^Longitude/)
    await expectPlaying(page)
    await page.reload()
    await expectPlaying(page)
    await expect(page.getByLabel('Quality')).toHaveValue('dataSaver')
    await expectAdvance(page, 4)
    expect(renditions()).toEqual(['harbor-one/180p', 'longitude/180p'])
    expect(others.filter((path) => path.includes('/streams/rotunda/'))).toEqual([])
    await page.getByLabel('Quality').selectOption('automatic')
    await expect.poll(lines, { timeout: longWaits.playback }).toBe(360)
    await page.reload()
    await expectPlaying(page)
    await expect(page.getByLabel('Quality')).toHaveValue('automatic')
  },
)

test(
  'the player starts with Data saver if the browser saves data',
  { tag: ['@full', '@watch.dataSaverStored'] },
  async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    const renditions = recordRenditions(page)
    await watch(page)
    await expect(page.getByLabel('Quality')).toHaveValue('dataSaver')
    await expectAdvance(page, 4)
    expect(renditions()).toEqual(['harbor-one/180p'])
  },
)

test(
  'Audio only loads no picture, also on the next channel, and ends with another quality',
  { tag: ['@full', '@watch.audioOnly', '@watch.audioOnlyStage', '@watch.audioOnlyKept'] },
  async ({ page }) => {
    await watch(page)
    const status = page.getByRole('status').filter({ hasText: /audio.only/i })
    await expect(status).toHaveCount(0)
    const firstAudio = page.waitForRequest((request) => request.url().includes('/audio/init.mp4'))
    await page.getByLabel('Quality').selectOption('audioOnly')
    await firstAudio
    const renditions = recordRenditions(page)
    await expect(status).toHaveText('Audio only')
    await expectPlaying(page)
    await expectAdvance(page, 4)
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(0)
    await expectAccessible(page)
    await expectOtherChannels(page)
    await page.keyboard.press('n')
    await expect(page).toHaveTitle(/^Longitude/)
    await expectPlaying(page)
    await expectAdvance(page, 4)
    expect(renditions()).toEqual(['harbor-one/audio', 'longitude/audio'])
    await page.getByLabel('Quality').selectOption('automatic')
    await expect(status).toHaveCount(0)
    await expectPlaying(page)
    await expect.poll(() => pictureOf(page).then((picture) => Math.max(...picture))).toBeGreaterThan(100)
    await page.getByLabel('Quality').selectOption('audioOnly')
    await expect(status).toHaveText('Audio only')
    await page.reload()
    await expectPlaying(page)
    await expect(page.getByLabel('Quality')).toHaveValue('automatic')
  },
)

test(
  'Audio only keeps the position in the timeline and a pause, and a channel without it plays in the lowest quality',
  { tag: ['@full', '@watch.audioOnly', '@watch.audioOnlyKept'] },
  async ({ page }) => {
    await watch(page)
    const timeline = page.getByRole('slider', { name: 'Position' })
    await timeline.fill('-60')
    await expect(timeline).toHaveAttribute('aria-valuetext', /^−(0:5\d|1:0\d) from live$/)
    await expectPlaying(page)
    await page.getByLabel('Quality').selectOption('audioOnly')
    await expect(page.getByRole('status').filter({ hasText: 'Audio only' })).toBeVisible()
    await expectPlaying(page)
    await expect(timeline).toHaveAttribute('aria-valuetext', /^−(0:5\d|1:0\d) from live$/)
    await page.keyboard.press('k')
    await expect(page.locator('video')).toHaveAttribute('data-state', 'paused')
    const loaded = page.waitForRequest((request) => request.url().includes('/360p/init.mp4'))
    await page.getByLabel('Quality').selectOption('automatic')
    await loaded
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(1)
    await expect(page.locator('video')).toHaveJSProperty('paused', true)
    await expect(page.locator('video')).toHaveAttribute('data-state', 'paused')

    await page.getByLabel('Quality').selectOption('audioOnly')
    const renditions = recordRenditions(page)
    await page.getByRole('link', { name: /^High Desert/ }).press('Enter')
    await expect(page).toHaveTitle(/^High Desert/)
    await expectPlaying(page)
    await expect(
      page.getByText('This channel has no audio-only stream, so it plays in the lowest quality.'),
    ).toBeVisible()
    await expectAdvance(page, 2)
    expect(renditions().filter((rendition) => rendition.startsWith('high-desert/'))).toEqual(['high-desert/180p'])
  },
)

test(
  'the controls hide after three seconds and stay while one of them has the focus',
  { tag: ['@full', '@watch.controls'] },
  async ({ page }) => {
    await watch(page)
    const line = page.getByRole('toolbar', { name: 'Player' })
    await page.mouse.move(400, 300)
    await page.mouse.move(420, 310)
    await expect(line).toHaveAttribute('data-hidden', 'false')
    await expect(line).toHaveAttribute('data-hidden', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused()
    await expect(line).toHaveAttribute('data-hidden', 'false')
    await expectAdvance(page, 4)
    await expect(line).toHaveAttribute('data-hidden', 'false')
  },
)

test('the player has the focus first, and Tab moves to its controls', { tag: '@full' }, async ({ page }) => {
  await watch(page)
  await page.reload()
  await expect(page.getByRole('group', { name: 'Harbor One, live' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('toolbar', { name: 'Player' }).locator(':focus')).toHaveCount(1)
})

test(
  'on a phone the controls are below the video, and their icons grow with the text',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await watch(page)
    const video = page.locator('video')
    const line = page.getByRole('toolbar', { name: 'Player' })
    const edge = await video.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(await line.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(edge)
    await expect(line).toHaveCSS('opacity', '1')

    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    for (const drawing of [line.locator('svg').first(), page.getByRole('button', { name: /^Favorite/ }).locator('svg')])
      await expect(drawing).toHaveCSS('width', '48px')
    await expect.poll(() => line.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  },
)

test('opening a channel from the list reads it once', { tag: '@watch.play' }, async ({ page }) => {
  await openAs(page, 'member', '/')
  const paths = recordPaths(page)
  await page.locator('a[href="/video/harbor-one"]').first().click()
  await expectPlaying(page)
  expect(paths.filter((path) => path.endsWith('/channels/harbor-one'))).toHaveLength(1)
})

test('leaving the screen stops the stream', async ({ page }) => {
  await watch(page)
  await page.getByRole('link', { name: 'Live Channels' }).first().click()
  await expect(page.locator('video')).toHaveCount(0)
  const paths = recordPaths(page)
  await page
    .waitForResponse((response) => response.url().includes('/wp-json/'), { timeout: 4_000 })
    .catch(() => undefined)
  expect(paths.filter((path) => path.includes('/sandbox/streams/'))).toEqual([])
})

test(
  'a player script that can’t be loaded offers to reload the page',
  { tag: '@full' },
  async ({ page, watch: watching }) => {
    watching.allowConsole(/Failed to fetch|import/)
    await signIn(page, 'member')
    await page.route(/\/assets\/hls-.*\.js$/, (route) => route.abort())
    await page.goto('/video/harbor-one')
    await expect(page.getByRole('button', { name: 'Reload page' })).toBeVisible()
  },
)

const toolbarOf = (page: Page) => page.getByRole('toolbar', { name: 'Player' })

/** Enters full screen. The player follows the browser, so its own button says when the keys of a television apply. */
async function enterFullScreen(page: Page): Promise<void> {
  await page.keyboard.press('f')
  await expect(
    toolbarOf(page).getByRole('button', { name: 'Full screen', exact: true, includeHidden: true }),
  ).toHaveAttribute('aria-pressed', 'true')
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
}

test(
  'the controls fit every width, and a menu has those that do not',
  { tag: ['@full', '@watch.controls', '@watch.menu'] },
  async ({ page }) => {
    await watch(page)
    await page.keyboard.press('Enter')
    for (const width of [320, 390, 600, 768, 847, 848, 1024, 1200, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = () =>
        toolbarOf(page).evaluate((bar) => {
          const { left, right } = bar.getBoundingClientRect()
          return [...bar.querySelectorAll('button, select, input, time')]
            .filter((control) => control.checkVisibility())
            .filter((control) => {
              const box = control.getBoundingClientRect()
              return box.left < left - 1 || box.right > right + 1
            })
            .map((control) => control.getAttribute('aria-label') ?? control.textContent)
        })
      await expect.poll(overflow, `${width} px`).toEqual([])
    }
    // What is in the menu of a player of 759 px is in the bar of one of 760 px.
    const player = page.getByRole('group', { name: 'Harbor One, live' })
    const widthOf = () => player.evaluate((element) => element.getBoundingClientRect().width)
    await page.setViewportSize({ width: 1000, height: 900 })
    const beside = 1000 - (await widthOf())
    for (const width of [759, 760]) {
      await page.setViewportSize({ width: width + beside, height: 900 })
      await expect.poll(widthOf).toBe(width)
      await page.getByRole('button', { name: 'More controls' }).click()
      for (const [part, isShown] of [
        [toolbarOf(page), width === 760],
        [page.getByRole('region', { name: 'More controls' }), width === 759],
      ] as const) {
        for (const control of [
          part.getByRole('slider', { name: 'Volume' }),
          part.locator('time'),
          part.getByRole('button', { name: 'Keyboard shortcuts' }),
        ])
          await expect(control, `${width} px`).toBeVisible({ visible: isShown })
      }
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(toolbarOf(page).getByRole('slider', { name: 'Volume' })).toHaveCount(0)
    await page.getByRole('button', { name: 'More controls' }).click()
    const menu = page.getByRole('region', { name: 'More controls' })
    await expect(menu.getByRole('slider', { name: 'Volume' })).toBeFocused()
    await expect(menu.locator('time')).toBeVisible()
    await menu.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('region', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'More controls' })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More controls' }).click()
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 1024 })
      await expectAccessible(page)
    }
  },
)

test(
  'Live turns gray when the video pauses, and the timeline shows the distance and seeks',
  { tag: '@watch.timeshift' },
  async ({ page }) => {
    await watch(page)
    const live = toolbarOf(page).getByText('Live', { exact: true })
    const gray = 'rgb(200, 205, 212)'
    await expect(live).not.toHaveCSS('color', gray)
    await page.keyboard.press('k')
    await expect(live).toHaveCSS('color', gray)
    await expect(toolbarOf(page).getByText(/^−0:0[2-9]$/)).toBeVisible()
    await page.keyboard.press('k')
    const timeline = page.getByRole('slider', { name: 'Position' })
    await timeline.fill('-60')
    await expect(timeline).toHaveAttribute('aria-valuetext', /^−(0:5\d|1:0\d) from live$/)
    await expectPlaying(page)
    await page.getByRole('button', { name: 'Go live' }).click()
    await expect(timeline).toHaveAttribute('aria-valuetext', 'Live')
  },
)

test(
  'a channel is read while the mouse is pressed on its card, and once',
  { tag: ['@full', '@watch.play'] },
  async ({ page }) => {
    // There is no preview, which would read the channel too.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openAs(page, 'member', '/')
    const paths = recordPaths(page)
    const read = () => paths.filter((path) => path.endsWith('/channels/longitude'))
    await page.locator('a[href="/video/longitude"]').first().hover()
    await page.mouse.down()
    await expect.poll(read).toHaveLength(1)
    await page.mouse.up()
    await expectPlaying(page)
    expect(read()).toHaveLength(1)
  },
)

test('the list of channels preloads the player', { tag: ['@full', '@watch.play'] }, async ({ page }) => {
  const ahead = [/\/assets\/Video-[^/]*\.js$/, /\/assets\/hls-[^/]*\.js$/].map((file) => page.waitForResponse(file))
  await openAs(page, 'member', '/')
  for (const response of await Promise.all(ahead)) await response.finished()
})

test(
  'the playlists of a channel load while hls.js loads, and only once',
  { tag: ['@full', '@watch.play'] },
  async ({ page }) => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/assets\/hls-[^/]*\.js$/, async (route) => {
      await answered
      await route.continue()
    })
    const playlists: string[] = []
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      if (path.includes('/streams/harbor-one/') && path.endsWith('.m3u8'))
        playlists.push(path.replace(/.*harbor-one/, ''))
    })
    await openAs(page, 'member', '/video/harbor-one')
    await expect.poll(() => playlists).toEqual(['/index.m3u8', '/360p/index.m3u8'])
    answer()
    await expect(page.locator('video')).toHaveAttribute('data-state', /playing|blocked/, {
      timeout: longWaits.playback,
    })
    expect(playlists.filter((path) => path === '/index.m3u8')).toHaveLength(1)
  },
)

test(
  'while a channel starts on a phone, only the live edge is shown as its position, and the controls keep their height',
  { tag: '@watch.timeshift' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(() => {
      const shown = new Set<string>()
      const heights = new Set<number>()
      Object.assign(window, { shownPositions: shown, toolbarHeights: heights })
      new MutationObserver(() => {
        if (document.querySelector('[aria-label="Go live"]')) shown.add('Go live')
        const timeline = document.querySelector<HTMLInputElement>('[aria-label="Position"]')
        if (timeline) shown.add(timeline.value)
        const toolbar = document.querySelector<HTMLElement>('[role="toolbar"][aria-label="Player"]')
        if (toolbar) heights.add(toolbar.offsetHeight)
      }).observe(document, { subtree: true, childList: true, attributes: true })
    })
    await watch(page)
    await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', 'Live')
    const { positions, heights } = await page.evaluate(() => {
      const { shownPositions, toolbarHeights } = window as unknown as {
        shownPositions: Set<string>
        toolbarHeights: Set<number>
      }
      return { positions: [...shownPositions], heights: [...toolbarHeights] }
    })
    expect(positions).toEqual(['0'])
    expect(heights).toHaveLength(1)
  },
)

test(
  'blocked autoplay starts without sound, and a button turns it on',
  { tag: ['@full', '@watch.blocked'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      const { play } = HTMLMediaElement.prototype
      let hasGesture = false
      addEventListener('pointerdown', () => (hasGesture = true), true)
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        if (this.muted || hasGesture) return play.call(this)
        return Promise.reject(new DOMException('play() requires a user gesture', 'NotAllowedError'))
      }
    })
    await openAs(page, 'member', '/video/harbor-one')
    await expectPlaying(page)
    const video = page.locator('video')
    await expect(video).toHaveJSProperty('muted', true)
    const button = page.getByRole('button', { name: 'Tap for sound' })
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48)
    await button.click()
    await expect(video).toHaveJSProperty('muted', false)
    await expect(button).toHaveCount(0)
    await expectPlaying(page)
  },
)

test.describe('a phone', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })

  test(
    'that is turned sideways shows nothing but the picture; taps show the controls, seek and show full screen',
    { tag: ['@full', '@watch.touch'] },
    async ({ page }) => {
      await watch(page)
      expect(await page.locator('video').boundingBox()).toEqual({ x: 0, y: 0, width: 844, height: 390 })
      await expect(navigation(page)).toBeHidden()
      await expect(page.getByRole('banner')).toBeHidden()
      const bar = toolbarOf(page)
      await expect(bar).toHaveCSS('opacity', '0')
      await page.touchscreen.tap(420, 150)
      await expect(bar).toHaveCSS('opacity', '1')
      await expectAccessible(page)
      await expect(bar).toHaveCSS('opacity', '0')
      await page.touchscreen.tap(420, 150)
      await expect(bar).toHaveCSS('opacity', '1')
      /** Both taps are sent at once: on a busy machine, one after the other is no double tap. */
      const doubleTap = (x: number) => Promise.all([page.touchscreen.tap(x, 150), page.touchscreen.tap(x, 150)])
      const before = await timeOf(page)
      await doubleTap(60)
      await expect.poll(() => timeOf(page)).toBeLessThan(before - 4)
      expect(await stateOf(page)).not.toBe('paused')
      for (const isFullScreen of [true, false]) {
        await doubleTap(420)
        await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(isFullScreen)
      }
      expect(await stateOf(page)).not.toBe('paused')
      await page.getByRole('link', { name: 'All channels' }).click()
      await expect(page).toHaveURL(/\/$/)
      await expect(navigation(page)).toBeVisible()
    },
  )
})

const lowerThird = (page: Page) => page.locator('[data-lower-third]')

test(
  'in full screen the arrows change the channel, off air ones are skipped, and Enter opens the strip',
  { tag: ['@full', '@watch.zapping', '@watch.neighbors', '@watch.lowerThird'] },
  async ({ page }) => {
    await watch(page, 'the-far-desk')
    await expectOtherChannels(page)
    await enterFullScreen(page)
    const volume = await page.locator('video').evaluate((video: HTMLVideoElement) => video.volume)
    const slug = () => new URL(page.url()).pathname
    const seen: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const before = slug()
      await page.keyboard.press('ArrowDown')
      await expect.poll(slug).not.toBe(before)
      seen.push(slug())
    }
    // Night Wire, between the first two, is off air.
    expect(seen).toEqual(['/video/cross-meridian', '/video/grain-and-gold', '/video/fourth-quarter'])
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.volume)).toBe(volume)
    await expect(lowerThird(page).getByText(/^Next: /)).toBeVisible()
    await expectPlaying(page)
    await page.keyboard.press('ArrowUp')
    await expect.poll(slug).toBe(seen[1])
    await page.keyboard.press('Enter')
    const strip = page.getByRole('navigation', { name: 'Channel strip' })
    await expect(strip.locator('[aria-current]')).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(slug).toBe(seen[2])
    await expect(strip).toHaveCount(0)
    await expect(page.getByRole('group', { name: /, live$/ })).toBeFocused()
    // The controls are one arrow below the strip, and the page behind the player is not reachable.
    await expectPlaying(page)
    await page.keyboard.press('Enter')
    await expect(strip.locator('[aria-current]')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(toolbarOf(page).getByRole('button', { name: 'Pause' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('group', { name: /, live$/ })).toBeFocused()
    expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  },
)

test(
  'a page that is opened right after the key of the next channel stays',
  { tag: ['@full', '@watch.zapping'] },
  async ({ page }) => {
    await watch(page)
    await expectOtherChannels(page)
    // Both in one task, before the screen of the next channel is rendered. The timer ends after the render.
    await page.evaluate(async () => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
      document.querySelector<HTMLElement>('nav[aria-label="Main"] a[href="/guide"]')?.click()
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    await expect(page.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible()
    await expect(page).toHaveURL('/guide')
  },
)

test.describe('a television', () => {
  // Without a mouse.
  test.use({ viewport: { width: 1920, height: 1080 }, hasTouch: true })

  test(
    'offers the sign-in by a code first; the arrows change the channel, and Enter opens the strip',
    { tag: ['@full', '@watch.zapping', '@device.offerFirst'] },
    async ({ page }) => {
      await page.goto('/signin')
      await expect(page.getByRole('link', { name: 'Sign in with a code' })).toBeFocused()
      await watch(page)
      const volume = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.volume)
      const before = await volume()
      // The other channels load after the first frame.
      await expect(page.getByRole('button', { name: 'Next channel' })).toBeAttached()
      await page.keyboard.press('ArrowDown')
      await expect(page).toHaveURL('/video/longitude')
      await expectPlaying(page)
      await page.keyboard.press('ArrowUp')
      await expect(page).toHaveURL('/video/harbor-one')
      expect(await volume()).toBe(before)
      await page.keyboard.press('Enter')
      const strip = page.getByRole('navigation', { name: 'Channel strip' })
      await expect(strip.locator('[aria-current]')).toBeFocused()
    },
  )

  test(
    'the page ends with the rail, so no arrow scrolls the picture',
    { tag: ['@full', '@watch.rail'] },
    async ({ page }) => {
      await watch(page)
      await expectOtherChannels(page)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(1080)
    },
  )

  for (const path of ['/', '/favourites', '/guide'])
    test(
      `Back returns the focus from a channel to its place on ${path}`,
      { tag: ['@full', '@shell.return'] },
      async ({ page }) => {
        await openAs(page, 'member', path)
        if (path === '/guide') {
          await page.getByRole('gridcell').and(page.locator('[tabindex="0"]')).focus()
          // A row that the guide does not show at first.
          for (const key of ['PageDown', 'PageDown', 'Home']) await page.keyboard.press(key)
          await page.getByRole('rowheader').locator('a:focus').press('Enter')
        } else await page.getByRole('main').locator('a[href^="/video/"]').nth(1).press('Enter')
        await expectPlaying(page)
        await expectOtherChannels(page)
        const opened = page.url()
        // The arrows change the channel, and with it the place.
        if (path !== '/favourites') {
          await page.keyboard.press('ArrowDown')
          await expect(page).not.toHaveURL(opened)
        }
        const slug = new URL(page.url()).pathname.slice('/video/'.length)
        await pressBack(page)
        await expect(page).toHaveURL(path)
        const link = page.locator(`a[href="/video/${slug}"]`)
        const place = page.getByRole(path === '/guide' ? 'row' : 'listitem').filter({ has: link })
        await expect(place.locator(':focus')).toHaveCount(1)
        await expect(path === '/guide' ? place.getByRole('rowheader') : place).toBeInViewport({ ratio: 0.9 })
        if (path === '/guide') await expect(place.locator(':focus')).toHaveAttribute('data-kind', 'now')
      },
    )

  test(
    'the arrows reach every control of the player, its menu and the page around it',
    { tag: ['@full', '@watch.back', '@shell.arrows'] },
    async ({ page }) => {
      await watch(page)
      await expectOtherChannels(page)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('navigation', { name: 'Channel strip' }).locator('[aria-current]')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      const pause = toolbarOf(page).getByRole('button', { name: 'Pause' })
      await expect(pause).toBeFocused()
      await pressBack(page)
      await expect(page.getByRole('navigation', { name: 'Channel strip' })).toHaveCount(0)
      await expect(pause).toBeFocused()
      await expectArrowsReachAll(page)
      await toolbarOf(page).getByRole('slider', { name: 'Volume' }).focus()
      await page.keyboard.press('ArrowDown')
      await expect(toolbarOf(page).getByRole('slider', { name: 'Volume' })).toHaveValue('0.95')
      await toolbarOf(page).getByRole('button', { name: 'More controls' }).press('Enter')
      const menu = page.getByRole('region', { name: 'More controls' })
      await expect(menu.locator(':focus')).toHaveCount(1)
      const collapsed = menu.getByRole('button', { expanded: false })
      for (let left = await collapsed.count(); left > 0; left -= 1) await collapsed.first().press('Enter')
      await expectArrowsReachAll(page, { dialog: menu })
      await pressBack(page)
      await expect(menu).toHaveCount(0)
      const shortcuts = toolbarOf(page).getByRole('button', { name: 'Keyboard shortcuts' })
      await shortcuts.press('Enter')
      const list = page.getByRole('region', { name: 'Keyboard shortcuts' })
      await expect(list.getByRole('button')).toHaveText('Close')
      await expectArrowsReachAll(page)
      await shortcuts.focus()
      await pressBack(page)
      await expect(list).toHaveCount(0)
      await expect(shortcuts).toBeFocused()
      await pressBack(page)
      await expect(page.getByRole('group', { name: /, live$/ }), 'Back returns to the picture first').toBeFocused()
      await expect(page).toHaveURL('/video/harbor-one')
    },
  )
})

test(
  'Back on a remote closes a panel, then leaves full screen, then the channel',
  { tag: ['@full', '@watch.zapping'] },
  async ({ page }) => {
    await openAs(page, 'member', '/')
    await page
      .getByRole('link', { name: /^Harbor One: / })
      .first()
      .click()
    await expectPlaying(page)
    await enterFullScreen(page)
    const isFullScreen = () => page.evaluate(() => document.fullscreenElement !== null)
    await page.keyboard.press('Enter')
    const strip = page.getByRole('navigation', { name: 'Channel strip' })
    await expect(strip.locator('[aria-current]')).toBeFocused()
    await pressBack(page)
    await expect(strip).toHaveCount(0)
    expect(await isFullScreen()).toBe(true)
    await pressBack(page)
    await expect.poll(isFullScreen).toBe(false)
    await expect(page).toHaveURL('/video/harbor-one')
    await pressBack(page)
    await expect(page).toHaveURL('/')
  },
)

test(
  'texts of 300 characters that run right to left neither reorder nor move what is beside them',
  { tag: ['@full', '@watch.rail'] },
  async ({ page }) => {
    const title = 'نشرة الأخبار المسائية '.repeat(14).slice(0, 300).trim()
    const show = { title, starts_at: '2026-11-21T00:00:00Z', ends_at: '2036-11-22T02:30:00Z' }
    await page.route(/\/wp-json\/channel\/v2\/channels(\/[a-z-]+)?$/, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as object | object[]
      const withShow = (channel: object) => ({ ...channel, now: show, next: show })
      await route.fulfill({ response, json: Array.isArray(json) ? json.map(withShow) : withShow(json) })
    })
    await watch(page)
    /** The texts that contain the title, and whether each is isolated from what is beside it. */
    const texts = () =>
      page.evaluate((text) => {
        const found = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const all: boolean[] = []
        while (found.nextNode())
          if (found.currentNode.textContent?.includes(text))
            all.push(found.currentNode.parentElement?.closest('bdi') !== null)
        return all
      }, title)
    await expectOtherChannels(page)
    await page.keyboard.press('n')
    await expect(lowerThird(page).getByText(/^Next: /)).toBeVisible()
    await expectNoHorizontalScroll(page)
    await enterFullScreen(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('navigation', { name: 'Channel strip' })).toBeVisible()
    await expectNoHorizontalScroll(page)
    // Over the picture, below it, beside it, in the lower third and in the strip.
    await expect.poll(async () => (await texts()).length).toBeGreaterThan(30)
    expect((await texts()).every(Boolean)).toBe(true)
  },
)

/** The paths of streams of other channels than Harbor One. */
const otherStreams = (page: Page) => {
  const paths = recordPaths(page)
  return () => paths.filter((path) => path.includes('/sandbox/streams/') && !path.includes('/harbor-one/'))
}

test(
  'the neighbors are prepared without a fragment, and the next one starts from what was prepared',
  { tag: '@watch.warm' },
  async ({ page }) => {
    const paths = otherStreams(page)
    await watch(page)
    const renditions = () => paths().filter((path) => /\/\d+p\/index\.m3u8/.test(path))
    await expect.poll(() => new Set(renditions()).size).toBe(2)
    await expectAdvance(page, 4)
    expect(paths().filter((path) => !path.includes('.m3u8'))).toEqual([])
    const calls = recordPaths(page)
    await page.keyboard.press('n')
    await expect(page).toHaveTitle(/^Longitude/)
    await expectPlaying(page)
    expect(calls.filter((path) => path.includes('/streams/longitude/index.m3u8'))).toEqual([])
  },
)

test('nothing is prepared if the browser saves data', { tag: ['@full', '@watch.warm'] }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const paths = otherStreams(page)
  await watch(page)
  await expectAdvance(page, 4)
  expect(paths()).toEqual([])
})

test(
  'from 1200 px all channels are beside the picture, with this one in the middle, and the arrow keys move through them',
  { tag: ['@full', '@watch.rail'] },
  async ({ page }) => {
    await watch(page, 'delta-dispatch')
    const rail = page.getByRole('navigation', { name: 'All channels' })
    const list = rail.getByRole('list')
    const boxOf = async (locator: Locator) => {
      const box = await locator.boundingBox()
      if (!box) throw new Error('The element is not visible')
      return box
    }
    for (const [width, height] of [
      [1200, 800],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      const line = page.getByRole('region', { name: 'On this channel' })
      // The layout adapts to the new size asynchronously.
      await expect(async () => {
        const picture = await boxOf(page.locator('video'))
        const beside = await boxOf(rail)
        expect(beside.x).toBeGreaterThanOrEqual(picture.x + picture.width - 1)
        expect(beside.y + beside.height).toBeLessThanOrEqual(height + 1)
        // Channel, program and next program are on one line.
        const middles = await line.locator('h1, progress, time').evaluateAll((all) =>
          all.map((one) => {
            const { top, bottom } = one.getBoundingClientRect()
            return (top + bottom) / 2
          }),
        )
        expect(middles).toHaveLength(3)
        expect(await line.locator('h1').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
        expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(6)
        expect((await boxOf(line)).y + (await boxOf(line)).height).toBeLessThanOrEqual(height)
      }).toPass()
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectOtherChannels(page)
    await page.keyboard.press('n')
    const current = list.locator('[aria-current]')
    await expect(current).toContainText('Cascade Now')
    // The list scrolls after its entry has changed.
    await expect(async () => {
      const [outer, inner] = [await boxOf(list), await boxOf(current)]
      expect(Math.abs(inner.y + inner.height / 2 - outer.y - outer.height / 2)).toBeLessThan(inner.height)
    }).toPass()
    const outer = await boxOf(list)
    await current.focus()
    await page.keyboard.press('ArrowDown')
    await expect(list.getByRole('link', { name: /^The Far Desk/ })).toBeFocused()
    await page.keyboard.press('Home')
    await expect(list.getByRole('link', { name: /^Harbor One/ })).toBeFocused()
    // The next entry is visible too, in both directions.
    const links = list.getByRole('link')
    for (const key of ['ArrowDown', 'ArrowUp'])
      for (let presses = 1; presses < (await links.count()); presses += 1) {
        await page.keyboard.press(key)
        const room = async () => {
          const { y, height } = await boxOf(list.locator(':focus'))
          return key === 'ArrowDown' ? outer.y + outer.height - y - height : y - outer.y
        }
        const isLast = presses === (await links.count()) - 1
        await expect.poll(room, `${key} ${presses}`).toBeGreaterThanOrEqual(isLast ? -1 : 48)
      }
    await page.keyboard.press('End')
    await expect(list.getByRole('link', { name: /^High Desert/ })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/high-desert/)
    // The page is scrolled after the URL has changed.
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.setViewportSize({ width: 1199, height: 900 })
    const below = async () => (await boxOf(rail)).y - (await boxOf(page.locator('video'))).y
    await expect.poll(below).toBeGreaterThan(100)
  },
)
