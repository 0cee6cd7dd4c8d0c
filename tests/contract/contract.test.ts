import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { calls as listed, meSessionCodes, sessionCodes } from '../../openapi/codes.ts'
import { generateCodes } from '../../openapi/generateCodes.mjs'
import { generateOperations } from '../../openapi/generateOperations.mjs'
import { callsOfFeature } from '../../server/edge/hostFeatures.ts'
import {
  findCall,
  calls,
  refusalCodesOf,
  contract,
  resolveReference,
  schemaErrors,
  exampleValue,
} from '../../tools/contract/contract.ts'

const run = promisify(execFile)

/** The calls of the specification in its order. Rows 8 and 9 use one call. */
const specified = [
  'POST /wp-json/custom-plugin/user-login',
  'GET /wp-json/custom-plugin/me/',
  'GET /wp-json/mp/v1/members/{id}',
  'GET /wp-json/mp/v1/memberships/{id}',
  'GET /wp-json/mp/v1/transactions/{id}',
  'GET /wp-json/channel/v2/avatar',
  'POST /wp-json/channel/v2/user_forget',
  'POST /wp-json/channel/v2/user_forget/',
  'POST /wp-json/channel/v2/user_forget/',
  'POST /wp-json/payment/v1/create-subscription',
  'POST /wp-json/payment/v1/pay-from-save-card',
  'POST /wp-json/payment/v1/user-stripe-all-cards',
  'POST /wp-json/payment/v1/cancel-subscription',
  'POST /wp-json/payment/v1/cancel-paypal-subscription',
  'POST /wp-json/payment/v1/create-paypal-product',
  'POST /wp-json/payment/v1/create-subscription-paypal',
  'POST /wp-json/payment/v1/capture-paypal-subscription',
  'POST /wp-json/channel/v2/channel_request',
  // "GET country, state and city data" is three files.
  'GET /location/countries.json',
  'GET /location/states/{country}.json',
  'GET /location/cities/{country}-{state}.json',
]

/** The calls that this product adds. The specification names the regions without a path. */
const extensions = [
  'GET /wp-json/channel/v2/regions',
  'GET /wp-json/channel/v2/channels',
  'GET /wp-json/channel/v2/channels/{slug}',
  'GET /wp-json/channel/v2/schedule',
  'GET /wp-json/channel/v2/favourites',
  'PUT /wp-json/channel/v2/favourites/{slug}',
  'DELETE /wp-json/channel/v2/favourites/{slug}',
  'GET /wp-json/mp/v1/memberships',
  'GET /wp-json/mp/v1/transactions',
  'POST /wp-json/custom-plugin/logout',
  'GET /wp-json/custom-plugin/sessions',
  'DELETE /wp-json/custom-plugin/sessions',
  'DELETE /wp-json/custom-plugin/sessions/{id}',
  'PUT /wp-json/custom-plugin/me',
  'POST /wp-json/channel/v2/avatar',
  'POST /wp-json/payment/v1/set-default-card',
  'POST /wp-json/payment/v1/delete-card',
  'POST /wp-json/payment/v1/add-card',
  'GET /wp-json/channel/v2/faqs',
  'POST /wp-json/channel/v2/support',
  'POST /wp-json/channel/v2/bug-report',
  'POST /wp-json/custom-plugin/erase-request',
  'POST /wp-json/custom-plugin/device/code',
  'POST /wp-json/custom-plugin/device/token',
  'POST /wp-json/custom-plugin/device/approve',
]

const money = [
  'POST /wp-json/payment/v1/create-subscription',
  'POST /wp-json/payment/v1/pay-from-save-card',
  'POST /wp-json/payment/v1/cancel-subscription',
  'POST /wp-json/payment/v1/cancel-paypal-subscription',
  'POST /wp-json/payment/v1/capture-paypal-subscription',
]

const withoutBearer = [
  'POST /wp-json/custom-plugin/user-login',
  'POST /wp-json/custom-plugin/device/code',
  'POST /wp-json/custom-plugin/device/token',
  'POST /wp-json/channel/v2/user_forget',
  'POST /wp-json/channel/v2/user_forget/',
]

const resetPassword = calls.find((call) => call.name === 'POST /wp-json/channel/v2/user_forget/')

const text = expect.any(String) as string
const number = expect.any(Number) as number
const anything = expect.anything() as unknown
/** A list whose rows have these fields. */
const some = (row: object) => expect.arrayContaining([expect.objectContaining(row)]) as unknown

const dynamicCalls = calls.filter((call) => !call.operation['x-static']).map((call) => [call.name, call] as const)

const packageFile = (path: string) => new URL(`../../node_modules/${path}`, import.meta.url).pathname
const projectFile = (path: string) => new URL(`../../${path}`, import.meta.url).pathname

describe('the file', () => {
  test('has no error or warning of the linter', async () => {
    const { stdout } = await run(process.execPath, [
      packageFile('@redocly/cli/bin/cli.js'),
      'lint',
      projectFile('openapi/host.yaml'),
      `--config=${projectFile('openapi/redocly.yaml')}`,
      '--format=json',
    ]).catch((failed: unknown) => failed as { stdout: string })
    const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { totals: object; problems: { message: string }[] }
    expect(report.problems.map((problem) => problem.message)).toEqual([])
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 })
  })

  test('matches the generated types', async () => {
    const [tool, source] = [packageFile('openapi-typescript/bin/cli.js'), projectFile('openapi/host.yaml')]
    const { stdout } = await run(process.execPath, [tool, source], { maxBuffer: 16 * 1024 * 1024 })
    expect(stdout.trim()).toBe((await readFile(projectFile('openapi/host.d.ts'), 'utf8')).trim())
  })

  test('matches the generated tables of codes and operations', async () => {
    expect(await readFile(projectFile('openapi/codes.ts'), 'utf8')).toBe(await generateCodes())
    expect(await readFile(projectFile('openapi/operations.ts'), 'utf8')).toBe(await generateOperations())
  })

  test('has valid examples, with a request and a response of every call', () => {
    let seen = 0
    for (const call of calls) {
      const medias = [
        ...Object.entries(call.requestBody?.content ?? {}),
        ...Object.values(call.responses).flatMap((response) => Object.entries(response.content ?? {})),
      ]
      for (const [type, media] of medias) {
        const examples = Object.entries(media.examples ?? {})
        // An image has no example.
        if (call.name !== 'POST /wp-json/channel/v2/avatar' || type === 'application/json')
          expect(examples.length, `${call.name} ${type}`).toBeGreaterThan(0)
        for (const [name, example] of examples) {
          expect(schemaErrors(media.schema, exampleValue(example)), `${call.name} ${name}`).toEqual([])
          seen += 1
        }
      }
    }
    expect(seen).toBeGreaterThan(90)
  })
})

describe('the calls', () => {
  test('include all of the specification, with its spelling', { tags: 'calls.lists' }, () => {
    const origins = calls.filter((call) => call.operation['x-origin'] === 'specification').map((call) => call.name)
    expect(origins.sort()).toEqual([...new Set(specified)].sort())
  })

  test('include the extensions and no others', () => {
    const origins = calls.filter((call) => call.operation['x-origin'] === 'extension').map((call) => call.name)
    expect(origins.sort()).toEqual([...extensions].sort())
    expect(calls.length).toBe(new Set([...specified, ...extensions]).size)
  })

  test('tell of each extension what is off without it, as the edge finds out', () => {
    const features: Record<string, string[]> = {}
    for (const { name, operation } of calls) {
      const { operationId, 'x-feature': feature, 'x-without': without } = operation
      const told = [feature, without].filter(Boolean).length
      expect([name, told]).toEqual([name, operation['x-origin'] === 'extension' ? 1 : 0])
      if (feature !== undefined) (features[feature] ??= []).push(operationId)
    }
    const sorted = (record: Readonly<Record<string, readonly string[]>>) =>
      Object.fromEntries(Object.entries(record).map(([name, ids]) => [name, [...ids].sort()]))
    expect(sorted(features)).toEqual(sorted(callsOfFeature))
  })

  test('differ by trailing slashes', () => {
    expect(findCall('POST', '/wp-json/channel/v2/user_forget')?.operation.operationId).toBe('requestPasswordReset')
    expect(findCall('POST', '/wp-json/channel/v2/user_forget/')?.operation.operationId).toBe('resetPassword')
    expect(findCall('GET', '/wp-json/custom-plugin/me')).toBeUndefined()
    expect(findCall('PUT', '/wp-json/custom-plugin/me/')).toBeUndefined()
    expect(findCall('GET', '/wp-json/channel/v2/avatar?user_id=2')?.operation.operationId).toBe('readAvatar')
    expect(findCall('GET', '/wp-json/mp/v1/members/../memberships')).toBeUndefined()
  })

  test.each(dynamicCalls)(
    '%s declares its authentication',
    { tags: 'calls.serviceKey' },
    (name, { operation, method, parameters }) => {
      const schemes = operation.security.flatMap((each) => Object.keys(each))
      expect(schemes.includes('serviceKey')).toBe(name.includes('/mp/v1/'))
      expect(operation['x-edge-exchanges-bearer'] === true).toBe(name.includes('/mp/v1/'))
      expect(schemes.includes('bearer')).toBe(!withoutBearer.includes(name) && !name.includes('/mp/v1/'))
      expect(schemes.includes('xsrf')).toBe(method !== 'GET')
      expect(parameters.some((each) => each.in === 'header' && each.name === 'Idempotency-Key' && each.required)).toBe(
        money.includes(name),
      )
    },
  )

  test('require no authentication for static files', { tags: 'calls.lists' }, () => {
    for (const call of calls.filter((each) => each.operation['x-static'])) expect(call.operation.security).toEqual([])
  })
})

/** The fields of a payload, and of a response as far as they are specified. */
const specifiedFields: Readonly<
  Record<string, { requirement: string; payload?: readonly string[]; query?: string; type?: string; response?: object }>
> = {
  'POST /wp-json/custom-plugin/user-login': {
    requirement: 'calls.signIn',
    payload: ['username', 'password', 'remember_me'],
    response: { access_token: text, refresh_token: text, user: { ID: number, data: anything } },
  },
  'GET /wp-json/custom-plugin/me/': { requirement: 'calls.me', response: { ID: number } },
  'GET /wp-json/mp/v1/members/{id}': {
    requirement: 'calls.member',
    response: {
      id: number,
      email: text,
      first_name: text,
      last_name: text,
      recent_subscriptions: some({ status: text, gateway: text }),
      recent_transactions: some({ id: text }),
      latest_txn: expect.objectContaining({ subscription: anything, trans_num: text }),
      active_memberships: some({ title: text, price: text }),
    },
  },
  'GET /wp-json/mp/v1/memberships/{id}': {
    requirement: 'calls.plan',
    response: {
      id: number,
      title: text,
      excerpt: text,
      price: text,
      period: anything,
      period_type: text,
      trial: anything,
      trial_days: anything,
    },
  },
  'GET /wp-json/mp/v1/transactions/{id}': { requirement: 'calls.transaction', response: { id: text, trans_num: text } },
  'GET /wp-json/channel/v2/avatar': { requirement: 'calls.avatar', query: 'user_id', response: { avatar_url: text } },
  'POST /wp-json/channel/v2/user_forget': {
    requirement: 'calls.forgotPassword',
    type: 'multipart/form-data',
    payload: ['email_address'],
    response: { message: text },
  },
  'POST /wp-json/payment/v1/create-subscription': {
    requirement: 'calls.createSubscription',
    payload: ['email', 'name', 'plan_id', 'payment_method_id'],
  },
  'POST /wp-json/payment/v1/pay-from-save-card': {
    requirement: 'calls.paySavedCard',
    payload: ['user_id', 'payment_method_id', 'plan_id'],
  },
  'POST /wp-json/payment/v1/user-stripe-all-cards': {
    requirement: 'calls.cards',
    payload: ['user_id'],
    response: {
      cards: some({
        id: text,
        card: expect.objectContaining({ brand: text, last4: text, exp_month: number, exp_year: number }),
        billing_details: expect.objectContaining({ name: text }),
      }),
      default_pay_method: anything,
    },
  },
  'POST /wp-json/payment/v1/cancel-subscription': {
    requirement: 'calls.cancelCard',
    payload: ['sub_id', 'stripe_sub_id'],
  },
  'POST /wp-json/payment/v1/cancel-paypal-subscription': {
    requirement: 'calls.cancelPaypal',
    payload: ['subscription_id', 'sub_id'],
  },
  'POST /wp-json/payment/v1/create-paypal-product': {
    requirement: 'calls.paypalProduct',
    payload: ['membershipName', 'description'],
    response: { id: text },
  },
  'POST /wp-json/payment/v1/create-subscription-paypal': {
    requirement: 'calls.paypalSubscription',
    payload: ['plan_id', 'product_id'],
    response: { id: text },
  },
  'POST /wp-json/payment/v1/capture-paypal-subscription': {
    requirement: 'calls.capturePaypal',
    payload: ['email', 'plan_id', 'subscription_id'],
  },
  'POST /wp-json/channel/v2/channel_request': {
    requirement: 'calls.channelRequest',
    payload: ['user_id', 'email', 'channel_name', 'channel_region', 'preferred_quality', 'details'],
    response: { success: true, message: text },
  },
}

describe('the fields of', () => {
  for (const [name, { requirement, payload, query, type = 'application/json', response }] of Object.entries(
    specifiedFields,
  ))
    test(name, { tags: requirement }, () => {
      const call = calls.find((one) => one.name === name)
      const content = call?.requestBody?.content ?? {}
      expect(Object.keys(content)).toEqual(payload ? [type] : [])
      const schema = resolveReference(content[type]?.schema ?? {})
      expect(Object.keys(schema['properties'] ?? {})).toEqual(payload ?? [])
      expect(schema['required']).toEqual(payload)
      expect(call?.parameters.filter((one) => one.in === 'query').map((one) => one.name)).toEqual(query ? [query] : [])
      const [example] = Object.values(call?.responses['200']?.content?.['application/json']?.examples ?? {})
      if (response) expect(example && exampleValue(example)).toMatchObject(response)
    })

  test('the two uses of POST /wp-json/channel/v2/user_forget/', { tags: 'calls.resetPassword' }, () => {
    const link = { key: 'k3y', login: 'member' }
    const password = { new_password: 'live-news-25', confirm_password: 'live-news-25' }
    const schema = resetPassword?.requestBody?.content?.['application/json']?.schema ?? {}
    for (const valid of [link, { ...link, ...password }]) expect(schemaErrors(schema, valid)).toEqual([])
    for (const invalid of [{ key: 'k3y' }, { login: 'member' }, password, { ...link, new_password: 'live-news-25' }])
      expect(schemaErrors(schema, invalid)).not.toEqual([])
  })
})

describe('the codes', () => {
  test('every listed code has a status, and every status a code', () => {
    const all = new Set(calls.flatMap(refusalCodesOf))
    expect([...all].sort()).toEqual(Object.keys(contract['x-error-codes']).sort())
  })

  test.each(dynamicCalls)('%s', (name, call) => {
    const known = listed[name as keyof typeof listed] as { codes: readonly string[]; money?: true }
    expect([...known.codes].sort()).toEqual(
      refusalCodesOf(call)
        .filter((code) => !contract['x-unsettled-codes'].includes(code))
        .sort(),
    )
    expect(known.money === true).toBe(money.includes(name))
    const session = contract['x-session-codes'].every((code) => known.codes.includes(code))
    expect(session).toBe(!withoutBearer.includes(name))
  })

  test('the session codes are those of the contract, and me has one more', () => {
    const codes = ['rest_not_logged_in', 'session_expired', 'session_invalid']
    expect([...sessionCodes].sort()).toEqual(codes)
    expect([...meSessionCodes].sort()).toEqual(['rest_forbidden', ...codes])
  })
})
