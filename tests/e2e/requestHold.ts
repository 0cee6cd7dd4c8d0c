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

export class RequestHold {
  #calls: readonly Call[] = []
  #waiting: HeldRequest[] = []
  /** The calls without a response, held or not. */
  readonly #open = new Set<Request>()
  #listeners: (() => void)[] = []

  /** Intercepts the requests of `page`. Nothing is held before `holdCalls`. */
  static async create(page: Page): Promise<RequestHold> {
    const hold = new RequestHold()
    await page.route(/\/(?:wp-json|sandbox|location)\//, async (route, request) => {
      const call = hold.#calls.find((wanted) => isCall(wanted, request))
      if (!call) return route.fallback()
      hold.#waiting.push({ call, route, request })
      for (const notify of hold.#listeners.splice(0)) notify()
    })
    page.on('request', (request) => {
      if (request.url().includes('/wp-json/')) hold.#open.add(request)
    })
    page.on('requestfinished', (request) => hold.#open.delete(request))
    page.on('requestfailed', (request) => {
      hold.#open.delete(request)
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

  /** Waits for the responses to all calls that are not held. */
  async waitForResponses(): Promise<void> {
    const held = () => new Set(this.#waiting.map(({ request }) => request))
    const open = () => [...this.#open].filter((request) => !held().has(request)).map((request) => request.url())
    await expect.poll(open, 'calls without a response').toEqual([])
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
