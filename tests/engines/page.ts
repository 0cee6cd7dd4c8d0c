/** A page in a browser of any engine: finds elements by role and name, and waits for what they show. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type Key } from './browser.ts'
import { describeElement, type FoundElement, type SerializedTarget } from './inPage.ts'

/** An element by its role and name, or by a CSS selector. `frame` is the title of the frame that contains it. */
export interface Target {
  role?: string
  name?: string | RegExp
  css?: string
  within?: Target
  frame?: string
}

const byRole =
  (role: string) =>
  (name: string | RegExp, more: Omit<Target, 'role' | 'name'> = {}): Target => ({
    role,
    name,
    ...more,
  })
export const button = byRole('button')
export const combobox = byRole('combobox')
export const dialog = byRole('dialog')
export const field = byRole('textbox')
export const heading = byRole('heading')
export const link = byRole('link')
export const option = byRole('option')
export const radio = byRole('radio')
export const region = byRole('region')
/** The elements of a list. */
export const itemsOf = (list: string): Target => ({ role: 'listitem', within: { role: 'list', name: list } })
export const css = (selector: string, more: Omit<Target, 'css'> = {}): Target => ({ css: selector, ...more })

/** How long a condition may take, in ms. It only detects a condition that is never met. */
const limitMs = 8_000
const pollMs = 50

const library = readFileSync(
  createRequire(import.meta.url)
    .resolve('@testing-library/dom')
    .replace('index.js', '@testing-library/dom.umd.min.js'),
  'utf8',
)

// The compiler of the tests wraps named functions in calls of this helper.
const prelude = 'globalThis.__name ??= (it) => it'
const callOf = (work: (...args: never[]) => unknown, args: readonly unknown[]) =>
  `(${prelude}, (${work.toString()})(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')}))`

const serialize = ({ role, name, css: selector, within }: Target): SerializedTarget => ({
  role,
  css: selector,
  name: name instanceof RegExp ? { source: name.source, flags: name.flags } : name,
  within: within && serialize(within),
})

const nameOf = ({ role = '', name, css: selector, within }: Target): string =>
  `${selector ?? role}${name === undefined ? '' : ` “${String(name)}”`}${within ? ` in ${nameOf(within)}` : ''}`

const contains = (text: string) => document.body.innerText.replace(/\s+/g, ' ').includes(text)
const describePage = () => `${location.href}: ${document.body.innerText.replace(/\s+/g, ' ').slice(0, 400)}`
const pathOfPage = () => location.pathname + location.search
const markDocument = () => void Object.assign(window, { isLeft: true })
const isNewDocument = () => document.readyState !== 'loading' && !('isLeft' in window)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export class Page {
  readonly #browser: Browser
  readonly #origin: string

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  /** Runs a function in the page. It sees the page's globals and its arguments only. */
  async run<A extends unknown[], R>(work: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    return (await this.#browser.evaluate(callOf(work, args))) as Awaited<R>
  }

  /** Repeats a check until its result is true. An error, for example while the page changes, counts as false. */
  async until(what: string, check: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + limitMs
    let failure = ''
    while (Date.now() < end) {
      try {
        if (await check()) return
        failure = ''
      } catch (error) {
        failure = ` (${messageOf(error)})`
      }
      await delay(pollMs)
    }
    const shown = await this.run(describePage).catch(messageOf)
    throw new Error(`${what}: not within ${limitMs / 1000} s${failure}; the page is ${shown}`)
  }

  /** The first element of a target, or undefined. */
  async find({ frame, ...target }: Target, scrolls = false): Promise<FoundElement | undefined> {
    const describe = callOf(describeElement, [serialize(target), scrolls])
    const evaluate = (expression: string) => this.#browser.evaluate(expression, frame)
    let found = await evaluate(describe)
    if (found === 'needs the library') {
      await evaluate(`(() => {${library}\n})()`)
      found = await evaluate(describe)
    }
    return (found ?? undefined) as FoundElement | undefined
  }

  /** Waits until the first element of a target fulfills a condition. */
  async expects(target: Target, what: string, condition: (found: FoundElement) => boolean): Promise<void> {
    let last: FoundElement | undefined
    await this.until(`${nameOf(target)} ${what}`, async () => {
      last = await this.find(target)
      return last !== undefined && condition(last)
    }).catch((error: unknown) => {
      const shown = last && `it is ${JSON.stringify({ ...last, attributes: undefined }).slice(0, 300)}`
      throw new Error(`${messageOf(error)}; ${shown ?? 'it does not exist'}`)
    })
  }

  sees = (target: Target) => this.expects(target, 'is visible', () => true)
  shows = (target: Target, text: string) =>
    this.expects(target, `shows “${text}”`, (found) => found.text.includes(text))
  /** Waits for a text anywhere on the page. */
  reads = (text: string) => this.until(`the text “${text}”`, () => this.run(contains, text))
  counts = (target: Target, count: number) =>
    this.expects(target, `occurs ${count} times`, (found) => found.count === count)
  contains = (target: Target, value: string) =>
    this.expects(target, `has the value “${value}”`, (found) => found.value === value)
  has = (target: Target, attribute: string, value: string) =>
    this.expects(target, `has ${attribute}=“${value}”`, ({ attributes }) => attributes[attribute] === value)
  isAt = (path: string) => this.until(`the address ${path}`, async () => (await this.run(pathOfPage)) === path)

  /** Opens a path and waits until its document is there. */
  async open(path: string): Promise<void> {
    await this.run(markDocument).catch(() => undefined)
    await this.#browser.open(new URL(path, this.#origin).href)
    await this.#waitForDocument()
  }

  async reload(): Promise<void> {
    await this.run(markDocument)
    await this.run(() => void setTimeout(() => location.reload()))
    await this.#waitForDocument()
  }

  #waitForDocument = () => this.until('another document', () => this.run(isNewDocument))

  /** Presses the middle of an element once it is enabled, rests and is not covered. */
  async press(target: Target): Promise<void> {
    let at: FoundElement | undefined
    await this.until(`${nameOf(target)} can be pressed`, async () => {
      const before = at
      at = await this.find(target, true)
      return at !== undefined && !at.disabled && at.reachable && before?.x === at.x && before.y === at.y
    })
    const offset = target.frame === undefined ? undefined : await this.find(css(`iframe[title="${target.frame}"]`))
    const origin = offset === undefined ? { x: 0, y: 0 } : { x: offset.left, y: offset.top }
    if (at) await this.#browser.pressAt(origin.x + at.x, origin.y + at.y)
  }

  /** Replaces the value of a field. */
  async fill(target: Target, text: string): Promise<void> {
    await this.press(target)
    await this.#browser.evaluate('document.activeElement.select?.()', target.frame)
    await (text === '' ? this.#browser.pressKey('Backspace') : this.#browser.type(text))
  }

  key = (key: Key) => this.#browser.pressKey(key)
  type = (text: string) => this.#browser.type(text)
  chooseFile = (selector: string, path: string) => this.#browser.chooseFile(selector, path)

  /** Opens a path in a second window. */
  async openWindow(path: string): Promise<void> {
    await this.#browser.openWindow()
    await this.open(path)
  }

  /** Waits for a window and makes it the current one. */
  switchTo = (window: 'first' | 'other') => this.until(`the ${window} window`, () => this.#browser.switchTo(window))
}
