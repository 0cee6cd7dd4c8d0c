import { expect, test } from './fixture.ts'

test('the sandbox page offers the faults of the selected call or stream', async ({ page }) => {
  await page.goto('/sandbox')
  const call = page.getByLabel('Call')
  const fault = page.getByLabel('Fault', { exact: true })
  const offered = () => fault.locator('option:not(:disabled)').allTextContents()

  expect(await offered()).toContain('delay')
  expect(await offered()).not.toContain('stall')

  await call.fill('STREAM harbor-one')
  expect(await offered()).toEqual(['stall', 'off-air'])
  await expect(fault).toHaveValue('stall')
  await page.getByRole('button', { name: 'Add this fault' }).click()
  await expect(page.getByText('Fault added.')).toBeVisible()
  await expect(page.locator('code', { hasText: 'STREAM harbor-one' })).toBeVisible()
})
