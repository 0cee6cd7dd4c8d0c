/** Trusted Types and the content security policy on a page of the product: a string that would run as code is blocked. */
import { expect, test } from './fixture.ts'

type WithPolicies = { trustedTypes: { createPolicy(name: string, rules: object): unknown } }

/** Tries each injection in the page; returns whether it was blocked. */
async function inject(): Promise<Record<string, boolean>> {
  const code = 'window.injected = true'
  const { trustedTypes } = window as unknown as WithPolicies
  const attempts: Record<string, () => unknown> = {
    innerHTML: () => (document.body.innerHTML = `<img src="missing" onerror="${code}">`),
    insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', `<svg onload="${code}"></svg>`),
    srcdoc: () => (document.createElement('iframe').srcdoc = `<script>top.${code}</script>`),
    DOMParser: () => new DOMParser().parseFromString(`<b onclick="${code}">x</b>`, 'text/html'),
    'script.src of another origin': () => (document.createElement('script').src = 'https://elsewhere.test/script.js'),
    'script.src of this origin': () => (document.createElement('script').src = '/manifest.webmanifest'),
    'script.text': () => (document.createElement('script').text = code),
    Worker: () => new Worker('/icons/mark.svg'),
    onclick: () => document.body.setAttribute('onclick', code),
    eval: () => (0, eval)(code),
    'new Function': () => Reflect.construct(Function, [code]),
    setTimeout: () => Reflect.apply(setTimeout, window, [code]),
    'another policy': () => trustedTypes.createPolicy('injected', { createHTML: (text: string) => text }),
    'the policy again': () => trustedTypes.createPolicy('default', { createHTML: (text: string) => text }),
  }
  // The browser allows `eval` while Playwright calls this function, but not in a later task.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return Object.fromEntries(
    Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt()
        return [name, false]
      } catch {
        return [name, true]
      }
    }),
  )
}

test('an injected string never runs', async ({ page, watch }) => {
  watch.allowPolicyViolation(/^policy: (require-trusted-types-for|trusted-types|script-src) /)
  watch.allowConsole(/Trusted|Content Security Policy/)
  await page.goto('/signin')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  const blocked = await page.evaluate(inject)
  expect(Object.entries(blocked).filter(([, isBlocked]) => !isBlocked)).toEqual([])
  await expect
    .poll(() => watch.violations().filter((violation) => violation.startsWith('policy:')).length)
    .toBe(Object.keys(blocked).length)
  expect(await page.evaluate(() => 'injected' in window)).toBe(false)
})
