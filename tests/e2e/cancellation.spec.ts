/** A member cancels the plan and deletes the account. The ledger and the mailbox of the sandbox show what happened. */
import { expect, loginOf, test } from './fixture.ts'
import { heading, openAs } from './page.ts'
import { ledgerEffects } from './paymentSteps.ts'

test(
  'a plan is canceled once, the member still watches, and the link of an email deletes the account',
  { tag: ['@full', '@cancel.call', '@cancel.done', '@cancel.access', '@removal.paidTime', '@removal.link'] },
  async ({ page, sandbox }) => {
    const mailOf = async (subject: string) =>
      (await sandbox.mail()).filter(
        (mail) => mail.to === loginOf('member') && mail.subject === `[Statecast] ${subject}`,
      )

    await openAs(page, 'member', '/profile')
    await page.getByRole('button', { name: 'Cancel plan' }).click()
    const question = page.getByRole('region', { name: 'Cancel plan', exact: true })
    await expect(question.getByRole('heading', { name: 'Cancel Monthly?' })).toBeFocused()
    await question.getByRole('button', { name: 'Cancel plan' }).click()
    await expect(page.getByRole('heading', { name: /^Canceled · access until / })).toBeFocused()
    expect(await ledgerEffects(sandbox)).toEqual(['cancel stripe 102'])
    expect(await mailOf('Monthly is canceled')).toHaveLength(1)

    await page.goto('/video/harbor-one')
    await expect(page.locator('video')).toHaveAttribute('data-state', 'playing')

    await page.goto('/profile')
    const removal = page.getByRole('region', { name: 'Delete account' })
    await removal.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(dialog.getByRole('status')).toContainText('lose')
    expect(await mailOf('Confirm Action: Erase Personal Data')).toEqual([])
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(removal.getByRole('status')).toContainText('Check your email.')

    const [mail] = await mailOf('Confirm Action: Erase Personal Data')
    await page.goto(mail?.links[0] ?? '')
    await expect(page.getByText('Your account is deleted')).toBeVisible()
    await page.goto('/profile')
    await expect(heading(page, 'Sign in')).toBeVisible()
    expect(await mailOf('Erasure Request Fulfilled')).toHaveLength(1)
    expect(await ledgerEffects(sandbox), 'nothing else was canceled or charged').toEqual(['cancel stripe 102'])
  },
)
