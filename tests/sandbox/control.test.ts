import { createClient } from '@libsql/client'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { TEST_CARDS } from '../../server/sandbox/stripe/testCards.ts'
import { refused, useTestSandbox } from './testSandbox.ts'

const ME = '/wp-json/custom-plugin/me/'
const FAVORITES = '/wp-json/channel/v2/favourites'

const testSandbox = useTestSandbox()

const postForm = (path: string, fields: Record<string, string>) =>
  testSandbox.send('POST', `/sandbox/forms/${path}`, { body: new URLSearchParams(fields) })

const LEDGER = [
  {
    at: '2026-11-21T10:00:01.000Z',
    kind: 'charge',
    provider: 'stripe',
    member: 2,
    plan_id: 102,
    amount: 19.99,
    subscription_id: '11',
    idempotency_key: 'key-1',
  },
  {
    at: '2026-11-21T10:00:02.000Z',
    kind: 'cancel',
    provider: 'paypal',
    member: 3,
    plan_id: 103,
    amount: null,
    subscription_id: '12',
    idempotency_key: null,
  },
]
const MESSAGE = {
  at: '2026-11-21T10:00:03.000Z',
  to: 'member@statecast.test',
  subject: 'Reset <b>your</b> password',
  text: 'Follow <script>alert(1)</script>',
  links: ['http://sandbox.test/reset-password?key=k&login=member', 'javascript:alert(1)'],
}

async function insertMailAndLedger(): Promise<void> {
  await testSandbox.close()
  const client = createClient({ url: pathToFileURL(`${testSandbox.data}/records.sqlite`).href })
  await client.batch([
    ...LEDGER.map(({ plan_id, amount, ...row }) => ({
      sql: `INSERT INTO ledger (at, kind, provider, member, plan, cents, subscription_id, idempotency_key)
        VALUES (:at, :kind, :provider, :member, :plan_id, :cents, :subscription_id, :idempotency_key)`,
      args: { ...row, plan_id, cents: amount === null ? null : Math.round(amount * 100) },
    })),
    {
      sql: 'INSERT INTO mail (at, `to`, subject, text, links) VALUES (:at, :to, :subject, :text, :links)',
      args: { ...MESSAGE, links: JSON.stringify(MESSAGE.links) },
    },
  ])
  client.close()
  await testSandbox.reopen()
}

describe('the control API', () => {
  it('lists ledger and mail in the order of their records', async () => {
    await insertMailAndLedger()
    expect(await testSandbox.readLedger()).toEqual(LEDGER)
    expect(await testSandbox.readMailbox()).toEqual([MESSAGE])
  })

  it('resets records, sessions, mail, ledger and faults', async () => {
    await insertMailAndLedger()
    const member = await testSandbox.asUser('member')
    await member('DELETE', `${FAVORITES}/rotunda`)
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'status-429' })
    const response = await testSandbox.send('POST', '/sandbox/reset')
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await testSandbox.readLedger()).toEqual([])
    expect(await testSandbox.readMailbox()).toEqual([])
    expect(await testSandbox.readFaults()).toEqual([])
    expect(await member('GET', ME)).toMatchObject(refused(401, 'session_invalid'))
    const again = await testSandbox.asUser('member')
    expect((await again('GET', FAVORITES)).body).toEqual({ favourites: ['harbor-one', 'rotunda', 'stormwatch-gulf'] })
  })

  it('seeds the same records for the same time', async () => {
    const read = async () => (await testSandbox.callWithServiceKey('transactions?member=2&per_page=-1')).body
    const first = await read()
    await testSandbox.send('POST', '/sandbox/reset')
    expect(await read()).toEqual(first)
    testSandbox.now = new Date('2027-03-31T10:00:00.000Z')
    await testSandbox.send('POST', '/sandbox/reset')
    const [newest] = (await read()) as { created_at: string }[]
    expect(newest?.created_at.slice(0, 7)).toMatch(/^2027-0[23]$/)
  })

  it('serves consistent records during a reset', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        if (index % 4 === 0) return (await testSandbox.send('POST', '/sandbox/reset')).status
        const { body } = await testSandbox.callWithServiceKey('members/2')
        return (body as { recent_transactions: unknown[] }).recent_transactions.length
      }),
    )
    expect(new Set(responses)).toEqual(new Set([204, 5]))
  })

  it('expires the sessions of one account', async () => {
    const member = await testSandbox.asUser('member')
    const guest = await testSandbox.asUser('guest')
    expect((await testSandbox.send('POST', '/sandbox/expire', { body: { account: 'member' } })).status).toBe(204)
    expect(await member('GET', ME)).toMatchObject(refused(401, 'session_expired'))
    expect((await guest('GET', ME)).status).toBe(200)
    expect((await testSandbox.send('POST', '/sandbox/expire')).status).toBe(204)
    expect((await guest('GET', ME)).status).toBe(401)
  })

  it('expires a membership, after which a channel is refused', async () => {
    const member = await testSandbox.asUser('member')
    await testSandbox.send('POST', '/sandbox/expire', { body: { what: 'membership', account: 'member' } })
    expect(await member('GET', '/wp-json/channel/v2/channels/rotunda')).toMatchObject(
      refused(403, 'membership_required'),
    )
    expect((await testSandbox.callWithServiceKey('members/2')).body).toMatchObject({
      recent_subscriptions: [{ status: 'cancelled' }],
    })
  })

  it('expires stream URLs; a new one is valid', async () => {
    const member = await testSandbox.asUser('member')
    const streamUrl = async () => {
      const { body } = await member('GET', '/wp-json/channel/v2/channels/rotunda')
      return (body as { stream_url: string }).stream_url.replace('http://sandbox.test', '')
    }
    const before = await streamUrl()
    await testSandbox.send('POST', '/sandbox/expire', { body: { what: 'streams' } })
    expect((await testSandbox.send('GET', before)).status).toBe(403)
    const after = await streamUrl()
    expect((await testSandbox.send('GET', after)).status).toBe(200)
    await testSandbox.reopen()
    expect((await testSandbox.send('GET', after)).status).toBe(200)
  })

  it.each([[{ what: 'all' }], [{ account: 'nobody' }], [{ who: 'member' }], ['{"what":']])(
    'expire refuses %j',
    async (body) => {
      const response = await testSandbox.send('POST', '/sandbox/expire', { body })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ error: expect.any(String) })
    },
  )

  it('refuses changes by pages of other sites', async () => {
    for (const [method, path] of [
      ['POST', '/sandbox/reset'],
      ['POST', '/sandbox/faults'],
      ['DELETE', '/sandbox/faults'],
      ['POST', '/sandbox/forms/reset'],
    ] as const) {
      const response = await testSandbox.send(method, path, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
      expect(response.status).toBe(403)
    }
  })
})

describe('the sandbox page', () => {
  it('lists every account, the password and a link to the application', async () => {
    const shown = await testSandbox.readPage()
    for (const name of ['member', 'paypal-member', 'manual-member', 'guest', 'lapsed']) {
      expect(shown).toContain(`data-copy="${name}@statecast.test"`)
    }
    expect(shown).toContain('data-copy="live-news-24"')
    expect(shown).toContain('<a href="/">Back to Statecast</a>')
    expect(shown).toContain('Manon D&#39;Averill')
    expect((await testSandbox.send('GET', '/sandbox/')).status).toBe(200)
  })

  it('has no inline script or style, and its policy allows none', async () => {
    const response = await testSandbox.send('GET', '/sandbox')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    const shown = await response.text()
    expect(shown).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! src="\/sandbox\/page\.js" defer>)/)
  })

  it.each([
    ['page.css', 'text/css; charset=utf-8'],
    ['page.js', 'text/javascript; charset=utf-8'],
    ['page.woff2', 'font/woff2'],
  ])('serves %s', async (name, type) => {
    const response = await testSandbox.send('GET', `/sandbox/${name}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(300)
  })

  it('uses only classes of its style sheet', async () => {
    await testSandbox.addFault({ call: 'SCRIPT stripe' })
    await insertMailAndLedger()
    const styles = await readFile(new URL('../../server/sandbox/page/page.css', import.meta.url), 'utf8')
    const shown = (await testSandbox.readPage('?done=reset')) + (await (await postForm('faults', { call: 'x' })).text())
    const classes = [...shown.matchAll(/class="([^"]+)"/g)].flatMap((found) => (found[1] ?? '').split(' '))
    const unknown = [...new Set(classes)].filter((name) => !styles.includes(`.${name}`))
    expect(unknown).toEqual([])
  })

  it('shows mail and ledger as text and renders http links only', async () => {
    await insertMailAndLedger()
    const shown = await testSandbox.readPage()
    expect(shown).toContain('Reset &lt;b&gt;your&lt;/b&gt; password')
    expect(shown).toContain('Follow &lt;script&gt;alert(1)&lt;/script&gt;')
    expect(shown).toContain('href="http://sandbox.test/reset-password?key=k&amp;login=member"')
    expect(shown).not.toContain('href="javascript:')
    expect(shown).toContain('<td class="amount">19.99</td>')
    expect(shown).toContain('<td class="amount">—</td>')
  })

  it('shows the test cards with their results and the saved cards', async () => {
    const shown = await testSandbox.readPage()
    for (const card of TEST_CARDS) {
      expect(shown).toContain(card.number)
      expect(shown).toContain(`<strong>${card.result}</strong>`)
    }
    expect(shown).toContain('<strong>visa •••• 4242</strong>')
    expect(shown.replace(/\s+/g, ' ')).toContain('member · expires 12/2028 · default')
    expect(shown).toContain('<strong>mastercard •••• 4444</strong>')
  })

  it('adds, shows and removes a fault by form', async () => {
    const fields = { call: `GET ${ME}`, fault: 'delay', ms: '1500', times: '2', message: '', match: '' }
    const added = await postForm('faults', fields)
    expect([added.status, added.headers.get('location')]).toEqual([303, '/sandbox?done=added'])
    const [fault] = (await testSandbox.readFaults()) as { id: number }[]
    expect(fault).toMatchObject({ call: `GET ${ME}`, fault: 'delay', ms: 1500, times: 2 })
    expect(await testSandbox.readPage('?done=added')).toContain('delay · 1500 ms · 2 × left')
    expect((await postForm('faults/remove', { id: String(fault?.id) })).headers.get('location')).toBe(
      '/sandbox?done=removed',
    )
    expect(await testSandbox.readFaults()).toEqual([])
  })

  it('shows the problem of an invalid fault and keeps the input', async () => {
    const response = await postForm('faults', { call: '"><script>', fault: 'html', times: 'many' })
    expect(response.status).toBe(400)
    const shown = await response.text()
    expect(shown).toContain('call must be')
    expect(shown).toContain('times must be')
    expect(shown).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect(shown).toContain('<option value="html" selected>')
    expect(await testSandbox.readFaults()).toEqual([])
  })

  it('removes all faults, expires sessions and resets by form', async () => {
    await testSandbox.addFault({ call: `GET ${ME}`, fault: 'html' })
    expect((await postForm('faults/clear', {})).headers.get('location')).toBe('/sandbox?done=cleared')
    expect(await testSandbox.readFaults()).toEqual([])
    const member = await testSandbox.asUser('member')
    expect((await postForm('expire', { what: 'sessions', account: 'member' })).status).toBe(303)
    expect(await member('GET', ME)).toMatchObject(refused(401, 'session_expired'))
    expect((await postForm('expire', { what: 'everything', account: '' })).status).toBe(400)
    expect((await postForm('reset', {})).headers.get('location')).toBe('/sandbox?done=reset')
    expect(await testSandbox.readPage('?done=reset')).toContain('All data was reset.')
    expect(await member('GET', ME)).toMatchObject({ body: { code: 'session_invalid' } })
  })
})
