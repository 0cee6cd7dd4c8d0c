import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, SANDBOX_SERVICE_KEY, type Sandbox, type SandboxOptions } from '../../server/sandbox/index.ts'
import { withContractCheck, type ExchangePart } from '../contract/contract.ts'

export const PASSWORD = 'live-news-24'
const ORIGIN = 'http://sandbox.test'
const XSRF = { XSRF: 'token-of-this-page', Cookie: 'XSRF-TOKEN=token-of-this-page' }

export interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The part to validate; `answer` when the request is invalid on purpose. */
  readonly part?: ExchangePart
}

export interface CallResult {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** A sandbox with its own folder and a clock that the test sets. Every /wp-json response is validated by the contract. */
export interface TestSandbox {
  readonly data: string
  readonly sandbox: Sandbox
  now: Date
  /** Sends a request. */
  send(method: string, path: string, asked?: CallOptions): Promise<Response>
  /** Sends a call, with the XSRF header if it changes something. */
  call(method: string, path: string, asked?: CallOptions): Promise<CallResult>
  /** Signs in and resolves with the access token. */
  signIn(username: string, rememberMe?: true | ''): Promise<string>
  /** Calls with this access token. */
  as(token: string): (method: string, path: string, asked?: CallOptions) => Promise<CallResult>
  /** Calls with the service key. */
  callWithServiceKey(method: string, path: string): Promise<CallResult>
  addFault(fault: Readonly<Record<string, unknown>>): Promise<Response>
  /** Closes the sandbox and opens it with the same records. */
  reopen(): Promise<void>
  dispose(): Promise<void>
}

export async function createTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const data = await mkdtemp(join(tmpdir(), 'statecast-sandbox-'))
  const clock = { now: new Date('2026-11-21T10:00:00.000Z') }
  let sandbox = await createSandbox({ data, now: () => clock.now, ...options })
  const testSandbox: TestSandbox = {
    data,
    get sandbox() {
      return sandbox
    },
    get now() {
      return clock.now
    },
    set now(moment) {
      clock.now = moment
    },
    send(method, path, { body, headers = {}, part } = {}) {
      const form = body instanceof FormData || body instanceof URLSearchParams
      const request = new Request(new URL(path, ORIGIN), {
        method,
        headers: { ...(body !== undefined && !form && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: form || typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const fetchChecked =
        part !== undefined || path.startsWith('/wp-json')
          ? withContractCheck(sandbox.fetch, 'host', part)
          : sandbox.fetch
      return fetchChecked(request)
    },
    async call(method, path, asked = {}) {
      const response = await testSandbox.send(method, path, {
        ...asked,
        headers: { ...(method !== 'GET' && XSRF), ...asked.headers },
      })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
    async signIn(username, rememberMe = '') {
      const { body } = await testSandbox.call('POST', '/wp-json/custom-plugin/user-login', {
        body: { username, password: PASSWORD, remember_me: rememberMe },
      })
      return (body as { access_token: string }).access_token
    },
    as:
      (token) =>
      (method, path, asked = {}) =>
        testSandbox.call(method, path, { ...asked, headers: { Authorization: `Bearer ${token}`, ...asked.headers } }),
    callWithServiceKey: (method, path) =>
      testSandbox.call(method, path, { headers: { 'MEMBERPRESS-API-KEY': SANDBOX_SERVICE_KEY } }),
    addFault: (fault) => testSandbox.send('POST', '/sandbox/faults', { body: fault }),
    async reopen() {
      await sandbox.close()
      sandbox = await createSandbox({ data, now: () => clock.now, ...options })
    },
    async dispose() {
      await sandbox.close()
      await rm(data, { recursive: true, force: true })
    },
  }
  return testSandbox
}
