/** The short list of devices on /profile. The devices are tested in `tests/views/account.test.tsx`. */
import { expect, test } from './fixture.ts'
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
