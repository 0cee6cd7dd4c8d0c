/** Malformed responses of the host: the edge fails for none, reveals no token, and gives no record to another caller. */
import fc from 'fast-check'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createEdge } from '../../server/edge/index.ts'
import {
  exampleResponses,
  malformedResponse,
  malformedSeed,
  type MalformedResponse,
} from '../contract/malformedResponses.ts'
import { edgeSecrets, sessionHeaders } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

const me = '/wp-json/custom-plugin/me/'
const signIn = '/wp-json/custom-plugin/user-login'
const secrets = ['at_2f6d0a', 'rt_91c4be']
const grantedSignIn = {
  access_token: secrets[0] ?? '',
  refresh_token: secrets[1] ?? '',
  user: { ID: 2, data: { ID: '2', user_email: 'member@statecast.test', display_name: 'Mara' } },
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const idOf = (value: unknown) => (isRecord(value) ? Number(value['ID'] ?? value['id']) : Number(value))

/** The malformed responses of one call, from its examples in the contract. */
const responsesOf = (operationId: string) =>
  fc
    .constantFrom(...exampleResponses.filter(({ call }) => call.operation.operationId === operationId))
    .chain(({ status, body }) => malformedResponse(status, body))

/** An edge in front of a host that responds to one path with `sent`, and correctly to the others. */
function createHostAndEdge() {
  let malformed: { path: string; sent: MalformedResponse } | undefined
  const warn = vi.fn<(message: string) => void>()
  const respond = (target: string): Pick<MalformedResponse, 'status' | 'body' | 'type'> => {
    if (malformed !== undefined && target.startsWith(malformed.path)) return malformed.sent
    return { status: 200, body: JSON.stringify(target === me ? { ID: 2 } : { id: '2', record: 'of the member' }) }
  }
  const edge = createEdge({
    dist: {
      page: () => Promise.resolve('<head></head>'),
      open: () => Promise.resolve(undefined),
      isPage: () => true,
    },
    upstream: ({ target }) => {
      const { status, body, type = 'application/json; charset=UTF-8' } = respond(target)
      const bytes = Buffer.from(body ?? '')
      // As over the network: a long body is a stream.
      const isStream = bytes.byteLength > 64 * 1024
      return Promise.resolve({
        status,
        headers: { 'content-type': type },
        body: isStream ? Readable.from([bytes]) : bytes,
      })
    },
    serviceKey: 'key',
    edgeSecrets,
    warn,
  })
  let sessions = 0
  return async (path: string, sent: MalformedResponse, requestPath = path) => {
    malformed = { path, sent }
    warn.mockClear()
    sessions += 1
    const isSignIn = path === signIn
    const response = await requestEdge(await edge, `http://localhost${requestPath}`, {
      ...(isSignIn && { method: 'POST', body: JSON.stringify({ username: 'member', password: 'x', remember_me: '' }) }),
      // A session of its own, because the edge remembers the caller of each.
      headers: isSignIn ? { 'content-type': 'application/json' } : sessionHeaders(`token-${sessions}`),
    })
    const text = await response.text()
    for (const [message] of warn.mock.calls) expect(message).not.toMatch(/^The edge failed/)
    return { status: response.status, received: JSON.stringify([...response.headers]) + text, text }
  }
}

const send = createHostAndEdge()

const runs = 250
const check = <T>(response: fc.Arbitrary<T>, predicate: (sent: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(response, predicate), { numRuns: runs, seed: malformedSeed })

test('a member record goes only to the user whom the host identifies', { tags: 'calls.serviceKey' }, async () => {
  const seen = new Set<number>()
  await check(responsesOf('readMe'), async (sent) => {
    const { status, text } = await send(me, sent, '/wp-json/mp/v1/members/2')
    seen.add(status)
    const isIdentified = sent.status < 300 && idOf(sent.parsed) === 2
    if (status === 200) expect([isIdentified, text]).toEqual([true, expect.stringContaining('of the member')])
    else expect(text).not.toContain('of the member')
    // The page of a firewall signs nobody out.
    if (status === 401) expect(sent.parsed).toBeDefined()
  })
  expect([...seen]).toEqual(expect.arrayContaining([200, 401, 502]))
})

test('a transaction goes only to its member', { tags: 'calls.serviceKey' }, async () => {
  const seen = new Set<number>()
  await check(responsesOf('readTransaction'), async (sent) => {
    const { status } = await send('/wp-json/mp/v1/transactions/', sent, '/wp-json/mp/v1/transactions/31')
    seen.add(status)
    if (status < 300) expect(isRecord(sent.parsed) && idOf(sent.parsed['member'])).toBe(2)
  })
  expect([...seen]).toEqual(expect.arrayContaining([200, 404, 502]))
})

test('a sign-in passes on no token of the host', { tags: 'calls.signIn' }, async () => {
  const seen = new Set<number>()
  await check(malformedResponse(200, grantedSignIn), async (sent) => {
    const { status, received } = await send(signIn, sent)
    seen.add(status)
    if (status < 300) for (const secret of secrets) expect(received).not.toContain(secret)
  })
  expect([...seen]).toEqual(expect.arrayContaining([200, 502]))
})

test('any other response is passed on as it is, or is an empty 502', { tags: 'calls.noResponse' }, async () => {
  await check(responsesOf('readChannels'), async (sent) => {
    const { status, text } = await send('/wp-json/channel/v2/channels', sent)
    const isJson = sent.type === undefined
    const body = (sent.body ?? '').replace(/^\ufeff/, '')
    expect([status, text]).toEqual(isJson ? [sent.status, body] : [502, ''])
  })
})
