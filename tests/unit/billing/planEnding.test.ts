import { describe, expect, it } from 'vitest'
import { parseMember } from '../../../src/api/memberParsers.ts'
import { planEnding } from '../../../src/billing/planEnding.ts'

const gateways = { card: 'card', paypal: 'paypal' }
const today = { year: 2026, month: 11, day: 29 }

const endingOf = (status: string, expires = '2026-12-01 12:00:00', fields: object = {}) =>
  planEnding(
    parseMember({
      id: 2,
      recent_subscriptions: [{ id: '11', status, membership: '102', gateway: 'card' }],
      recent_transactions: [
        { id: '5', subscription: '11', membership: '102', status: 'complete', expires_at: expires },
      ],
      active_memberships: [{ id: 102, title: 'Monthly' }],
      ...fields,
    }),
    gateways,
    today,
  )
const end = { year: 2026, month: 12, day: 1 }

describe('the end of a plan', { tags: 'plan.ending' }, () => {
  it.each(['cancelled', 'suspended'])('that is %s', (status) => {
    expect(endingOf(status)).toEqual({ end, days: 2 })
  })

  it('of a one-time plan', () => {
    expect(endingOf('', undefined, { recent_subscriptions: [] })).toEqual({ end, days: 2 })
  })

  it('is undefined for a plan that renews', () => {
    expect(endingOf('active')).toBeUndefined()
  })

  it('is today on the last day, and undefined after it', () => {
    expect(endingOf('cancelled', '2026-11-29 12:00:00')?.days).toBe(0)
    expect(endingOf('cancelled', '2026-11-28 12:00:00')).toBeUndefined()
  })

  it('is undefined without a date and without a membership', () => {
    expect(endingOf('cancelled', '0000-00-00 00:00:00')).toBeUndefined()
    expect(endingOf('cancelled', undefined, { active_memberships: [] })).toBeUndefined()
  })
})
