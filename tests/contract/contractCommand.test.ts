import { getRequestListener } from '@hono/node-server'
import { createClient } from '@libsql/client'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSandbox, SANDBOX_SERVICE_KEY, type Sandbox } from '../../server/sandbox/index.ts'
import { type CheckRow } from '../../tools/contract/checkHost.ts'
import { contractCommand } from '../../tools/contract/command.ts'
import { calls, findCall } from '../../tools/contract/contract.ts'

const PASSWORD = 'live-news-24'

let data = ''
let sandbox: Sandbox
let server: Server
let host = ''
/** Replaces the response to a request; undefined passes it to the sandbox. */
let breakCall: (request: Request) => Promise<Response | undefined> | Response | undefined = () => undefined
/** WordPress's index of a namespace. */
const indexes = /^\/wp-json\/(custom-plugin|channel\/v2|mp\/v1|payment\/v1)$/
/** The calls that the host has received, without reads of an index. */
let received: string[] = []

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'statecast-contract-'))
  sandbox = await createSandbox({ data })
  const listener = getRequestListener(
    async (request) => {
      const { pathname } = new URL(request.url)
      if (!indexes.test(pathname)) received.push(`${request.method} ${pathname}`)
      return (await breakCall(request)) ?? sandbox.fetch(request)
    },
    { overrideGlobalObjects: false },
  )
  server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await sandbox.close()
  await rm(data, { recursive: true, force: true })
})
beforeEach(() => {
  breakCall = () => undefined
  received = []
})

interface RunOptions {
  env?: Record<string, string>
  /** What is typed on the terminal; without it there is none. */
  typed?: string
}

async function run(args: string[], { env = {}, typed }: RunOptions = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: typed !== undefined })
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  if (typed !== undefined) stderr.on('data', (chunk) => /: $/.test(String(chunk)) && stdin.write(`${typed}\n`))
  const errors: string[] = []
  stderr.on('data', (chunk) => errors.push(String(chunk)))
  const code = await contractCommand(args, { env, stdin, stdout, stderr })
  stdout.end()
  return { code, output: await text(stdout), errors: errors.join('') }
}

interface Report {
  passed: boolean
  featuresOff: string[]
  calls: CheckRow[]
}

const secrets = { STATECAST_PASSWORD: PASSWORD, STATECAST_SERVICE_KEY: SANDBOX_SERVICE_KEY }

async function check(args: string[] = [], user = 'member@statecast.test') {
  const { code, output } = await run(['--host', host, '--user', user, '--json', ...args], { env: secrets })
  const report = JSON.parse(output) as Report
  const rowOf = (call: string) => report.calls.find((row) => row.call === call)
  return { code, report, rowOf, invalid: report.calls.filter(({ result }) => result === 'invalid') }
}

/** Every record of the sandbox, by table. It locks its file while it is open. */
async function readRecords(): Promise<Record<string, unknown[]>> {
  await sandbox.close()
  const file = join(data, 'records.sqlite')
  const client = createClient({ url: pathToFileURL(file).href })
  const { rows: tables } = await client.execute("select name from sqlite_master where type = 'table'")
  const records: Record<string, unknown[]> = {}
  for (const name of tables.map((table) => table['name']).filter((each) => typeof each === 'string')) {
    const { rows } = await client.execute(`select * from "${name}"`)
    records[name] = rows.map((row) => ({ ...row }))
  }
  client.close()
  sandbox = await createSandbox({ data })
  return records
}

const readLedger = async () => (await sandbox.fetch(new Request(`${host}/sandbox/ledger`))).json()

/** The calls that the check never makes. */
const neverMade = [
  'createSubscription',
  'payFromSavedCard',
  'capturePaypalSubscription',
  'cancelCardSubscription',
  'cancelPaypalSubscription',
  'createPaypalProduct',
  'createPaypalSubscription',
  'setDefaultCard',
  'addCard',
  'deleteCard',
  'endSession',
  'endOtherSessions',
  'uploadAvatar',
  'requestErasure',
  'requestDeviceCode',
  'requestDeviceToken',
  'approveDevice',
]

describe('a good host', { tags: 'host.contract' }, () => {
  test('is valid, and only the sign-in changes its records', { tags: 'host.contractSafe' }, async () => {
    const before = { records: await readRecords(), ledger: await readLedger() }
    const { code, report, invalid } = await check()
    const after = { records: await readRecords(), ledger: await readLedger() }
    expect(invalid).toEqual([])
    expect([code, report.passed, report.featuresOff]).toEqual([0, true, []])
    expect(report.calls.filter(({ result }) => result === 'valid').length).toBe(21)
    expect(after.ledger).toEqual(before.ledger)
    // A sign-in adds a session and counts in the account.
    const changed = Object.keys(after.records).filter(
      (table) => JSON.stringify(after.records[table]) !== JSON.stringify(before.records[table]),
    )
    expect(changed.sort()).toEqual(['accounts', 'sessions'])
    expect(after.records['sessions']?.length).toBe((before.records['sessions']?.length ?? 0) + 1)
    expect(after.records['sessions']).toEqual(expect.arrayContaining(before.records['sessions'] ?? []))
    const withoutCount = (rows: unknown[] = []) => rows.map((row) => ({ ...(row as object), login_count: 0 }))
    expect(withoutCount(after.records['accounts'])).toEqual(withoutCount(before.records['accounts']))
  })

  test(
    'receives no call that moves money, ends a subscription, changes cards or other sessions, or deletes the account',
    { tags: 'host.contractSafe' },
    async () => {
      const { report } = await check(['--letters'])
      const skipped = report.calls.filter(({ result }) => result === 'skipped').map(({ call }) => call)
      const never = calls.filter(({ operation }) => neverMade.includes(operation.operationId))
      expect(skipped.sort()).toEqual(never.map(({ name }) => name).sort())
      for (const each of received) {
        const [method = '', path = ''] = each.split(' ')
        expect([each, findCall(method, path) !== undefined]).toEqual([each, true])
        expect(never.filter((call) => call === findCall(method, path))).toEqual([])
      }
    },
  )

  test.each([
    ['guest@statecast.test', 'membership_required'],
    ['lapsed@statecast.test', 'membership_required'],
    ['paypal-member@statecast.test', undefined],
    ['manual-member@statecast.test', undefined],
  ])('is valid for %s', async (user, code) => {
    const { code: exitCode, invalid, rowOf } = await check([], user)
    expect([exitCode, invalid]).toEqual([0, []])
    expect(rowOf('GET /wp-json/channel/v2/favourites')?.notes).toEqual(
      code ? [`refused with ${code}: the account has no membership`] : [],
    )
  })

  test('sends letters on request only', async () => {
    const countMail = async () =>
      ((await (await sandbox.fetch(new Request(`${host}/sandbox/mail`))).json()) as []).length
    const before = await countMail()
    const letters = ['user_forget', 'support', 'bug-report', 'channel_request'].map(
      (name) => `POST /wp-json/channel/v2/${name}`,
    )
    const without = await check()
    expect(letters.map((call) => without.rowOf(call)?.notes)).toEqual(
      letters.map(() => ['sends a letter; add --letters']),
    )
    expect(await countMail()).toBe(before)
    const { rowOf, invalid } = await check(['--letters'], 'guest@statecast.test')
    expect(invalid).toEqual([])
    expect(letters.map((call) => rowOf(call)?.answered)).toEqual([200, 200, 200, 200])
    expect(await countMail()).toBeGreaterThan(before)
  })
})

describe('a host that breaks one call', { tags: 'host.contract' }, () => {
  const json = (status: number, body: unknown) => Response.json(body, { status })
  const faults: Record<string, { response: () => Response; answered: number; note: string }> = {
    missing: {
      response: () => json(404, { code: 'rest_no_route', message: 'No route', data: { status: 404 } }),
      answered: 404,
      note: 'the host does not have this call',
    },
    HTML: {
      response: () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }),
      answered: 200,
      note: 'the response is text/html, not JSON',
    },
    'another type': { response: () => json(200, 7), answered: 200, note: 'the body is a number, not an ' },
    'status 500': {
      response: () => json(500, { code: 'internal_server_error', message: 'Error', data: { status: 500 } }),
      answered: 500,
      note: 'code internal_server_error is not listed for this call',
    },
    'a redirect': {
      response: () => new Response(null, { status: 302, headers: { location: '/elsewhere?token=secret' } }),
      answered: 302,
      note: 'redirects to /elsewhere',
    },
  }
  const made = calls.filter(({ operation }) => !operation['x-static'] && !neverMade.includes(operation.operationId))
  // Every call is missing once and broken in one other way, because each run takes a third of a second.
  const runs = Object.keys(faults).flatMap((fault, index) =>
    made
      .filter((_, position) => fault === 'missing' || position % (Object.keys(faults).length - 1) === index - 1)
      .map((call) => [fault, call.name, call] as const),
  )

  test.each(runs)('%s: %s', async (fault, _name, call) => {
    const { response, answered, note } = faults[fault] ?? expect.unreachable()
    breakCall = ({ method, url }) =>
      method === call.method && call.matches(new URL(url).pathname) ? response() : undefined
    const { code, report, rowOf, invalid } = await check(['--letters'])
    const row = rowOf(call.name)
    const isExtension = call.operation['x-origin'] === 'extension'
    const isMissing = isExtension && fault === 'missing'
    expect([code, report.passed]).toEqual(isExtension ? [0, true] : [1, false])
    expect(row).toMatchObject({ answered, result: isMissing ? 'missing' : 'invalid' })
    expect(row?.notes.join('; ')).toContain(note)
    // Nothing else is blamed.
    expect(invalid.map((each) => each.call)).toEqual(isMissing ? [] : [call.name])
    const feature = call.operation['x-feature']
    expect(report.featuresOff).toEqual(isMissing && feature !== undefined ? [feature] : [])
  })

  const breakBody = (call: string, change: (body: object) => object) => {
    breakCall = async (request) => {
      if (`${request.method} ${new URL(request.url).pathname}` !== call) return undefined
      return Response.json(change((await (await sandbox.fetch(request)).json()) as object))
    }
  }

  test('a call that the check does not make, and that the index lacks', async () => {
    breakCall = ({ url }) =>
      url.endsWith('/wp-json/payment/v1')
        ? json(200, { routes: { '/payment/v1/set-default-card': { methods: ['POST'] } } })
        : undefined
    const { code, report, invalid } = await check()
    expect([code, report.featuresOff, invalid]).toEqual([0, ['savedCards'], []])
  })

  test('a field of another type', async () => {
    breakBody('GET /wp-json/custom-plugin/me/', (user) => ({ ...user, ID: '2' }))
    const { code, rowOf } = await check()
    expect(code).toBe(1)
    expect(rowOf('GET /wp-json/custom-plugin/me/')?.notes).toEqual(['ID is a string, not an integer'])
  })

  test('a session that the host does not accept', async () => {
    breakCall = ({ url }) =>
      url.endsWith('/me/') ? json(401, { code: 'rest_not_logged_in', message: 'No', data: { status: 401 } }) : undefined
    const { code, rowOf } = await check()
    expect(code).toBe(1)
    expect(rowOf('GET /wp-json/custom-plugin/me/')).toMatchObject({
      result: 'invalid',
      notes: ['refused with rest_not_logged_in although signed in'],
    })
  })

  test('changes that do not take effect', async () => {
    const path = '/wp-json/channel/v2/favourites'
    breakCall = ({ method, url }) =>
      method === 'PUT' && url.includes(path) ? json(200, { favourites: [] }) : undefined
    const added = (await check()).rowOf(`PUT ${path}/{slug}`)
    expect(added).toMatchObject({ result: 'invalid', notes: [expect.stringMatching(/^favourites has no [a-z0-9-]+$/)] })
    breakCall = ({ method, url }) =>
      method === 'DELETE' && url.includes(path) ? json(200, { favourites: ['another'] }) : undefined
    expect((await check()).rowOf(`DELETE ${path}/{slug}`)?.notes).toEqual(['favourites is not as before the check'])
    // The favorite of the run above is still there.
    await sandbox.fetch(new Request(`${host}/sandbox/reset`, { method: 'POST' }))
    breakBody('PUT /wp-json/custom-plugin/me', (user) => ({ ...user, ID: 3 }))
    expect((await check()).rowOf('PUT /wp-json/custom-plugin/me')?.result).toBe('valid')
    breakBody('PUT /wp-json/custom-plugin/me', (user) => ({
      ...user,
      data: { ...(user as { data: object }).data, display_name: 'X' },
    }))
    expect((await check()).rowOf('PUT /wp-json/custom-plugin/me')?.notes).toEqual([
      'the profile is not as before the check',
    ])
  })

  test('a wrong password, after which no other call is made', async () => {
    const { code, output } = await run(['--host', host, '--user', 'member', '--password', 'wrong'])
    expect(code).toBe(1)
    expect(output).toContain('500       no     refused with incorrect_password')
    expect(output).toMatch(
      /\n\n0 calls valid, 1 failed .*\n\nThe sign-in opened no session, so no other call was made\. Check --host, --user and --password\.\n$/,
    )
    expect(output).not.toContain('GET ')
    expect(received).toEqual(['POST /wp-json/custom-plugin/user-login'])
  })

  test('no response', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    await new Promise((resolve) => free.close(resolve))
    const { code, output } = await run(['--host', `http://127.0.0.1:${port}`, '--user', 'm', '--password', 'p'])
    expect(code).toBe(1)
    expect(output).toContain('-         no     no response (ECONNREFUSED)')
  })
})

describe('the command', { tags: 'host.contract' }, () => {
  test('prints a table, the totals and the features that are off', async () => {
    breakCall = ({ url }) =>
      /favourites|faqs/.test(url)
        ? Response.json({ code: 'rest_no_route', message: '', data: { status: 404 } }, { status: 404 })
        : undefined
    const { code, output } = await run(['--host', `${host}/wp-json/`, '--user', 'member'], { env: secrets })
    expect(code).toBe(0)
    const lines = output.split('\n')
    expect(lines[0]).toMatch(/^call +answered {2}valid {2}what differs$/)
    expect(lines).toContainEqual(expect.stringMatching(/^GET \/wp-json\/custom-plugin\/me\/ +200 {7}yes$/))
    expect(lines).toContainEqual(
      expect.stringMatching(/^GET \/wp-json\/channel\/v2\/faqs +404 {7}- {6}the host does not have this call$/),
    )
    expect(output).toMatch(
      /\n\n17 calls valid, 0 failed or different, 2 missing, 23 not called\.\n\nFeatures that are off with this host:\n {2}faqs\n {2}favorites\n$/,
    )
    expect(output).not.toContain(PASSWORD)
    expect(output).not.toContain(SANDBOX_SERVICE_KEY)
  })

  test('asks for the secrets on a terminal and does not show them', async () => {
    const { code, errors, output } = await run(['--host', host, '--user', 'member'], { typed: PASSWORD })
    // The typed service key is wrong, so the membership service refuses it.
    expect(code).toBe(1)
    expect(errors).toBe('Password of member: \nService key (empty: leave out mp/v1): \n')
    expect(output).toMatch(/user-login +200 +yes\n/)
    expect(output).toMatch(/members\/\{id\} +401 +no +refused with rest_forbidden\n/)
  })

  test.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('ends at the prompt with %s', async (_name, typed) => {
    const { code, output, errors } = await run(['--host', host, '--user', 'member'], { typed })
    expect([code, output]).toEqual([2, ''])
    expect(errors).toContain('Nothing was typed.')
    expect(received).toEqual([])
  })

  test('makes no call of the membership service without its key', async () => {
    const { code, output } = await run(['--host', host, '--user', 'member', '--password', PASSWORD])
    expect(code).toBe(0)
    expect(output.match(/\/mp\/v1\/\S+ +- +- +not called: needs --service-key\n/g)?.length).toBe(5)
    expect(received.filter((each) => each.includes('/mp/v1/'))).toEqual([])
  })

  test.each([
    [[], '--host is missing, such as --host https://www.example.com'],
    [['--host', 'example.com', '--user', 'm'], '--host is not an http URL: example.com'],
    [['--host', 'https://example.com'], '--user is missing, the test account'],
    [['--host', 'https://example.com', '--user', 'm'], 'The password is missing; set STATECAST_PASSWORD'],
    [['--pay'], "Unknown option '--pay'"],
  ])('refuses wrong options: %j', async (args, line) => {
    const { code, output, errors } = await run(args)
    expect([code, output]).toEqual([2, ''])
    expect(errors).toMatch(line)
    expect(errors).toMatch(/\nnpm run contract -- --help lists the options\.\n$/)
  })

  test.each([
    ['http://192.0.2.7:8080', true],
    ['http://localhost.example.com', true],
    ['https://www.example.com', false],
    ['http://localhost:8080', false],
    ['http://127.0.0.1', false],
    ['http://[::1]:8080', false],
  ])('says before it asks for the password whether it travels unencrypted: %s', async (address, isUnencrypted) => {
    const { code, errors } = await run(['--host', address, '--user', 'm'], { typed: '\u0003' })
    expect(code).toBe(2)
    const warning = 'The password and the service key travel unencrypted. Use an address with https://.\n'
    expect(errors.startsWith(`${isUnencrypted ? warning : ''}Password of m: `)).toBe(true)
  })

  test('has a help text with every option', async () => {
    const { code, output } = await run(['--help'])
    expect(code).toBe(0)
    for (const option of ['host', 'user', 'password', 'service-key', 'letters', 'json', 'help'])
      expect(output).toContain(`  --${option}`)
    for (const name of ['STATECAST_PASSWORD', 'STATECAST_SERVICE_KEY']) expect(output).toContain(name)
  })
})
