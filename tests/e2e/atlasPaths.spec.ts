/** The atlas shows the paths of a machine and its coverage, and copies paths. */
import { type Page } from '@playwright/test'
import signIn from '../machines/signIn.model.ts'
import { chartHash } from '../../tools/model-testing/chart.ts'
import { choosePaths } from '../../tools/model-testing/pathFormats.ts'
import { renderPaths } from '../paths/pathFormats.ts'
import { loadModels } from '../paths/loadModels.ts'
import { searchPaths } from '../../tools/model-testing/pathSearch.ts'
import { expect, test } from './fixture.ts'
import { longWaits } from './waits.ts'
import { expectAccessible, expectNoHorizontalScroll } from './page.ts'

const part = (page: Page, title: string) =>
  page.getByRole('complementary', { name: 'Details' }).locator('section').filter({ hasText: title })

const expectAccessibleDetails = (page: Page) =>
  expectAccessible(page, { include: 'aside', rules: { 'target-size': { enabled: true } } })

test('paths to a state are counted, shown as text and copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/atlas/#/signIn/state/signedIn')
  const paths = part(page, 'Paths to this state')
  await expect(paths.getByLabel('To', { exact: true })).toHaveValue('signedIn')
  await expect(paths.getByRole('status').first()).toHaveText('1 path.')
  await paths.getByRole('button', { name: 'Show paths' }).click()
  await expect(paths.getByText('Type an account and its password and press Login.')).toBeVisible()
  await expect(paths.getByRole('listitem').filter({ hasText: 'signedIn' }).first()).toBeVisible()

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await paths.getByRole('button', { name: 'Markdown' }).click()
  await expect(paths.getByText('Copied as Markdown.')).toBeVisible()
  // The copy equals the output of the command line.
  const same = choosePaths(searchPaths(signIn, { kind: 'shortest', to: 'signedIn' }), 10)
  expect(await clipboard()).toBe(renderPaths(same, 'markdown'))
  expect(await clipboard()).toContain('1. Sign out.\n2. Open `/signin`.')
  await paths.getByRole('button', { name: 'Playwright' }).click()
  await expect(paths.getByText('Copied as Playwright.')).toBeVisible()
  expect(await clipboard()).toContain("import driver from './drivers/signIn.driver.ts'")
  await paths.getByRole('button', { name: 'JSON' }).click()
  await expect(paths.getByText('Copied as JSON.')).toBeVisible()
  expect(await clipboard()).toBe(renderPaths(same, 'json'))
  await expectAccessibleDetails(page)
})

test('the number of millions of paths is estimated, and the first ones are shown', async ({ page }) => {
  await page.goto('/atlas/#/playerControls')
  const paths = part(page, 'Paths')
  await paths.getByLabel('Kind', { exact: true }).selectOption('simple')
  await expect(paths.getByRole('status').first()).toHaveText('more than a billion paths.')
  await paths.getByRole('button', { name: 'Show paths' }).click()
  await expect(paths.getByText('Path 10', { exact: false })).toBeVisible()
  await expect(paths.getByText('more than a billion more paths. Raise the limit to print them.')).toBeVisible()
})

test('a system shows its size before its paths', async ({ page }) => {
  await page.goto('/atlas/#/session')
  const paths = part(page, 'Paths')
  await paths.getByLabel('Include its child machines and peers').check()
  await paths.getByLabel('To', { exact: true }).selectOption('signIn/signingIn', { timeout: longWaits.exploration })
  const size =
    /^session and its actors: [\d,]+ states, [\d,]+ transitions, [\d,]+ paths; \d+ paths to 'signIn\/signingIn'/
  await expect(paths.getByRole('status').first()).toHaveText(size)
  await paths.getByRole('button', { name: 'Show paths' }).click()
  await expect(paths.getByText('(signIn) Type an account and its password and press Login.').first()).toBeVisible()
  await expect(paths.getByRole('button', { name: 'Markdown' })).toBeVisible()
  await expect(paths.getByRole('button', { name: 'Playwright' })).toBeHidden()
  await expectAccessibleDetails(page)
})

test('every path takes the selected transition, and all controls work with the keyboard', async ({ page }) => {
  await page.goto('/atlas/#/copyLink/transition/copying/xstate.done.actor.writeClipboard/0')
  const paths = part(page, 'Paths through this transition')
  await expect(paths.getByText('Only paths that take the selected transition.')).toBeVisible()
  await paths.getByLabel('Kind', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(paths.getByLabel('From', { exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(paths.getByRole('button', { name: 'Show paths' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(paths.getByText('The browser writes the link to the clipboard.').first()).toBeVisible()
})

test('the coverage of the model is always shown, and that of the browser after its tours', async ({ page, watch }) => {
  const figures = { seen: 3, of: 4 }
  const side = {
    figures: Object.fromEntries(
      ['states', 'transitions', 'branches', 'pairs', 'requirements'].map((subject) => [subject, figures]),
    ),
    missing: [],
  }
  const leftOut = [{ what: 'left', reason: 'No test can look there.' }]
  // The build computes the same chart hashes as the tests, so only the changed machine is stale.
  const machines = (await loadModels()).map(({ name, machine }) => {
    const chart = name === 'theme' ? 'another' : chartHash(machine)
    return { machine: name, browser: { ...side, leftOut, on: '2026-11-20', chart } }
  })
  const report = { machines }
  const machineReport = { machines: machines.map(({ machine }) => ({ machine, alone: side })) }
  await page.route('**/atlas/coverage.machines.json', (route) => route.fulfill({ json: machineReport }))
  await page.route('**/atlas/coverage.json', (route) => route.fulfill({ json: report }))
  await page.goto('/atlas/#/logout')
  const covered = part(page, 'Covered by tests')
  await expect(covered.getByRole('row', { name: 'guard branches 3/4 3/4' })).toBeVisible()
  await covered.getByText('Excluded in the browser').click()
  await expect(covered.getByText('No test can look there.')).toBeVisible()
  await covered.getByText('All machines').click()
  await expect(covered.getByRole('region', { name: 'Coverage of all machines' })).toBeVisible()
  await expectAccessibleDetails(page)
  await expect(covered.getByText('Browser figures of 2026-11-20.').first()).toBeVisible()
  // Figures of a changed chart are not counted.
  await expect(covered.getByRole('row', { name: 'theme 3/4 (3/4)' })).toBeVisible()
  await expect(covered.getByText('Run the tours again: theme.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  // The table scrolls by itself.
  await expectNoHorizontalScroll(page)

  // Without a tour, the figures that the build computed are shown.
  await page.unroute('**/atlas/coverage.json')
  await page.unroute('**/atlas/coverage.machines.json')
  watch.allowConsole(/status of 404/)
  await page.route('**/atlas/coverage.json', (route) => route.fulfill({ status: 404, body: '' }))
  await page.reload()
  await expect(covered.getByRole('row', { name: /^guard branches (\d+)\/\1 –$/ })).toBeVisible()
})
