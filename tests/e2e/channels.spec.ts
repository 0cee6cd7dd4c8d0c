import { type Page } from '@playwright/test'
import { expect, signIn, test } from './fixture.ts'
import { setScheme } from './galleryScreenshots.ts'
import { heading, navigation, openAs } from './page.ts'

const channelGrid = (page: Page) => page.getByRole('list', { name: 'Channels' })
const cards = (page: Page) => channelGrid(page).getByRole('listitem')
const filterButton = (page: Page, group: 'Category' | 'Region', name: string) =>
  page.getByRole('group', { name: group }).getByRole('button', { name, exact: true })

const open = async (page: Page, path = '/') => {
  await openAs(page, 'member', path)
  await expect(cards(page).first()).toBeVisible()
}

/** Changes the host’s list of channels. */
const modifyChannels = (page: Page, change: (channels: Record<string, unknown>[]) => unknown) =>
  page.route('**/wp-json/channel/v2/channels', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Record<string, unknown>[]) })
  })

test('the end of a program is shown in the viewer’s time zone', async ({ page }) => {
  await modifyChannels(page, (channels) =>
    channels.map((channel) => ({
      ...channel,
      now: { title: 'A Long Evening', starts_at: '2026-11-21T00:00:00Z', ends_at: '2036-11-22T02:30:00Z' },
    })),
  )
  await open(page)
  await expect(cards(page).first().locator('time')).toHaveText('until 9:30 PM')
})

test(
  'programs change with the clock, without a skeleton, and a list that can’t be updated shows a notice',
  { tag: '@channels.fresh' },
  async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'member')
    let title = 'The Late Tide'
    await modifyChannels(page, (channels) =>
      channels.map((channel) => ({
        ...channel,
        now: {
          title,
          starts_at: new Date(Date.now() - 60_000).toISOString(),
          ends_at: new Date(Date.now() + 45_000).toISOString(),
        },
      })),
    )
    await page.goto('/')
    await expect(cards(page).first()).toContainText('The Late Tide')
    title = 'The Night Tide'
    const bare = page.getByRole('status', { name: 'Loading channels' })
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('[aria-label="Loading channels"]')) document.title = 'flashed'
      }).observe(document.body, { childList: true, subtree: true })
    })
    await page.clock.fastForward(50_000)
    await expect(cards(page).first()).toContainText('The Night Tide')
    const notice = page.getByText('This listing may be out of date. Updating…')
    await expect(notice).toHaveCount(0)
    await page.route('**/wp-json/channel/v2/channels', (route) => route.abort())
    await page.clock.fastForward(50_000)
    await expect(notice).toBeVisible()
    await expect(cards(page).first()).toContainText('The Night Tide')
    await expect(bare).toHaveCount(0)
    expect(await page.title()).not.toBe('flashed')
  },
)

test('arrow keys move through the cards, starting at the first, and Enter opens one', async ({ page }) => {
  await open(page)
  const links = channelGrid(page).locator('h2 > a')
  await expect(heading(page, 'Live Channels')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(0)).toBeFocused()
  const star = (card: number) => cards(page).nth(card).getByRole('button')
  await page.keyboard.press('ArrowRight')
  await expect(star(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(4)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(links.nth(3)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(filterButton(page, 'Category', 'All topics')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(navigation(page).locator(':focus')).toHaveCount(1)
  await links.nth(0).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/video\//)
})

test('text has enough contrast on any channel color in both schemes', async ({ page }) => {
  const colours = ['#ffffff', '#ffff00', '#000000', '#ff0000', '#00ff00', '#0000ff', '#00ffff', '#ff00ff', '#808080']
  await modifyChannels(page, (channels) =>
    channels.map((channel, i) => ({ ...channel, colour: i < colours.length ? colours[i] : channel['colour'] })),
  )
  await open(page)
  const worst = () =>
    cards(page).evaluateAll((all) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      if (!canvas) throw new Error('no canvas')
      const luminance = (colour: string) => {
        canvas.fillStyle = colour
        canvas.fillRect(0, 0, 1, 1)
        const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => {
          const share = part / 255
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0)
      }
      const ratio = (one: string, other: string) => {
        const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
        return (light + 0.05) / (dark + 0.05)
      }
      return all.map((card) => {
        const ground = getComputedStyle(card).backgroundColor
        const texts = [...card.querySelectorAll('h2 a, p span, time, div > span')]
        const mark = card.querySelector('[aria-hidden="true"]')
        const own = mark ? getComputedStyle(mark) : undefined
        return Math.min(
          ...texts.map((element) => ratio(getComputedStyle(element).color, ground)),
          own ? ratio(own.color, own.backgroundColor) : 21,
        )
      })
    })
  for (const scheme of ['light', 'dark'] as const) {
    await setScheme(page, scheme)
    await page.mouse.move(0, 0)
    await heading(page).focus()
    await expect(async () => expect(Math.min(...(await worst()))).toBeGreaterThanOrEqual(4.5)).toPass()
    // The color is stronger under the pointer and with focus.
    for (let i = 0; i < colours.length; i++) {
      await channelGrid(page).locator('h2 > a').nth(i).focus()
      await cards(page).nth(i).hover()
      await expect(async () => expect((await worst())[i], scheme).toBeGreaterThanOrEqual(4.5)).toPass()
    }
  }
})

test('has targets of at least 24 px on a phone', async ({ page }) => {
  await open(page)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 720 })
    const small = () =>
      page.locator('a:visible, button:visible, input:visible').evaluateAll((all) =>
        all
          .map((element) => {
            const { width: wide, height } = (element.closest('[data-box]') ?? element).getBoundingClientRect()
            return [element.textContent || element.getAttribute('aria-label'), wide, height] as const
          })
          .filter(([, wide, high]) => wide < 24 || high < 24),
      )
    await expect.poll(small, `${width} px`).toEqual([])
  }
})

test.describe('on a TV', () => {
  test.use({ viewport: { width: 1920, height: 1080 } })

  test('has large text and a clear focus', async ({ page }) => {
    await open(page)
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('20px')
    await page.keyboard.press('ArrowDown')
    const card = cards(page).first()
    await expect(card).toHaveCSS('outline-width', '4px')
    await expect(card).not.toHaveCSS('transform', 'none')
  })
})
