import { type Page } from '@playwright/test'
import { type captionStyleMachine } from '../../../machines/captionStyle.ts'
import model from '../../machines/captionStyle.model.ts'
import { signIn } from '../fixture.ts'
import { dispatchVideoEvent, installFakeStream, waitForStream } from '../fakeStream.ts'
import { createPageDriver, foldLabels, type DriverContext } from '../pageDriver.ts'

const menu = (page: Page) => page.getByRole('region', { name: 'More controls' })

/** Size, color and background of the captions. */
const styleOf = foldLabels(['Medium', 'White', 'Dark'], {
  'large and yellow before': () => ['Large', 'Yellow', 'None'],
  'style.choose / custom': () => ['Small', 'Cyan', 'Translucent'],
  'style.choose / standard': () => ['Medium', 'White', 'Dark'],
  'style.reset': () => ['Medium', 'White', 'Dark'],
})

async function expectStyle({ page, expect, labels }: DriverContext<typeof captionStyleMachine>, isStored: boolean) {
  const names = styleOf(labels)
  const groups = ['Size', 'Color', 'Background']
  for (const [at, group] of groups.entries()) {
    const chosen = menu(page).getByRole('group', { name: group }).getByRole('button', { pressed: true })
    await expect(chosen).toHaveText(names[at] ?? '')
  }
  const [size, color, background] = names.map((name) => name.toLowerCase())
  const stored = () =>
    page.evaluate(() => {
      const item: unknown = JSON.parse(localStorage.getItem('statecast.player') ?? 'null')
      return typeof item === 'object' && item !== null && 'captionStyle' in item ? item.captionStyle : undefined
    })
  await expect.poll(stored).toEqual(isStored ? { size, color, background } : undefined)
}

export default createPageDriver(model, {
  open: async ({ page, expect }, input) => {
    await installFakeStream(page)
    await signIn(page, 'member')
    if (input === 'large and yellow before')
      await page.evaluate(() =>
        localStorage.setItem(
          'statecast.player',
          JSON.stringify({
            volume: 1,
            muted: false,
            captions: true,
            captionStyle: { size: 'large', color: 'yellow', background: 'none' },
          }),
        ),
      )
    await page.goto('/video/harbor-one')
    await waitForStream(page, 'harbor-one')
    await dispatchVideoEvent(page, 'playing')
    await page.getByRole('button', { name: 'More controls' }).press('Enter')
    await page.getByRole('button', { name: /^Caption style/ }).press('Enter')
    await expect(menu(page).getByRole('group', { name: 'Background' })).toBeVisible()
  },
  events: {
    'style.choose': async ({ page, event: { style } }) => {
      const names = style.size === 'small' ? ['Small', 'Cyan', 'Translucent'] : ['Medium', 'White', 'Dark']
      for (const name of names) await menu(page).getByRole('button', { name, exact: true }).click()
    },
    'style.reset': ({ page }) => menu(page).getByRole('button', { name: 'Reset caption style' }).click(),
  },
  states: {
    standard: async (step) => {
      await step.expect(step.page.getByRole('button', { name: 'Caption style Standard' })).toBeVisible()
      await expectStyle(step, false)
    },
    custom: async (step) => {
      await step.expect(step.page.getByRole('button', { name: 'Caption style Custom' })).toBeVisible()
      await expectStyle(step, true)
    },
  },
})
