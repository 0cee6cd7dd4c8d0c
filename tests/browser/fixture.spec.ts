import { expect, test } from './fixture.ts'

/** The watch that every browser test stands under must itself be seen to bite: each of these tests has to fail. */
test.describe('the watch fails a test', () => {
  test.fail()

  test('on an error in the console', async ({ page }) => {
    await page.goto('/signin')
    await page.evaluate(() => console.error('on purpose'))
  })

  test('on an error that nobody caught', async ({ page }) => {
    await page.goto('/signin')
    await page.evaluate(() => void Promise.reject(new Error('on purpose')))
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  })

  test('on what the content security policy refuses', async ({ page, watch }) => {
    watch.allowConsole(/./)
    await page.goto('/signin')
    await page.evaluate(() => {
      const element = document.createElement('style')
      element.textContent = 'body { color: red }'
      document.head.append(element)
    })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  })

  test('on a call to another host', async ({ page, watch }) => {
    watch.allowConsole(/./)
    await page.goto('/sandbox')
    await page.evaluate(() => fetch('http://elsewhere.test/').catch(() => undefined))
  })

  test('on an answer that the contract does not know', async ({ page }) => {
    await page.route('**/wp-json/channel/v2/regions', (route) => route.fulfill({ json: { regions: 'none' } }))
    await page.goto('/signin')
    await page.evaluate(() =>
      fetch('/wp-json/channel/v2/regions', { headers: { authorization: 'Bearer a' } }).then((answer) => answer.text()),
    )
  })
})

test('what a test provokes on purpose can be allowed', async ({ page, watch }) => {
  watch.allowConsole(/on purpose/)
  await page.goto('/signin')
  await page.evaluate(() => console.error('on purpose'))
  await expect.poll(() => watch.complaints()).toEqual(['console: on purpose'])
})
