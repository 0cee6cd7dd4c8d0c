/** The atlas: charts, search, keyboard navigation, simulation, SVG export and print. */
import { readFile } from 'node:fs/promises'
import { type Locator, type Page } from '@playwright/test'
import { machineNames } from '../paths/loadModels.ts'
import { expect, test } from './fixture.ts'
import { findViolations } from './page.ts'

const chart = (page: Page) => page.locator('svg.chart[role="img"]')
const box = (page: Page, path: string) => page.locator(`.box[data-state="${path}"]`)
const frame = (page: Page) => page.getByRole('group', { name: /^Chart: plus and minus zoom/ })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Details and play' })
const list = (page: Page) => page.getByRole('navigation', { name: 'Machines and states' })

async function open(page: Page, address = '') {
  await page.goto(`/atlas/${address}`)
  await expect(page.locator('.chart .box').first()).toBeVisible()
}

/** The screen position of the middle of a line. */
const middleOf = (edge: Locator) =>
  edge.locator('.edge-touch').evaluate((path) => {
    if (!(path instanceof SVGGeometryElement)) throw new Error('no connection')
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM() ?? undefined)
    return { x, y }
  })

/** Returns the zoom and the position of the chart. */
const viewTransform = (page: Page) => chart(page).evaluate((svg) => svg.querySelector('g')?.style.transform)

test('/atlas shows the first machine, and the list links to all others', async ({ page }) => {
  await page.goto('/atlas')
  await expect(page).toHaveURL(/\/atlas\/$/)
  await expect(page.locator('.chart .box').first()).toBeVisible()
  for (const name of machineNames())
    await expect(list(page).getByRole('link', { name: new RegExp(`^${name} ?\\d+`) })).toHaveCount(1)
  await list(page)
    .getByRole('link', { name: /^theme/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'theme' })).toBeVisible()
  await expect(page).toHaveTitle('theme · Atlas')
})

test('every machine opens with a chart of all its states and transitions', async ({ page }) => {
  for (const name of machineNames()) {
    await open(page, `#/${name}`)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    const label = (await chart(page).getAttribute('aria-label')) ?? ''
    const [, states = '', transitions = ''] = /: (\d+) states?, (\d+) transitions?/.exec(label) ?? []
    await expect(page.locator('.chart .box')).toHaveCount(Number(states) + 1)
    await expect(page.locator('.chart .row')).toHaveCount(Number(transitions))
    // The outline has the same states and transitions.
    const links = list(page).locator('a[href*="/state/"], a[href*="/transition/"]')
    await expect(links).toHaveCount(Number(states) + Number(transitions))
  }
})

test('a state is selected in the chart, in the list and by its address, and all three agree', async ({ page }) => {
  await open(page, '#/signIn/state/open.invalid')
  await expect(box(page, 'open.invalid')).toHaveClass(/is-selected/)
  await expect(list(page).locator('[aria-current="true"]')).toHaveText('invalid')
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('invalid')
  await expect(panel(page)).toContainText('A required field is empty.')

  await page.getByRole('button', { name: 'Fit' }).click()
  await box(page, 'submitting').click({ position: { x: 30, y: 12 } })
  await expect(page).toHaveURL(/#\/signIn\/state\/submitting$/)
  await expect(list(page).locator('[aria-current="true"]')).toHaveText('submitting')
  await expect(panel(page)).toContainText('busy')
  await expect(panel(page)).toContainText('clearMessages')

  await panel(page).getByRole('link', { name: 'done signIn if wasRefused → open.refused' }).click()
  await expect(page).toHaveURL(/#\/signIn\/transition\/submitting\/xstate\.done\.actor\.signIn\/1$/)
  await expect(page.locator('.row.is-selected')).toContainText('done signIn')
  for (const text of ['wasRefused', 'setRefusal', 'submitting', 'open.refused'])
    await expect(panel(page)).toContainText(text)

  await page.goBack()
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('submitting')
  await page.reload()
  await expect(box(page, 'submitting')).toHaveClass(/is-selected/)
})

test('an unknown address shows a message', async ({ page }) => {
  await open(page, '#/signIn/state/gone')
  await expect(page.getByRole('alert')).toHaveText('signIn does not have this state or transition.')
  await page.goto('/atlas/#/nothing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no machine nothing')
  await expect(page).toHaveTitle('Atlas')
  await list(page)
    .getByRole('link', { name: /^logout/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('logout')
})

test('search finds states and events of all machines with the keyboard only', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const field = page.getByRole('searchbox', { name: 'Search states and events' })
  await expect(field).toBeFocused()
  await page.keyboard.type('stream.blocked')
  await expect(list(page).getByRole('status')).toHaveText(/^\d+ results$/)
  await page.keyboard.press('ArrowDown')
  await expect(list(page).getByRole('link').first()).toBeFocused()
  await expect(list(page).getByRole('link').first()).toContainText('stream.blocked → blocked')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/livePlayer\/transition\//)
  await expect(page.locator('.row.is-selected')).toContainText('stream.blocked')
  await field.fill('no such thing')
  await expect(list(page).getByRole('status')).toHaveText('No results for “no such thing”.')
  await field.press('Escape')
  await expect(field).toHaveValue('')
  await expect(list(page).locator('[aria-current="true"]')).toContainText('stream.blocked')
})

test('Escape clears the selection, / focuses the search, and the list can be skipped', async ({ page }) => {
  await open(page, '#/session/state/switchingUser')
  await expect(list(page).locator('[aria-current="true"]')).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/#\/session$/)
  await expect(page.locator('.chart .is-selected')).toHaveCount(0)
  for (const key of ['Esc', '/']) await expect(panel(page).getByText(key, { exact: true })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('/')
  await expect(page.getByRole('searchbox')).toHaveValue('/')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip the list' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(frame(page)).toBeFocused()
  // The list scrolls to a machine that is opened by its address.
  await page.goto('/atlas/#/theme')
  await expect(list(page).getByRole('link', { name: /^theme \d/ })).toBeInViewport()
})

test('the list shows states and transitions with the keyboard only', async ({ page }) => {
  await open(page, '#/theme')
  await list(page)
    .getByRole('link', { name: /^theme \d/ })
    .focus()
  const seen = new Set([new URL(page.url()).hash])
  for (let count = 0; count < 4; count += 1) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => seen.has(new URL(page.url()).hash), 'each has its own address').toBe(false)
    const { hash } = new URL(page.url())
    await expect(list(page).locator('[aria-current="true"]')).toHaveAttribute('href', hash)
    await expect(page.locator('.chart .is-selected').first()).toBeVisible()
    seen.add(hash)
  }
})

test('keys, wheel, mouse and buttons zoom and move the chart and fit it again', async ({ page }) => {
  await open(page, '#/session')
  const fitted = await viewTransform(page)
  await frame(page).focus()
  for (const key of ['+', 'ArrowRight', 'ArrowDown', '-']) {
    const before = await viewTransform(page)
    await page.keyboard.press(key)
    await expect.poll(() => viewTransform(page), key).not.toBe(before)
  }
  await page.keyboard.press('0')
  await expect.poll(() => viewTransform(page)).toBe(fitted)

  const bounds = await chart(page).boundingBox()
  if (!bounds) throw new Error('the chart is not rendered')
  await page.mouse.move(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
  await page.mouse.wheel(0, -300)
  await expect.poll(() => viewTransform(page)).not.toBe(fitted)
  const zoomed = await viewTransform(page)
  await page.mouse.down()
  await page.mouse.move(bounds.x + bounds.width / 2 + 80, bounds.y + bounds.height / 2 + 40, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => viewTransform(page)).not.toBe(zoomed)
  await expect(page, 'a drag is no press').toHaveURL(/#\/session$/)
  await page.getByRole('button', { name: 'Fit' }).click()
  await expect.poll(() => viewTransform(page)).toBe(fitted)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => viewTransform(page)).not.toBe(fitted)
})

test('a zoomed-out chart shows large state names only, a zoomed-in one everything', async ({ page }) => {
  await open(page, '#/livePlayer')
  const name = box(page, 'loading').locator('.distant-name')
  const description = box(page, 'loading').getByText('Requests the channel')
  await expect(name).toBeVisible()
  await expect(description.first()).toBeHidden()
  await expect(page.locator('.chart .label').first()).toBeHidden()

  // A hovered line shows its label and the boxes at its ends.
  const line = page.locator('[data-edge="loading → lapsed"]')
  const { x, y } = await middleOf(line)
  await page.mouse.move(x, y)
  await expect(line).toHaveClass(/is-highlighted/)
  await expect(page.locator('.tooltip')).toContainText('done loadChannel')
  await expect(page.locator('.box.is-end')).toHaveCount(2)
  for (const path of ['loading', 'lapsed']) await expect(box(page, path)).toHaveClass(/is-end/)
  // So does a selected line, and the chart zooms in only as far as both ends stay visible.
  await page.mouse.move(0, 0)
  await expect(page.locator('.tooltip')).toHaveCount(0)
  await page.goto('/atlas/#/livePlayer/transition/playerCodeMissing/player.retry/0')
  await expect(page.locator('.tooltip')).toContainText('player.retry')
  for (const path of ['loading', 'playerCodeMissing']) await expect(box(page, path)).toBeInViewport({ ratio: 1 })

  await list(page).getByRole('link', { name: 'loading starts here' }).click()
  await expect(description.first()).toBeVisible()
  await expect(name).toBeHidden()
  await page.getByRole('button', { name: 'Fit' }).click()
  await expect(name).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(name).toBeHidden()
  await expect(description.first()).toBeVisible()
})

test('simulates a complete sign-in, and goes back', async ({ page }) => {
  await open(page, '#/signIn')
  await page.getByRole('button', { name: 'Play' }).click()
  const now = panel(page).getByRole('status', { name: 'Current state' })
  await expect(now).toContainText('open.empty')
  await expect(box(page, 'open.empty')).toHaveClass(/is-current/)
  await expect(page.locator('.row.is-possible')).toHaveCount(2)

  // Several events take the clicked transition, so they are listed.
  await page.locator('[data-transition="open | form.submit | 1"]').click()
  await expect(panel(page)).toContainText('Several events take this transition. Choose one.')
  await expect(panel(page).getByRole('group', { name: 'Events' }).getByRole('button')).toHaveCount(3)
  await panel(page).getByRole('button', { name: 'Press Login with both fields empty.' }).click()
  await expect(now).toContainText('open.invalid')
  await expect(page.locator('.edge.is-taken')).toHaveCount(1)

  // A single event is taken at once.
  await page.locator('[data-transition="open | form.submit | 0"]').click()
  await expect(now).toContainText('submitting')
  await panel(page)
    .getByRole('button', { name: /granted → signingIn/ })
    .click()
  await page.locator('[data-transition="signingIn | xstate.done.actor.startSession | 0"]').click()
  await expect(now).toContainText('signedIn')
  await expect(panel(page)).toContainText('None: the machine is done.')
  await expect(box(page, 'signedIn')).toHaveClass(/is-current/)

  await panel(page).getByRole('button', { name: 'Back' }).click()
  await expect(now).toContainText('signingIn')
  await panel(page).getByRole('button', { name: 'Start', exact: true }).click()
  await expect(now).toContainText('open.empty')
  await expect(box(page, 'signedIn')).not.toHaveClass(/is-current/)
  await panel(page).getByRole('button', { name: 'Forward' }).click()
  await expect(now).toContainText('open.invalid')
  await panel(page).getByText('Context').click()
  await expect(panel(page)).toContainText('E-mail field is required')
  await panel(page).getByRole('button', { name: 'Restart' }).click()
  await expect(panel(page).getByRole('list').last().getByRole('button')).toHaveCount(1)
})

test('simulates a machine from a selected input, with its delays', async ({ page }) => {
  await open(page, '#/session')
  await page.getByRole('button', { name: 'Play' }).click()
  await panel(page).getByRole('combobox', { name: 'Input' }).click()
  await page.getByRole('option', { name: 'a member is stored' }).click()
  await panel(page)
    .getByRole('button', { name: /sessionCheck done \/ a member/ })
    .click()
  await panel(page).getByRole('button', { name: 'A second passes.' }).click()
  const now = panel(page).getByRole('status', { name: 'Current state' })
  await expect(now).toContainText('signedIn.idle')
  await expect(box(page, 'signedIn.idle')).toHaveClass(/is-current/)
})

test('saves a chart as a standalone SVG', async ({ page, context }) => {
  await open(page, '#/livePlayer/state/watching')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as SVG' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('livePlayer.svg')
  const text = await readFile(await download.path(), 'utf8')
  // Parsed in a page without a content security policy.
  const reader = await context.newPage()
  const read = await reader.evaluate((source) => {
    const file = new DOMParser().parseFromString(source, 'image/svg+xml')
    const root = file.documentElement
    return {
      mistake: file.querySelector('parsererror')?.textContent ?? '',
      size: [root.getAttribute('width'), root.getAttribute('height'), root.getAttribute('viewBox')],
      states: file.querySelectorAll('.box[data-state]').length,
      rows: file.querySelectorAll('[data-transition]').length,
      chosen: file.querySelectorAll('.is-selected, .is-dimmed').length,
      style: file.querySelector('style')?.textContent ?? '',
    }
  }, text)
  const [width, height, viewBox] = read.size
  expect(read.mistake).toBe('')
  expect(viewBox).toBe(`0 0 ${width} ${height}`)
  expect([read.states, read.chosen]).toEqual([await page.locator('.chart .box').count(), 0])
  expect(read.rows).toBe(await page.locator('.chart .row').count())
  expect(read.style).toContain('@font-face')
  // The file has the value of every token that it uses.
  const used = new Set([...read.style.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name))
  expect(used.size).toBeGreaterThan(5)
  for (const name of used) expect(read.style, name).toMatch(new RegExp(`${name}:\\s*[^;\\s]`))
})

test('prints the heading and the whole chart only', async ({ page }) => {
  await open(page, '#/signIn/state/signedIn')
  await page.emulateMedia({ media: 'print' })
  for (const part of [list(page), panel(page), page.getByRole('button', { name: 'Fit' })])
    await expect(part).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'signIn' })).toBeVisible()
  const whole = await chart(page).boundingBox()
  for (const one of await page.locator('.chart .box').all()) {
    const bounds = await one.boundingBox()
    if (!bounds || !whole) throw new Error('A box is not printed')
    expect(bounds.x).toBeGreaterThanOrEqual(whole.x - 1)
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(whole.x + whole.width + 1)
    expect(bounds.y + bounds.height).toBeLessThanOrEqual(whole.y + whole.height + 1)
  }
  // A chart that is wider than high is printed in landscape.
  for (const [name, isLandscape] of [
    ['signIn', true],
    ['session', false],
    // With the longest description.
    ['planChange', true],
  ] as const) {
    await open(page, `#/${name}`)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(paper.length).toBeGreaterThan(10_000)
    const [, width = '', height = ''] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? []
    expect(Number(width) > Number(height), name).toBe(isLandscape)
    expect(paper.match(/\/Type \/Page\b/g), 'one sheet').toHaveLength(1)
  }
})

/** Fakes `.gallery` with the screenshots of one state. Returns the list of fetched files, which grows. */
async function fakeGallery(page: Page): Promise<string[]> {
  const pixel = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
  const fetched: string[] = []
  await page.route('**/atlas/gallery/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.endsWith('.json'))
      return route.fulfill({ json: { signIn: { submitting: ['390.light', '390.dark', '1440.light'] } } })
    fetched.push(pathname.slice('/atlas/'.length))
    return route.fulfill({ body: pixel, contentType: 'image/webp' })
  })
  return fetched
}

test('the panel of a state shows its screenshots, if there are any', async ({ page }) => {
  await fakeGallery(page)
  await open(page, '#/signIn/state/submitting')
  await expect(panel(page).getByRole('img')).toHaveCount(2)
  await expect(
    panel(page).getByRole('img', { name: 'The screen in the state submitting, 390 px wide' }),
  ).toHaveAttribute('src', 'gallery/signIn/submitting.390.light.webp')
  await page.getByRole('button', { name: 'Show in dark' }).click()
  await expect(panel(page).getByRole('img')).toHaveAttribute('src', 'gallery/signIn/submitting.390.dark.webp')
})

test('the chart and its saved file show screenshots when enabled', async ({ page }) => {
  const fetched = await fakeGallery(page)
  await open(page, '#/signIn')
  const plain = await chart(page).getAttribute('viewBox')
  const button = page.getByRole('button', { name: 'Screens in the chart' })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  expect(fetched, 'nothing is fetched unasked').toEqual([])
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(button).toBeFocused()
  await list(page).getByRole('link', { name: 'submitting', exact: true }).click()
  await expect(page).toHaveURL(/\/atlas\/\?pictures#\/signIn\/state\/submitting$/)
  await expect(box(page, 'submitting').locator('image')).toHaveCount(2)
  const address = 'gallery/signIn/submitting.1440.light.webp'
  await expect(box(page, 'submitting').locator('image').last()).toHaveAttribute('href', address)
  await expect(page.locator('.chart image')).toHaveCount(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as SVG' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.match(/<image [^>]*href="data:image\/webp;base64,/g)).toHaveLength(2)
  expect(text).not.toContain('gallery/')

  await page.reload()
  await expect(box(page, 'submitting').locator('image')).toHaveCount(2)
  await list(page)
    .getByRole('link', { name: /^theme \d/ })
    .click()
  await expect(page.getByText('There are no screenshots of theme yet')).toBeVisible()
  await page.goBack()
  await button.click()
  await expect(page.locator('.chart image')).toHaveCount(0)
  await expect(chart(page)).toHaveAttribute('viewBox', plain ?? '')
  await expect(page).toHaveURL(/\/atlas\/#\/signIn\/state\/submitting$/)
})

for (const width of [320, 390, 1440]) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`fits ${width} px and passes axe, ${scheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await open(page, '#/signIn/state/submitting')
      await expect(page.locator('html')).toHaveClass(scheme === 'dark' ? /dark/ : /^(?!.*dark)/)
      const narrow = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        const violations = await findViolations(page, { rules: { 'target-size': { enabled: true } } })
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
      }
      await narrow()
      await page.getByRole('button', { name: 'Play' }).click()
      await expect(panel(page).getByRole('status', { name: 'Current state' })).toBeVisible()
      await narrow()
      if (width < 1000) {
        await page.getByRole('button', { name: 'Machines and states' }).click()
        await expect(list(page)).toBeVisible()
        await narrow()
        await list(page)
          .getByRole('link', { name: /^theme/ })
          .click()
        await expect(page.getByRole('heading', { level: 1, name: 'theme' })).toBeVisible()
        await expect(list(page)).toBeHidden()
      }
    })
  }
}

test('the next visit restores the selected scheme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page)
  await page.getByRole('button', { name: 'Show in dark' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await open(page)
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('button', { name: 'Show in light' })).toBeVisible()
})
