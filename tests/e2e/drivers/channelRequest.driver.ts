import { type Page } from '@playwright/test'
import { type channelRequestMachine } from '../../../machines/channelRequest.ts'
import model from '../../machines/channelRequest.model.ts'
import { stopClock } from '../clock.ts'
import { loginOf, signIn } from '../fixture.ts'
import { accountMenu, closeInEachWay, openMenuEntry } from '../page.ts'
import { createPageDriver, foldLabels, hides, inTurn, type DriverContext } from '../pageDriver.ts'

const regions = 'GET /wp-json/channel/v2/regions'
const request = 'POST /wp-json/channel/v2/channel_request'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Submit Request' })
const form = (page: Page) => dialog(page).getByRole('form', { name: 'Submit Request' })
const email = (page: Page) => dialog(page).getByLabel('Email')
const channelName = (page: Page) => dialog(page).getByLabel('Channel Name')
const region = (page: Page) => dialog(page).getByRole('combobox', { name: 'Region (optional)' })
const alert = (page: Page) => dialog(page).getByRole('alert')
const timer = (page: Page) => page.getByRole('timer')

/** The seconds until the page reloads. */
const secondsLeft = foldLabels(0, {
  'sendRequest done / granted': () => 5,
  'after second': (seconds) => seconds - 1,
})

/** The message is shown, in red or amber, and the form keeps its values. */
const expectFailure =
  (role: 'alert' | 'status') =>
  async ({ page, expect, text }: DriverContext<typeof channelRequestMachine>) => {
    await expect(dialog(page).getByRole(role).filter({ hasText: text })).toBeVisible()
    await expect(channelName(page)).toHaveValue(' Harbor Two ')
  }

export default createPageDriver(model, {
  heldCalls: [regions, request],
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await page.goto('/profile')
    await openMenuEntry(page, 'Request a Channel')
    await expect(dialog(page)).toBeVisible()
  },
  events: {
    'form.submit': async ({ page, event, turn }) => {
      await email(page).fill(event.email)
      await channelName(page).fill(event.channelName)
      // A region can be selected only after the list has loaded.
      if (event.region !== '' && (await region(page).getAttribute('placeholder')) === 'Choose a region') {
        // A list that has the region already opens only with a click.
        await region(page).click()
        await region(page).fill(event.region)
        await page.getByRole('option', { name: event.region, exact: true }).click()
      }
      await dialog(page).getByRole('radio', { name: event.quality }).check()
      await dialog(page).getByLabel('Details').fill(event.details)
      await inTurn(
        turn,
        () => dialog(page).getByRole('button', { name: 'Submit' }).click(),
        () => channelName(page).press('Enter'),
      )
    },
    'field.edit / email': ({ page }) => email(page).pressSequentially('m'),
    'field.edit / channel name': ({ page }) => channelName(page).pressSequentially('H'),
    'form.close': async ({ page, hold, expect }) => {
      await page.clock.resume()
      await closeInEachWay(dialog(page), 'Cancel', () => openMenuEntry(page, 'Request a Channel'))
      await stopClock(page)
      expect(hold.waiting, 'no request is sent').not.toContain(request)
    },
    'regions.retry': ({ page }) => dialog(page).getByRole('button', { name: 'Try again' }).click(),
    'reload.now': async ({ page }) => {
      const loaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Refresh now' }).click()
      await loaded
    },
    'reload.stay': ({ page }) => page.getByRole('button', { name: 'Stay on this page' }).click(),
  },
  texts: {
    'form.submit / without an e-mail address and a name': ['Email field is required', 'Channel Name field is required'],
    'form.submit / only blanks for an e-mail address': 'Email field is required',
    'form.submit / without a channel name': 'Channel Name field is required',
    'field.edit / email': hides('Email field is required'),
    'field.edit / channel name': hides('Channel Name field is required'),
    'sendRequest done / granted':
      'Your request has been submitted successfully. We will notify you once your channel is approved.',
    'sendRequest done / refused': 'You have already requested this channel.',
    'sendRequest done / refused without a message': 'failed to load Api',
    'sendRequest error / unreachable':
      'failed to load Api. We couldn’t confirm your request was sent. Please submit it again.',
  },
  outcomes: {
    'loadRegions done / granted': ({ hold }) => hold.passThrough(regions),
    'loadRegions done / refused': ({ hold }) =>
      hold.refuse(regions, { code: 'too_many_requests', message: 'Please wait a moment.', status: 429 }),
    'loadRegions error': ({ hold }) => hold.html(regions),
    'sendRequest done / granted': ({ hold }) => hold.passThrough(request),
    'sendRequest done / refused': ({ hold, text }) =>
      hold.refuse(request, { code: 'channel_requested_already', message: text, status: 409 }),
    'sendRequest done / refused without a message': ({ hold }) =>
      hold.refuse(request, { code: 'channel_requested_already', message: '', status: 409 }),
    'sendRequest error': ({ hold }) => hold.abort(request),
  },
  delays: {
    // Checking a state uses a part of its second, so the clock advances until the next second is shown.
    second: async ({ page, labels }) => {
      const left = secondsLeft(labels)
      const isOver = async () =>
        left === 0
          ? page.isClosed() || !(await timer(page).isVisible())
          : (await timer(page).innerText()).includes(`in ${left} second`)
      for (let passed = 0; passed <= 1_000 && !(await isOver()); passed += 50) await page.clock.runFor(50)
    },
  },
  states: {
    'open.regions.loading': ({ page, expect }) =>
      expect(region(page)).toHaveAttribute('placeholder', 'Loading the regions…'),
    'open.regions.listed': ({ page, expect }) => expect(region(page)).toHaveAttribute('placeholder', 'Choose a region'),
    'open.regions.failed': async ({ page, expect }) => {
      await expect(dialog(page).getByText('We couldn’t load regions.')).toBeVisible()
      await expect(region(page)).toHaveAttribute('placeholder', 'Regions unavailable')
    },
    'open.form.editing.untouched': async ({ page, expect }) => {
      await expect(email(page)).toHaveValue(loginOf('member'))
      await expect(alert(page)).toBeEmpty()
    },
    'open.form.editing.invalid': async ({ page, expect, texts }) => {
      for (const text of ['Email field is required', 'Channel Name field is required'])
        await expect(page.getByText(text)).toBeVisible({ visible: texts.includes(text) })
    },
    'open.form.editing.refused': expectFailure('alert'),
    'open.form.editing.outcomeUnknown': expectFailure('status'),
    'open.form.sending': async ({ page, expect }) => {
      await expect(form(page)).toHaveAttribute('aria-busy', 'true')
      for (const name of ['Cancel', 'Close']) await expect(dialog(page).getByRole('button', { name })).toBeDisabled()
    },
    sent: async ({ page, expect, labels, text }) => {
      await expect(dialog(page)).toBeHidden()
      await expect(page.getByText(text)).toBeVisible()
      await expect(timer(page)).toContainText(`in ${secondsLeft(labels)} second`)
    },
    reloadStopped: async ({ page, expect }) => {
      await expect(timer(page)).toBeHidden()
      await expect(accountMenu(page)).toBeFocused()
    },
    closed: async ({ page, expect }) => {
      await expect(dialog(page)).toBeHidden()
      await expect(accountMenu(page)).toBeFocused()
    },
    reloading: ({ page, expect }) =>
      // The clock of the reloaded page is stopped too.
      expect(async () => {
        await page.clock.runFor(100)
        await expect(accountMenu(page)).toBeVisible({ timeout: 500 })
        await expect(timer(page)).toBeHidden()
      }).toPass(),
  },
})
