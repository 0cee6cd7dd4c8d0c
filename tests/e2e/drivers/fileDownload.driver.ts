import { type Page } from '@playwright/test'
import model from '../../machines/fileDownload.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver } from '../pageDriver.ts'
import { type Call, type RequestHold } from '../requestHold.ts'

const transactions: Call = 'GET /wp-json/mp/v1/transactions'
const parts: readonly Call[] = [
  'GET /wp-json/custom-plugin/me/',
  'GET /wp-json/mp/v1/members/{id}',
  transactions,
  'POST /wp-json/payment/v1/user-stripe-all-cards',
  'GET /wp-json/channel/v2/favourites',
  'GET /wp-json/custom-plugin/sessions',
]

const busy = { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.', status: 429 }
const section = (page: Page) => page.getByRole('region', { name: 'Your data' })
const button = (page: Page) => section(page).getByRole('button', { name: 'Download my data' })
const retry = (page: Page) => section(page).getByRole('button', { name: 'Try again' })

/** Responds to each of these parts. A check of the session may wait for the same call, so all parts must be sent before. */
async function respond(hold: RequestHold, calls: readonly Call[], send: (call: Call) => Promise<void>) {
  for (const part of parts) await hold.waitFor(part)
  for (const call of calls) {
    await send(call)
    while (hold.waiting.includes(call)) await send(call)
  }
}

const others = parts.filter((part) => part !== transactions)

const unreachable = 'Something went wrong while fetching memberpress data'

export default createPageDriver(model, {
  open: async ({ page, hold, expect }) => {
    await signIn(page, 'member')
    await page.goto('/profile')
    await expect(button(page)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Devices' }).getByRole('listitem')).toHaveCount(3)
    hold.holdCalls(...parts)
  },
  events: {
    'download.start': async ({ page, turn }) => {
      const again = retry(page)
      await (turn.before % 2 === 1 && (await again.isVisible()) ? again : button(page)).click()
    },
  },
  texts: {
    'download.start': [],
    'makeFile done / saved': 'Your data downloaded.',
    'makeFile done / incomplete':
      'Your data downloaded, but we couldn’t load your payments. The file doesn’t have them.',
    'makeFile done / refused': 'We couldn’t download your data. Too many requests. Please wait a moment.',
    'makeFile error / unreachable': `We couldn’t download your data. ${unreachable}`,
  },
  outcomes: {
    'makeFile done / saved': async ({ page, hold }) => {
      const download = page.waitForEvent('download')
      await respond(hold, parts, (part) => hold.passThrough(part))
      await download
    },
    'makeFile done / incomplete': async ({ page, hold }) => {
      const download = page.waitForEvent('download')
      await respond(hold, others, (part) => hold.passThrough(part))
      await hold.refuse(transactions, busy)
      await download
    },
    'makeFile done / refused': ({ hold }) => respond(hold, parts, (part) => hold.refuse(part, busy)),
    'makeFile error': ({ hold }) => respond(hold, parts, (part) => hold.abort(part)),
  },
  states: {
    ready: async ({ page, expect }) => {
      await expect(button(page)).toBeEnabled()
      await expect(section(page).getByRole('status')).toBeEmpty()
    },
    preparing: async ({ page, expect }) => {
      await expect(button(page)).toHaveAttribute('data-loading', 'true')
      await expect(retry(page)).toBeHidden()
    },
    saved: async ({ page, expect, text }) => {
      await expect(section(page).getByRole('status')).toHaveText(text)
      await expect(retry(page)).toBeHidden()
    },
    incomplete: async ({ page, expect, text }) => {
      await expect(section(page).getByRole('status')).toContainText(text)
      await expect(retry(page)).toBeVisible()
    },
    failed: async ({ page, expect, text }) => {
      await expect(section(page).getByRole('alert')).toContainText(text)
      await expect(retry(page)).toBeVisible()
    },
  },
  notInBrowser: {
    'makeFile done / saved with a note': 'Only the PDF of an invoice has a note.',
  },
})
