/**
 * Holds requests in a browser test, so that the test can assert the pending state, and responds to each with the
 * sandbox's real response, a refusal, a failed connection or an invalid body. JSON responses must match the contract.
 */
import { expect, type Page, type Request, type Route } from '@playwright/test'
import { waitLimit } from './waits.ts'

/** A call by method and path: `GET /wp-json/custom-plugin/me/`; `{…}` is one segment of the path. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

type HeldRequest = { readonly call: Call; readonly route: Route; readonly request: Request }

const pattern = (call: Call): RegExp => {
  const path = call.slice(call.indexOf(' ') + 1).replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${path.replace(/\{[^}]*\}/g, '[^/]+')}$`)
}

const isCall = (call: Call, request: Request): boolean =>
  request.method() === call.split(' ')[0] && pattern(call).test(new URL(request.url()).pathname)

/** Requests with an invalid response on purpose: only the request is validated against the contract. */
const offContractRequests = new WeakSet<Request>()

export const hasOffContractResponse = (request: Request): boolean => offContractRequests.has(request)

/** The calls whose response the client has not read yet, as `GET https://…`. */
type WatchedPage = Window & { unreadCalls?: readonly string[] }

/**
 * Runs in the page. Lists the calls whose response the client has not read yet. A call is listed until the task after its
 * body was read, because reading it can begin another call. Playwright's events do not tell: they can arrive after the
 * page has gone on.
 */
function listUnreadCalls(): void {
  const page: WatchedPage = window
  // The page has another hold.
  if (page.unreadCalls !== undefined) return
  const unread: string[] = []
  page.unreadCalls = unread
  const { fetch } = page
  const end = (call: string) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      unread.splice(unread.indexOf(call), 1)
    }
    port2.postMessage(undefined)
  }
  page.fetch = async (input, init) => {
    if (!(input instanceof Request) || !input.url.includes('/wp-json/')) return fetch(input, init)
    const call = `${input.method} ${input.url}`
    unread.push(call)
    try {
      const response = await fetch(input, init)
      const read = response.arrayBuffer.bind(response)
      response.arrayBuffer = () => read().finally(() => end(call))
      return response
    } catch (error) {
      end(call)
      throw error
    }
  }
}

export class RequestHold {
  readonly #page: Page
  #calls: readonly Call[] = []
  #waiting: HeldRequest[] = []
  #listeners: (() => void)[] = []

  private constructor(page: Page) {
    this.#page = page
  }

  /** Intercepts the requests of `page`. Nothing is held before `holdCalls`. */
  static async create(page: Page): Promise<RequestHold> {
    const hold = new RequestHold(page)
    await page.addInitScript(listUnreadCalls)
    await page.route(/\/(?:wp-json|sandbox|location)\//, async (route, request) => {
      const call = hold.#calls.find((wanted) => isCall(wanted, request))
      if (!call) return route.fallback()
      hold.#waiting.push({ call, route, request })
      for (const notify of hold.#listeners.splice(0)) notify()
    })
    page.on('requestfailed', (request) => {
      hold.#waiting = hold.#waiting.filter((waiting) => waiting.request !== request)
    })
    return hold
  }

  /** Holds these calls from now on. Requests that are already held stay held. */
  holdCalls(...calls: readonly Call[]): void {
    this.#calls = calls
  }

  /** The calls that are held now. */
  get waiting(): readonly Call[] {
    return this.#waiting.map(({ call }) => call)
  }

  /** The calls of the client that are held, and those whose response it has not read, as `GET https://…`. */
  async #readCalls() {
    const unread = await this.#page.evaluate(() => (window as WatchedPage).unreadCalls ?? [])
    const held = this.#waiting
      .map(({ request }) => request)
      .filter((request) => request.resourceType() === 'fetch' && request.url().includes('/wp-json/'))
      .map((request) => `${request.method()} ${request.url()}`)
    return { held, unread }
  }

  /** Waits until the page has read the response to every call that is not held. */
  async waitForResponses(): Promise<void> {
    await expect
      .poll(async () => {
        const { held, unread } = await this.#readCalls()
        return Math.max(0, unread.length - held.length)
      }, 'calls whose response the page has not read')
      .toBe(0)
  }

  /** Waits until no call is held that the page has aborted: the event of an abort can arrive after the page's next call. */
  async waitForAborts(): Promise<void> {
    await expect
      .poll(async () => {
        const { held, unread } = await this.#readCalls()
        const countIn = (calls: readonly string[], call: string) => calls.filter((other) => other === call).length
        return held.filter((call) => countIn(held, call) > countIn(unread, call))
      }, 'held calls that the page has aborted')
      .toEqual([])
  }

  /** Waits for this call and removes it from the held calls. The caller must respond to it. */
  async #take(call: Call): Promise<HeldRequest> {
    const until = Date.now() + waitLimit
    for (;;) {
      const found = this.#waiting.find((waiting) => waiting.call === call)
      if (found) {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== found)
        return found
      }
      const left = until - Date.now()
      if (left <= 0) {
        const others = this.waiting.length > 0 ? `; held are ${this.waiting.join(', ')}` : '; nothing is held'
        throw new Error(`The page did not call ${call}${others}. Is it in \`heldCalls\` of the page driver?`)
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#listeners.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  /** Waits for this call and keeps holding it. */
  async waitFor(call: Call): Promise<Request> {
    const taken = await this.#take(call)
    this.#waiting.unshift(taken)
    return taken.request
  }

  /** Passes the call to the sandbox. */
  async passThrough(call: Call): Promise<void> {
    const { route, request } = await this.#take(call)
    await route.fallback()
    await request.response()
  }

  /** Passes all held calls on and stops holding. */
  async release(): Promise<void> {
    this.#calls = []
    for (const { route } of this.#waiting.splice(0)) await route.fallback()
  }

  /** Responds with JSON. */
  async json(call: Call, body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const { route } = await this.#take(call)
    await route.fulfill({
      status,
      headers: { ...headers, 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify(body),
    })
  }

  /** Responds with a WP_Error. */
  async refuse(
    call: Call,
    { code, message, status }: { code: string; message: string; status: number },
  ): Promise<void> {
    await this.json(call, { code, message, data: { status } }, status)
  }

  /** Resets the connection. */
  async abort(call: Call): Promise<void> {
    const { route } = await this.#take(call)
    await route.abort('connectionreset')
  }

  /** Responds with an HTML error page. */
  async html(call: Call, status = 200): Promise<void> {
    const { route, request } = await this.#take(call)
    offContractRequests.add(request)
    await route.fulfill({
      status,
      contentType: 'text/html',
      body: '<!doctype html><title>Maintenance</title><h1>Back soon</h1>',
    })
  }

  /** Passes the call on and changes the sandbox's response. */
  async modify(call: Call, change: (body: unknown) => unknown): Promise<void> {
    const { route } = await this.#take(call)
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  }
}
