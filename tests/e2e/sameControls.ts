/** The controls that a page offers on a phone and on a wide screen. */
import { type Page } from '@playwright/test'
import { expect } from './fixture.ts'

/** Controls that only one of the two layouts has on purpose. An expression is for those whose names follow the clock. */
export type Difference = {
  readonly why: string
  readonly onlyOnPhone?: readonly (string | RegExp)[]
  readonly onlyOnWide?: readonly (string | RegExp)[]
}

export const links = (...names: readonly string[]) => names.map((name) => `link "${name}"`)

/** Roles and names of the controls that the page offers, in alphabetical order. */
export const controlsOf = async (page: Page): Promise<string[]> =>
  [
    ...(await page.locator('body').ariaSnapshot()).matchAll(
      /- '?((?:button|link|menuitem|tab|switch|radio|checkbox|combobox|textbox|searchbox|slider) ".*?")/g,
    ),
  ]
    .map(([, control = '']) => control)
    .sort()

/** The controls of `all` that `from` has not, or not as often. */
function missing(from: readonly string[], all: readonly string[]): string[] {
  const left = [...from]
  return all.filter((one) => {
    const at = left.indexOf(one)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** The controls, those that match an expression of a difference as this expression. */
const withExpressions = (controls: readonly string[], differences: readonly (string | RegExp)[]): string[] => {
  const nameOf = (control: string) =>
    String(differences.find((one) => one instanceof RegExp && one.test(control)) ?? control)
  return [...new Set(controls.map(nameOf))].sort()
}

/** Asserts that a wide page has the controls of a phone, except for these differences. */
export async function expectSameControls(page: Page, differences: readonly Difference[], where = ''): Promise<void> {
  const phoneOnly = differences.flatMap(({ onlyOnPhone = [] }) => onlyOnPhone)
  const wideOnly = differences.flatMap(({ onlyOnWide = [] }) => onlyOnWide)
  // The links of a collapsed summary count too.
  await page.locator('details').evaluateAll((all) => all.forEach((part) => ((part as HTMLDetailsElement).open = true)))
  const readAt = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    // The layout adapts to the new width asynchronously.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    return controlsOf(page)
  }
  // Reads both until they agree, because a part of the page may have loaded in between.
  const read = async () => {
    const onPhone = await readAt(320, 640)
    const onWide = await readAt(1440, 900)
    return {
      onlyOnPhone: withExpressions(missing(onWide, onPhone), phoneOnly),
      onlyOnWide: withExpressions(missing(onPhone, onWide), wideOnly),
    }
  }
  await expect
    .poll(read, `the controls of a phone and a wide screen ${where}`)
    .toEqual({ onlyOnPhone: phoneOnly.map(String).sort(), onlyOnWide: wideOnly.map(String).sort() })
}
