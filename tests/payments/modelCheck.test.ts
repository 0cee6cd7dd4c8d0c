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
import { machines, type Machines } from './planChangeSystem.ts'
import { type HostState } from './hostModel.ts'
import { assign } from 'xstate'
import { rewriteMachine, type Config } from './rewriteMachine.ts'
import { emptyHost, anyFault, hostWithMember, explorations } from './explorations.ts'
import { paymentMethods, assumptions, type Bounds } from './transitionSystem.ts'

describe('in every world', () => {
  it.each(Object.entries(explorations))('%s: all promises are kept', (name, exploration) => {
    const {
      states: worlds,
      transitions,
      planChangeStates: flows,
      ms,
      violations: broken,
      isLimitReached: limited,
    } = explore({ machines, ...exploration })
    console.info(`${name}: ${worlds} worlds, ${transitions} transitions, ${flows} flows, ${Math.round(ms)} ms`)
    expect(broken).toEqual({})
    expect(limited).toBe(false)
    expect(worlds).toBeGreaterThan(1_000)
  })
})

const changeMachine = (
  name: keyof Machines,
  path: string,
  to: (was: unknown) => unknown,
  from: Machines = machines,
): Machines => ({ ...from, [name]: rewriteMachine(from[name], path, to) })
const withGuards = (name: keyof Machines, guards: Record<string, () => boolean>): Machines => ({
  ...machines,
  [name]: machines[name].provide({ guards } as never),
})
const oneTab = (host: HostState, ...ways: Bounds['paymentMethodsByTab'][number]): Omit<Exploration, 'machines'> => ({
  hosts: [host],
  bounds: { paymentMethodsByTab: [ways], isPossible: anyFault },
})
const twoTabs = explorations['a guest with two tabs'] as Omit<Exploration, 'machines'>

type SeededFault = [mistake: string, promise: string, exploration: Exploration]

const seededFaults: SeededFault[] = [
  [
    'an unanswered payment is tried again under a new key',
    'at most one effective charge for one confirmation',
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines: changeMachine(
        'planChange',
        'states/renewing/invoke/onDone',
        (was) => ({ ...(was as Config), target: 'payOnly' }),
        changeMachine('planChange', 'states/notPaid/on', () => ({ 'payment.retry': 'renewing' })),
      ),
    },
  ],
  [
    'a no is believed although the same call was sent before and never answered',
    'at most one effective charge for one confirmation',
    {
      ...oneTab(hostWithMember('card'), paymentMethods.savedCard),
      machines: {
        ...machines,
        payment: machines.payment.provide({ actions: { setRefusal: assign({ kind: 'refused' }) } }),
      },
    },
  ],
  [
    'the record is not read anew before an attempt',
    'never two live subscriptions of the card gateway and PayPal',
    { ...twoTabs, machines: withGuards('planChange', { isUnchanged: () => true }) },
  ],
  [
    'a reload forgets the attempt',
    'never two live subscriptions of the card gateway and PayPal',
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines,
      assumptions: { ...assumptions, isAttemptResumed: false },
    },
  ],
  [
    'each tab pays for itself',
    'never two live subscriptions of the card gateway and PayPal',
    { ...twoTabs, machines, assumptions: { ...assumptions, isLockExclusive: false, isAttemptResumed: false } },
  ],
  [
    'the attempt begins before the means stands ready',
    'no cancellation before the new means stands',
    {
      ...oneTab(hostWithMember('card'), paymentMethods.paypal),
      machines,
      assumptions: { ...assumptions, isPaymentMethodReadyFirst: false },
    },
  ],
  [
    'whatever the cancellation was answered, it is paid',
    'nothing captured when the cancel failed',
    {
      ...oneTab(hostWithMember('card'), paymentMethods.paypal),
      machines: withGuards('payment', { wasEnded: () => true }),
    },
  ],
  [
    'trying again begins with the cancellation',
    'trying again after cancelled, not paid sends no cancel',
    {
      ...oneTab(hostWithMember('card'), paymentMethods.savedCard),
      machines: changeMachine('planChange', 'states/cancelledNotPaid/on', () => ({ 'payment.retry': 'cancelThenPay' })),
    },
  ],
  [
    'an unanswered payment is called not paid',
    "the words of 'notPaid' agree with the ledger",
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines: changeMachine('planChange', 'states/awaitingPayment/always', () => ({ target: 'notPaid' })),
    },
  ],
  [
    'a reading that shows nothing is believed at once',
    "the words of 'notPaid' agree with the ledger",
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines: withGuards('reconciliation', { isUnknown: () => false }),
    },
  ],
  [
    'an unclear payment is left to itself',
    'no state without a way on',
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines: changeMachine('planChange', 'states/outcomeUnknown/on', () => ({})),
    },
  ],
  [
    'a payment that nobody answered is sent again',
    'no money call is repeated by itself',
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines: changeMachine('payment', 'states/charging/invoke', (was) => ({
        ...(was as Config),
        onError: { target: 'charging', reenter: true },
      })),
    },
  ],
  [
    'checking again pays where it finds the old subscription ended',
    'no money call is repeated by itself',
    {
      ...oneTab(hostWithMember('card'), paymentMethods.savedCard),
      machines: changeMachine('planChange', 'states/outcomeUnknown/on', () => ({ 'record.check': 'awaitingCancel' })),
    },
  ],
]

describe('a promise that is broken on purpose is seen', () => {
  it.each(seededFaults)('%s', (_, promise, exploration) => {
    const { violations: broken } = explore({ ...exploration, untilViolationOf: promise })
    expect(Object.keys(broken)).toContain(promise)
  })
})
