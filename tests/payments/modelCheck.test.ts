/**
 * Model check of the payment invariants in every reachable state: the real machines, a model of the host with every
 * fault, and a user who presses twice, reloads, closes, gives up, returns and opens a second tab. Seeded faults verify
 * that each violation is detected.
 *
 * Assumptions: host and bank finish every call before the user gives the attempt up, and the member record eventually
 * shows every pending payment as paid or canceled.
 */
import { describe, expect, it } from 'vitest'
import { explore, type Exploration } from './explore.ts'
import { machines, type Machines } from './planChangeSystem.ts'
import { type HostState } from './hostModel.ts'
import { assign } from 'xstate'
import { rewriteMachine, type Config } from './rewriteMachine.ts'
import { emptyHost, anyFault, hostWithMember, explorations } from './explorations.ts'
import { paymentMethods, assumptions, type Bounds } from './transitionSystem.ts'

describe('in every reachable state', () => {
  it.each(Object.entries(explorations))('%s: all invariants hold', (name, exploration) => {
    const { states, transitions, planChangeStates, ms, violations, isLimitReached } = explore({
      machines,
      ...exploration,
    })
    console.info(
      `${name}: ${states} states, ${transitions} transitions, ${planChangeStates} planChange states, ${Math.round(ms)} ms`,
    )
    expect(violations).toEqual({})
    expect(isLimitReached).toBe(false)
    expect(states).toBeGreaterThan(1_000)
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
const oneTab = (host: HostState, ...methods: Bounds['paymentMethodsByTab'][number]): Omit<Exploration, 'machines'> => ({
  hosts: [host],
  bounds: { paymentMethodsByTab: [methods], isPossible: anyFault },
})
const twoTabs = explorations['a guest with two tabs'] as Omit<Exploration, 'machines'>

type SeededFault = [mistake: string, invariant: string, exploration: Exploration]

const seededFaults: SeededFault[] = [
  [
    'a retry with an unknown outcome uses a new key',
    'at most one charge for one confirmation',
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
    'a refusal counts as final although the outcome of the same earlier call is unknown',
    'at most one charge for one confirmation',
    {
      ...oneTab(hostWithMember('card'), paymentMethods.savedCard),
      machines: {
        ...machines,
        payment: machines.payment.provide({ actions: { setRefusal: assign({ kind: 'refused' }) } }),
      },
    },
  ],
  [
    'an attempt starts without reading the record again',
    'at most one live subscription of the card gateway and PayPal',
    { ...twoTabs, machines: withGuards('planChange', { isUnchanged: () => true }) },
  ],
  [
    'a reload discards the attempt',
    'at most one live subscription of the card gateway and PayPal',
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines,
      assumptions: { ...assumptions, isAttemptResumed: false },
    },
  ],
  [
    'each tab pays independently',
    'at most one live subscription of the card gateway and PayPal',
    { ...twoTabs, machines, assumptions: { ...assumptions, isLockExclusive: false, isAttemptResumed: false } },
  ],
  [
    'the attempt starts before the payment method is ready',
    'no cancellation before the new payment method is ready',
    {
      ...oneTab(hostWithMember('card'), paymentMethods.paypal),
      machines,
      assumptions: { ...assumptions, isPaymentMethodReadyFirst: false },
    },
  ],
  [
    'a refused cancellation is followed by the payment',
    'no charge after a failed cancellation',
    {
      ...oneTab(hostWithMember('card'), paymentMethods.paypal),
      machines: withGuards('payment', { wasEnded: () => true }),
    },
  ],
  [
    'a retry repeats the cancellation',
    'a retry in cancelledNotPaid sends no cancellation',
    {
      ...oneTab(hostWithMember('card'), paymentMethods.savedCard),
      machines: changeMachine('planChange', 'states/cancelledNotPaid/on', () => ({ 'payment.retry': 'cancelThenPay' })),
    },
  ],
  [
    'a payment without an answer counts as not paid',
    "the result 'notPaid' agrees with the ledger",
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines: changeMachine('planChange', 'states/awaitingPayment/always', () => ({ target: 'notPaid' })),
    },
  ],
  [
    'one record without the payment counts as proof that it is not paid',
    "the result 'notPaid' agrees with the ledger",
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines: withGuards('reconciliation', { isUnknown: () => false }),
    },
  ],
  [
    'a payment with an unknown outcome has no exit',
    'no dead ends',
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines: changeMachine('planChange', 'states/outcomeUnknown/on', () => ({})),
    },
  ],
  [
    'a payment without an answer is sent again',
    'no payment call is repeated without user action',
    {
      ...oneTab(emptyHost, paymentMethods.newCard),
      machines: changeMachine('payment', 'states/charging/invoke', (was) => ({
        ...(was as Config),
        onError: { target: 'charging', reenter: true },
      })),
    },
  ],
  [
    'checking the record again pays if the old subscription is canceled',
    'no payment call is repeated without user action',
    {
      ...oneTab(hostWithMember('card'), paymentMethods.savedCard),
      machines: changeMachine('planChange', 'states/outcomeUnknown/on', () => ({ 'record.check': 'awaitingCancel' })),
    },
  ],
]

describe('seeded faults are detected', () => {
  it.each(seededFaults)('%s', (_, invariant, exploration) => {
    const { violations } = explore({ ...exploration, untilViolationOf: invariant })
    expect(Object.keys(violations)).toContain(invariant)
  })
})
