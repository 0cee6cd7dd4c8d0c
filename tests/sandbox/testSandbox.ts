import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type MailMessage } from '../../server/sandbox/controls.ts'
import { createSandbox, SANDBOX_SERVICE_KEY, type Sandbox, type SandboxOptions } from '../../server/sandbox/index.ts'
import { withContractCheck, type ExchangePart } from '../../tools/contract/exchange.ts'

export const PASSWORD = 'live-news-24'
/** The time of the sandbox at the start of each test. */
export const START = new Date('2026-11-21T10:00:00.000Z')
const ORIGIN = 'http://sandbox.test'
const XSRF = { XSRF: 'token-of-this-page', Cookie: 'XSRF-TOKEN=token-of-this-page' }

export interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The part to validate; `response` when the request is invalid on purpose, `none` when the fault breaks the response. */
  readonly part?: ExchangePart | 'none'
}

export interface CallResult {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export interface LedgerRow {
  readonly at: string
  readonly kind: string
  readonly provider: string
  readonly member: number
  readonly plan_id: number
  readonly amount: number | null
  readonly subscription_id: string
  readonly idempotency_key: string | null
}

/** Matches the result of a refused call. */
export const refused = (status: number, code: string) => ({ status, body: { code } })

/** A sandbox with its own folder and a clock that the test sets. Every /wp-json response is validated by the contract. */
export class TestSandbox {
  readonly #options: Partial<SandboxOptions>
  #data = ''
  #sandbox: Sandbox | undefined
  now = START

  constructor(options: Partial<SandboxOptions> = {}) {
    this.#options = options
  }

  get data(): string {
    return this.#data
  }

  async readFiles(): Promise<string> {
    const names = await readdir(this.#data)
    return (await Promise.all(names.map((name) => readFile(join(this.#data, name), 'latin1')))).join('')
  }

  async open(): Promise<void> {
    if (this.#data === '') this.#data = await mkdtemp(join(tmpdir(), 'statecast-sandbox-'))
    this.#sandbox = await createSandbox({ data: this.#data, now: () => this.now, ...this.#options })
  }

  async close(): Promise<void> {
    await this.#sandbox?.close()
  }

  /** Closes the sandbox and opens it with the same records. */
  async reopen(): Promise<void> {
    await this.close()
    await this.open()
  }

  async dispose(): Promise<void> {
    await this.close()
    await rm(this.#data, { recursive: true, force: true })
  }

  async reset(): Promise<void> {
    this.now = START
    await this.send('POST', '/sandbox/reset')
  }

  advanceTo(ms: number): void {
    this.now = new Date(START.getTime() + ms)
  }

  async send(method: string, path: string, { body, headers = {}, part }: CallOptions = {}): Promise<Response> {
    if (!this.#sandbox) throw new Error('The sandbox is not open')
    const form = body instanceof FormData || body instanceof URLSearchParams
    const request = new Request(new URL(path, ORIGIN), {
      method,
      headers: { ...(body !== undefined && !form && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: form || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const { fetch } = this.#sandbox
    const checked = part !== 'none' && (part !== undefined || path.startsWith('/wp-json'))
    return checked ? withContractCheck(fetch, 'host', part)(request) : fetch(request)
  }

  /** Sends a call, with the XSRF header if it changes something. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<CallResult> {
    const headers = { ...(method !== 'GET' && XSRF), ...options.headers }
    const response = await this.send(method, path, { ...options, headers })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  /** Signs in and resolves with the access token. */
  async signIn(username: string, rememberMe: true | '' = '', headers: Record<string, string> = {}): Promise<string> {
    const { body } = await this.call('POST', '/wp-json/custom-plugin/user-login', {
      body: { username, password: PASSWORD, remember_me: rememberMe },
      headers,
    })
    return (body as { access_token: string }).access_token
  }

  as(token: string) {
    return (method: string, path: string, options: CallOptions = {}): Promise<CallResult> =>
      this.call(method, path, { ...options, headers: { Authorization: `Bearer ${token}`, ...options.headers } })
  }

  async asUser(username: string, rememberMe?: true | '', headers?: Record<string, string>) {
    return this.as(await this.signIn(username, rememberMe, headers))
  }

  callWithServiceKey(path: string): Promise<CallResult> {
    return this.call('GET', `/wp-json/mp/v1/${path}`, { headers: { 'MEMBERPRESS-API-KEY': SANDBOX_SERVICE_KEY } })
  }

  addFault(fault: unknown): Promise<Response> {
    return this.send('POST', '/sandbox/faults', { body: fault })
  }

  async #readJson(name: string): Promise<unknown> {
    return (await this.send('GET', `/sandbox/${name}`)).json()
  }

  readFaults = () => this.#readJson('faults') as Promise<Record<string, unknown>[]>
  readMailbox = () => this.#readJson('mail') as Promise<MailMessage[]>
  readLedger = () => this.#readJson('ledger') as Promise<LedgerRow[]>

  async readPage(query = ''): Promise<string> {
    return (await this.send('GET', `/sandbox${query}`)).text()
  }
}

/** A sandbox for the tests of a file, reset before each test. */
export function useTestSandbox(): TestSandbox {
  const testSandbox = new TestSandbox()
  beforeAll(() => testSandbox.open())
  afterAll(() => testSandbox.dispose())
  beforeEach(() => testSandbox.reset())
  return testSandbox
}
