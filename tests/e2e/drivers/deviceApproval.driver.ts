import { type Page } from '@playwright/test'
import { type deviceApprovalMachine } from '../../../machines/deviceApproval.ts'
import model from '../../machines/deviceApproval.model.ts'
import { requestUserCode } from '../deviceCode.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, inTurn, type DriverContext, type DriverStep } from '../pageDriver.ts'

type Context = DriverContext<typeof deviceApprovalMachine>

const decide = 'POST /wp-json/custom-plugin/device/approve'

const field = (page: Page) => page.getByLabel('Code')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The code of the television of each page. */
const codes = new WeakMap<Page, string>()
const codeOf = (page: Page) => codes.get(page) ?? ''

const refuse =
  (code: string, status: number, message?: string): DriverStep<typeof deviceApprovalMachine> =>
  ({ hold, text }) =>
    hold.refuse(decide, { code, message: message ?? text, status })

const device = { success: true, ip: '198.51.100.7', ua: 'Roku/DVP-14.0', requested: 1_795_221_202 }
const granted: DriverStep<typeof deviceApprovalMachine> = ({ page, hold }) =>
  hold.json(decide, { ...device, user_code: codeOf(page) })
const locked: DriverStep<typeof deviceApprovalMachine> = ({ hold, text }) =>
  hold.json(decide, { code: 'too_many_requests', message: text, data: { status: 429 } }, 429, { 'retry-after': '900' })

const unreachable = 'Statecast isn’t responding. Check your connection and try again.'
const wrong = 'That code isn’t right. Check it on your television.'
const expired = 'That code no longer works. Get a new one on your television.'
const tooMany = 'Too many wrong codes. Try again in 15 minutes.'
const busy = 'Sorry, you are not allowed to do that.'

const textsOf = (id: string, wrongText: string) => ({
  [`${id} done / wrong`]: wrongText,
  [`${id} done / expired`]: expired,
  [`${id} done / locked`]: tooMany,
  [`${id} done / refused`]: busy,
  [`${id} done / refused without a message`]: 'Something went wrong',
  [`${id} error / unreachable`]: unreachable,
})
const outcomesOf = (id: string) => ({
  [`${id} done / granted`]: granted,
  [`${id} done / wrong`]: refuse('invalid_user_code', 404, 'There is no such code.'),
  [`${id} done / expired`]:
    id === 'approveDevice'
      ? refuse('expired_token', 400, 'The code has expired.')
      : refuse('user_code_used', 409, 'This code has been used.'),
  [`${id} done / locked`]: locked,
  [`${id} done / refused`]: refuse('rest_forbidden', 403),
  [`${id} done / refused without a message`]: refuse('rest_forbidden', 403, ''),
  [`${id} error`]: ({ hold }: Context) => hold.abort(decide),
})

const sameForm = 'Only the message at the field differs, and each step has its own.'

const expectForm = async ({ page, expect }: Context) => {
  await expect(heading(page, 'Sign in on a television')).toBeVisible()
  await expect(button(page, 'Continue')).toBeEnabled()
}

const expectError = async (context: Context) => {
  await expectForm(context)
  await context.expect(context.page.getByText(context.text, { exact: true })).toBeVisible()
  await context.expect(field(context.page)).toHaveAttribute('aria-invalid', 'true')
}

const expectQuestion =
  (loading?: string) =>
  async ({ page, expect, text }: Context) => {
    await expect(heading(page, 'Sign in this device?')).toBeVisible()
    const question = page.getByRole('region', { name: 'Sign in this device?' })
    await expect(question).toContainText(codeOf(page))
    await expect(question).toContainText('Roku')
    await expect(question).toContainText('198.51.100.7')
    await expect(question).toContainText('member@statecast.test')
    await expect(question.getByRole('alert')).toHaveText(text)
    for (const name of ['Sign in', 'Don’t sign in']) {
      await expect(button(page, name)).toBeEnabled({ enabled: loading === undefined })
      if (name === loading) await expect(button(page, name)).toHaveAttribute('data-loading', 'true')
    }
  }

export default createPageDriver(model, {
  heldCalls: [decide],
  open: async ({ page, server, expect }, input) => {
    const userCode = await requestUserCode(server.url)
    codes.set(page, userCode)
    await signIn(page, 'member')
    const query = { 'the link of the QR code': userCode, 'a link with half a code': 'WDJB' }[input]
    await page.goto(`/activate${query ? `?user_code=${query}` : ''}`)
    await expect(heading(page, 'Sign in on a television')).toBeVisible()
  },
  events: {
    'code.submit': async ({ page, case: name, turn }) => {
      const spelled = ` ${codeOf(page).toLowerCase().replace('-', ' ')}`
      await field(page).fill({ complete: spelled, empty: '' }[name] ?? codeOf(page).slice(0, 7))
      await inTurn(
        turn,
        () => button(page, 'Continue').click(),
        () => field(page).press('Enter'),
      )
    },
    'code.edit': ({ page }) => field(page).pressSequentially('B'),
    'code.change': ({ page }) =>
      page.getByRole('button', { name: /^(Enter another code|Sign in another television)$/ }).click(),
    'device.approve': ({ page }) => button(page, 'Sign in').click(),
    'device.deny': ({ page }) => button(page, 'Don’t sign in').click(),
  },
  texts: {
    'code.submit / complete': [],
    'code.submit / empty': 'Enter the 8 letters that your television shows.',
    'code.submit / too short': 'Enter the 8 letters that your television shows.',
    'code.edit': [],
    'code.change': [],
    'device.approve': [],
    'device.deny': [],
    ...textsOf('checkCode', wrong),
    ...textsOf('approveDevice', expired),
    ...textsOf('denyDevice', expired),
  },
  outcomes: { ...outcomesOf('checkCode'), ...outcomesOf('approveDevice'), ...outcomesOf('denyDevice') },
  states: {
    'entering.empty': async (context) => {
      await expectForm(context)
      await context.expect(field(context.page)).not.toHaveAttribute('aria-invalid', 'true')
    },
    'entering.incomplete': expectError,
    'entering.wrong': expectError,
    'entering.expired': expectError,
    'entering.failed': expectError,
    checking: async ({ page, hold, expect }) => {
      await expect(button(page, 'Continue')).toHaveAttribute('data-loading', 'true')
      await hold.waitFor(decide)
    },
    'confirming.ready': expectQuestion(),
    'confirming.failed': expectQuestion(),
    approving: expectQuestion('Sign in'),
    denying: expectQuestion('Don’t sign in'),
    approved: async ({ page, expect }) => {
      await expect(heading(page, 'Your television is signed in')).toBeFocused()
      await expect(page.getByRole('link', { name: 'Your devices' })).toBeVisible()
    },
    denied: ({ page, expect }) => expect(heading(page, 'Not signed in')).toBeFocused(),
    locked: async ({ page, expect, text }) => {
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
      await expect(field(page)).toBeHidden()
    },
  },
  alike: {
    'entering.wrong': sameForm,
    'entering.expired': sameForm,
    'entering.failed': sameForm,
  },
})
