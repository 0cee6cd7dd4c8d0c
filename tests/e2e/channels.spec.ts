import { type Page } from '@playwright/test'
import { CATEGORIES, CHANNELS, REGIONS } from '../../server/sandbox/seed/channels.ts'
import { expect, signIn, test } from './fixture.ts'
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

test('the list shows every channel with its current program and when it ends', async ({ page }) => {
  await open(page)
  await expect(cards(page)).toHaveCount(CHANNELS.length)
  const live = CHANNELS.filter((channel) => channel.live)
  await expect(page.getByText(`${live.length} of ${CHANNELS.length} channels live now`)).toBeVisible()
  const first = cards(page).first()
  await expect(first).toContainText(live[0]?.name ?? '')
  await expect(first.getByText('Live', { exact: true })).toBeVisible()
  await expect(first.locator('time')).toHaveText(/^until \d{1,2}:\d{2} [AP]M$/)
  await expect(cards(page).filter({ hasText: 'Night Wire' })).toContainText('Off air')
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

test('categories and regions filter alone and together', async ({ page }) => {
  await open(page)
  for (const category of CATEGORIES) {
    await filterButton(page, 'Category', category).click()
    await expect(filterButton(page, 'Category', category)).toHaveAttribute('aria-pressed', 'true')
    await expect(cards(page)).toHaveCount(CHANNELS.filter((channel) => channel.category === category).length)
  }
  await filterButton(page, 'Category', 'All topics').click()
  for (const region of REGIONS) {
    await filterButton(page, 'Region', region).click()
    await expect(cards(page)).toHaveCount(CHANNELS.filter((channel) => channel.region === region).length)
  }
  await filterButton(page, 'Category', 'World').click()
  await expect(cards(page)).toHaveCount(
    CHANNELS.filter(({ category, region }) => category === 'World' && region === REGIONS.at(-1)).length,
  )
  await page.getByRole('button', { name: 'Show all channels' }).click()
  await expect(cards(page)).toHaveCount(CHANNELS.length)
})

test('the search finds channels by name, shows when nothing matches, and can be cleared', async ({ page }) => {
  await open(page)
  const search = page.getByRole('searchbox', { name: 'Search channels and shows' })
  await search.fill('HARBÓR one')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('Harbor One')
  await search.fill('grain & gold')
  await expect(cards(page)).toContainText('Grain & Gold')
  await search.fill('<b>no such thing</b>')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await expect(page.getByText('Nothing matches “<b>no such thing</b>”. Missing a channel? Request it.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Request it' })).toHaveAttribute('href', '/support')
  await page.getByRole('button', { name: 'Show all channels' }).click()
  await expect(cards(page)).toHaveCount(CHANNELS.length)
  await expect(search).toHaveValue('')
})

test('the filter is in the URL: a reload and going back restore it', async ({ page }) => {
  await open(page)
  await filterButton(page, 'Category', 'Weather').click()
  await filterButton(page, 'Region', 'South').click()
  await expect(page).toHaveURL(/\?category=Weather&region=South$/)
  const matching = CHANNELS.filter(({ category, region }) => category === 'Weather' && region === 'South').length
  await page.reload()
  await expect(cards(page)).toHaveCount(matching)
  await page.getByRole('link', { name: 'Support' }).first().click()
  await expect(heading(page, 'Support')).toBeFocused()
  await page.goBack()
  await expect(cards(page)).toHaveCount(matching)
  await expect(filterButton(page, 'Category', 'Weather')).toHaveAttribute('aria-pressed', 'true')
})

test('a filter without channels is shown and can be removed', async ({ page }) => {
  await openAs(page, 'member', '/?category=Sailing')
  await expect(page.getByText('No Sailing channels. Try another topic or region.')).toBeVisible()
  await expect(filterButton(page, 'Category', 'Sailing')).toHaveAttribute('aria-pressed', 'true')
  await filterButton(page, 'Category', 'All topics').click()
  await expect(cards(page)).toHaveCount(CHANNELS.length)
})

test('programs change with the clock, without a skeleton meanwhile', async ({ page }) => {
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
  await expect(bare).toHaveCount(0)
  expect(await page.title()).not.toBe('flashed')
})

test('arrow keys move through the cards, starting at the first', async ({ page }) => {
  await open(page)
  const links = channelGrid(page).locator('h2 > a')
  await expect(heading(page, 'Live Channels')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(4)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(links.nth(3)).toBeFocused()
  const star = (card: number) => cards(page).nth(card).getByRole('button')
  await page.keyboard.press('ArrowUp')
  await expect(star(3)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(3)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(star(0)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(filterButton(page, 'Category', 'All topics')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(navigation(page).locator(':focus')).toHaveCount(1)
})

test('opens a channel with the keyboard only', async ({ page }) => {
  await open(page)
  await filterButton(page, 'Category', 'Weather').focus()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(CHANNELS.filter(({ category }) => category === 'Weather').length)
  const link = channelGrid(page).locator('h2 > a').first()
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/video\//)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`text has enough contrast on any channel color, ${scheme}`, async ({ page }) => {
    const colours = ['#ffffff', '#ffff00', '#000000', '#ff0000', '#00ff00', '#0000ff', '#00ffff', '#ff00ff', '#808080']
    await modifyChannels(page, (channels) =>
      channels.map((channel, i) => ({ ...channel, colour: i < colours.length ? colours[i] : channel['colour'] })),
    )
    await page.addInitScript((dark) => localStorage.setItem('isDarkMode', String(dark)), scheme === 'dark')
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
    expect(Math.min(...(await worst()))).toBeGreaterThanOrEqual(4.5)
    // The color is stronger under the pointer and with focus.
    for (let i = 0; i < colours.length; i++) {
      await channelGrid(page).locator('h2 > a').nth(i).focus()
      await cards(page).nth(i).hover()
      await expect(async () => expect((await worst())[i]).toBeGreaterThanOrEqual(4.5)).toPass()
    }
  })
}

for (const width of [320, 390])
  test(`has targets of at least 24 px at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 })
    await open(page)
    const small = await page.locator('a:visible, button:visible, input:visible').evaluateAll((all) =>
      all
        .map((element) => {
          const { width: wide, height } = (element.closest('[data-box]') ?? element).getBoundingClientRect()
          return [element.textContent || element.getAttribute('aria-label'), wide, height] as const
        })
        .filter(([, wide, high]) => wide < 24 || high < 24),
    )
    expect(small).toEqual([])
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
