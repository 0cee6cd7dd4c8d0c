/** Which error text a payment shows (specification §8): the server's where there is one, else the one of its row. */
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

/** The message after these answers, the last of which is a refusal with the words of `said`. */
function messageAfter(machine: AnyStateMachine, input: unknown, events: AnyEventObject[]): string {
  let [snapshot] = initialTransition(machine, input)
  for (const event of events) [snapshot] = transition(machine, snapshot, event)
  return (snapshot.context as { message: string }).message
}
const doneEvent = (id: string, output: unknown): AnyEventObject => outcomeEvent('done', id, output)
const errorEvent = (id: string, error: unknown = {}): AnyEventObject => outcomeEvent('error', id, error)
const refusedEvent = (id: string, said: string): AnyEventObject => doneEvent(id, { kind: 'refused', message: said })
const payMessage = (paymentMethod: PaymentMethod, said: string): string =>
  messageAfter(paymentMachine, { attempt: attempt(paymentMethod), member, isCancelled: false }, [
    refusedEvent('pay', said),
  ])
const cancelMessage = (gateway: 'card' | 'paypal', said: string): string =>
  messageAfter(paymentMachine, { attempt: attempt(savedCard, gateway), member, isCancelled: false }, [
    refusedEvent('cancelSubscription', said),
  ])

const rows: [what: string, situation: keyof typeof specifiedErrors, shown: (said: string) => string][] = [
  ['create-subscription', 'cardPayment', (said) => payMessage(newCard, said)],
  ['pay-from-save-card', 'newSubscription', (said) => payMessage(savedCard, said)],
  ['capture', 'newSubscription', (said) => payMessage(paypal, said)],
  ['cancel by card', 'cancelCard', (said) => cancelMessage('card', said)],
  ['cancel by PayPal', 'cancelPaypal', (said) => cancelMessage('paypal', said)],
  [
    '3-D Secure',
    'cardProvider',
    (said) =>
      messageAfter(paymentMachine, { attempt: attempt(newCard), member, isCancelled: false }, [
        doneEvent('pay', { kind: 'requiresAction', clientSecret: 'pi_1_secret_2' }),
        refusedEvent('confirmCard', said),
      ]),
  ],
  [
    'createPaymentMethod',
    'cardProvider',
    (said) =>
      messageAfter(cardPaymentMachine, { refusal: undefined }, [
        doneEvent('loadProvider', undefined),
        { type: 'card.changed', card: 'complete' },
        { type: 'form.submit', cardholderName: 'M', billingAddress: '1', country: '', state: '', city: '' },
        refusedEvent('createPaymentMethod', said),
      ]),
  ],
  [
    'saved cards',
    'savedCards',
    (said) => messageAfter(savedCardPaymentMachine, { userId: 2 }, [refusedEvent('loadCards', said)]),
  ],
  ...(['createProduct', 'createSubscription'] as const).map((call): (typeof rows)[number] => [
    `PayPal ${call}`,
    'newSubscription',
    (said) =>
      messageAfter(paypalPaymentMachine, { planId: 104, title: 'Yearly' }, [
        doneEvent('loadScript', undefined),
        { type: 'window.open' },
        ...(call === 'createSubscription' ? [doneEvent('createProduct', { kind: 'granted', id: 'PROD-1' })] : []),
        refusedEvent(call, said),
      ]),
  ]),
  [
    'the member record before paying',
    'membershipData',
    (said) =>
      messageAfter(
        planChangeMachine,
        { member, request: { planId: 104, paymentMethod: savedCard, subscriptionToCancel: undefined } },
        [{ type: 'attempt.claimed', attempt: undefined }, refusedEvent('readRecord', said)],
      ),
  ],
  [
    'plan and member record',
    'membershipData',
    (said) =>
      messageAfter(
        checkoutMachine,
        { planId: 104, member, isMember: true, initialPaymentMethod: 'newCard', fromChannel: false },
        [doneEvent('recallAttempt', { isOpen: false }), refusedEvent('loadOffer', said)],
      ),
  ],
]

describe('an error text', () => {
  it.each(rows)('of %s is that of its row, or the server’s', (_, situation, shown) => {
    expect(shown('')).toBe(specifiedErrors[situation])
    expect(shown('The bank says no.')).toBe('The bank says no.')
  })

  const claimed = { type: 'attempt.claimed', attempt: undefined }
  it('of a cancellation without ids is the general one, and of anything else the generic one', () => {
    const nameless = { id: 11, providerId: '', gateway: 'card' } as const
    expect(
      messageAfter(
        planChangeMachine,
        { member, request: { planId: 104, paymentMethod: savedCard, subscriptionToCancel: nameless } },
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

  it('of a 5xx keeps the server’s words, though it is no answer', () => {
    const input = { attempt: attempt(savedCard), member, isCancelled: false }
    expect(messageAfter(paymentMachine, input, [errorEvent('pay', { serverText: 'Try later.' })])).toBe('Try later.')
    expect(messageAfter(paymentMachine, input, [errorEvent('pay')])).toBe('')
  })
})
