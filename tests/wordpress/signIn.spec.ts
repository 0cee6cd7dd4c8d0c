/** Sign-in and the end of a session with WordPress as the host. */
import { type Page } from '@playwright/test'
import { focusUntil, heading, logOut, openAs, submitSignIn } from '../e2e/page.ts'
import { expect, test } from './fixture.ts'
import { type Switches } from './site.ts'

const refusal = (page: Page) => page.locator('form').getByRole('alert').last()
const signedOut = 'You’ve been signed out. Please sign in again.'

test.describe('sign-in', () => {
  test.beforeEach(({ page }) => page.goto('/signin'))

  test('a member signs in and sees the channels of the plugin', async ({ page }) => {
    await submitSignIn(page, 'member')
    await expect(page).toHaveURL('/')
    await expect(heading(page, 'Live Channels')).toBeVisible()
    await expect(page.getByText('The coast before it wakes, the city before it moves')).toBeVisible()
  })

  test('a user without a membership signs in as a guest', async ({ page }) => {
    await submitSignIn(page, 'guest')
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('link', { name: 'Choose a plan' })).toBeVisible()
  })

  test('a user whose plan was paid once is a member', async ({ page }) => {
    await submitSignIn(page, 'founder@statecast.test')
    await expect(page).toHaveURL('/')
    await page.goto('/profile')
    await expect(page.getByRole('main')).toContainText('PlanFounderStatusActiveValid untilLifetime')
  })

  test('shows what WordPress says about a wrong password or an unknown account, as text', async ({ page }) => {
    await submitSignIn(page, 'member', { secret: 'wrong' })
    await expect(refusal(page)).toHaveText(
      'Error: The password you entered for the email address member@statecast.test is incorrect. Lost your password?',
    )
    await submitSignIn(page, 'nobody@statecast.test')
    await expect(refusal(page)).toHaveText('Unknown email address. Check again or try your username.')
  })

  test('shows what a plugin that limits sign-ins says', async ({ page, wordpress, watch }) => {
    watch.allowOffContract(/user-login/)
    await wordpress.switchOn({ limiter: true })
    await submitSignIn(page, 'member')
    await expect(refusal(page)).toHaveText('Error: Too many failed login attempts. Please try again in 20 minutes.')
  })
})

test.describe('the end of a session', () => {
  test('logging out ends the session in WordPress', async ({ page, wordpress }) => {
    await openAs(page, 'member', '/')
    await expect(heading(page, 'Live Channels')).toBeVisible()
    expect(await wordpress.countSessions('member')).toBe(1)
    await logOut(page)
    await expect(page).toHaveURL('/signin')
    await expect.poll(() => wordpress.countSessions('member')).toBe(0)
  })

  test('a session that WordPress has ended is over', async ({ page, wordpress }) => {
    await openAs(page, 'member', '/')
    await expect(heading(page, 'Live Channels')).toBeVisible()
    await wordpress.endSessions('member')
    await focusUntil(page, () => expect(page).toHaveURL('/signin', { timeout: 300 }))
    await expect(page.getByText(signedOut)).toBeVisible()
  })

  test('a session that has expired is over', async ({ page, wordpress }) => {
    await wordpress.switchOn({ expiredSessions: true })
    const responded = page.waitForResponse('**/wp-json/custom-plugin/me/')
    await openAs(page, 'member', '/')
    expect(await (await responded).json()).toMatchObject({ code: 'session_expired' })
    await expect(page).toHaveURL('/signin')
  })

  const styles: readonly (readonly [string, Switches])[] = [
    ['as a visitor, because the server removes Authorization', { stripAuthorization: true }],
    ['with the code of a JWT plugin', { sessionEnd: 'jwt' }],
    ['with a user without an id', { sessionEnd: 'visitor' }],
  ]
  for (const [style, switches] of styles)
    test(`is also recognized ${style}`, async ({ page, wordpress, watch }) => {
      watch.allowOffContract(/custom-plugin\/me/)
      await openAs(page, 'member', '/')
      await expect(heading(page, 'Live Channels')).toBeVisible()
      await wordpress.switchOn(switches)
      await focusUntil(page, () => expect(page).toHaveURL('/signin', { timeout: 300 }))
      await expect(page.getByText(signedOut)).toBeVisible()
    })
})
