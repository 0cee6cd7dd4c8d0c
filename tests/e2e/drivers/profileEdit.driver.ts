import { type Page } from '@playwright/test'
import { type profileEditMachine } from '../../../machines/profileEdit.ts'
import { type ProfileValues } from '../../../machines/profileEdit.types.ts'
import model, { mara } from '../../machines/profileEdit.model.ts'
import { signIn } from '../fixture.ts'
import { closeInEachWay } from '../page.ts'
import { createPageDriver, foldLabels, hides, inTurn, type DriverContext } from '../pageDriver.ts'
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

const edit = (changes: ProfileValues) => (values: ProfileValues) => ({ ...values, ...changes })
/** The host saves values without the spaces around them. */
const save = (email: string) => (values: ProfileValues) =>
  edit({ user_email: email })(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])))

/** The values in the fields. */
const valuesOf = foldLabels<ProfileValues>(
  {},
  {
    'loadProfile done / granted': () => mara,
    'form.edit / a new name': edit({ display_name: 'Mara E. ' }),
    'form.edit / no name': edit({ display_name: '  ' }),
    'form.edit / the unchanged name': edit({ display_name: 'Mara Ellison' }),
    'form.edit / a new address': edit({ user_email: 'mara@ellison.example' }),
    'form.edit / a phone number that is too long': edit({ user_phone: '5'.repeat(41) }),
    'saveProfile done / granted, the email is unchanged': save('member@statecast.test'),
    'saveProfile done / granted, the link was opened': save('mara@ellison.example'),
  },
)

const userOf = ({ display_name: name, user_phone: phone, user_email: email }: ProfileValues) => ({
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

const answerSaved = ({ hold, labels }: StepContext) => hold.json(saveCall, userOf(valuesOf(labels)))

const expectFields = async ({ page, expect, labels }: StepContext) => {
  for (const name of ['display_name', 'user_email', 'user_phone'])
    await expect(field(page, name)).toHaveValue(valuesOf(labels)[name] ?? '')
}

/** Scrolls to the message at the end of the form. The page after the form needs the responses to its calls. */
async function scrollToMessage({ page, hold, expect, snapshot, text }: StepContext): Promise<() => Promise<void>> {
  if (snapshot.matches('left')) {
    await hold.release()
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    return async () => {}
  }
  if (snapshot.matches({ open: { leaving: 'confirming' } })) return async () => {}
  if (snapshot.matches({ open: { form: 'saving' } })) return bringIntoView(form(page).locator('[type="submit"]'))
  return snapshot.matches('open') && text !== '' ? bringIntoView(form(page).getByText(text).first()) : async () => {}
}

const usedEmail = 'Sorry, that email address is already used!'
const isLast = (label: string, others: RegExp, labels: readonly string[]) =>
  labels.findLast((one) => one === label || others.test(one)) === label

/** The new address is a change, unless it is saved already. */
const needsConfirmation = (labels: readonly string[]) =>
  isLast('form.edit / a new address', /^saveProfile done . granted/, labels) &&
  labels.findLast((label) => label.startsWith('saveProfile done / granted')) !==
    'saveProfile done / granted, the link was opened'

const leave = (page: Page) => form(page).getByRole('link', { name: 'Cancel' }).click()
const leaveForSupport = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support' }).click()

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
    'form.submit': async ({ page, turn }) => {
      // The dialog covers the form.
      if (await dialog(page).isVisible())
        return form(page).evaluate((element: HTMLFormElement) => element.requestSubmit())
      await inTurn(
        turn,
        () => form(page).locator('[type="submit"]').click(),
        () => field(page, 'first_name').press('Enter'),
      )
    },
    'page.leave': ({ page }) => leave(page),
    'leave.confirm': ({ page }) => dialog(page).getByRole('button', { name: 'Discard' }).click(),
    'leave.cancel': async ({ page, expect }) => {
      await closeInEachWay(dialog(page), 'Keep editing', () => leaveForSupport(page))
      await expect(page).toHaveURL('/profile/edit')
    },
  },
  texts: {
    'form.edit / a new name': hides('Enter a display name'),
    'form.edit / no name': hides('Enter a display name'),
    'form.edit / the unchanged name': hides('Enter a display name'),
    'form.edit / a phone number that is too long': hides('Use 40 characters or fewer'),
    // The message of the form stays, the error of the field does not.
    'form.edit / a new address': (before) => before.filter((text, i) => i === 0 || text !== usedEmail),
    'form.submit': (_, labels) => [
      ...(isLast('form.edit / no name', /^form.edit . .* name$/, labels) ? ['Enter a display name'] : []),
      ...(labels.includes('form.edit / a phone number that is too long') ? ['Use 40 characters or fewer'] : []),
    ],
    'loadProfile done / refused': 'Too many requests. Please wait a moment.',
    'loadProfile done / refused without a message': 'Something went wrong',
    'loadProfile error / unreachable': 'Statecast isn’t responding. Check your connection and try again.',
    'saveProfile done / granted, the email is unchanged': (_, labels) => [
      needsConfirmation(labels) ? 'Saved. Confirm mara@ellison.example with the link we emailed you.' : 'Changes saved',
    ],
    'saveProfile done / granted, the link was opened': 'Changes saved',
    'saveProfile done / refused': 'Too many requests. Please wait a moment.',
    'saveProfile done / refused because of the email': [usedEmail, usedEmail],
    'saveProfile done / refused without a message': 'Something went wrong',
    'saveProfile error / unreachable': 'We couldn’t confirm your changes were saved. Please save again.',
  },
  outcomes: {
    'loadProfile done / granted': async ({ hold }) => {
      await hold.json(me, userOf(mara))
      await hold.modify(members, memberOf(mara))
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
    'saveProfile done / refused because of the email': ({ hold, text }) =>
      hold.refuse(saveCall, { code: 'existing_user_email', message: text, status: 409 }),
    'saveProfile done / refused without a message': ({ hold }) => hold.refuse(saveCall, { ...busy, message: '' }),
    'saveProfile error': ({ hold }) => hold.abort(saveCall),
  },
  states: {
    loading: ({ page, expect }) => expect(page.getByRole('status', { name: 'Loading your details' })).toBeVisible(),
    failed: async ({ page, expect, text }) => {
      await expect(page.getByRole('alert')).toContainText('We couldn’t load your details')
      await expect(page.getByRole('alert')).toContainText(text)
    },
    'open.form.editing.untouched': async (step) => {
      await expectFields(step)
      await step.expect(alert(step.page)).toBeEmpty()
    },
    'open.form.editing.invalid': async ({ page, expect, texts }) => {
      for (const text of texts) await expect(form(page).getByText(text)).toBeVisible()
      await expect(form(page).locator('[aria-invalid="true"]')).toHaveCount(texts.length)
    },
    'open.form.editing.refused': async (step) => {
      const { page, expect, text, texts } = step
      await expectFields(step)
      await expect(form(page).locator('[role="alert"]').filter({ hasText: text })).toBeVisible()
      await expect(form(page).locator('[name="user_email"][aria-invalid="true"]')).toHaveCount(texts.length - 1)
    },
    'open.form.editing.outcomeUnknown': async (step) => {
      await expectFields(step)
      await step.expect(form(step.page).locator('[role="status"]').filter({ hasText: step.text })).toBeVisible()
    },
    'open.form.editing.saved': async (step) => {
      await expectFields(step)
      await step.expect(form(step.page).getByText(step.text)).toBeVisible()
      await step.expect(form(step.page).locator('[type="submit"]')).toBeDisabled()
    },
    'open.form.editing.confirmationSent': async (step) => {
      await expectFields(step)
      await step.expect(form(step.page).getByText(step.text)).toBeVisible()
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
