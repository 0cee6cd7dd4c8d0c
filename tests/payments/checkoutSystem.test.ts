/** The complete checkout: the real machines with fake actors that answer immediately. */
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { cardPaymentMachine, type CardForm, type PaymentMethodAnswer } from '../../machines/cardPayment.ts'
import { checkoutMachine, type CheckoutInput } from '../../machines/checkout.ts'
import { confirmationMachine } from '../../machines/confirmation.ts'
import { paymentMachine, type ConfirmAnswer, type PayAnswer } from '../../machines/payment.ts'
import { paypalPaymentMachine, type CreatedAnswer } from '../../machines/paypalPayment.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import {
  type Attempt,
  type MemberRecord,
  type PayingMember,
  type PlanChangeEvent,
  type RecordAnswer,
} from '../../machines/payment.types.ts'
import { reconciliationMachine } from '../../machines/reconciliation.ts'
import { savedCardPaymentMachine, type CardsAnswer } from '../../machines/savedCardPayment.ts'

/** No step has to wait; the timeout only ends a failing test. */
const generousTimeout = { timeout: 60_000 }

const subscriptionToCancel = { id: 11, providerId: 'sub_11', gateway: 'card' } as const
const member: CheckoutInput = {
  planId: 104,
  member: { id: 2, email: 'member@statecast.test', name: 'Mara Member' },
  isMember: true,
  initialPaymentMethod: 'savedCard',
  fromChannel: false,
}

/** A fake browser and host. `calls` lists the requests in order. */
function createCheckoutSystem(input: CheckoutInput, payAnswers: (() => PayAnswer)[]) {
  const calls: string[] = []
  const log: string[] = []
  let open: Attempt | undefined
  let keys = 0
  const record: MemberRecord = {
    subscriptions: [{ id: 11, planId: 102, status: 'active' }],
    subscriptionToCancel,
  }
  const readRecord = fromPromise<RecordAnswer, { member: PayingMember }>(async () => ({
    kind: 'granted',
    record: structuredClone(record),
  }))
  const payment = paymentMachine.provide({
    actors: {
      cancelSubscription: fromPromise(async ({ input: { subscriptionToCancel: old, key } }) => {
        calls.push(`cancel ${old?.providerId ?? ''} ${key}`)
        record.subscriptions = record.subscriptions.map((one) => ({ ...one, status: 'cancelled' }))
        record.subscriptionToCancel = undefined
        return { kind: 'ended' as const }
      }),
      pay: fromPromise(async ({ input: { planId, paymentMethod, key } }) => {
        calls.push(`pay ${planId} ${paymentMethod.kind} ${key}`)
        const answer = payAnswers.shift()?.()
        if (!answer) throw new Error('network error')
        return answer
      }),
      confirmCard: fromPromise<ConfirmAnswer, { clientSecret: string }>(async () => ({ kind: 'refused', message: '' })),
    },
  })
  const planChange = planChangeMachine.provide({
    actors: {
      holdAttempt: fromCallback<PlanChangeEvent, { member: PayingMember }>(({ sendBack }) => {
        sendBack({ type: 'attempt.claimed', attempt: open })
      }),
      readRecord,
      openAttempt: fromPromise(async ({ input: { request } }) => {
        if (!request) throw new Error('no request')
        const outcomeUnknown = { cancel: false, pay: false }
        open = {
          ...request,
          cancelKey: `key-${++keys}`,
          payKey: `key-${++keys}`,
          underWay: false,
          outcomeUnknown,
        }
        return { attempt: open }
      }),
      renewKey: fromPromise(async ({ input: { attempt } }) => ({ attempt: { ...attempt, payKey: `key-${++keys}` } })),
      payment,
      reconciliation: reconciliationMachine.provide({ actors: { readRecord } }),
    },
    actions: {
      storeAttempt: ({ context }) => void (open = context.attempt),
      closeAttempt: () => {
        log.push('closed')
        open = undefined
      },
      closePaidAttempt: () => {
        log.push('paid')
        open = undefined
      },
    },
  })
  const clock = new SimulatedClock()
  const checkout = checkoutMachine.provide({
    actors: {
      recallAttempt: fromPromise(async () => ({ isOpen: open !== undefined })),
      loadOffer: fromPromise(async ({ input: { planId } }) => ({
        kind: 'granted' as const,
        offer: {
          planId,
          title: 'Yearly',
          price: 179,
          subscriptionToCancel: record.subscriptionToCancel,
          hasOtherGatewaySubscription: false,
        },
      })),
      savedCardPayment: savedCardPaymentMachine.provide({
        actors: {
          loadCards: fromPromise<CardsAnswer, { userId: number }>(async () => ({
            kind: 'granted',
            card: { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2030, holder: 'Mara Member' },
          })),
        },
      }),
      cardPayment: cardPaymentMachine.provide({
        actors: {
          loadProvider: fromPromise(async () => undefined),
          createPaymentMethod: fromPromise<PaymentMethodAnswer, { form: CardForm }>(async () => ({
            kind: 'granted',
            paymentMethodId: 'pm_2',
          })),
        },
      }),
      paypalPayment: paypalPaymentMachine.provide({
        actors: {
          loadScript: fromPromise(async () => undefined),
          createProduct: fromPromise<CreatedAnswer, { planId: number; title: string }>(async () => ({
            kind: 'granted',
            id: 'PROD-1',
          })),
          createSubscription: fromPromise<CreatedAnswer, { planId: number; productId: string }>(async () => ({
            kind: 'granted',
            id: 'I-1',
          })),
        },
      }),
      planChange,
      confirmation: confirmationMachine,
    },
    actions: { refreshMembership: () => void log.push('refreshed') },
  })
  const actor = createActor(checkout, { input, clock })
  actor.start()
  return { actor, calls, log, clock, open: () => open }
}

type Checkout = ReturnType<typeof createCheckoutSystem>['actor']

/** Waits until the child exists. A parent's snapshot does not report the states of its children. */
async function waitForChild<Name extends 'savedCardPayment' | 'cardPayment' | 'planChange'>(
  actor: Checkout,
  name: Name,
) {
  const { children } = await waitFor(actor, (at) => at.children[name] !== undefined, generousTimeout)
  const child = children[name]
  if (!child) throw new Error(`${name} is not shown`)
  return child
}

const pressPayNow = async (actor: Checkout): Promise<void> => {
  const saved = await waitForChild(actor, 'savedCardPayment')
  await waitFor(saved, (at) => at.matches('offered'), generousTimeout)
  saved.send({ type: 'payment.press' })
}

describe('checkout system', () => {
  it('cancels the old subscription, charges the saved card, shows the confirmation and redirects to the packages after a second', async () => {
    const { actor, calls, log, clock } = createCheckoutSystem(member, [() => ({ kind: 'paid' })])
    await pressPayNow(actor)
    await waitFor(actor, (at) => at.matches('thanking'), generousTimeout)
    expect(calls).toEqual(['cancel sub_11 key-1', 'pay 104 savedCard key-2'])
    expect(log).toEqual(['paid', 'refreshed'])
    clock.increment(1_000)
    await waitFor(actor, (at) => at.status === 'done', generousTimeout)
    expect(actor.getSnapshot().output).toEqual({ destination: 'packages' })
  })

  it('sends one payment under a new key and no cancellation when the user retries a payment declined after the cancellation', async () => {
    const { actor, calls } = createCheckoutSystem(member, [
      () => ({ kind: 'refused', message: 'Declined.' }),
      () => ({ kind: 'paid' }),
    ])
    await pressPayNow(actor)
    const change = await waitForChild(actor, 'planChange')
    const { context } = await waitFor(change, (at) => at.matches('cancelledNotPaid'), generousTimeout)
    expect(context.message).toBe('Declined.')
    change.send({ type: 'payment.retry' })
    change.send({ type: 'payment.retry' })
    await waitFor(actor, (at) => at.matches('thanking'), generousTimeout)
    expect(calls).toEqual(['cancel sub_11 key-1', 'pay 104 savedCard key-2', 'pay 104 savedCard key-3'])
  })

  it('sends a new card once for repeated submits and returns to the payment methods when the user leaves', async () => {
    const { actor, calls, open } = createCheckoutSystem({ ...member, initialPaymentMethod: 'newCard' }, [
      () => ({ kind: 'refused', message: 'Your card was declined.' }),
    ])
    const card = await waitForChild(actor, 'cardPayment')
    await waitFor(card, (at) => at.matches('open'), generousTimeout)
    const form = { cardholderName: 'Mara', billingAddress: '1 Main Street', country: '', state: '', city: '' }
    card.send({ type: 'form.submit', ...form })
    expect(card.getSnapshot().value).toEqual({ open: 'empty' })
    card.send({ type: 'card.changed', card: 'complete' })
    card.send({ type: 'form.submit', ...form })
    card.send({ type: 'form.submit', ...form })
    const change = await waitForChild(actor, 'planChange')
    await waitFor(change, (at) => at.matches('cancelledNotPaid'), generousTimeout)
    change.send({ type: 'payment.leave' })
    await waitFor(actor, (at) => at.matches('choosing'), generousTimeout)
    expect(calls).toEqual(['cancel sub_11 key-1', 'pay 104 newCard key-2'])
    expect(open()).toBeUndefined()
  })
})
