import { describe, expect, it } from 'vitest'
import { parseMember } from '../../../src/api/memberParsers.ts'
import { paidTimeLeft } from '../../../src/billing/paidTimeLeft.ts'

const gateways = { card: 'card', paypal: 'paypal' }
const today = { year: 2026, month: 11, day: 24 }

const timeLeft = (expires: string, fields: object = {}) =>
  paidTimeLeft(
    parseMember({
      id: 2,
      recent_subscriptions: [{ id: '11', status: 'cancelled', membership: '102', gateway: 'card' }],
      recent_transactions: [
        { id: '5', subscription: '11', membership: '102', status: 'complete', expires_at: expires },
      ],
      active_memberships: [{ id: 102, title: 'Monthly' }],
      ...fields,
    }),
    gateways,
    today,
  )

describe('the paid time that is left', { tags: 'removal.paidTime' }, () => {
  it('ends with the canceled plan', () => {
    expect(timeLeft('2026-12-01 12:00:00')).toEqual({
      plan: 'Monthly',
      end: { year: 2026, month: 12, day: 1 },
      days: 7,
    })
    expect(timeLeft('2026-11-25 12:00:00')?.days).toBe(1)
  })

  it.each(['2026-11-24 12:00:00', '2026-11-01 12:00:00'])('is none on the last day and after it: %s', (expires) => {
    expect(timeLeft(expires)).toBeUndefined()
  })

  it('has no end without a date, and no plan without a title', () => {
    expect(timeLeft('0000-00-00 00:00:00', { active_memberships: [{ id: 102, title: '' }] })).toEqual({
      plan: '',
      end: undefined,
      days: undefined,
    })
  })

  it('is none without a membership, not even with a pending payment', () => {
    const recent_subscriptions = [{ id: '12', status: 'pending', membership: '102', gateway: 'card' }]
    expect(timeLeft('2026-12-01 12:00:00', { active_memberships: [] })).toBeUndefined()
    expect(timeLeft('2026-12-01 12:00:00', { active_memberships: [], recent_subscriptions })).toBeUndefined()
  })
})
