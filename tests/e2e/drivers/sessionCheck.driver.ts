import { type Page } from '@playwright/test'
import createModel from '../../machines/sessionCheck.model.ts'
import { loginOf, password, signIn } from '../fixture.ts'
import { createPageDriver } from '../pageDriver.ts'

const me = 'GET /wp-json/custom-plugin/me/'
const members = 'GET /wp-json/mp/v1/members/{id}'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const channels = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live Channels' })

export default createPageDriver(createModel, {
  heldCalls: [me, members],
  open: async ({ page, hold }, input) => {
    if (input === 'just signed in') {
      await page.goto('/signin')
      await page.getByPlaceholder('E-mail / username').fill(loginOf('member'))
      await page.getByPlaceholder('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Login' }).click()
      await hold.waitFor(members)
      return
    }
    await signIn(page, 'member')
    await page.goto('/support')
    await hold.waitFor(me)
  },
  events: {},
  outcomes: {
    'askUser done / granted': async ({ hold }) => {
      await hold.passThrough(me)
      await hold.waitFor(members)
    },
    'askUser done / refused': ({ hold }) =>
      hold.refuse(me, { code: 'session_expired', message: 'Your session has expired.', status: 401 }),
    'askUser error': ({ hold }) => hold.abort(me),
    'askMembership done / active': ({ hold }) => hold.passThrough(members),
    'askMembership done / none active': ({ hold }) =>
      hold.modify(members, (body) => ({ ...(body as object), recent_subscriptions: [] })),
    'askMembership done / refused': ({ hold }) =>
      hold.refuse(members, { code: 'mp_no_records_found', message: 'No record', status: 500 }),
    'askMembership error': ({ hold }) => hold.abort(members),
  },
  states: {
    asking: async ({ page, expect }) => {
      await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
      await expect(page.getByRole('navigation')).toBeHidden()
    },
    // At the start nothing is shown yet; at the sign-in the form stays busy.
    measuring: ({ page, expect }) =>
      expect(page.getByRole('status', { name: 'Loading' }).or(page.locator('form[aria-busy=true]'))).toBeVisible(),
    granted: async ({ page, expect, snapshot: { context } }) => {
      const isMember = 'role' in context.answer && context.answer.role === 'membership'
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await expect(channels(page)).toBeVisible({ visible: isMember })
    },
    unproven: async ({ page, expect }) => {
      await expect(page.getByText('does not answer just now')).toBeVisible()
      await expect(channels(page)).toBeHidden()
    },
    refused: ({ page, expect }) => expect(heading(page, 'Sign in')).toBeVisible(),
    unreached: ({ page, expect }) => expect(heading(page, 'No connection')).toBeVisible(),
  },
  notInBrowser: {
    'askUser done / no tokens':
      'Tokens that are not there are found missing at once, no answer can be held; badInput.spec.ts lets them run out.',
  },
})
