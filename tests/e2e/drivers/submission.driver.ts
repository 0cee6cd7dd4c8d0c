import { type Page } from '@playwright/test'
import model from '../../machines/submission.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, inTurn } from '../pageDriver.ts'

const support = 'POST /wp-json/channel/v2/support'
const bug = 'POST /wp-json/channel/v2/bug-report'

const form = (page: Page) => page.getByRole('form', { name: /^(Contact us|Report a bug)$/ })
const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`)
const formPages = {
  support: ['/support/form', ['name', 'email', 'subject', 'message']],
  bug: ['/support/bugs', ['email', 'summary', 'details', 'page']],
} as const
const formOf = ([input]: readonly string[]) => formPages[input === 'the bug report' ? 'bug' : 'support']
const callOf = (page: Page) => (page.url().endsWith('bugs') ? bug : support)

const invalidEmail = 'Please enter a valid email address.'
const byForm =
  (ofSupport: readonly string[], ofBug: readonly string[]) =>
  (_: readonly string[], [input]: readonly string[]) =>
    input === 'the bug report' ? ofBug : ofSupport

export default createPageDriver(model, {
  heldCalls: [support, bug],
  open: async ({ page, expect, labels }, input) => {
    await signIn(page, 'member')
    await page.goto(formOf(labels)[0])
    await expect(form(page)).toBeVisible()
    if (!input.includes('draft')) return
    await field(page, 'subject').fill('Invoice')
    await page.reload()
    await expect(field(page, 'subject')).toHaveValue('Invoice')
  },
  events: {
    'form.submit': async ({ page, event, labels, turn }) => {
      const [, names] = formOf(labels)
      for (const name of names) await field(page, name).fill(event.values[name] ?? '')
      await inTurn(
        turn,
        () => form(page).getByRole('button', { name: 'Send' }).click(),
        () => field(page, 'email').press('Enter'),
      )
    },
    'field.edit': async ({ page, event }) => {
      // The bug report has no subject. Its first missing field is the summary.
      const name = event.field === 'subject' && page.url().endsWith('bugs') ? 'summary' : event.field
      await field(page, name).fill(event.value)
    },
    'form.reset': ({ page }) => page.getByRole('button', { name: 'Send another message' }).click(),
  },
  texts: {
    'form.submit / a complete question': ['Enter a summary', 'Describe what happened'],
    'form.submit / a complete report': ['Enter your name', 'Enter a subject', 'Enter a message'],
    'form.submit / an empty form': byForm(
      ['Enter your name', 'Enter your email', 'Enter a subject', 'Enter a message'],
      ['Enter your email', 'Enter a summary', 'Describe what happened'],
    ),
    'form.submit / a blank subject and summary': byForm(['Enter a subject'], ['Enter a summary']),
    'form.submit / a subject that is too long': byForm(
      ['Use 200 characters or fewer'],
      ['Use 200 characters or fewer', 'Describe what happened'],
    ),
    'field.edit / the email address': (before) =>
      before.filter((text, i) => text !== 'Enter your email' && (i === 0 || text !== invalidEmail)),
    'field.edit / the first missing field': (before) =>
      before.filter((text) => !/^(Enter a subject|Enter a summary|Use 200 characters or fewer)$/.test(text)),
    'sendForm done / granted': 'Thank you. We’ll reply within one working day.',
    'sendForm done / granted without a message': 'Thank you. Your message has been sent.',
    'sendForm done / refused': 'Too many requests. Please wait a moment.',
    // The message of the form, and the error of the field.
    'sendForm done / refused with a field error': [invalidEmail, invalidEmail],
    'sendForm done / refused without a message': 'Something went wrong',
    'sendForm error / unreachable': 'We couldn’t confirm your message was sent. Please try again.',
  },
  outcomes: {
    'sendForm done / granted': ({ page, hold, text }) => hold.json(callOf(page), { success: true, message: text }),
    'sendForm done / granted without a message': ({ page, hold }) =>
      hold.json(callOf(page), { success: true, message: '' }),
    'sendForm done / refused': ({ page, hold, text }) =>
      hold.refuse(callOf(page), { code: 'too_many_requests', message: text, status: 429 }),
    'sendForm done / refused with a field error': ({ page, hold, text }) =>
      hold.refuse(callOf(page), { code: 'invalid_email', message: text, status: 400 }),
    'sendForm done / refused without a message': ({ page, hold }) =>
      hold.refuse(callOf(page), { code: 'too_many_requests', message: '', status: 429 }),
    'sendForm error': ({ page, hold }) => hold.abort(callOf(page)),
  },
  states: {
    'editing.untouched': async ({ page, expect }) => {
      await expect(form(page).getByRole('alert')).toBeEmpty()
      await expect(field(page, 'email')).toHaveValue('member@statecast.test')
      await expect(form(page).getByRole('button', { name: 'Send' })).toBeEnabled()
    },
    'editing.invalid': async ({ page, expect, texts }) => {
      for (const text of texts) await expect(form(page).getByText(text, { exact: true })).toBeVisible()
      await expect(form(page).locator('[aria-invalid="true"]')).toHaveCount(texts.length)
    },
    'editing.refused': async ({ page, expect, text, texts }) => {
      await expect(form(page).getByRole('alert')).toHaveText(text)
      await expect(form(page).locator('[name="email"][aria-invalid="true"]')).toHaveCount(texts.length - 1)
    },
    'editing.outcomeUnknown': async ({ page, expect, text }) => {
      await expect(form(page).getByRole('status')).toHaveText(text)
      await expect(form(page).getByRole('alert')).toBeEmpty()
      await expect(field(page, 'email')).toHaveValue('member@statecast.test')
    },
    sending: ({ page, expect }) => expect(form(page)).toHaveAttribute('aria-busy', 'true'),
    sent: async ({ page, expect, text }) => {
      await expect(page.getByText(text)).toBeVisible()
      await expect(form(page)).toBeHidden()
      await expect(page.getByRole('button', { name: 'Send another message' })).toBeFocused()
    },
  },
})
