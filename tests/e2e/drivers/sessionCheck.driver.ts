import { type Page } from '@playwright/test'
import { type sessionCheckMachine } from '../../../machines/sessionCheck.ts'
import model from '../../machines/sessionCheck.model.ts'
import { loginOf, password, signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'

const me = 'GET /wp-json/custom-plugin/me/'
const members = 'GET /wp-json/mp/v1/members/{id}'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const channels = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live Channels' })

const expectRole =
  (isMember: boolean) =>
  async ({ page, expect }: DriverContext<typeof sessionCheckMachine>) => {
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(channels(page)).toBeVisible({ visible: isMember })
  }

export default createPageDriver(model, {
  heldCalls: [me, members],
  open: async ({ page }, input) => {
    if (input === 'just signed in') {
      await page.goto('/signin')
      await page.getByPlaceholder('E-mail / username').fill(loginOf('member'))
      await page.getByPlaceholder('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Login' }).click()
      return
    }
    await signIn(page, 'member')
    await page.goto('/support')
  },
  events: {},
  outcomes: {
    'checkUser done / granted': ({ hold }) => hold.passThrough(me),
    'checkUser done / refused': ({ hold }) =>
      hold.refuse(me, { code: 'session_expired', message: 'Your session has expired.', status: 401 }),
    'checkUser error': ({ hold }) => hold.abort(me),
    'checkMembership done / active': ({ hold }) => hold.passThrough(members),
    'checkMembership done / none active': ({ hold }) =>
      hold.modify(members, (body) => ({ ...(body as object), recent_subscriptions: [], active_memberships: [] })),
    'checkMembership done / refused': ({ hold }) =>
      hold.refuse(members, { code: 'mp_no_records_found', message: 'No record', status: 500 }),
    'checkMembership error': ({ hold }) => hold.abort(members),
  },
  states: {
    checkingUser: async ({ page, hold, expect }) => {
      await hold.waitFor(me)
      await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
      await expect(page.getByRole('navigation')).toBeHidden()
    },
    // The start shows nothing yet; a sign-in keeps the form busy.
    checkingMembership: async ({ page, hold, expect }) => {
      await hold.waitFor(members)
      await expect(page.getByRole('status', { name: 'Loading' }).or(page.locator('form[aria-busy=true]'))).toBeVisible()
    },
    member: expectRole(true),
    guest: expectRole(false),
    roleUnknown: async ({ page, expect }) => {
      await expect(page.getByText('We’re having trouble connecting')).toBeVisible()
      await expect(channels(page)).toBeHidden()
    },
    refused: ({ page, expect }) => expect(heading(page, 'Sign in')).toBeVisible(),
    unreachable: ({ page, expect }) => expect(heading(page, 'We can’t reach Statecast')).toBeVisible(),
  },
  notInBrowser: {
    'checkUser done / no tokens': 'Missing tokens need no call that could be held; sessionFailures.spec.ts tests this.',
  },
})
