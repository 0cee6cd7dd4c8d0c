/**
 * The whole application in happy-dom, with the sandbox in the same process as its host: for tests of texts, attributes,
 * calls and failures. Layout, focus, the keyboard and axe are tested in a browser (`tests/e2e`).
 */
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { FAKE_PROVIDERS, SANDBOX_SERVICE_KEY } from '../../server/sandbox/index.ts'
import { parseConfiguration } from '../../src/app/configuration.ts'
import { createApp } from '../../src/app/createApp.tsx'
import { toExchange, violations } from '../../tools/contract/exchange.ts'
import { useTestSandbox } from '../sandbox/testSandbox.ts'

export type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
export type Account = 'member' | 'paypal-member' | 'manual-member' | 'guest' | 'lapsed'

/** Replaces the response of the sandbox. `pass` sends the request to the sandbox. */
export type Respond = (request: Request, pass: () => Promise<Response>) => Response | Promise<Response>

export type SentCall = { readonly call: string; readonly body: unknown; readonly headers: Headers }

const xsrf = 'token-of-this-page'

// Generous: it detects a hang only. Queries by role ignore visibility, which needs a layout and is slow without one.
configure({
  asyncUtilTimeout: 20_000,
  defaultHidden: true,
  getElementError: (message) => new Error(`${message}\n${document.body.textContent}`),
})

const isCall = (call: Call, method: string, path: string) => {
  const [wanted, pattern = ''] = call.split(' ')
  const source = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')
  return method === wanted && new RegExp(`^${source}$`).test(path)
}

/** The connection fails. */
export const disconnect: Respond = () => Promise.reject(new TypeError('Failed to fetch'))

/** Changes the JSON of the sandbox's response. */
export const modify =
  (change: (body: never) => unknown): Respond =>
  async (_, pass) => {
    const response = await pass()
    // `change` declares the type of the body, which a function of any parameter type may do.
    return Response.json(change((await response.json()) as never), { headers: response.headers })
  }

/** Starts the application of each test and stops it after the test. */
export function useApp() {
  const sandbox = useTestSandbox()
  let app: ReturnType<typeof createApp> | undefined
  let responses: { call: Call; respond: Respond; isOffContract: boolean }[] = []
  let sent: SentCall[] = []
  let problems: string[] = []
  let allowedErrors: RegExp[] = []
  let isPhone = false
  let failingFiles: RegExp | undefined

  async function handle(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url, location.href)
    if (!pathname.startsWith('/wp-json/')) {
      if (failingFiles?.test(pathname)) throw new TypeError('Failed to fetch')
      const file = await readFile(join('public', pathname)).catch(() => undefined)
      return new Response(file ? new Uint8Array(file) : null, { status: file ? 200 : 404 })
    }
    const text = request.method === 'GET' ? '' : await request.clone().text()
    const isJson = request.headers.get('content-type')?.startsWith('application/json') === true
    sent.push({
      call: `${request.method} ${pathname}`,
      body: isJson && text !== '' ? JSON.parse(text) : text,
      headers: request.headers,
    })
    const pass = async () => {
      const headers = new Headers(request.headers)
      headers.set('cookie', `XSRF-TOKEN=${xsrf}`)
      if (pathname.startsWith('/wp-json/mp/')) {
        headers.delete('authorization')
        headers.set('memberpress-api-key', SANDBOX_SERVICE_KEY)
      }
      return sandbox.send(request.method, pathname + search, {
        headers: Object.fromEntries(headers),
        ...(text !== '' && { body: text }),
        part: 'none',
      })
    }
    const replaced = responses.find(({ call }) => isCall(call, request.method, pathname))
    const response = replaced ? await replaced.respond(request.clone(), pass) : await pass()
    const part = replaced?.isOffContract === true ? 'request' : 'both'
    const exchange = await toExchange(request, response.clone())
    for (const found of violations(exchange, 'browser', part))
      problems.push(`${request.method} ${pathname} → ${response.status}: ${found}`)
    return response
  }

  function stop() {
    cleanup()
    app?.stop()
    app = undefined
  }

  beforeEach(() => {
    vi.stubGlobal('fetch', (input: string | Request, init?: RequestInit) => handle(new Request(input, init)))
    vi.stubGlobal('scrollTo', () => undefined)
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), {
        media,
        // A wide page with a mouse, or a phone.
        matches: media.includes('prefers-reduced-motion') || (/min-width|pointer: fine/.test(media) && !isPhone),
      }),
    )
    for (const level of ['error', 'warn'] as const)
      vi.spyOn(console, level).mockImplementation((...parts) => void problems.push(`console: ${parts.join(' ')}`))
    // The records of the sandbox have fixed dates, so the date of today must not matter. The clock runs.
    vi.useFakeTimers({ now: new Date('2026-11-25T12:00:00-05:00'), toFake: ['Date'], shouldAdvanceTime: true })
    sandbox.now = new Date()
    responses = []
    sent = []
    problems = []
    allowedErrors = [
      // happy-dom has no element `search`, and no layout, which the focus trap of a dialog needs.
      /The tag <%s> is unrecognized.* search$/,
      /use-focus-trap] Failed to find focusable element/,
      // The card provider of the tests has no version.
      /Stripe\.js@undefined was loaded/,
      // XState calls `assign` itself for the initial context of an actor that an action of another actor starts.
      /Custom actions should not call `assign\(\)` directly/,
      // A late response reaches the session of an application that a test has stopped or started again.
      /Event "session\.\w+" was sent to stopped actor/,
    ]
    isPhone = false
    failingFiles = undefined
  })
  afterEach(() => {
    stop()
    for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Max-Age=0; Path=/`
    localStorage.clear()
    sessionStorage.clear()
    document.body.replaceChildren()
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    expect(
      problems.filter((problem) => !allowedErrors.some((allowed) => allowed.test(problem))),
      'no error in the console, no exchange outside the contract',
    ).toEqual([])
  })

  async function open(path: string, account?: Account, configuration?: object) {
    stop()
    document.cookie = `XSRF-TOKEN=${xsrf}; Path=/`
    if (account) {
      const token = await sandbox.signIn(account)
      for (const name of ['access_token', 'refresh_token']) document.cookie = `${name}=${token}; Path=/`
    }
    history.replaceState(null, '', path)
    start(configuration)
  }

  const start = (configuration: object = {}) => {
    app = createApp(window, parseConfiguration({ ...FAKE_PROVIDERS, ...configuration }).configuration)
    render(app.element)
  }

  return {
    sandbox,
    /** Goes to a page without loading the application again, like a press on a link. */
    follow(path: string) {
      history.pushState(null, '', path)
      window.dispatchEvent(new PopStateEvent('popstate'))
    },
    /** The calls of the application, in order. */
    sent: () => sent,
    /** The bodies of the calls of this name, in order. */
    bodies: (call: Call) =>
      sent.filter((one) => isCall(call, ...(one.call.split(' ') as [string, string]))).map(({ body }) => body),
    /** Shows the layout of a phone from the next start on. */
    usePhone: () => void (isPhone = true),
    /** An error in the console that the test causes on purpose. */
    allowError: (pattern: RegExp) => void allowedErrors.push(pattern),
    /** Responds to a call from now on; `isOffContract` for a response that violates the contract on purpose. */
    respond(call: Call, respond: Respond, { isOffContract = false } = {}) {
      responses = [{ call, respond, isOffContract }, ...responses.filter((other) => other.call !== call)]
    },
    /** The connection fails for these files. */
    failFiles: (pattern: RegExp) => void (failingFiles = pattern),
    /** Refuses a call from now on. */
    refuse(call: Call, status: number, code: string, message = '') {
      const body = { code, message, data: { status } }
      responses = [{ call, respond: () => Response.json(body, { status }), isOffContract: false }, ...responses]
    },
    /** Passes a call to the sandbox again. */
    passOn(call: Call) {
      responses = responses.filter((other) => other.call !== call)
    },
    /** Holds a call until `release`, which can replace the response. */
    hold(call: Call) {
      let release: (respond: Respond) => void = () => undefined
      const released = new Promise<Respond>((resolve) => (release = resolve))
      responses = [
        { call, respond: async (request, pass) => (await released)(request, pass), isOffContract: false },
        ...responses,
      ]
      return { release: (respond: Respond = (_, pass) => pass()) => release(respond) }
    },
    /** Opens a path with the session of an account, or without a session. */
    open,
    /** Opens the link of a new reset email of this account. */
    async openResetLink(account: Account) {
      const body = new FormData()
      body.set('email_address', account)
      await sandbox.call('POST', '/wp-json/channel/v2/user_forget', { body })
      const [mail] = await sandbox.readMailbox()
      const { pathname, search } = new URL(mail?.links[0] ?? '')
      await open(pathname + search)
    },
    /** Starts the application again at the same address, with what is stored. */
    reload() {
      stop()
      start()
    },
  }
}

export const heading = (name?: string | RegExp) =>
  screen.findByRole('heading', { level: 1, ...(name !== undefined && { name }) })

/** A field by its label, without the asterisk of a required one. */
export const field = (name: string): Promise<HTMLInputElement> =>
  screen.findByLabelText((label) => label.replace(/\s*\*$/, '') === name)

/** Replaces the value of a field. */
export async function fill(name: string, value: string): Promise<void> {
  fireEvent.change(await field(name), { target: { value } })
}

/** Selects an option of a searchable list. */
export async function chooseOption(list: string, name: string): Promise<void> {
  // The list is another element once its options are loaded.
  const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: list })
  await waitFor(() => expect([input().disabled, input().readOnly]).toEqual([false, false]))
  fireEvent.click(input())
  fireEvent.change(input(), { target: { value: name } })
  fireEvent.click(await screen.findByRole('option', { name }))
  await waitFor(() => expect(input().value).toBe(name))
}

/** Presses a button, a link or a menu entry. */
export async function press(
  name: string | RegExp,
  role: 'button' | 'link' | 'menuitem' | 'switch' = 'button',
): Promise<void> {
  fireEvent.click(await screen.findByRole(role, { name }))
}

export async function openMenuEntry(name: string): Promise<void> {
  await press(/’s account menu$/)
  await press(name, 'menuitem')
}

/** The description beside a term. */
export async function fact(name: string): Promise<Element> {
  const term = await screen.findByText(name, { selector: 'dt' })
  return term.nextElementSibling ?? term
}

/** The text of an element, without runs of white space. */
export const textOf = ({ textContent }: Element) => textContent.replace(/\s+/g, ' ').trim()

export const textsOf = (elements: Iterable<Element>) => Array.from(elements, textOf)
