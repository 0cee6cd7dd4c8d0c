import { type Page } from '@playwright/test'
import model from '../../machines/logout.model.ts'
import { stopClock } from '../clock.ts'
import { signIn } from '../fixture.ts'
import { closeInEachWay, openMenuEntry } from '../page.ts'
import { createPageDriver } from '../pageDriver.ts'

const logout = 'POST /wp-json/custom-plugin/logout'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to logout' })

export default createPageDriver(model, {
  heldCalls: [logout],
  open: async ({ page, expect }) => {
    await signIn(page, 'guest')
    await page.goto('/profile')
    await openMenuEntry(page, 'Logout')
    await expect(dialog(page)).toBeVisible()
  },
  events: {
    'logout.confirm': ({ page }) => dialog(page).getByRole('button', { name: 'Logout' }).click(),
    'logout.cancel': async ({ page, hold, expect }) => {
      await page.clock.resume()
      await closeInEachWay(dialog(page), 'Cancel', () => openMenuEntry(page, 'Logout'))
      await stopClock(page)
      expect(hold.waiting, 'the session is not ended').toEqual([])
    },
  },
  outcomes: {
    'endSession done': ({ hold }) => hold.passThrough(logout),
    'endSession error': ({ hold }) => hold.abort(logout),
  },
  states: {
    confirming: async ({ page, expect }) => {
      await expect(dialog(page).getByRole('button', { name: 'Logout' })).toBeEnabled()
      await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeEnabled()
    },
    ending: ({ page, expect }) => expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled(),
    // Clearing makes no call that could be held, so only its result is visible.
    leaving: async ({ page, expect }) => {
      await expect(page).toHaveURL('/signin')
      // The form fades in.
      await expect(page.locator('form')).toHaveCSS('opacity', '1')
    },
    canceled: async ({ page, expect }) => {
      await expect(dialog(page)).toBeHidden()
      await expect(page).toHaveURL('/profile')
    },
  },
  notInBrowser: {
    leaveSession: 'Clearing makes no call that could be held.',
  },
})
