/** Injects adversarial texts into the host's responses and detects whether the page parsed any of them. */
import { type Page } from '@playwright/test'
import { adversarialMarkup } from '../contract/adversarialMarkup.ts'
import { expect } from './fixture.ts'

/** One in seven. tests/contract/plainText.test.ts tests all of them. */
export const adversarialTexts: readonly string[] = adversarialMarkup
  .filter((_, i) => i % 7 === 0)
  .map(([, text]) => text)

/** The keys whose values are no text: addresses, ids, states. All other strings are replaced. */
const nonTextKeys =
  /^(id|ID|slug|code|status|logo|stream_url|starts_at|ends_at|colour|letters|followers|period_type|gateway|.*_token)$/

type InjectionPlan =
  /** Replaces every text of the real response. */
  | { how: 'replace' }
  /** Refuses with a text as the message, starting with request `from` (0-based). */
  | { how: 'refuse'; status: number; code: string; from?: number }
  /** Grants with a text as the message. */
  | { how: 'grant' }

export interface Injection {
  /** How many texts were injected. */
  used(): Promise<number>
}

/**
 * Injects texts into every response to a call whose "METHOD path" matches. Call it before the page opens, because it wraps the
 * page's `fetch`, which is much faster than a route.
 */
export async function injectTexts(page: Page, call: RegExp, plan: InjectionPlan): Promise<Injection> {
  await page.addInitScript(
    ({ source, plan, texts, nonTextKeys }) => {
      // `window.name` survives navigation, so it stores the count.
      const next = () => {
        const used = Number(window.name)
        window.name = String(used + 1)
        return texts[used % texts.length]
      }
      const replace = (value: unknown, key = ''): unknown => {
        if (typeof value === 'string') return new RegExp(nonTextKeys).test(key) ? value : next()
        if (Array.isArray(value)) return value.map((each) => replace(each, key))
        if (typeof value !== 'object' || value === null) return value
        return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replace(part, name)]))
      }
      const respond = (body: unknown, status = 200) =>
        new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
      let requests = 0
      const real = window.fetch.bind(window)
      window.fetch = async (input, init) => {
        const [method, url] =
          input instanceof Request
            ? [input.method, input.url]
            : [init?.method ?? 'GET', new URL(input, location.href).href]
        if (!new RegExp(source).test(`${method} ${new URL(url).pathname}`)) return real(input, init)
        if (plan.how === 'refuse' && requests++ < (plan.from ?? 0)) return real(input, init)
        if (plan.how === 'refuse')
          return respond({ code: plan.code, message: next(), data: { status: plan.status } }, plan.status)
        if (plan.how === 'grant') return respond({ success: true, message: next() })
        const given = await real(input, init)
        return given.ok ? respond(replace(await given.json())) : given
      }
    },
    { source: call.source, plan, texts: [...adversarialTexts], nonTextKeys: nonTextKeys.source },
  )
  return { used: () => page.evaluate(() => Number(window.name)) }
}

/** Elements that the texts would create if parsed. The product has none of them. */
export const injectedSelectors = [
  ...[
    'onerror',
    'onload',
    'onbegin',
    'ontoggle',
    'onblur',
    'onfocus',
    'onstart',
    'srcdoc',
    'formaction',
    'contenteditable',
  ],
  ...['background', 'data-x', 'http-equiv'],
]
  .map((name) => `[${name}]`)
  .concat(['iframe', 'embed', 'object', 'marquee', 'math', 'keygen', 'base', 'x', 'template', 'noscript p'])
  .concat(['img[src="x"]', '[href*="javascript:" i]', '[src*="javascript:" i]', '[href*="evil"]', '[action*="evil"]'])
  .concat([
    'script[src*="evil"]',
    'details[open]',
    '[style*="javascript"]',
    'main style',
    'main script',
    'main svg animate',
  ])
  .join(',')

/** Asserts that no injected text became an element or ran. */
export async function expectNothingInjected(page: Page) {
  const found = await page.evaluate(
    (selectors) => [...document.querySelectorAll(selectors)].map((element) => element.outerHTML.slice(0, 200)),
    injectedSelectors,
  )
  expect(found).toEqual([])
  expect(dialogs.get(page) ?? []).toEqual([])
}

const dialogs = new WeakMap<Page, string[]>()

/** Records the dialogs of the page. A text that runs as script opens one. */
export function recordDialogs(page: Page) {
  const messages: string[] = []
  dialogs.set(page, messages)
  page.on('dialog', (dialog) => {
    messages.push(dialog.message())
    void dialog.dismiss()
  })
}
