import { type Page } from '@playwright/test'
import { type profileEditMachine } from '../../../machines/profileEdit.ts'
import { type ProfileValues } from '../../../machines/profileEdit.types.ts'
import model from '../../machines/profileEdit.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'
import { bringIntoView } from '../galleryScreenshots.ts'

const me = 'GET /wp-json/custom-plugin/me/'
const members = 'GET /wp-json/mp/v1/members/{id}'
const saveCall = 'PUT /wp-json/custom-plugin/me'

type StepContext = DriverContext<typeof profileEditMachine>

// CSS selectors, because an open dialog hides the form from role queries.
const form = (page: Page) => page.locator('form[aria-label="Edit details"]')
const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`)
const alert = (page: Page) => form(page).locator('[role="alert"]').last()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' })
const busy = { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.', status: 429 }

const userOf = ({ display_name: name, user_phone: phone }: ProfileValues, email: string) => ({
  ID: 2,
  data: { ID: '2', user_login: 'member', user_email: email, display_name: name, user_phone: phone },
})

/** The record of the sandbox with the field values of the model. */
const memberOf = (values: ProfileValues) => (body: unknown) => ({
  ...(body as object),
  first_name: values['first_name'],
  last_name: values['last_name'],
  display_name: values['display_name'],
  address: Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('mepr-address-'))),
})

const answerSaved = ({ hold, snapshot }: StepContext) =>
  hold.json(saveCall, userOf(snapshot.context.saved, snapshot.context.saved['user_email'] ?? ''))

/** Asserts that the fields have the values of the snapshot. */
const expectFields = async ({ page, expect, snapshot }: StepContext) => {
  for (const name of ['display_name', 'user_email', 'user_phone'])
    await expect(field(page, name)).toHaveValue(snapshot.context.values[name] ?? '')
}

/** Scrolls to the message at the end of the form. The page after the form needs the responses to its calls. */
async function scrollToMessage({ page, hold, expect, snapshot }: StepContext): Promise<() => Promise<void>> {
  if (snapshot.matches('left')) {
    await hold.release()
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    return async () => {}
  }
  if (snapshot.matches({ open: { leaving: 'confirming' } })) return async () => {}
  if (snapshot.matches({ open: { form: 'saving' } })) return bringIntoView(form(page).locator('[type="submit"]'))
  const { message } = snapshot.context
  return snapshot.matches('open') && message !== ''
    ? bringIntoView(form(page).getByText(message).first())
    : async () => {}
}

export default createPageDriver(model, {
  prepareScreenshot: scrollToMessage,
  heldCalls: [me, members, saveCall],
  open: async ({ page, hold }) => {
    await signIn(page, 'member')
    await page.goto('/profile/edit')
    // The session makes the same two calls first.
    await hold.passThrough(me)
    await hold.passThrough(members)
  },
  events: {
    'profile.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
    'form.edit': async ({ page, event }) => {
      for (const [name, value] of Object.entries(event.values)) await field(page, name).fill(value)
    },
    'form.submit': ({ page }) => form(page).evaluate((element: HTMLFormElement) => element.requestSubmit()),
    'page.leave': ({ page }) => form(page).getByRole('link', { name: 'Cancel' }).click(),
    'leave.confirm': ({ page }) => dialog(page).getByRole('button', { name: 'Discard' }).click(),
    'leave.cancel': ({ page }) => dialog(page).getByRole('button', { name: 'Keep editing' }).click(),
  },
  outcomes: {
    'loadProfile done / granted': async ({ hold, snapshot }) => {
      await hold.json(me, userOf(snapshot.context.saved, snapshot.context.saved['user_email'] ?? ''))
      await hold.modify(members, memberOf(snapshot.context.saved))
    },
    'loadProfile done / refused': async ({ hold }) => {
      await hold.passThrough(me)
      await hold.refuse(members, busy)
    },
    'loadProfile done / refused without a message': async ({ hold }) => {
      await hold.passThrough(me)
      await hold.refuse(members, { ...busy, message: '' })
    },
    'loadProfile error': async ({ hold }) => {
      await hold.passThrough(me)
      await hold.abort(members)
    },
    'locationPicker snapshot / another state': async ({ page }) => {
      await form(page).getByRole('combobox', { name: 'State' }).fill('Ohio')
      await page.getByRole('option', { name: 'Ohio', exact: true }).click()
    },
    'saveProfile done / granted, the email is unchanged': answerSaved,
    'saveProfile done / granted, the link was opened': answerSaved,
    'saveProfile done / refused': ({ hold }) => hold.refuse(saveCall, busy),
    'saveProfile done / refused because of the email': ({ hold, snapshot }) =>
      hold.refuse(saveCall, { code: 'existing_user_email', message: snapshot.context.message, status: 409 }),
    'saveProfile done / refused without a message': ({ hold }) => hold.refuse(saveCall, { ...busy, message: '' }),
    'saveProfile error': ({ hold }) => hold.abort(saveCall),
  },
  states: {
    loading: ({ page, expect }) => expect(page.getByRole('status', { name: 'Loading your details' })).toBeVisible(),
    failed: async ({ page, expect, snapshot }) => {
      await expect(page.getByRole('alert')).toContainText('We couldn’t load your details')
      await expect(page.getByRole('alert')).toContainText(snapshot.context.message)
    },
    'open.form.editing.untouched': async (step) => {
      await expectFields(step)
      await step.expect(alert(step.page)).toBeEmpty()
    },
    'open.form.editing.invalid': async ({ page, expect, snapshot }) => {
      for (const [name, error] of Object.entries(snapshot.context.errors)) {
        await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
        await expect(form(page).getByText(error)).toBeVisible()
      }
    },
    'open.form.editing.refused': async (step) => {
      const { page, expect, snapshot } = step
      await expectFields(step)
      await expect(form(page).locator('[role="alert"]').filter({ hasText: snapshot.context.message })).toBeVisible()
      const wrong = 'user_email' in snapshot.context.errors
      await expect(form(page).locator('[name="user_email"][aria-invalid="true"]')).toHaveCount(wrong ? 1 : 0)
    },
    'open.form.editing.outcomeUnknown': async (step) => {
      await expectFields(step)
      await step.expect(form(step.page).getByText(step.snapshot.context.message)).toBeVisible()
    },
    'open.form.editing.saved': async (step) => {
      await expectFields(step)
      await step.expect(form(step.page).getByText(step.snapshot.context.message)).toBeVisible()
      await step.expect(form(step.page).locator('[type="submit"]')).toBeDisabled()
    },
    'open.form.editing.confirmationSent': async (step) => {
      await expectFields(step)
      await step.expect(form(step.page).getByText(step.snapshot.context.message)).toBeVisible()
    },
    'open.form.saving': async ({ page, expect, hold }) => {
      await hold.waitFor(saveCall)
      await expect(form(page)).toHaveAttribute('aria-busy', 'true')
    },
    'open.leaving.notLeaving': ({ page, expect }) => expect(dialog(page)).toBeHidden(),
    'open.leaving.confirming': ({ page, expect }) => expect(dialog(page)).toBeVisible(),
    left: ({ page, expect }) => expect(page).toHaveURL('/profile/view-profile'),
  },
  notInBrowser: {
    'loadProfile done / granted, email unconfirmed':
      'Only the page that saved the new email has it; profile.spec.ts tests this.',
    'locationPicker snapshot / the saved address':
      'The picker stores the name of a selected state, while the record has its code.',
  },
  notNow: (label, snapshot) =>
    label.startsWith('locationPicker') &&
    (snapshot.matches({ open: { form: 'saving' } }) || snapshot.matches({ open: { leaving: 'confirming' } }))
      ? 'The picker is disabled during a save, and covered by the dialog.'
      : undefined,
})
