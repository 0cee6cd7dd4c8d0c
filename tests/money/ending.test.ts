import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaults } from '../../src/configuration.ts'
import { readMember, type Member, type Subscription } from '../../src/host/readers.ts'
import { memberRecord, standing } from '../../src/money/ending.ts'

const { gateways } = defaults

const subscription = (id: number, status: string, more: Partial<Subscription> = {}): Subscription => ({
  id,
  planId: 102,
  status,
  gateway: gateways.card,
  gatewayId: `sub_${id}`,
  price: 19.99,
  createdAt: undefined,
  ...more,
})
const member = (
  subscriptions: Subscription[],
  latestTransaction?: Member['latestTransaction'],
): Pick<Member, 'subscriptions' | 'latestTransaction'> => ({ subscriptions, latestTransaction })
const toEnd = (subscriptions: Subscription[], latest?: Member['latestTransaction']) =>
  memberRecord(member(subscriptions, latest), gateways).toEnd

describe('the subscription to end', () => {
  it.each([
    ['nobody’s', [], undefined],
    ['the active one', [subscription(3, 'cancelled'), subscription(2, 'active')], 2],
    ['the newest active one', [subscription(4, 'active'), subscription(2, 'active')], 4],
    ['the newest active one, however the list is ordered', [subscription(2, 'active'), subscription(4, 'active')], 4],
    ['an active one before a newer suspended one', [subscription(9, 'suspended'), subscription(2, 'active')], 2],
    ['the newest suspended one', [subscription(5, 'suspended'), subscription(7, 'suspended')], 7],
    ['never a pending one', [subscription(9, 'pending'), subscription(2, 'cancelled')], undefined],
    ['a suspended one below a pending one', [subscription(9, 'pending'), subscription(2, 'suspended')], 2],
    ['never one of a status that nobody knows', [subscription(9, 'paused-by-moon')], undefined],
  ])('is %s', (_, subscriptions, id) => {
    expect(toEnd(subscriptions)?.id).toBe(id)
  })

  it('goes through the call of its gateway, and any other gateway is left alone', () => {
    expect(toEnd([subscription(2, 'active')])).toEqual({ id: 2, providerId: 'sub_2', gateway: 'card' })
    const paypal = subscription(3, 'active', { gateway: gateways.paypal, gatewayId: 'I-3' })
    expect(toEnd([paypal])).toEqual({ id: 3, providerId: 'I-3', gateway: 'paypal' })
    const manual = subscription(4, 'active', { gateway: 'manual', gatewayId: 'mp-sub-4' })
    expect(toEnd([manual])).toBeUndefined()
    expect(standing(member([manual]), gateways)).toEqual({ kind: 'leftAlone', subscription: manual })
    expect(standing(member([]), gateways)).toEqual({ kind: 'nothing' })
  })

  it('is judged by the newest active one alone: an older one of ours is not ended in its place', () => {
    expect(toEnd([subscription(9, 'active', { gateway: 'manual' }), subscription(2, 'active')])).toBeUndefined()
  })

  const nameless = subscription(2, 'active', { gatewayId: '' })
  const unconfirmed = subscription(2, 'active', { gatewayId: 'mp-sub-2' })
  it.each([
    ['its own', subscription(2, 'active'), { id: 70, number: 'ch_70', subscriptionId: 2 }, 'sub_2'],
    ['the latest transaction’s', nameless, { id: 70, number: 'sub_of_70', subscriptionId: 2 }, 'sub_of_70'],
    ['never that of another one’s transaction', nameless, { id: 70, number: 'sub_of_70', subscriptionId: 8 }, ''],
    ['nor of one that belongs to none', nameless, { id: 70, number: 'ch_70', subscriptionId: undefined }, ''],
    [
      'the latest transaction’s, not one that only the host knows',
      unconfirmed,
      { id: 70, number: 'sub_of_70', subscriptionId: 2 },
      'sub_of_70',
    ],
    ['never one that only the host knows', unconfirmed, undefined, ''],
    ['none without a transaction', nameless, undefined, ''],
  ])('has for its id at the provider: %s', (_, one, latest, providerId) => {
    expect(toEnd([one], latest)?.providerId).toBe(providerId)
  })

  it('of any member is what the rule says, read aloud', () => {
    const statuses = ['active', 'suspended', 'pending', 'cancelled']
    const lists = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 40 }),
        status: fc.constantFrom(...statuses),
        gateway: fc.constantFrom(gateways.card, gateways.paypal, 'manual'),
      }),
      { selector: ({ id }) => id, maxLength: 5 },
    )
    fc.assert(
      fc.property(lists, (rows) => {
        const list = rows.map(({ id, status, gateway }) => subscription(id, status, { gateway }))
        const found = standing(member(list), gateways)
        const chosen = found.kind === 'nothing' ? undefined : found.subscription
        const rank = ({ id, status }: Subscription): number => statuses.indexOf(status) * 100 - id
        const best = [...list].sort((one, other) => rank(one) - rank(other))[0]
        expect(chosen).toEqual(best && ['active', 'suspended'].includes(best.status) ? best : undefined)
        expect(found.kind === 'leftAlone').toBe(chosen?.gateway === 'manual')
      }),
      { numRuns: 5_000 },
    )
  })

  it('is found in what the host sends', () => {
    const record = memberRecord(
      readMember({
        id: '8',
        recent_subscriptions: [
          { id: '12', status: 'pending', membership: '104', gateway: gateways.card, subscr_id: '' },
          { id: '11', status: 'active', membership: { id: 102 }, gateway: gateways.card, subscr_id: '' },
        ],
        latest_txn: { id: '5', trans_num: 'sub_11', subscription: '11' },
      }),
      gateways,
    )
    expect(record).toEqual({
      subscriptions: [
        { id: 12, planId: 104, status: 'pending' },
        { id: 11, planId: 102, status: 'active' },
      ],
      toEnd: { id: 11, providerId: 'sub_11', gateway: 'card' },
    })
  })
})
