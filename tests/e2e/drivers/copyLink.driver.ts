import { type Page } from '@playwright/test'
import model from '../../machines/copyLink.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver } from '../pageDriver.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Download Apps' })
const app = (page: Page) => dialog(page).getByRole('listitem').filter({ hasText: 'Roku' })
const button = (page: Page) => app(page).getByRole('button')

declare global {
  interface Window {
    /** The pending writes to the clipboard, oldest first. */
    pendingWrites: { resolve(): void; refuse(): void }[]
  }
}

/** Replaces the clipboard with a fake that keeps each write pending until the tour resolves or rejects it. */
const holdClipboard = (page: Page) =>
  page.addInitScript(() => {
    window.pendingWrites = []
    const writeText = () =>
      new Promise<void>((resolve, reject) => {
        const refuse = () => reject(new DOMException('Write permission denied.', 'NotAllowedError'))
        window.pendingWrites.push({ resolve, refuse })
      })
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  })

export default createPageDriver(model, {
  open: async ({ page, expect }) => {
    await holdClipboard(page)
    await signIn(page, 'guest')
    await page.goto('/profile')
    await page.getByRole('button', { name: /’s account menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Download Apps' }).click()
    await expect(dialog(page)).toBeVisible()
  },
  events: {
    'link.copy': ({ page }) => button(page).click(),
  },
  outcomes: {
    'writeClipboard done / copied': ({ page }) => page.evaluate(() => window.pendingWrites.shift()?.resolve()),
    'writeClipboard done / refused': ({ page }) => page.evaluate(() => window.pendingWrites.shift()?.refuse()),
  },
  states: {
    ready: async ({ page, expect }) => {
      await expect(button(page)).toHaveAccessibleName('Copy link Roku')
      await expect(button(page)).toHaveAttribute('aria-busy', 'false')
      await expect(app(page).getByRole('status')).toBeEmpty()
    },
    copying: async ({ page, expect }) => {
      await expect(button(page)).toHaveAttribute('aria-busy', 'true')
      await expect(app(page).getByRole('status')).toBeEmpty()
    },
    copied: async ({ page, expect }) => {
      await expect(app(page).getByText('Copied!', { exact: true })).toBeVisible()
      await expect(app(page).getByRole('status')).toHaveText('Roku: Copied!')
    },
  },
})
