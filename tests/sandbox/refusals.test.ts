/** Refusals that every call has, generated from the contract. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls, exampleValue, resolveReference, type ContractCall } from '../../tools/contract/contract.ts'
import { refused, TestSandbox } from './testSandbox.ts'

const testSandbox = new TestSandbox()
let token: string
beforeAll(async () => {
  await testSandbox.open()
  token = await testSandbox.signIn('member')
})
afterAll(() => testSandbox.dispose())

const hostCalls = calls.filter((call) => !call.operation['x-static'])

type Fields = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>
interface BodySchema {
  readonly required?: readonly string[]
  readonly properties?: Fields
  readonly oneOf?: readonly BodySchema[]
}

/** The example of the call's body, and its required fields. */
function requestBodyOf(call: ContractCall): { example: Fields; required: readonly string[] } {
  const [media] = Object.values(call.requestBody?.content ?? {})
  if (!media) return { example: {}, required: [] }
  const schema = resolveReference<BodySchema>(media.schema)
  const [first] = Object.values(media.examples ?? {})
  const example = (first ? exampleValue(first) : {}) as Fields
  const { required = [] } = schema.oneOf?.[0] ? resolveReference<BodySchema>(schema.oneOf[0]) : schema
  return {
    example: 'email' in example ? { ...example, email: 'member@statecast.test' } : example,
    // WordPress accepts a sign-in without remember_me, and an upload has its own refusal.
    required: required.filter((name) => name !== 'remember_me' && name !== 'avatar'),
  }
}

const usesScheme = (call: ContractCall, name: string) =>
  call.operation.security.some((scheme) => Object.keys(scheme).includes(name))

const toForm = (fields: Fields) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : new File(['x'], 'x.txt'))
  }
  return form
}

/** Sends the call with its examples and the bearer of a member. */
function send(call: ContractCall, fields: Fields, headers: Headers) {
  const examples = (location: string) =>
    call.parameters
      .filter((parameter) => parameter.in === location && parameter.required)
      .map(({ name, example }): [string, string] => [name, String(example)])
  const path = examples('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), call.template)
  const query = new URLSearchParams(examples('query'))
  const isForm = call.requestBody?.content?.['multipart/form-data'] !== undefined
  const body = call.requestBody && { body: isForm ? toForm(fields) : fields }
  const bearer = usesScheme(call, 'bearer') && { Authorization: `Bearer ${token}` }
  return testSandbox.call(call.method, query.size > 0 ? `${path}?${query}` : path, {
    ...body,
    headers: { ...bearer, ...Object.fromEntries(examples('header')), ...headers },
    part: 'response',
  })
}

type Refusal = readonly [name: string, call: ContractCall, fields: Fields, headers: Headers, expected: object]

const missing = (name: string) => ({
  status: 400,
  body: { code: 'rest_missing_callback_param', data: { params: [name] } },
})
const invalid = (name: string) => ({
  status: 400,
  body: { code: 'rest_invalid_param', data: { params: { [name]: expect.stringContaining('is not of type') } } },
})

function refusalsOf(call: ContractCall): Refusal[] {
  const { example, required } = requestBodyOf(call)
  const row = (name: string, fields: Fields, headers: Headers, expected: object): Refusal => [
    `${call.name} ${name}`,
    call,
    { ...example, ...fields },
    headers,
    expected,
  ]
  const bySecurity = {
    bearer: [
      row('without a session', {}, { Authorization: '' }, refused(401, 'rest_not_logged_in')),
      row('with an unknown token', {}, { Authorization: 'Bearer at_x' }, refused(401, 'session_invalid')),
    ],
    xsrf: [row('without XSRF', {}, { XSRF: '' }, refused(403, 'rest_cookie_invalid_nonce'))],
    serviceKey: [row('without the service key', {}, {}, refused(401, 'rest_forbidden'))],
  }
  const foreign = { user_id: 5, email: 'guest@statecast.test' }
  const names = Object.keys(foreign).filter((name) => name in example)
  return [
    ...Object.entries(bySecurity).flatMap(([scheme, rows]) => (usesScheme(call, scheme) ? rows : [])),
    ...required.map((name) => row(`without ${name}`, { [name]: undefined }, {}, missing(name))),
    ...required
      .filter((name) => !names.includes(name))
      .map((name) => row(`with ${name} of another type`, { [name]: ['x'] }, {}, invalid(name))),
    ...Object.entries(foreign)
      .filter(([name]) => names.includes(name))
      .map(([name, value]) =>
        row(`with the ${name} of another`, { [name]: value }, {}, refused(403, 'rest_forbidden')),
      ),
  ]
}

it.each(hostCalls.flatMap(refusalsOf))('%s', async (_, call, fields, headers, expected) => {
  expect(await send(call, fields, headers)).toMatchObject(expected)
  expect([await testSandbox.readMailbox(), await testSandbox.readLedger()]).toEqual([[], []])
  const member = testSandbox.as(token)
  const { body } = await member('GET', '/wp-json/custom-plugin/me/')
  expect(body).toMatchObject({ data: { display_name: 'Mara Ellison' } })
  expect((await member('GET', '/wp-json/channel/v2/favourites')).body).toEqual({
    favourites: ['harbor-one', 'rotunda', 'stormwatch-gulf'],
  })
})
