/** Plants hostile texts in the host's answers, and looks whether the page took any of them for markup. */
import { type Page } from '@playwright/test'
import { adversarialMarkup } from '../contract/adversarialMarkup.ts'
import { expect } from './fixture.ts'

export const adversarialTexts: readonly string[] = adversarialMarkup.map(([, text]) => text)

/** Of what the host says, the parts that are addresses, keys and states: the rest is words, and is planted. */
const nonTextKeys =
  /^(id|ID|slug|code|status|logo|stream_url|starts_at|ends_at|colour|letters|followers|period_type|gateway|.*_token)$/

type InjectionPlan =
  /** Every word of the real answer becomes one of the texts, each the next one. */
  | { how: 'spoil' }
  /** The host refuses, with one of the texts as its message; beginning with question `from`, counted from 0. */
  | { how: 'refuse'; status: number; code: string; from?: number }
  /** The host grants, with one of the texts as its message. */
  | { how: 'say' }

export interface Injection {
  /** How many texts went into answers so far. */
  used(): Promise<number>
}

/**
 * From now on every answer to a call whose "METHOD path" matches `call` holds hostile texts. Call it before the page
 * is opened: it stands in front of the page's own `fetch`, which is far faster than to hold each request.
 */
export async function injectTexts(page: Page, call: RegExp, plan: InjectionPlan): Promise<Injection> {
  await page.addInitScript(
    ({ source, plan, hostile, notWords }) => {
      // The name of a window outlives its pages, and so does the count of what was planted.
      const next = () => {
        const used = Number(window.name)
        window.name = String(used + 1)
        return hostile[used % hostile.length]
      }
      const spoil = (value: unknown, key = ''): unknown => {
        if (typeof value === 'string') return new RegExp(notWords).test(key) ? value : next()
        if (Array.isArray(value)) return value.map((each) => spoil(each, key))
        if (typeof value !== 'object' || value === null) return value
        return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, spoil(part, name)]))
      }
      const answer = (body: unknown, status = 200) =>
        new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
      let asked = 0
      const real = window.fetch.bind(window)
      window.fetch = async (input, init) => {
        const [method, url] =
          input instanceof Request
            ? [input.method, input.url]
            : [init?.method ?? 'GET', new URL(input, location.href).href]
        if (!new RegExp(source).test(`${method} ${new URL(url).pathname}`)) return real(input, init)
        if (plan.how === 'refuse' && asked++ < (plan.from ?? 0)) return real(input, init)
        if (plan.how === 'refuse')
          return answer({ code: plan.code, message: next(), data: { status: plan.status } }, plan.status)
        if (plan.how === 'say') return answer({ success: true, message: next() })
        const given = await real(input, init)
        return given.ok ? answer(spoil(await given.json())) : given
      }
    },
    { source: call.source, plan, hostile: [...adversarialTexts], notWords: nonTextKeys.source },
  )
  return { used: () => page.evaluate(() => Number(window.name)) }
}

/** What the texts would have made, had one of them been parsed. Nothing of the product looks like any of it. */
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

/** Nothing of what was planted became an element, and nothing of it ran. */
export async function expectNothingInjected(page: Page) {
  const found = await page.evaluate(
    (growths) => [...document.querySelectorAll(growths)].map((element) => element.outerHTML.slice(0, 200)),
    injectedSelectors,
  )
  expect(found).toEqual([])
  expect(dialogs.get(page) ?? []).toEqual([])
}

const dialogs = new WeakMap<Page, string[]>()

/** Hears every alert of the page: all texts that run would open one. */
export function recordDialogs(page: Page) {
  const messages: string[] = []
  dialogs.set(page, messages)
  page.on('dialog', (dialog) => {
    messages.push(dialog.message())
    void dialog.dismiss()
  })
}
