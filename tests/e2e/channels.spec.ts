import { type Locator, type Page } from '@playwright/test'
import { PROGRAMS } from '../../server/sandbox/seed/programs.ts'
import { expect, signIn, test } from './fixture.ts'
import { setScheme } from './galleryScreenshots.ts'
import { fill, respondWithSchedule } from './hostSchedule.ts'
import { expectNoHorizontalScroll, heading, holdRoute, navigation, openAs } from './page.ts'
import { longWaits } from './waits.ts'

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

test('the end of a program is shown in the viewer’s time zone', { tag: '@full' }, async ({ page }) => {
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
  await expect(links.nth(5)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(links.nth(4)).toBeFocused()
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

test.describe('cards', { tag: '@channels.cards' }, () => {
  const still = (page: Page, card: number) => cards(page).nth(card).locator('img')
  const mark = (page: Page, card: number) => cards(page).nth(card).locator('[data-mark]')
  /** Whether the mark is what is painted in the middle of the picture. */
  const showsMark = (page: Page, card: number) =>
    mark(page, card).evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const painted = document.elementsFromPoint(left + width / 2, top + height / 2)
      const image = element.parentElement?.querySelector('img')
      return painted.includes(element) && (!image || !image.checkVisibility() || !image.complete)
    })

  test(
    'show the still; the mark where it is missing, slow or no picture, and nothing moves',
    { tag: '@full' },
    async ({ page }) => {
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/sandbox/posters/missing.webp', (route) => route.fulfill({ status: 404 }))
      await page.route('**/sandbox/posters/text.webp', (route) =>
        route.fulfill({ contentType: 'image/webp', body: 'not a picture' }),
      )
      await page.route('**/sandbox/posters/slow.webp', async (route) => {
        await held
        await route.continue({ url: route.request().url().replace('slow', 'harbor-one') })
      })
      await modifyChannels(page, (channels) => {
        const [first] = channels
        const posters = [
          '/sandbox/posters/harbor-one.webp',
          '/sandbox/posters/missing.webp',
          '/sandbox/posters/text.webp',
        ]
        return [...posters, '/sandbox/posters/slow.webp', null].map((poster_url, at) => ({
          ...first,
          slug: `channel-${at}`,
          poster_url,
        }))
      })
      await open(page)
      await expect.poll(() => still(page, 0).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
      await expect(still(page, 1)).toBeHidden()
      await expect(still(page, 2)).toBeHidden()
      await expect(still(page, 4)).toHaveCount(0)
      for (const card of [1, 2, 3, 4]) expect(await showsMark(page, card), `card ${card}`).toBe(true)
      await page.evaluate(() => {
        Object.assign(window, { shifts: 0 })
        new PerformanceObserver((list) => Object.assign(window, { shifts: list.getEntries().length })).observe({
          type: 'layout-shift',
        })
      })
      const box = await cards(page).nth(3).boundingBox()
      release()
      await expect.poll(() => still(page, 3).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
      expect(await cards(page).nth(3).boundingBox()).toEqual(box)
      expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0)
      await page.setViewportSize({ width: 390, height: 844 })
      for (const card of [1, 2, 4]) expect(await showsMark(page, card), `row ${card}`).toBe(true)
    },
  )

  test('load the stills that are near the visible part only', { tag: '@full' }, async ({ page }) => {
    await modifyChannels(page, ([first]) =>
      Array.from({ length: 60 }, (_, at) => ({
        ...first,
        slug: `channel-${at}`,
        poster_url: `/sandbox/posters/${at}.webp`,
      })),
    )
    const loaded: string[] = []
    await page.route('**/sandbox/posters/*', (route) => {
      loaded.push(new URL(route.request().url()).pathname)
      return route.fulfill({ status: 404 })
    })
    await open(page)
    await expect.poll(() => loaded.length).toBeGreaterThan(4)
    await expect(still(page, 0)).toBeHidden()
    expect(loaded).not.toContain('/sandbox/posters/59.webp')
  })

  test(
    'are rows on a phone, five on the first screen, and two columns from 600 px',
    { tag: ['@full', '@channels.columns'] },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await open(page)
      const picture = mark(page, 0).locator('..')
      expect(await picture.boundingBox()).toMatchObject({ width: 128, height: 72 })
      const bar = await navigation(page).boundingBox()
      const fifth = await cards(page).nth(4).boundingBox()
      expect((fifth?.y ?? NaN) + (fifth?.height ?? NaN)).toBeLessThanOrEqual(bar?.y ?? NaN)
      const lefts = () =>
        cards(page).evaluateAll((all) => new Set(all.map((card) => card.getBoundingClientRect().left)).size)
      for (const [width, columns] of [
        [599, 1],
        [600, 2],
        [768, 2],
        [1440, 4],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(lefts, `${width} px`).toBe(columns)
      }
    },
  )

  test('cut titles of 300 characters, and isolate those that run right to left', { tag: '@full' }, async ({ page }) => {
    const times = { starts_at: '2026-11-21T00:00:00Z', ends_at: '2036-11-22T02:30:00Z' }
    const long = 'breaking '.repeat(33).trim()
    const unbroken = 'x'.repeat(300)
    const arabic = 'نشرة الأخبار المسائية: كل ما حدث اليوم'
    await modifyChannels(page, (channels) =>
      channels.map((channel, at) => {
        const title = [long, unbroken, arabic][at % 3]
        return {
          ...channel,
          name: at === 1 ? unbroken : channel['name'],
          now: { title, ...times },
          next: { title, ...times },
        }
      }),
    )
    await open(page)
    for (const width of [320, 390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const found = () =>
        cards(page).evaluateAll((all) =>
          all.flatMap((card) => {
            const { left, right } = card.getBoundingClientRect()
            const lines = [...card.querySelectorAll('h2 a, p')].filter((line) => line.checkVisibility())
            const link = card.querySelector('h2 a')
            const tooHigh =
              link && link.getBoundingClientRect().height > 2.5 * parseFloat(getComputedStyle(link).lineHeight)
            const outside = lines.some((line) => {
              const box = line.getBoundingClientRect()
              return box.left < left - 1 || box.right > right + 1
            })
            return tooHigh || outside ? [card.textContent.slice(0, 40)] : []
          }),
        )
      await expect.poll(found, `${width} px`).toEqual([])
      await expectNoHorizontalScroll(page)
    }
    await expect(cards(page).locator('h2 bdi').filter({ hasText: arabic }).first()).toBeVisible()
  })
})

test.describe('a preview', { tag: '@channels.preview' }, () => {
  test(
    'plays without sound on the card with the pointer or the focus, one at a time, and nothing is loaded before',
    { tag: '@full' },
    async ({ page }) => {
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
      const ofPreview = () => loaded.filter((path) => /m3u8|channels\/[a-z]/.test(path))
      await open(page)
      await page.clock.install()
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
      const video = cards(page).locator('video')
      await cards(page).nth(1).hover()
      await page.clock.runFor(550)
      expect(ofPreview()).toEqual([])
      await page.clock.runFor(100)
      await page.clock.resume()
      await expect(cards(page).nth(1).locator('video')).toHaveAttribute('data-shown', 'true', {
        timeout: longWaits.playback,
      })
      await expect(video).toHaveJSProperty('muted', true)
      await cards(page).nth(2).hover()
      await expect(cards(page).nth(2).locator('video')).toHaveAttribute('data-shown', 'true', {
        timeout: longWaits.playback,
      })
      await expect(video).toHaveCount(1)
      await page.mouse.move(5, 5)
      await expect(video).toHaveCount(0)
      loaded.length = 0
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
      await page.keyboard.press('ArrowDown')
      await expect(cards(page).first().locator('h2 > a')).toBeFocused()
      await page.clock.runFor(550)
      expect(ofPreview()).toEqual([])
      await page.clock.runFor(100)
      await page.clock.resume()
      await expect(cards(page).first().locator('video')).toHaveAttribute('data-shown', 'true', {
        timeout: longWaits.playback,
      })
    },
  )
})

test.describe('5,000 channels', { tag: '@channels.long' }, () => {
  const elements = (page: Page) => channelGrid(page).evaluate((grid) => grid.getElementsByTagName('*').length)
  const openLong = async (page: Page) => {
    await modifyChannels(page, ([first]) =>
      Array.from({ length: 5_000 }, (_, at) => ({
        ...first,
        slug: `channel-${at}`,
        name: `Channel ${at}`,
        poster_url: null,
      })),
    )
    await open(page)
  }

  test('have few elements in the document, however far the page is scrolled', async ({ page }) => {
    await openLong(page)
    await expect(page.getByText('5000 of 5000 channels live now')).toBeVisible()
    await expect(cards(page).first()).toHaveAttribute('aria-setsize', '5000')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const share of [0, 0.3, 0.7, 1]) {
        await page.evaluate((to) => window.scrollTo(0, to * document.documentElement.scrollHeight), share)
        // The cards of the place are there: no gap is visible.
        const middle = () =>
          page.evaluate(() => document.elementFromPoint(innerWidth / 2, 600)?.closest('[data-box], ul')?.tagName)
        await expect.poll(middle, `${width} px, ${share}`).toBeDefined()
        await expect.poll(() => elements(page)).toBeLessThanOrEqual(1_000)
      }
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect(page.getByRole('link', { name: /^Channel 4999: / })).toBeInViewport()
    }
  })

  test(
    'are reached with arrow keys and with Tab, and a card that is scrolled away keeps the focus',
    { tag: '@full' },
    async ({ page }) => {
      await openLong(page)
      const link = (at: number) => page.getByRole('link', { name: new RegExp(`^Channel ${at}: `) })
      await page.keyboard.press('ArrowDown')
      for (let row = 0; row < 15; row++) {
        await expect(link(row * 4)).toBeFocused()
        // The next row is rendered in the frame after the scroll.
        await expect(link(row * 4 + 4)).toBeAttached()
        await page.keyboard.press('ArrowDown')
      }
      await expect(link(60)).toBeFocused()
      await expect(link(60)).toBeInViewport()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(link(61)).toBeFocused()
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect(link(4999)).toBeInViewport()
      await expect(link(61)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/channel-61$/)
    },
  )

  test('are searched', { tag: '@full' }, async ({ page }) => {
    await openLong(page)
    await page.getByRole('searchbox').fill('channel 4321')
    await expect(cards(page)).toHaveCount(1)
    await expect(page.getByText('1 of 1 channel live now')).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect(page.getByRole('link', { name: /^Channel 0: / })).toBeVisible()
  })
})

test(
  'begins with the channel that was watched last and the favorites, and ends with what is off air',
  { tag: ['@full', '@channels.order', '@channels.orderKept'] },
  async ({ page }) => {
    await openAs(page, 'member', '/video/the-far-desk')
    await expect(page.locator('video')).toHaveAttribute('data-state', 'playing', { timeout: longWaits.playback })
    await page.goto('/')
    await expect(cards(page).first()).toContainText('The Far Desk')
    const starred = (card: number) =>
      cards(page)
        .nth(card)
        .getByRole('button', { name: /^Favorite / })
    await expect(starred(1)).toHaveAttribute('aria-pressed', 'true')
    await expect(cards(page).last()).toContainText('Off air')
    // A star moves no card, not even its own.
    const texts = () => cards(page).locator('h2').allTextContents()
    const before = await texts()
    await starred(1).click()
    await expect(starred(1)).toHaveAttribute('aria-pressed', 'false')
    await starred(9).click()
    await expect(starred(9)).toHaveAttribute('aria-busy', 'false')
    expect(await texts()).toEqual(before)
  },
)

test('text has enough contrast on any channel color in both schemes', { tag: '@full' }, async ({ page }) => {
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
        const texts = [...card.querySelectorAll('h2 a, p, p bdi, p span, time')]
        const mark = card.querySelector('[data-mark]')
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

test('has targets of at least 24 px on a phone', { tag: '@full' }, async ({ page }) => {
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

  test('cuts no title of a program', { tag: ['@full', '@channels.cards'] }, async ({ page }) => {
    const titles = Object.values(PROGRAMS).flatMap((rotation) => rotation.map(([title]) => title))
    const [title = ''] = titles.sort((one, other) => other.length - one.length)
    const times = { starts_at: '2026-11-21T00:00:00Z', ends_at: '2036-11-22T02:30:00Z' }
    await modifyChannels(page, (channels) =>
      channels.map((channel) => ({ ...channel, live: true, now: { title, ...times }, next: { title, ...times } })),
    )
    await open(page)
    const cut = () =>
      cards(page).evaluateAll((all) =>
        all.flatMap((card) =>
          [...card.querySelectorAll('h2 > a, h2 ~ p')]
            .filter(
              ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
                // Line boxes may be a fraction of a pixel higher than their lines.
                scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
            )
            .map(({ textContent }) => textContent),
        ),
      )
    expect(await cards(page).getByText(`Next: ${title}`).count()).toBeGreaterThan(10)
    await expect.poll(cut).toEqual([])
  })

  test('has large text and a clear focus', { tag: '@full' }, async ({ page }) => {
    await open(page)
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('20px')
    await page.keyboard.press('ArrowDown')
    const card = cards(page).first()
    await expect(card).toHaveCSS('outline-width', '4px')
    await expect(card).not.toHaveCSS('transform', 'none')
  })

  test('has a focus ring around the text of a filter, not over it', { tag: '@full' }, async ({ page }) => {
    await open(page)
    await page.keyboard.press('ArrowDown')
    await expect(cards(page).first().getByRole('link')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    const filter = filterButton(page, 'Category', 'All topics')
    await expect(filter).toBeFocused()
    const room = await filter.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      const { width, outlineStyle, outlineWidth } = getComputedStyle(element, '::after')
      return outlineStyle === 'solid'
        ? parseFloat(width) - 2 * parseFloat(outlineWidth) - text.getBoundingClientRect().width
        : 0
    })
    expect(room).toBeGreaterThanOrEqual(4)
  })
})

test(
  'the skeletons of the wall, the guide and the questions have the place of what follows',
  { tag: '@full' },
  async ({ page }) => {
    let answer = () => {}
    let answered = Promise.resolve()
    await page.route(/\/wp-json\/.*(channels|schedule|faqs)/, async (route) => {
      await answered
      await route.fallback()
    })
    const holdList = () => {
      answered = new Promise((resolve) => (answer = resolve))
    }
    const boxOf = (locator: Locator) =>
      locator.first().evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [x, y, width, height].map(Math.round)
      })
    await signIn(page, 'member')
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      holdList()
      await page.goto('/')
      const card = await boxOf(page.getByRole('status', { name: 'Loading channels' }).locator('> *'))
      answer()
      await expect(cards(page).first()).toBeVisible()
      expect(await boxOf(cards(page)), `the first card at ${width} px`).toEqual(card)

      holdList()
      await page.goto('/guide')
      const guide = page.getByRole('status', { name: 'Loading the guide' })
      const [, top] = await boxOf(guide)
      answer()
      const list = width === 390 ? page.getByRole('group', { name: 'Time' }) : page.getByRole('grid')
      await expect(list).toBeVisible()
      expect((await boxOf(list))[1], `the guide at ${width} px`).toBe(top)

      holdList()
      await page.goto('/support/faqs')
      const [, first] = await boxOf(page.getByRole('status', { name: 'Loading questions' }).locator('> * + * > * + *'))
      answer()
      const question = page.getByRole('main').getByRole('group')
      await expect(question.first()).toBeVisible()
      expect((await boxOf(question))[1], `the first question at ${width} px`).toBe(first)
    }
  },
)

/**
 * The lines of a text or of a skeleton, from top to bottom: the left edge and the middle of each, from the corner of
 * `origin`, and its height, in px. What is beside each other is one line. What is cut off is none, nor are the letters of a
 * channel in place of its picture.
 */
const linesOf = async (locator: Locator, origin = locator) =>
  locator.first().evaluate(
    (element, outermost) => {
      const corner = (outermost ?? element).getBoundingClientRect()
      type Line = { left: number; middle: number; height: number }
      const lines: Line[] = []
      const add = (box: DOMRect, height: number) => {
        const left = box.left - corner.left
        const middle = (box.top + box.bottom) / 2 - corner.top
        const line = lines.find((other) => Math.abs(other.middle - middle) < height / 2)
        if (line) line.left = Math.min(line.left, left)
        else lines.push({ left, middle, height })
      }
      for (const each of element.querySelectorAll('*')) {
        // Only the bar of a line is inside the padding.
        if (getComputedStyle(each).backgroundClip === 'content-box') {
          const box = each.getBoundingClientRect()
          if (box.height > 0) add(box, box.height)
        }
      }
      const isCut = (text: Node, { top }: DOMRect) => {
        for (let outer = text.parentElement; outer && element.contains(outer); outer = outer.parentElement)
          if (getComputedStyle(outer).overflow !== 'visible' && top >= outer.getBoundingClientRect().bottom - 1)
            return true
        return false
      }
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement
        if (!parent?.checkVisibility() || parent.closest('.visually-hidden, [data-mark]')) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        for (const box of range.getClientRects())
          if (!isCut(text, box)) add(box, parseFloat(getComputedStyle(parent).lineHeight))
      }
      return lines.sort((one, other) => one.middle - other.middle)
    },
    await origin.first().elementHandle(),
  )

type Lines = Awaited<ReturnType<typeof linesOf>>

/** In px. The place and the height of a font are whole pixels, so its middle is up to one beside that of the line. */
const tolerance = 1

function expectLines(text: Lines, skeleton: Lines, where: string) {
  const keys = ['left', 'middle', 'height'] as const
  const isAlike = (line: Lines[number], other: Lines[number] | undefined) =>
    other !== undefined && keys.every((key) => Math.abs(line[key] - other[key]) <= tolerance)
  expect(text.length, where).toBeGreaterThan(0)
  // The lines of the text in place of those that are alike, so that the others are shown.
  const compared = skeleton.map((line, at) => text.find((other, i) => i === at && isAlike(line, other)) ?? line)
  expect(compared, where).toEqual(text)
}

test(
  'the skeletons of the wall, the guide and the questions have the lines of what follows',
  { tag: ['@full', '@prerender.skeleton'] },
  async ({ page }) => {
    const hour = 3_600_000
    const noon = Date.parse('2026-11-23T17:00:00Z')
    await page.clock.setFixedTime(noon + 40 * 60_000)
    // Titles of one line: a skeleton does not know how long they are.
    await respondWithSchedule(page, 3, (_, from, to) => fill(from, to, hour), {
      now: { title: 'Show 1', starts_at: new Date(noon).toISOString(), ends_at: new Date(noon + hour).toISOString() },
      next: {
        title: 'Show 2',
        starts_at: new Date(noon + hour).toISOString(),
        ends_at: new Date(noon + 2 * hour).toISOString(),
      },
    })
    await signIn(page, 'member')
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const [grid, list] = ['first', 'last'].map((which) =>
        page.getByRole('status', { name: 'Loading the guide' }).locator(`> :${which}-child`),
      ) as [Locator, Locator]
      const channel = page.getByRole('rowheader')
      const skeletonChannel = grid.locator('> :first-child > :first-child')
      const questions = page.getByRole('status', { name: 'Loading questions' }).locator('> :last-child')
      const category = page.getByRole('region', { name: 'Watching' })
      for (const [path, blocks] of [
        ['/', [[page.getByRole('status', { name: 'Loading channels' }).locator('> *'), cards(page)]]],
        [
          '/guide',
          width === 390
            ? [[list.locator('> :nth-child(2)'), page.getByRole('list', { name: /^Guide/ }).getByRole('listitem')]]
            : [
                [skeletonChannel, channel],
                [
                  grid.locator('> :first-child > :nth-child(2)'),
                  page.getByRole('gridcell', { name: /on now$/ }),
                  skeletonChannel,
                  channel,
                ],
              ],
        ],
        [
          '/support/faqs',
          [
            [questions.locator('> :nth-child(1)'), category.getByRole('heading')],
            [questions.locator('> :nth-child(2)'), category.getByRole('group').nth(0)],
            [questions.locator('> :nth-child(3)'), category.getByRole('group').nth(1)],
          ],
        ],
      ] satisfies [string, [skeleton: Locator, text: Locator, origin?: Locator, textOrigin?: Locator][]][]) {
        const answer = await holdRoute(page, /\/wp-json\/.*(channels|schedule|faqs)/)
        await page.goto(path)
        const skeletons = []
        for (const [skeleton, , origin] of blocks) skeletons.push(await linesOf(skeleton, origin))
        await answer()
        for (const [at, [, text, , origin]] of blocks.entries()) {
          await expect(text.first()).toBeVisible()
          expectLines(await linesOf(text, origin), skeletons[at] ?? [], `block ${at} of ${path} at ${width} px`)
        }
        await page.unroute(/\/wp-json\/.*(channels|schedule|faqs)/)
      }
    }
  },
)
