import { expect, loginOf, password, signIn, test } from './fixture.ts'

test.describe('the built product', () => {
  test('shows the sign-in form to a visitor who is not signed in', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/signin$/)
    await expect(page.getByPlaceholder('E-mail / username')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  })

  test('restores the session of a member', async ({ page }) => {
    await signIn(page, 'member')
    await page.goto('/')
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('signs a member in with the form', async ({ page }) => {
    await page.goto('/signin')
    await page.getByPlaceholder('E-mail / username').fill(loginOf('member'))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/$/)
  })

  test('distinguishes an unreachable server from a refusal, and recovers when it returns', async ({ page, server }) => {
    await signIn(page, 'member')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await server.kill()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page).toHaveURL(/\/$/)
    await server.restart()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
