import { type Page } from '@playwright/test'
import model from '../../machines/shareLink.model.ts'
import { signIn } from '../fixture.ts'
import { dispatchVideoEvent, installFakeStream, waitForStream } from '../fakeStream.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'
import { type shareLinkMachine } from '../../../machines/shareLink.ts'

const menu = (page: Page) => page.getByRole('region', { name: 'More controls' })
const button = (page: Page) => menu(page).getByRole('button', { name: 'Share channel' })

type Pending = { data: unknown; resolve(): void; reject(error: DOMException): void }
type WindowWithFakes = Window & { shareSheets: Pending[]; writes: Pending[] }

/** Replaces the share sheet and the clipboard with fakes that stay pending until the tour settles them. */
const holdShareSheetAndClipboard = (page: Page) =>
  page.addInitScript(() => {
    const shareSheets: unknown[] = []
    const writes: unknown[] = []
    Object.assign(window, { shareSheets, writes })
    const hold = (list: unknown[]) => (data: unknown) =>
      new Promise<void>((resolve, reject) => list.push({ data, resolve, reject }))
    Object.defineProperty(navigator, 'share', { value: hold(shareSheets) })
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: hold(writes) } })
  })

/** Settles the pending call: with an error of this name, or without. */
const settle = (page: Page, list: 'shareSheets' | 'writes', error?: string) =>
  page.evaluate(
    ({ name, errorName }) => {
      const pending = (window as unknown as WindowWithFakes)[name].shift()
      if (!pending) throw new Error(`${name} has no pending call`)
      if (errorName) pending.reject(new DOMException('', errorName))
      else pending.resolve()
    },
    { name: list, errorName: error },
  )

const dataOf = (page: Page, list: 'shareSheets' | 'writes') =>
  page.evaluate((name) => (window as unknown as WindowWithFakes)[name].map(({ data }) => data), list)

const href = (page: Page) => new URL('/video/harbor-one', page.url()).href

async function expectResult(
  { page, expect }: DriverContext<typeof shareLinkMachine>,
  { busy, text }: { busy: boolean; text: string },
) {
  await expect(button(page)).toHaveAttribute('aria-busy', String(busy))
  await expect(menu(page).getByRole('status')).toHaveText(text)
}

export default createPageDriver(model, {
  open: async ({ page, expect }) => {
    await holdShareSheetAndClipboard(page)
    await installFakeStream(page)
    await signIn(page, 'member')
    await page.goto('/video/harbor-one')
    await waitForStream(page, 'harbor-one')
    await dispatchVideoEvent(page, 'playing')
    await page.getByRole('button', { name: 'More controls' }).press('Enter')
    await expect(button(page)).toBeVisible()
  },
  events: {
    'link.share': ({ page }) => button(page).click(),
  },
  outcomes: {
    'openShareSheet done / closed': ({ page }) => settle(page, 'shareSheets', 'AbortError'),
    'openShareSheet done / unavailable': ({ page }) => settle(page, 'shareSheets', 'NotAllowedError'),
    'writeClipboard done / copied': ({ page }) => settle(page, 'writes'),
    'writeClipboard done / refused': ({ page }) => settle(page, 'writes', 'NotAllowedError'),
  },
  states: {
    ready: (step) => expectResult(step, { busy: false, text: '' }),
    sharing: async (step) => {
      await expectResult(step, { busy: true, text: '' })
      const shared = { title: 'Harbor One', url: href(step.page) }
      await step.expect.poll(() => dataOf(step.page, 'shareSheets')).toEqual([shared])
    },
    copying: async (step) => {
      await expectResult(step, { busy: true, text: '' })
      await step.expect.poll(() => dataOf(step.page, 'writes')).toEqual([href(step.page)])
    },
    copied: (step) => expectResult(step, { busy: false, text: 'Link copied' }),
    failed: (step) => expectResult(step, { busy: false, text: 'Couldn’t copy the link' }),
  },
})
