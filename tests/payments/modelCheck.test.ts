/**
 * The promises about money, checked in every world that can be reached: the real machines, a host with every fault,
 * and a person who presses twice, reloads, closes, gives up, comes back and opens a second tab. Each promise is also
 * broken on purpose once, so that it is known to be seen.
 *
 * Taken for granted: host and bank come to an end with a call before the person has given the attempt up, and what
 * they said to be pending is seen on the record in the end, as paid or as cancelled.
 */
import { describe, expect, it } from 'vitest'
import { explore, type Exploration } from './explore.ts'
import { machines, type Machines } from './flow.ts'
import { type Host } from './host.ts'
import { assign } from 'xstate'
import { rewritten, type Config } from './rewritten.ts'
import { empty, everything, member, sound } from './sound.ts'
import { means, rules, type Bounds } from './world.ts'

describe('in every world', () => {
  it.each(Object.entries(sound))('%s: all promises are kept', (name, exploration) => {
    const { worlds, transitions, flows, ms, broken, limited } = explore({ machines, ...exploration })
    console.info(`${name}: ${worlds} worlds, ${transitions} transitions, ${flows} flows, ${Math.round(ms)} ms`)
    expect(broken).toEqual({})
    expect(limited).toBe(false)
    expect(worlds).toBeGreaterThan(1_000)
  })
})

const change = (
  name: keyof Machines,
  path: string,
  to: (was: unknown) => unknown,
  from: Machines = machines,
): Machines => ({ ...from, [name]: rewritten(from[name], path, to) })
const guard = (name: keyof Machines, guards: Record<string, () => boolean>): Machines => ({
  ...machines,
  [name]: machines[name].provide({ guards } as never),
})
const one = (host: Host, ...ways: Bounds['ways'][number]): Omit<Exploration, 'machines'> => ({
  hosts: [host],
  bounds: { ways: [ways], isPossible: everything },
})
const two = sound['a guest with two tabs'] as Omit<Exploration, 'machines'>

type Planted = [mistake: string, promise: string, exploration: Exploration]

const planted: Planted[] = [
  [
    'an unanswered payment is tried again under a new key',
    'at most one effective charge for one confirmation',
    {
      ...one(empty, means.newCard),
      machines: change(
        'planChange',
        'states/renewing/invoke/onDone',
        (was) => ({ ...(was as Config), target: 'paying' }),
        change('planChange', 'states/notPaid/on', () => ({ 'payment.retry': 'renewing' })),
      ),
    },
  ],
  [
    'a no is believed although the same call was sent before and never answered',
    'at most one effective charge for one confirmation',
    {
      ...one(member('card'), means.savedCard),
      machines: {
        ...machines,
        payment: machines.payment.provide({ actions: { rememberRefusal: assign({ kind: 'refused' }) } }),
      },
    },
  ],
  [
    'the record is not read anew before an attempt',
    'never two live subscriptions of the card gateway and PayPal',
    { ...two, machines: guard('planChange', { isUnchanged: () => true }) },
  ],
  [
    'a reload forgets the attempt',
    'never two live subscriptions of the card gateway and PayPal',
    { ...one(empty, means.newCard), machines, rules: { ...rules, resumes: false } },
  ],
  [
    'each tab pays for itself',
    'never two live subscriptions of the card gateway and PayPal',
    { ...two, machines, rules: { ...rules, oneAtATime: false, resumes: false } },
  ],
  [
    'the attempt begins before the means stands ready',
    'no cancellation before the new means stands',
    { ...one(member('card'), means.paypal), machines, rules: { ...rules, meansFirst: false } },
  ],
  [
    'whatever the cancellation was answered, it is paid',
    'nothing captured when the cancel failed',
    { ...one(member('card'), means.paypal), machines: guard('payment', { wasEnded: () => true }) },
  ],
  [
    'trying again begins with the cancellation',
    'trying again after cancelled, not paid sends no cancel',
    {
      ...one(member('card'), means.savedCard),
      machines: change('planChange', 'states/cancelledNotPaid/entry', () => []),
    },
  ],
  [
    'an unanswered payment is called not paid',
    "the words of 'notPaid' agree with the ledger",
    {
      ...one(empty, means.newCard),
      machines: change('planChange', 'states/reconciling/always', () => ({ target: 'notPaid' })),
    },
  ],
  [
    'a reading that shows nothing is believed at once',
    "the words of 'notPaid' agree with the ledger",
    { ...one(empty, means.newCard), machines: guard('reconciliation', { isUnknown: () => false }) },
  ],
  [
    'an unclear payment is left to itself',
    'no state without a way on',
    { ...one(empty, means.newCard), machines: change('planChange', 'states/unclear/on', () => ({})) },
  ],
  [
    'a payment that nobody answered is sent again',
    'no money call is repeated by itself',
    {
      ...one(empty, means.newCard),
      machines: change('payment', 'states/charging/invoke', (was) => ({
        ...(was as Config),
        onError: { target: 'charging', reenter: true },
      })),
    },
  ],
  [
    'checking again pays where it finds the old subscription ended',
    'no money call is repeated by itself',
    { ...one(member('card'), means.savedCard), machines: change('planChange', 'states/unclear/entry', () => []) },
  ],
]

describe('a promise that is broken on purpose is seen', () => {
  it.each(planted)('%s', (_, promise, exploration) => {
    const { broken } = explore({ ...exploration, until: promise })
    expect(Object.keys(broken)).toContain(promise)
  })
})
