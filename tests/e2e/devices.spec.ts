/** The short list of devices on /profile, and a long one. The devices are tested in `tests/views/account.test.tsx`. */
import { expect, test } from './fixture.ts'
import { answerManyDevices } from './largeData.ts'
import { openAs } from './page.ts'
import { RequestHold } from './requestHold.ts'

test('shows a message with another try on the profile when the list fails to load', async ({ page }) => {
  const listCall = 'GET /wp-json/custom-plugin/sessions'
  const hold = await RequestHold.create(page)
  hold.holdCalls(listCall)
  await openAs(page, 'guest', '/profile')
  await hold.abort(listCall)
  const list = page.getByRole('region', { name: 'Devices' })
  await expect(list.getByRole('alert')).toContainText('We couldn’t load your devices.')
  await list.getByRole('button', { name: 'Try again' }).click()
  await hold.passThrough(listCall)
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test(
  'a few hundred elements show a thousand devices, and all of them print',
  { tag: '@devices.list' },
  async ({ page }) => {
    await answerManyDevices(page, 1_000)
    await openAs(page, 'member', '/profile/all-sessions')
    const rows = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
    const elements = () => page.evaluate(() => document.querySelectorAll('*').length)
    await expect(rows.first()).toContainText('This device')
    await expect(rows.first()).toHaveAttribute('aria-setsize', '1000')
    expect(await elements()).toBeLessThanOrEqual(700)

    // The button with the focus stays in the document while the list scrolls.
    const second = page.getByRole('listitem').and(page.locator('[aria-posinset="2"]')).getByRole('button')
    await second.focus()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const last = page.locator('[aria-posinset="1000"]')
    await expect(last).toBeInViewport()
    await expect(second).toBeFocused()
    expect(await elements()).toBeLessThanOrEqual(700)
    await last.getByRole('button').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeFocused()

    await page.evaluate(() =>
      addEventListener('beforeprint', () => {
        document.body.dataset['printed'] = String(document.querySelectorAll('[aria-posinset]').length)
      }),
    )
    await page.pdf()
    await expect(page.locator('body')).toHaveAttribute('data-printed', '1000')
    await expect.poll(elements).toBeLessThanOrEqual(700)
  },
)
