/** The plans (/profile/packages). Texts and failures are tested in `tests/views/account.test.tsx`. */
import { expect, test } from './fixture.ts'
import { openAs } from './page.ts'
import { RequestHold } from './requestHold.ts'

test('shows the specified text, or the host’s, and Try again if the plans can’t be loaded', async ({ page }) => {
  const list = 'GET /wp-json/mp/v1/memberships'
  const hold = await RequestHold.create(page)
  hold.holdCalls(list)
  await openAs(page, 'member', '/profile/packages')
  await expect(page.getByRole('status', { name: 'Loading plans' })).toBeVisible()
  await hold.abort(list)
  const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load the plans' })
  await expect(failure).toContainText('Something went wrong while fetching memberpress data')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await hold.refuse(list, { code: 'too_many_requests', message: 'Come back in a minute.', status: 429 })
  await expect(failure).toContainText('Come back in a minute.')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await hold.passThrough(list)
  await expect(page.getByRole('article', { name: 'Monthly' })).toContainText('Current plan')
})
