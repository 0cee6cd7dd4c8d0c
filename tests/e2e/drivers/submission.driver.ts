import { type Page } from '@playwright/test'
import model from '../../machines/submission.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver } from '../pageDriver.ts'

const support = 'POST /wp-json/channel/v2/support'
const bug = 'POST /wp-json/channel/v2/bug-report'

const form = (page: Page) => page.getByRole('form', { name: /^(Contact us|Report a bug)$/ })
const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`)
const formPages = {
  support: ['/support/form', ['name', 'email', 'subject', 'message']],
  bug: ['/support/bugs', ['email', 'summary', 'details', 'page']],
} as const
const callOf = (page: Page) => (page.url().endsWith('bugs') ? bug : support)

export default createPageDriver(model, {
  heldCalls: [support, bug],
  open: async ({ page, expect, snapshot }, input) => {
    await signIn(page, 'member')
    await page.goto(formPages[snapshot.context.form][0])
    await expect(form(page)).toBeVisible()
    if (!input.includes('draft')) return
    await field(page, 'subject').fill('Invoice')
    await page.reload()
    await expect(field(page, 'subject')).toHaveValue('Invoice')
  },
  events: {
    'form.submit': async ({ page, event, snapshot }) => {
      const [, names] = formPages[snapshot.context.form]
      for (const name of names) await field(page, name).fill(event.values[name] ?? '')
      await form(page).getByRole('button', { name: 'Send' }).click()
    },
    'field.edit': async ({ page, event }) => {
      // The bug report has no subject. Its first missing field is the summary.
      const name = event.field === 'subject' && page.url().endsWith('bugs') ? 'summary' : event.field
      await field(page, name).fill(event.value)
    },
    'form.reset': ({ page }) => page.getByRole('button', { name: 'Send another message' }).click(),
  },
  outcomes: {
    'sendForm done / granted': ({ page, hold, snapshot }) =>
      hold.json(callOf(page), { success: true, message: snapshot.context.message }),
    'sendForm done / granted without a message': ({ page, hold }) =>
      hold.json(callOf(page), { success: true, message: '' }),
    'sendForm done / refused': ({ page, hold, snapshot }) =>
      hold.refuse(callOf(page), { code: 'too_many_requests', message: snapshot.context.message, status: 429 }),
    'sendForm done / refused with a field error': ({ page, hold, snapshot }) =>
      hold.refuse(callOf(page), { code: 'invalid_email', message: snapshot.context.message, status: 400 }),
    'sendForm done / refused without a message': ({ page, hold }) =>
      hold.refuse(callOf(page), { code: 'too_many_requests', message: '', status: 429 }),
    'sendForm error': ({ page, hold }) => hold.abort(callOf(page)),
  },
  states: {
    'editing.untouched': async ({ page, expect, snapshot }) => {
      await expect(form(page).getByRole('alert')).toBeEmpty()
      await expect(field(page, 'email')).toHaveValue(snapshot.context.values['email'] ?? '')
      await expect(form(page).getByRole('button', { name: 'Send' })).toBeEnabled()
    },
    'editing.invalid': async ({ page, expect, snapshot }) => {
      for (const [name, text] of Object.entries(snapshot.context.errors)) {
        if ((await field(page, name).count()) === 0) continue
        await expect(form(page).getByText(text).first()).toBeVisible()
        await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
      }
    },
    'editing.refused': async ({ page, expect, snapshot }) => {
      await expect(form(page).getByRole('alert')).toHaveText(snapshot.context.message)
      const wrong = 'email' in snapshot.context.errors
      await expect(form(page).locator('[name="email"][aria-invalid="true"]')).toHaveCount(wrong ? 1 : 0)
    },
    'editing.outcomeUnknown': async ({ page, expect, snapshot }) => {
      await expect(form(page).getByRole('alert')).toHaveText(snapshot.context.message)
      await expect(field(page, 'email')).toHaveValue(snapshot.context.values['email'] ?? '')
    },
    sending: ({ page, expect }) => expect(form(page)).toHaveAttribute('aria-busy', 'true'),
    sent: async ({ page, expect, snapshot }) => {
      await expect(page.getByText(snapshot.context.message)).toBeVisible()
      await expect(form(page)).toBeHidden()
      await expect(page.getByRole('button', { name: 'Send another message' })).toBeFocused()
    },
  },
})
