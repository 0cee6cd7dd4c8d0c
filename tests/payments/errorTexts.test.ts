/** Which error text a payment shows (specification §8): the server's message if there is one, else the specified text. */
import { describe, expect, it } from 'vitest'
import { type AnyEventObject, type AnyStateMachine, initialTransition, transition } from 'xstate'
import { cardPaymentMachine } from '../../machines/cardPayment.ts'
import { checkoutMachine } from '../../machines/checkout.ts'
import { paymentMachine } from '../../machines/payment.ts'
import { paypalPaymentMachine } from '../../machines/paypalPayment.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import { type Attempt, type PaymentMethod } from '../../machines/payment.types.ts'
import { savedCardPaymentMachine } from '../../machines/savedCardPayment.ts'
import { outcomeEvent } from '../../tools/model-testing/trigger.ts'
import { specifiedErrors } from './specifiedErrors.ts'

const member = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const savedCard: PaymentMethod = { kind: 'savedCard', paymentMethodId: 'pm_1' }
const newCard: PaymentMethod = { kind: 'newCard', paymentMethodId: 'pm_2' }
const paypal: PaymentMethod = { kind: 'paypal', subscriptionId: 'I-1' }
const attempt = (paymentMethod: PaymentMethod, gateway?: 'card' | 'paypal'): Attempt => ({
  planId: 104,
  paymentMethod,
  subscriptionToCancel: gateway && { id: 11, providerId: 'sub_11', gateway },
  knownSubscriptionIds: [],
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
  outcomeUnknown: { cancel: false, pay: false },
})

/** The message in the context after these events. */
function messageAfter(machine: AnyStateMachine, input: unknown, events: AnyEventObject[]): string {
  let [snapshot] = initialTransition(machine, input)
  for (const event of events) [snapshot] = transition(machine, snapshot, event)
  return (snapshot.context as { message: string }).message
}
const doneEvent = (id: string, output: unknown): AnyEventObject => outcomeEvent('done', id, output)
const errorEvent = (id: string, error: unknown = {}): AnyEventObject => outcomeEvent('error', id, error)
const refusedEvent = (id: string, serverText: string): AnyEventObject =>
  doneEvent(id, { kind: 'refused', message: serverText })
const payMessage = (paymentMethod: PaymentMethod, serverText: string): string =>
  messageAfter(paymentMachine, { attempt: attempt(paymentMethod), member, isCancelled: false }, [
    refusedEvent('pay', serverText),
  ])
const cancelMessage = (gateway: 'card' | 'paypal', serverText: string): string =>
  messageAfter(paymentMachine, { attempt: attempt(savedCard, gateway), member, isCancelled: false }, [
    refusedEvent('cancelSubscription', serverText),
  ])

const rows: [name: string, situation: keyof typeof specifiedErrors, shown: (serverText: string) => string][] = [
  ['create-subscription', 'cardPayment', (serverText) => payMessage(newCard, serverText)],
  ['pay-from-save-card', 'newSubscription', (serverText) => payMessage(savedCard, serverText)],
  ['capture', 'newSubscription', (serverText) => payMessage(paypal, serverText)],
  ['cancel by card', 'cancelCard', (serverText) => cancelMessage('card', serverText)],
  ['cancel by PayPal', 'cancelPaypal', (serverText) => cancelMessage('paypal', serverText)],
  [
    '3-D Secure',
    'cardProvider',
    (serverText) =>
      messageAfter(paymentMachine, { attempt: attempt(newCard), member, isCancelled: false }, [
        doneEvent('pay', { kind: 'requiresAction', clientSecret: 'pi_1_secret_2' }),
        refusedEvent('confirmCard', serverText),
      ]),
  ],
  [
    'createPaymentMethod',
    'cardProvider',
    (serverText) =>
      messageAfter(cardPaymentMachine, { refusal: undefined }, [
        doneEvent('loadProvider', undefined),
        { type: 'card.changed', card: 'complete' },
        { type: 'form.submit', cardholderName: 'M', billingAddress: '1', country: '', state: '', city: '' },
        refusedEvent('createPaymentMethod', serverText),
      ]),
  ],
  [
    'saved cards',
    'savedCards',
    (serverText) => messageAfter(savedCardPaymentMachine, { userId: 2 }, [refusedEvent('loadCards', serverText)]),
  ],
  ...(['createProduct', 'createSubscription'] as const).map((call): (typeof rows)[number] => [
    `PayPal ${call}`,
    'newSubscription',
    (serverText) =>
      messageAfter(paypalPaymentMachine, { planId: 104, title: 'Yearly' }, [
        doneEvent('loadScript', undefined),
        { type: 'window.open' },
        ...(call === 'createSubscription' ? [doneEvent('createProduct', { kind: 'granted', id: 'PROD-1' })] : []),
        refusedEvent(call, serverText),
      ]),
  ]),
  [
    'the member record before paying',
    'membershipData',
    (serverText) =>
      messageAfter(
        planChangeMachine,
        { member, request: { planId: 104, paymentMethod: savedCard, subscriptionToCancel: undefined } },
        [{ type: 'attempt.claimed', attempt: undefined }, refusedEvent('readRecord', serverText)],
      ),
  ],
  [
    'plan and member record',
    'membershipData',
    (serverText) =>
      messageAfter(
        checkoutMachine,
        { planId: 104, member, isMember: true, initialPaymentMethod: 'newCard', fromChannel: false },
        [doneEvent('recallAttempt', { isOpen: false }), refusedEvent('loadOffer', serverText)],
      ),
  ],
]

describe('error text', () => {
  it.each(rows)('of %s is the specified one, or the server’s', (_, situation, shown) => {
    expect(shown('')).toBe(specifiedErrors[situation])
    expect(shown('Declined by the bank.')).toBe('Declined by the bank.')
  })

  const claimed = { type: 'attempt.claimed', attempt: undefined }
  it('of a cancellation without ids is the general cancellation error, and of a failed storage the generic error', () => {
    const withoutId = { id: 11, providerId: '', gateway: 'card' } as const
    expect(
      messageAfter(
        planChangeMachine,
        { member, request: { planId: 104, paymentMethod: savedCard, subscriptionToCancel: withoutId } },
        [claimed],
      ),
    ).toBe(specifiedErrors.cancel)
    expect(
      messageAfter(
        planChangeMachine,
        { member, request: { planId: 104, paymentMethod: savedCard, subscriptionToCancel: undefined } },
        [
          claimed,
          doneEvent('readRecord', { kind: 'granted', record: { subscriptions: [], toEnd: undefined } }),
          errorEvent('openAttempt'),
        ],
      ),
    ).toBe(specifiedErrors.generic)
  })

  it('of a closed PayPal window is the specified one', () => {
    expect(
      messageAfter(paypalPaymentMachine, { planId: 104, title: 'Yearly' }, [
        doneEvent('loadScript', undefined),
        { type: 'window.open' },
        doneEvent('createProduct', { kind: 'granted', id: 'PROD-1' }),
        doneEvent('createSubscription', { kind: 'granted', id: 'I-1' }),
        { type: 'window.cancelled' },
      ]),
    ).toBe(specifiedErrors.paypalCancelled)
  })

  it('of a 5xx contains the server’s message, although the outcome is unknown', () => {
    const input = { attempt: attempt(savedCard), member, isCancelled: false }
    expect(messageAfter(paymentMachine, input, [errorEvent('pay', { serverText: 'Try later.' })])).toBe('Try later.')
    expect(messageAfter(paymentMachine, input, [errorEvent('pay')])).toBe('')
  })
})
