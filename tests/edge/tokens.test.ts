/** No call of the contract passes a token of the host on to the browser, and neither does a call that is added to it. */
import { afterAll, expect, test, vi } from 'vitest'
import { operations, type Operation } from '../../openapi/operations.ts'
import { createLocalUpstream } from '../../server/edge/hostUpstream.ts'
import { createEdge } from '../../server/edge/index.ts'
import { createSessionSeal } from '../../server/edge/sessionSeal.ts'
import { contract, resolveReference } from '../../tools/contract/contract.ts'
import { edgeSecrets } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

/** A call that the contract does not have. */
const addedPaths = vi.hoisted(() => {
  // The files of this project share their modules: this one loads its own, with the changed table.
  vi.resetModules()
  const granted = { anyOf: [{ $ref: '#/components/schemas/SignInResponse' }, { type: 'object' }] }
  const body = { type: 'object', properties: { code: { type: 'string' } } }
  return {
    '/wp-json/custom-plugin/token': {
      post: {
        operationId: 'readToken',
        security: [{ xsrf: [] }],
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: { '200': { content: { 'application/json': { schema: granted } } } },
      },
    },
  }
})

/** The table of the contract with this call, as `npm run contract:types` would generate it. */
vi.mock('../../openapi/operations.ts', async () => {
  const { ModuleKind, transpileModule } = await import('typescript')
  const { contract } = await import('../../tools/contract/contract.ts')
  const { generateOperations } = await import('../../openapi/generateOperations.mjs')
  const text = await generateOperations({ ...contract, paths: { ...contract.paths, ...addedPaths } })
  const { outputText } = transpileModule(text, { compilerOptions: { module: ModuleKind.ESNext } })
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(outputText)}`)
})

afterAll(() => {
  vi.resetModules()
})

/** Whether a schema has a token, at any depth. */
function hasToken(node: unknown, seen: readonly unknown[] = []): boolean {
  const schema = resolveReference(node)
  if (typeof schema !== 'object' || schema === null || seen.includes(schema)) return false
  return Object.entries(schema).some(
    ([name, part]) => /^(access|refresh)_token$/.test(name) || hasToken(part, [...seen, schema]),
  )
}

const withTokens = Object.entries({ ...contract.paths, ...addedPaths }).flatMap(([path, item]) =>
  Object.entries(item as Record<string, { operationId?: string; responses?: unknown }>)
    .filter(([, operation]) => hasToken(operation.responses))
    .map(([method, { operationId = '' }]) => ({ operationId, method: method.toUpperCase(), path })),
)

test('the calls with tokens are those whose response has one', () => {
  const sealed = Object.entries<Operation>(operations).filter(([, operation]) => operation.tokens)
  expect(sealed.map(([id]) => id).sort()).toEqual(withTokens.map(({ operationId }) => operationId).sort())
  expect(withTokens.map(({ operationId }) => operationId)).toEqual(['signIn', 'requestDeviceToken', 'readToken'])
})

test.each(withTokens)('the tokens of $operationId are sealed', async ({ method, path }) => {
  const granted = { access_token: 'at_2f6d0a', refresh_token: 'rt_91c4be', user: { ID: 2 } }
  const edge = await createEdge({
    dist: { page: () => Promise.resolve(''), open: () => Promise.resolve(undefined), isPage: () => true },
    upstream: createLocalUpstream(() => Promise.resolve(Response.json(granted))),
    serviceKey: 'key',
    edgeSecrets,
  })
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip' }
  const response = await requestEdge(edge, `http://localhost${path}`, { method, headers, body: '{}' })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/;.*/, ''))
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(JSON.stringify([...response.headers]) + text).not.toMatch(/at_2f6d0a|rt_91c4be/)
  const { access_token: handle } = JSON.parse(text) as typeof granted
  const seal = createSessionSeal({ secrets: edgeSecrets })
  expect(seal.open(cookies.join('; '), { handle, secure: false })).toBe(granted.access_token)
})
