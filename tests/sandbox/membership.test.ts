import { describe, expect, it } from 'vitest'
import { refused, useTestSandbox } from './testSandbox.ts'

const MP = '/wp-json/mp/v1'

const testSandbox = useTestSandbox()

interface Member {
  id: number
  email: string
  active_memberships: { id: number; title: string }[]
  recent_subscriptions: Record<string, string>[]
  recent_transactions: Record<string, string>[]
  first_txn?: Record<string, string>
  latest_txn?: Record<string, string>
}
const readMember = async (id: number) => (await testSandbox.callWithServiceKey(`members/${id}`)).body as Member

describe('the membership service', () => {
  it.each([
    ['with a bearer only', { Authorization: 'Bearer at_x' }],
    ['with a wrong key', { 'MEMBERPRESS-API-KEY': 'wrong' }],
    ['with the key and a bearer', { 'MEMBERPRESS-API-KEY': 'sandbox-membership-key', Authorization: 'Bearer at_x' }],
  ])('refuses %s', async (_, headers) => {
    for (const path of ['members/2', 'memberships', 'memberships/102', 'transactions?member=2', 'transactions/301']) {
      const response = await testSandbox.call('GET', `${MP}/${path}`, { headers, part: 'response' })
      expect(response).toMatchObject({ status: 401, body: { code: 'rest_forbidden', data: { status: 401 } } })
    }
  })

  it('has no routes for other methods', async () => {
    const headers = { 'MEMBERPRESS-API-KEY': 'sandbox-membership-key' }
    expect((await testSandbox.call('DELETE', `${MP}/members/2`, { headers, part: 'none' })).status).toBe(404)
  })

  it.each(['members/99', 'memberships/105', 'transactions/1'])('refuses the unknown record %s', async (path) => {
    expect(await testSandbox.callWithServiceKey(path)).toMatchObject({
      status: 500,
      body: { code: 'mp_no_records_found', data: null },
    })
  })
})

describe('members', () => {
  it('member pays Monthly by card', async () => {
    const record = await readMember(2)
    expect(record).toMatchObject({ id: 2, email: 'member@statecast.test', first_name: 'Mara' })
    expect(record.recent_subscriptions).toEqual([
      expect.objectContaining({
        id: '11',
        membership: '102',
        gateway: 's7qsh6-5sg',
        status: 'active',
        price: '19.99',
        period: '1',
        period_type: 'months',
        cc_last4: '4242',
      }),
    ])
    expect(record.recent_subscriptions[0]?.['subscr_id']).toMatch(/^sub_/)
    const ids = record.recent_transactions.map((row) => Number(row['id']))
    expect(ids).toHaveLength(5)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect(record.latest_txn).toEqual(record.recent_transactions[0])
    expect(record.active_memberships.map((plan) => plan.title)).toEqual(['Monthly'])
  })

  it('paypal-member pays Quarterly through PayPal', async () => {
    const record = await readMember(3)
    expect(record.recent_subscriptions).toMatchObject([
      { gateway: 'qk9sts-6j1', status: 'active', membership: '103', price: '49.00' },
    ])
    expect(record.recent_subscriptions[0]?.['subscr_id']).toMatch(/^I-[A-Z0-9]{12}$/)
  })

  it('manual-member has an active subscription of another gateway', async () => {
    expect((await readMember(4)).recent_subscriptions).toMatchObject([{ gateway: 'manual', status: 'active' }])
  })

  it('guest has no subscription and no transaction', async () => {
    const record = await readMember(5)
    const nothing = { active_memberships: [], recent_subscriptions: [], recent_transactions: [], sub_count: null }
    expect(record).toMatchObject(nothing)
    expect(record).not.toHaveProperty('first_txn')
    expect(record).not.toHaveProperty('latest_txn')
  })

  it('lapsed has canceled subscriptions only', async () => {
    const record = await readMember(6)
    expect(record.recent_subscriptions.map((row) => row['status'])).toEqual(['cancelled', 'cancelled'])
    expect(record.active_memberships).toEqual([])
  })

  it('access ends with the paid period, regardless of the subscription’s status', async () => {
    // Manual subscriptions are not renewed.
    testSandbox.now = new Date('2027-10-01T00:00:00Z')
    const record = await readMember(4)
    expect(record.recent_subscriptions).toMatchObject([{ status: 'active' }])
    expect(record.active_memberships).toEqual([])
  })
})

describe('renewal', () => {
  const payments = async (id: number) => {
    const { body } = await testSandbox.callWithServiceKey(`transactions?member=${id}&per_page=-1`)
    return (body as Record<string, string>[]).filter((row) => row['txn_type'] === 'payment')
  }

  it('is charged at the end of every period and is not in the ledger', async () => {
    const before = await payments(2)
    testSandbox.now = new Date('2027-06-01T00:00:00Z')
    const record = await readMember(2)
    expect(record.active_memberships.map((plan) => plan.title)).toEqual(['Monthly'])
    expect(record.recent_transactions).toHaveLength(5)
    const after = await payments(2)
    expect(after.slice(-before.length)).toEqual(before)
    const added = after.slice(0, -before.length)
    // The 30th of every month and the last day of February.
    expect(added.map((row) => row['created_at'])).toEqual([
      '2027-05-30 09:15:00',
      '2027-04-30 09:15:00',
      '2027-03-30 09:15:00',
      '2027-02-28 09:15:00',
      '2027-01-30 09:15:00',
      '2026-12-30 09:15:00',
      '2026-11-30 09:15:00',
    ])
    expect(added[0]).toMatchObject({ total: '19.99', status: 'complete', expires_at: '2027-06-30 23:59:59' })
    expect(added[0]?.['trans_num']).toMatch(/^ch_3S/)
    expect(record.latest_txn).toEqual(added[0])
    expect(await testSandbox.readLedger()).toEqual([])
  })

  it('leaves no gap in access throughout a year', async () => {
    for (let month = 10; month < 22; month += 1) {
      for (const [day, hour, minute] of [
        [30, 9, 14],
        [30, 9, 15],
        [30, 23, 59],
        [31, 0, 0],
      ] as const) {
        testSandbox.now = new Date(Date.UTC(2026, month, day, hour, minute))
        expect((await readMember(2)).active_memberships.length).toBeGreaterThan(0)
      }
    }
  })

  it('is recorded once for concurrent reads and persists after a restart', async () => {
    testSandbox.now = new Date('2027-03-01T00:00:00Z')
    const counts = await Promise.all([1, 2, 3, 4, 5].map(async () => (await payments(3)).length))
    await testSandbox.reopen()
    expect([...counts, (await payments(3)).length]).toEqual(Array(6).fill(counts[0]))
    expect(new Set((await payments(3)).map((row) => row['trans_num'])).size).toBe(counts[0])
  })

  it('does not apply to guests, canceled and manual subscriptions', async () => {
    const before = await Promise.all([4, 5, 6].map(payments))
    await testSandbox.send('POST', '/sandbox/expire', { body: { what: 'membership', account: 'member' } })
    const cancelled = await payments(2)
    testSandbox.now = new Date('2028-01-01T00:00:00Z')
    expect(await Promise.all([4, 5, 6].map(payments))).toEqual(before)
    expect(await payments(2)).toEqual(cancelled)
    expect((await readMember(2)).active_memberships).toEqual([])
  })

  it('limits the payments when the clock is far ahead', async () => {
    testSandbox.now = new Date('9000-01-01T00:00:00Z')
    expect((await payments(2)).length).toBe(1012)
  })
})

describe('plans', () => {
  it('are four, in the order of their group', async () => {
    const { body, headers } = await testSandbox.callWithServiceKey(`memberships`)
    const fields = ['id', 'title', 'price', 'period', 'period_type', 'trial', 'group_order']
    expect((body as Record<string, unknown>[]).map((plan) => fields.map((field) => plan[field]))).toEqual([
      [101, 'Weekly', '6.50', '7', 'days', false, '1'],
      [102, 'Monthly', '19.99', '1', 'months', false, '2'],
      [103, 'Quarterly', '49.00', '3', 'months', false, '3'],
      [104, 'Yearly', '179.00', '1', 'years', '1', '4'],
    ])
    expect(body).toMatchObject([{}, {}, {}, { trial_days: '7' }])
    expect([headers.get('x-wp-total'), headers.get('x-wp-totalpages')]).toEqual(['4', '1'])
  })

  it('are paginated', async () => {
    const { body, headers } = await testSandbox.callWithServiceKey(`memberships?per_page=3&page=2`)
    expect(body).toMatchObject([{ id: 104 }])
    expect(headers.get('x-wp-totalpages')).toBe('2')
  })

  it('contain their group when read individually', async () => {
    expect((await testSandbox.callWithServiceKey(`memberships/104`)).body).toMatchObject({
      id: 104,
      group: { id: 100 },
    })
  })
})

describe('transactions', () => {
  const list = async (query: string) => {
    const { body, headers } = await testSandbox.callWithServiceKey(`transactions?${query}`)
    return { rows: body as Record<string, string>[], headers }
  }

  it('of member are a confirmation and twelve payments', async () => {
    const { rows, headers } = await list('member=2&per_page=-1')
    expect(headers.get('x-wp-total')).toBe('13')
    expect(rows.every((row) => row['member'] === '2')).toBe(true)
    expect(rows.filter((row) => row['txn_type'] === 'payment').map((row) => row['total'])).toEqual(
      Array(12).fill('19.99'),
    )
    expect(rows.at(-1)).toMatchObject({ txn_type: 'subscription_confirmation', status: 'confirmed', total: '0.00' })
    const oldest = Date.parse(`${rows.at(-1)?.['created_at']}Z`)
    const days = (testSandbox.now.getTime() - oldest) / 86_400_000
    expect(days).toBeGreaterThan(350)
    expect(days).toBeLessThan(366)
  })

  it('are paginated, newest first', async () => {
    const first = await list('member=2')
    const second = await list('member=2&page=2')
    expect([first.rows.length, second.rows.length]).toEqual([10, 3])
    expect(first.headers.get('x-wp-totalpages')).toBe('2')
    const ids = [...first.rows, ...second.rows].map((row) => Number(row['id']))
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one))
  })

  it('require a member', async () => {
    const headers = { 'MEMBERPRESS-API-KEY': 'sandbox-membership-key' }
    const response = await testSandbox.call('GET', `${MP}/transactions`, { headers, part: 'response' })
    expect(response).toMatchObject(refused(400, 'rest_missing_callback_param'))
  })

  it('contain member, plan and payment index when read individually', async () => {
    const newest = (await list('member=2&per_page=1')).rows[0]?.['id'] ?? ''
    expect((await testSandbox.callWithServiceKey(`transactions/${newest}`)).body).toMatchObject({
      id: newest,
      member: { id: 2, email: 'member@statecast.test' },
      membership: { id: 102 },
      subscription: { id: '11', status: 'active' },
      rebill: true,
      subscription_payment_index: 12,
    })
  })

  it('of lapsed include a failed one', async () => {
    const statuses = (await list('member=6&per_page=-1')).rows.map((row) => row['status'])
    expect(statuses).toContain('failed')
  })
})
