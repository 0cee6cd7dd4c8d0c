/** Every text that the specification quotes is shown in its state: one test per row of `specifiedTexts.ts`. */
import { type Page } from '@playwright/test'
import { expect, signIn, test } from './fixture.ts'
import { specifiedStates } from './specifiedTexts.ts'

/** Excludes the hidden slide of the carousel, which stays in the page. */
const reachable = (page: Page) => page.locator(':not([inert], [inert] *)')

/** Matches the text with its case, unlike a string. */
const partOf = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

for (const row of specifiedStates)
  test(`${row.screen}, ${row.state}`, async ({ page, sandbox, watch }) => {
    if (row.isPhone) await page.setViewportSize({ width: 390, height: 844 })
    if (row.account) await signIn(page, row.account)
    if (row.refused) {
      const { url, status, code } = row.refused
      await page.route(url, (route) => route.fulfill({ status, json: { code, message: '', data: { status } } }))
    }
    if (row.state === 'broken') watch.allowConsole(/broken on purpose/)
    await row.prepare?.(page)
    await page.goto(row.path)
    await row.steps?.(page, sandbox)

    for (const text of row.texts ?? []) {
      const whole = page.getByText(text, { exact: true }).or(page.getByPlaceholder(text, { exact: true }))
      await expect(whole.and(reachable(page)).filter({ visible: true }).first(), text).toBeVisible()
    }
    for (const text of row.partialTexts ?? [])
      await expect(
        page.getByText(partOf(text)).and(reachable(page)).filter({ visible: true }).first(),
        text,
      ).toBeVisible()
  })
