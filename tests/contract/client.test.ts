import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApiClient, timeouts, type ApiClientOptions } from '../../src/api/apiClient.ts'
import { HostUnreachable } from '../../src/api/apiResult.ts'
import { exampleValue, type ContractCall } from '../../tools/contract/contract.ts'
import { toExchange, violations } from '../../tools/contract/exchange.ts'
import {
  callApi,
  callsByName,
  findCallById,
  jsonResponse,
  movesMoney,
  toResponse,
  refusalResponse,
  type FakeResponse,
} from './exampleCalls.ts'

const withoutBearer = ['signIn', 'requestDeviceCode', 'requestDeviceToken', 'requestPasswordReset', 'resetPassword']
const carriesBearer = (call: ContractCall) => !withoutBearer.includes(call.operation.operationId)

const grantedResponse = (call: ContractCall): FakeResponse => {
  const example = Object.values(call.responses['200']?.content?.['application/json']?.examples ?? {})[0]
  return jsonResponse(200, example && exampleValue(example))
}

/** Records requests and returns the same response each time. */
const createFakeHost = (responseFor: (call: Request) => FakeResponse) => {
  const requests: Request[] = []
  const fetch: NonNullable<ApiClientOptions['fetch']> = async (request) => {
    requests.push(request)
    return toResponse(responseFor(request))
  }
  return { requests, fetch }
}

describe.each(callsByName)('%s', (_name, call) => {
  test('sends the request of the contract', { tags: ['calls.xsrf', 'calls.bearer'] }, async () => {
    const { requests, fetch } = createFakeHost(() => grantedResponse(call))
    await callApi({ fetch }, call)
    expect(requests.length).toBe(1)
    const [request] = requests
    if (!request) throw new Error('no request was sent')
    const exchange = await toExchange(request.clone(), toResponse(grantedResponse(call)))
    expect(violations(exchange, 'browser', 'request')).toEqual([])
    expect(request.headers.get('Authorization')).toBe(carriesBearer(call) ? 'Bearer at_1' : null)
    expect(request.headers.get('XSRF')).toBe('x_1')
    // Private responses are not cached by the browser.
    expect(request.cache).toBe('no-store')
    expect(request.headers.get('MEMBERPRESS-API-KEY')).toBeNull()
    expect(request.headers.has('Idempotency-Key')).toBe(movesMoney(call))
  })

  test('is sent once with any response', { tags: 'pay.once' }, async () => {
    const responses: (FakeResponse | 'cut')[] = [
      grantedResponse(call),
      refusalResponse('too_many_requests', 429),
      refusalResponse('rest_not_logged_in', 401),
      refusalResponse('internal_server_error', 500),
      refusalResponse('idempotency_in_progress', 409),
      { status: 502, body: '' },
      { status: 503, body: '<h1>Back soon</h1>', type: 'text/html' },
      { status: 200, body: '{"half":' },
      { status: 204, body: null },
      'cut',
    ]
    for (const sent of responses) {
      const fetch = vi.fn(async () => {
        if (sent === 'cut') throw new TypeError('Failed to fetch')
        return toResponse(sent)
      })
      await callApi({ fetch }, call).catch((error: unknown) => expect(error).toBeInstanceOf(HostUnreachable))
      expect(fetch).toHaveBeenCalledTimes(1)
    }
  })
})

describe('tokens', () => {
  const call = findCallById('readChannels')

  test('are read for every call', async () => {
    const { requests, fetch } = createFakeHost(() => grantedResponse(call))
    let token: string | undefined
    const client = createApiClient({ baseUrl: 'http://host.test', fetch, token: () => token, xsrf: () => token })
    for (token of ['at_1', 'at_2', undefined]) await client.GET('/wp-json/channel/v2/channels')
    const headers = (name: string) => requests.map((request) => request.headers.get(name))
    expect(headers('Authorization')).toEqual(['Bearer at_1', 'Bearer at_2', null])
    expect(headers('XSRF')).toEqual(['at_1', 'at_2', null])
  })
})

describe('an ended session', () => {
  const codes = ['rest_not_logged_in', 'session_expired', 'session_invalid']

  test.each(callsByName)('%s reports it once', async (_name, call) => {
    for (const code of codes) {
      const sessionRefused = vi.fn()
      const fetch = async () => toResponse(refusalResponse(code, 401))
      await callApi({ fetch, onSessionRefused: sessionRefused }, call).catch(() => undefined)
      const endsSession = carriesBearer(call) && !['readMe', 'signOut'].includes(call.operation.operationId)
      expect(sessionRefused, code).toHaveBeenCalledTimes(endsSession ? 1 : 0)
    }
  })

  test('is not reported for other refusals', async () => {
    const sessionRefused = vi.fn()
    const call = findCallById('readMember')
    const codes = ['rest_forbidden', 'mp_no_records_found', 'too_many_requests', 'rest_invalid_param']
    for (const sent of [...codes.map((code) => refusalResponse(code, 403)), grantedResponse(call)])
      await callApi({ fetch: async () => toResponse(sent), onSessionRefused: sessionRefused }, call)
    expect(sessionRefused).not.toHaveBeenCalled()
  })

  test('is not reported for a late response to an old token', async () => {
    const sessionRefused = vi.fn()
    let token = 'at_old'
    const fetch = async () => {
      token = 'at_new'
      return toResponse(refusalResponse('session_expired', 401))
    }
    await callApi({ fetch, token: () => token, onSessionRefused: sessionRefused }, findCallById('readChannels'))
    expect(sessionRefused).not.toHaveBeenCalled()
  })
})

describe('timeouts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const never = () => new Promise<Response>(() => undefined)
  const outcomeOf = (promise: Promise<unknown>) => {
    const outcome = { kind: 'pending' }
    promise.then(
      () => (outcome.kind = 'granted'),
      (error: unknown) => (outcome.kind = error instanceof HostUnreachable ? error.reason : String(error)),
    )
    return outcome
  }

  test.each(callsByName)('%s times out at its limit', async (_name, call) => {
    const limit = movesMoney(call) ? 30_000 : 15_000
    const outcome = outcomeOf(callApi({ fetch: never }, call))
    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(outcome.kind).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.kind).toBe('timeout')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a stalled body times out and the request is aborted', async () => {
    let signal: AbortSignal | undefined
    const fetch: ApiClientOptions['fetch'] = async (_request, init) => {
      signal = init.signal
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('[{"slug":')),
      })
      return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    }
    const outcome = outcomeOf(callApi({ fetch }, findCallById('readChannels')))
    await vi.advanceTimersByTimeAsync(timeouts.read)
    expect(outcome.kind).toBe('timeout')
    expect(signal?.aborted).toBe(true)
  })

  test('a slow response within the limit is granted and leaves no timer', async () => {
    const call = findCallById('readChannels')
    const slow = () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(toResponse(grantedResponse(call))), 14_000))
    const outcome = outcomeOf(callApi({ fetch: slow }, call))
    await vi.advanceTimersByTimeAsync(14_000)
    expect(outcome.kind).toBe('granted')
    expect(vi.getTimerCount()).toBe(0)
  })

  /** Wakes the device up 14 minutes later. On some systems timers do not run meanwhile, but are due by then. */
  const sleepUntilTimerIsDue = async () => {
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 840_000)
    await vi.advanceTimersByTimeAsync(timeouts.read)
    vi.mocked(performance.now).mockRestore()
  }

  test('start again after the device has slept', { tags: 'session.unreachable' }, async () => {
    const call = findCallById('readMe')
    const slow = () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(toResponse(grantedResponse(call))), 20_000))
    const answered = outcomeOf(callApi({ fetch: slow }, call))
    const unanswered = outcomeOf(callApi({ fetch: never }, call))
    // Both are sent.
    await vi.advanceTimersByTimeAsync(0)
    await sleepUntilTimerIsDue()
    await vi.advanceTimersByTimeAsync(timeouts.read - 1)
    expect([answered.kind, unanswered.kind]).toEqual(['granted', 'pending'])
    await vi.advanceTimersByTimeAsync(1)
    expect(unanswered.kind).toBe('timeout')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('an abort', () => {
  const call = findCallById('readChannels')

  test('before the call sends nothing', async () => {
    const fetch = vi.fn(async () => toResponse(grantedResponse(call)))
    await expect(callApi({ fetch }, call, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(fetch).not.toHaveBeenCalled()
  })

  test.each([
    ['', undefined],
    [' with a reason', new Error('left the screen')],
  ])('during the call%s aborts the request and rejects as an abort', async (_, reason) => {
    const controller = new AbortController()
    let received: AbortSignal | undefined
    const fetch: ApiClientOptions['fetch'] = (_request, { signal }) => {
      received = signal
      controller.abort(reason)
      return new Promise(() => undefined)
    }
    await expect(callApi({ fetch }, call, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(received?.aborted).toBe(true)
  })

  test('after the response has no effect', async () => {
    const controller = new AbortController()
    const result = await callApi({ fetch: async () => toResponse(grantedResponse(call)) }, call, {
      signal: controller.signal,
    })
    controller.abort()
    expect(result.kind).toBe('granted')
  })
})

describe('over HTTP', () => {
  let server: Server
  let origin = ''
  let seen = 0
  const call = findCallById('addFavourite')

  beforeEach(async () => {
    seen = 0
    server = createServer((request, response) => {
      seen += 1
      const fault = request.headers['authorization']?.slice('Bearer '.length)
      const good = '{"favourites":["capitol-line"]}'
      if (fault === 'cut-before') request.socket.destroy()
      else if (fault === 'cut-within') {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' })
        response.write(good.slice(0, 9), () => request.socket.destroy())
      } else if (fault === 'short') {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '9' })
        response.end(good.slice(0, 9))
      } else if (fault === 'empty') response.writeHead(200, { 'Content-Length': '0' }).end()
      else if (fault === 'html')
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Welcome to the hotel Wi-Fi</p>')
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(good)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())))

  const callWith = (token: string) =>
    callApi({ baseUrl: origin, token: () => token, fetch: (request, init) => fetch(request, init) }, call)

  test('a complete response is granted', async () => {
    expect(await callWith('good')).toEqual({ kind: 'granted', data: ['capitol-line'] })
  })

  test('a byte-order mark before the JSON is skipped', async () => {
    const body = '\ufeff\ufeff{"favourites":["capitol-line"]}'
    const fetch = async () => new Response(body, { headers: { 'content-type': 'application/json' } })
    expect(await callApi({ fetch }, call)).toEqual({ kind: 'granted', data: ['capitol-line'] })
  })

  test.each([
    ['cut-before', 'network'],
    ['cut-within', 'network'],
    ['short', 'invalidBody'],
    ['empty', 'invalidBody'],
    ['html', 'invalidBody'],
  ])('%s is unreachable (%s) and is not sent again', async (fault, reason) => {
    await expect(callWith(fault)).rejects.toMatchObject({ name: 'HostUnreachable', reason })
    expect(seen).toBe(1)
  })

  test('a closed port is unreachable', async () => {
    await expect(
      callApi({ baseUrl: 'http://127.0.0.1:9', fetch: (request, init) => fetch(request, init) }, call),
    ).rejects.toMatchObject({ name: 'HostUnreachable', reason: 'network' })
  })
})
