/** The sign-in screen. */
import { type Locator, type Page } from '@playwright/test'
import { expect, loginOf, password, test } from './fixture.ts'
import { loginField, passwordField } from './page.ts'
import { RequestHold } from './requestHold.ts'

const login = 'POST /wp-json/custom-plugin/user-login'

const form = (page: Page) => page.locator('form')
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login' })
const refusal = (page: Page) => form(page).getByRole('alert').last()

async function fill(page: Page, name: string, secret: string) {
  await loginField(page).fill(name)
  await passwordField(page).fill(secret)
}

async function open(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/signin')
  await expect(loginField(page)).toBeFocused()
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('The element is not rendered')
  return box
}

test.describe('the form', () => {
  test.beforeEach(({ page }) => open(page))

  for (const name of ['login', 'password'] as const)
    test(`sends the form with Enter in the ${name} field`, async ({ page }) => {
      await fill(page, loginOf('guest'), password)
      await (name === 'login' ? loginField(page) : passwordField(page)).press('Enter')
      await expect(page).toHaveURL('/profile')
    })

  test(
    'shows and hides the password with the keyboard and keeps its value',
    { tag: ['@full', '@signIn.showPassword'] },
    async ({ page }) => {
      await passwordField(page).fill('secret')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(passwordField(page)).toHaveJSProperty('type', 'text')
      await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused()
      await page.keyboard.press('Space')
      await expect(passwordField(page)).toHaveAttribute('type', 'password')
      await expect(passwordField(page)).toHaveValue('secret')
    },
  )

  test('has a focus order that follows the layout', { tag: ['@full', '@device.offer'] }, async ({ page }) => {
    const names: string[] = []
    for (let i = 0; i < 11; i++) {
      names.push(
        await page.evaluate(() => {
          const { activeElement: at } = document
          if (at instanceof HTMLInputElement) return at.name
          return at?.getAttribute('aria-label') ?? at?.textContent ?? ''
        }),
      )
      await page.keyboard.press('Tab')
    }
    expect(names).toEqual([
      'login',
      'password',
      'Show password',
      'remember',
      'Forget Password',
      'Login',
      'Sign in with a code',
      'Facebook',
      'Instagram',
      'YouTube',
      'Create',
    ])
  })

  test(
    'has the same focus outline on every field and button, with and without an error',
    { tag: '@full' },
    async ({ page }) => {
      /** The focus outline of the field, or of the box around it. */
      const ring = () =>
        page.evaluate(() => {
          const { activeElement } = document
          const drawn = [activeElement, activeElement?.parentElement].map((part) => part && getComputedStyle(part))
          const found = drawn.find((style) => style?.outlineStyle === 'solid')
          return found ? [found.outlineWidth, found.outlineColor] : undefined
        })
      const expected = ['3px', 'rgb(20, 18, 14)']
      const tabThrough = async () => {
        await loginField(page).focus()
        for (let i = 0; i < 10; i++) {
          await expect.poll(ring, await page.evaluate(() => document.activeElement?.outerHTML)).toEqual(expected)
          await page.keyboard.press('Tab')
        }
      }
      await tabThrough()
      await loginButton(page).click()
      await expect(page.getByText('Password field is required')).toBeVisible()
      await tabThrough()
    },
  )
})

test.describe('the response', () => {
  test.beforeEach(({ page }) => open(page))

  const refuse = async (page: Page) => {
    await fill(page, 'member', 'wrong')
    await loginButton(page).click()
    await expect(refusal(page)).not.toBeEmpty()
  }

  test('shows a refusal under the button in a live region', { tag: '@signIn.refused' }, async ({ page }) => {
    await expect(refusal(page)).toBeEmpty()
    await expect(refusal(page)).toBeAttached()
    await refuse(page)
    const [button, message] = [await boxOf(loginButton(page)), await boxOf(refusal(page))]
    expect(message.y).toBeGreaterThanOrEqual(button.y + button.height)
    expect(message.x).toBe(button.x)
  })

  test(
    'shows a spinner while the call runs and clears the last refusal',
    { tag: ['@signIn.busy', '@signIn.refused'] },
    async ({ page }) => {
      await refuse(page)
      const hold = await RequestHold.create(page)
      hold.holdCalls(login)
      const spinner = loginButton(page).locator('.mantine-Loader-root')
      await expect(spinner).toHaveCount(0)
      await loginButton(page).click()
      await expect(spinner).toBeVisible()
      await expect(loginButton(page)).toBeDisabled()
      await expect(refusal(page)).toBeEmpty()
      const [button, turning] = [await boxOf(loginButton(page)), await boxOf(spinner)]
      expect(Math.abs(button.x + button.width / 2 - (turning.x + turning.width / 2))).toBeLessThan(1.5)
      await hold.passThrough(login)
      await expect(refusal(page)).not.toBeEmpty()
      await expect(spinner).toHaveCount(0)
      await expect(loginButton(page)).toBeEnabled()
    },
  )
})

test.describe('around the form', () => {
  test(
    'animates the form for 0.3 s, but not under reduced motion',
    { tag: ['@full', '@signIn.animation'] },
    async ({ page }) => {
      await page.goto('/signin')
      await expect(form(page)).toHaveCSS('animation-duration', '0.3s')
      await open(page)
      expect(
        await form(page).evaluate((element) => parseFloat(getComputedStyle(element).animationDuration)),
      ).toBeLessThan(0.001)
      expect(await form(page).evaluate((element) => element.getAnimations().length)).toBe(0)
    },
  )

  test('has a dark left half and a right half in the color of the scheme', { tag: '@full' }, async ({ page }) => {
    await open(page)
    const about = page.getByRole('region', { name: 'About Statecast' })
    expect(await boxOf(about)).toMatchObject({ x: 0, y: 0, width: 720 })
    const box = await boxOf(form(page))
    expect([box.x + box.width / 2, box.width]).toEqual([1080, 400])
    for (const [dark, color] of [
      [false, 'rgb(251, 250, 247)'],
      [true, 'rgb(10, 13, 18)'],
    ] as const) {
      await page.evaluate((dark) => localStorage.setItem('isDarkMode', String(dark)), dark)
      await page.reload()
      await expect(about).toHaveCSS('background-color', 'rgb(10, 13, 18)')
      await expect(page.locator('body')).toHaveCSS('background-color', color)
    }
  })

  test('shows the form first on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page)
    const about = await boxOf(page.getByRole('region', { name: 'About Statecast' }))
    const foot = await boxOf(page.locator('footer'))
    expect(about.y).toBeGreaterThanOrEqual(foot.y + foot.height)
    const button = await boxOf(loginButton(page))
    expect(button.y + button.height).toBeLessThan(844)
  })
})
