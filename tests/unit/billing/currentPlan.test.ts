import { describe, expect, it } from 'vitest'
import { parseMember } from '../../../src/api/memberParsers.ts'
import { currentPlanOf, memberRecordOf } from '../../../src/billing/currentPlan.ts'

const gateways = { card: 's7qsh6-5sg', paypal: 'qk9sts-6j1' }
const memberWith = (status: string, gateway: string) =>
  parseMember({ id: 2, recent_subscriptions: [{ id: 11, membership: 102, status, gateway, subscr_id: 'sub_11' }] })
const subscriptionToCancel = { id: 11, providerId: 'sub_11', gateway: 'card' }

describe('the current plan', () => {
  it.each([
    ['the subscription that a plan change cancels', gateways.card, subscriptionToCancel, undefined],
    ['none to cancel if another gateway bills it', 'manual', undefined, { title: '' }],
  ])('has %s', (_, gateway, toCancel, otherGatewayPlan) => {
    expect(currentPlanOf(memberWith('active', gateway), gateways)).toEqual({
      planId: 102,
      subscriptionToCancel: toCancel,
      otherGatewayPlan,
    })
  })
  it('is undefined without an active subscription', () => {
    expect(currentPlanOf(memberWith('cancelled', gateways.card), gateways)).toBeUndefined()
  })
})

it.each([
  ['active', subscriptionToCancel],
  ['cancelled', undefined],
])('the member record of a payment has the %s subscription and the one to cancel', (status, toCancel) => {
  expect(memberRecordOf(memberWith(status, gateways.card), gateways)).toEqual({
    subscriptions: [{ id: 11, planId: 102, status }],
    subscriptionToCancel: toCancel,
  })
})
