/**
 * Model check of the payment invariants in every reachable state: the real machines, a model of the host with every
 * fault, and a user who presses twice, reloads, closes, gives up, returns, opens a second tab and cancels the plan on
 * another device. Seeded faults verify that each violation is detected.
 *
 * Assumptions: host and bank finish every call before the user gives the attempt up, and the member record eventually
 * shows every pending payment as paid or canceled.
 */
import { describe, expect, it } from 'vitest'
import { explore, type Exploration } from './explore.ts'
import { readChart } from '../../tools/model-testing/chart.ts'
import { createFlows, machines, type Machines } from './planChangeSystem.ts'
import { type HostState } from './hostModel.ts'
import { assign } from 'xstate'
import { rewriteMachine, type Config } from './rewriteMachine.ts'
import { untakenTransitions } from './untakenTransitions.ts'
import { emptyHost, anyFault, hostWithMember, explorations } from './explorations.ts'
import { cancellationIsTrue, neverBoth, paymentMethods, assumptions, type Assumptions } from './transitionSystem.ts'
import { type PaymentMethod } from '../../machines/payment.types.ts'

/** `npm test` leaves it out: it takes 11 s, and no seeded fault below needs it. */
const onlyInFullSet = 'a member with two tabs'
const isShort = process.env['MODEL_CHECK'] === 'short'

describe('in every reachable state', () => {
  it.each(Object.entries(explorations).filter(([name]) => !isShort || name !== onlyInFullSet))(
    '%s: all invariants hold',
    (name, exploration) => {
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
      // A busy machine needs more than the default timeout.
    },
    300_000,
  )

  // The explorations above have taken them. All of the same machines share their steps.
  it.each(['payment', 'planChange', 'reconciliation'] as const)(
    'every transition of %s is taken, except those that the tours in the browser take',
    (name) => {
      const { planChange, cancellation } = createFlows(machines)
      const taken = new Set([...planChange.taken[name], ...cancellation.taken[name]])
      const { candidates } = readChart(machines[name])
      expect([...candidates.values()].flatMap(({ key, text }) => (taken.has(key) ? [] : [text]))).toEqual(
        untakenTransitions[name],
      )
    },
  )
})

const changeMachine = (
  name: keyof Machines,
  path: string,
  to: (was: unknown) => unknown,
  from: Machines = machines,
): Machines => ({ ...from, [name]: rewriteMachine(from[name], path, to) })
const withGuards = (name: keyof Machines, guards: Record<string, () => boolean>): Machines => ({
  ...machines,
  [name]: machines[name].provide({ guards }),
})
const oneTab = (host: HostState, ...methods: PaymentMethod[]): Omit<Exploration, 'machines'> => ({
  hosts: [host],
  bounds: { paymentMethodsByTab: [methods], isPossible: anyFault },
})
const guest = oneTab(emptyHost, paymentMethods.newCard)
const memberByCard = oneTab(hostWithMember('card'), paymentMethods.savedCard)
const memberToPaypal = oneTab(hostWithMember('card'), paymentMethods.paypal)
const twoTabs = explorations['a guest with two tabs'] as Omit<Exploration, 'machines'>

const payAndCancel = explorations['a member who pays in one tab and cancels in another'] as Omit<
  Exploration,
  'machines'
>
const cancel = explorations['a member who cancels'] as Omit<Exploration, 'machines'>

const oneCharge = 'at most one charge for one confirmation'
const oneSubscription = 'at most one live subscription of the card gateway and PayPal'
const noRepeatedCall = 'no payment call is repeated without user action'
const notPaidIsTrue = "the result 'notPaid' agrees with the ledger"

type SeededFault = [
  mistake: string,
  invariant: string,
  exploration: Omit<Exploration, 'machines'>,
  fault: Machines | Partial<Assumptions>,
]

const seededFaults: SeededFault[] = [
  [
    'a retry with an unknown outcome uses a new key',
    oneCharge,
    guest,
    changeMachine(
      'planChange',
      'states/renewing/invoke/onDone',
      (was) => ({ ...(was as Config), target: 'payOnly' }),
      changeMachine('planChange', 'states/notPaid/on', () => ({ 'payment.retry': 'renewing' })),
    ),
  ],
  [
    'a refusal counts as final although the outcome of the same earlier call is unknown',
    oneCharge,
    memberByCard,
    { ...machines, payment: machines.payment.provide({ actions: { setRefusal: assign({ kind: 'refused' }) } }) },
  ],
  [
    'an attempt starts without reading the record again',
    oneSubscription,
    twoTabs,
    withGuards('planChange', { isUnchanged: () => true }),
  ],
  ['a reload discards the attempt', oneSubscription, guest, { isAttemptResumed: false }],
  ['each tab pays independently', oneSubscription, twoTabs, { isLockExclusive: false, isAttemptResumed: false }],
  [
    'the attempt starts before the payment method is ready',
    'no cancellation before the new payment method is ready',
    memberToPaypal,
    { isPaymentMethodReadyFirst: false },
  ],
  [
    'a refused cancellation is followed by the payment',
    'no charge after a failed cancellation',
    memberToPaypal,
    withGuards('payment', { wasCanceled: () => true }),
  ],
  [
    'a retry repeats the cancellation',
    'a retry in canceledNotPaid sends no cancellation',
    memberByCard,
    changeMachine('planChange', 'states/canceledNotPaid/on', () => ({ 'payment.retry': 'cancelThenPay' })),
  ],
  [
    'a payment without a response counts as not paid',
    notPaidIsTrue,
    guest,
    changeMachine('planChange', 'states/awaitingPayment/always', () => ({ target: 'notPaid' })),
  ],
  [
    'one record without the payment counts as proof that it is not paid',
    notPaidIsTrue,
    guest,
    withGuards('reconciliation', { isUnknown: () => false }),
  ],
  [
    'a payment with an unknown outcome has no exit',
    'every state has an exit',
    guest,
    changeMachine('planChange', 'states/outcomeUnknown/on', () => ({})),
  ],
  [
    'a payment without a response is sent again',
    noRepeatedCall,
    guest,
    changeMachine('payment', 'states/charging/invoke', (was) => ({
      ...(was as Config),
      onError: { target: 'charging', reenter: true },
    })),
  ],
  [
    'checking the record again pays if the old subscription is canceled',
    noRepeatedCall,
    memberByCard,
    changeMachine('planChange', 'states/outcomeUnknown/on', () => ({ 'record.check': 'awaitingCancel' })),
  ],
  [
    'a payment starts before an interrupted cancellation is checked',
    neverBoth,
    payAndCancel,
    withGuards('planChange', { isCancellationOpen: () => false }),
  ],
  [
    'a cancellation starts before an interrupted payment is checked',
    neverBoth,
    payAndCancel,
    withGuards('cancellation', { hasOpenPayment: () => false }),
  ],
  [
    'a tab cancels while another one pays',
    neverBoth,
    payAndCancel,
    { isLockExclusive: false, isAttemptResumed: false },
  ],
  [
    'a cancellation without a response counts as canceled',
    cancellationIsTrue,
    cancel,
    changeMachine('cancellation', 'states/attempting/states/canceling/invoke', (was) => ({
      ...(was as Config),
      onError: '#cancellation.canceled',
    })),
  ],
  [
    'a cancellation without a response counts as refused',
    cancellationIsTrue,
    cancel,
    changeMachine('cancellation', 'states/attempting/states/canceling/invoke', (was) => ({
      ...(was as Config),
      onError: '#cancellation.refused',
    })),
  ],
  [
    'a cancellation without a response is sent again',
    noRepeatedCall,
    cancel,
    changeMachine('cancellation', 'states/attempting/states/canceling/invoke', (was) => ({
      ...(was as Config),
      onError: 'retrying',
    })),
  ],
  [
    'a cancellation with an unknown outcome has no exit',
    'every state has an exit',
    cancel,
    changeMachine('cancellation', 'states/attempting/states/outcomeUnknown/on', () => ({})),
  ],
]

describe('seeded faults are detected', () => {
  it.each(seededFaults)('%s', (_, invariant, exploration, fault) => {
    const seeded = 'planChange' in fault ? { machines: fault } : { machines, assumptions: { ...assumptions, ...fault } }
    const { violations } = explore({ ...exploration, ...seeded, untilViolationOf: invariant })
    expect(Object.keys(violations)).toContain(invariant)
  })
})
