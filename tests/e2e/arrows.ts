/** Walks a page with the arrow keys, as a remote does. */
import { type Locator, type Page } from '@playwright/test'
import { expect } from './fixture.ts'

const keys = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'] as const

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-control') ?? '')

/**
 * Numbers the controls that the Tab key reaches, the entries of a menu, and the element around a provider's frame. Returns
 * the markup of each.
 */
async function markControls(scope: Page | Locator): Promise<string[]> {
  const controls = scope.locator(
    'a[href], summary, button:enabled, input:enabled, select:enabled, textarea:enabled, :has(> .StripeElement)',
  )
  await expect(controls.filter({ visible: true }).first()).toBeVisible()
  return controls.evaluateAll((all) => {
    for (const marked of document.querySelectorAll('[data-control]')) marked.removeAttribute('data-control')
    return (
      all
        .filter((each) => each instanceof HTMLElement && each.checkVisibility() && !each.closest('[inert]'))
        .filter((each) => each.tabIndex >= 0 || each.matches('[role="menuitem"], :has(> .StripeElement)'))
        // One radio button of a group is enough: the others follow from it.
        .filter((each) => !each.matches('[type="radio"]:not(:checked)'))
        .map((each, at) => {
          each.setAttribute('data-control', String(at))
          return each.outerHTML.slice(0, 160)
        })
    )
  })
}

/**
 * Walks from the control that has the focus, or from the one that the first arrow key finds, to all that arrows reach.
 * Expects these to be all controls of the page, and each of them to let the focus go. Of an open `dialog`, expects them to
 * be its `count` controls, and no arrow to leave it.
 */
export async function expectArrowsReachAll(
  page: Page,
  { dialog, count }: { dialog?: Locator; count?: number } = {},
): Promise<void> {
  const names = await markControls(dialog ?? page)
  if (count !== undefined) expect(names).toHaveLength(count)
  const before = await focused(page)
  // The first arrow key loads the code that moves the focus.
  if (names.length > 1)
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return focused(page)
      })
      .not.toBe(before)
  const reached = new Set([await focused(page)])
  const left = new Set<string>()
  for (const control of reached)
    for (const key of keys) {
      const { isRadio, length } = await page.evaluate((at) => {
        const element = document.querySelector<HTMLElement>(`[data-control="${at}"]`)
        element?.focus()
        const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        return { isRadio: element?.matches('[type="radio"]'), length: isText ? element.value.length : 0 }
      }, control)
      // These two change the group, and with it what the page shows.
      if (/Right|Left/.test(key) && isRadio) continue
      let next = control
      // The caret of a text field reaches the end of its text first.
      for (let press = 0; press <= length && next === control; press += 1) {
        await page.keyboard.press(key)
        next = await focused(page)
      }
      if (dialog) expect(next, `${key} from ${names[Number(control)]} stays in the dialog`).not.toBe('')
      if (next !== '') reached.add(next)
      if (next !== control) left.add(control)
    }
  expect(names.filter((_, at) => !reached.has(String(at)))).toEqual([])
  if (names.length === 1) return
  expect(
    names.filter((_, at) => !left.has(String(at))),
    'no arrow leaves these',
  ).toEqual([])
}
