/** Which error text a payment shows (specification §8): the server's where there is one, else the one of its row. */
import { describe, expect, it } from 'vitest'
import { type AnyEventObject, type AnyStateMachine, initialTransition, transition } from 'xstate'
import { cardPaymentMachine } from '../../machines/cardPayment.ts'
import { checkoutMachine } from '../../machines/checkout.ts'
import { paymentMachine } from '../../machines/payment.ts'
import { paypalPaymentMachine } from '../../machines/paypalPayment.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import { type Attempt, type Means } from '../../machines/reconciliation.ts'
import { savedCardPaymentMachine } from '../../machines/savedCardPayment.ts'
import { wordsFor, type Situation } from '../../src/api/errorCatalogue.ts'
import { answerEvent } from '../../tools/model-testing/happening.ts'

const payer = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const savedCard: Means = { kind: 'savedCard', paymentMethodId: 'pm_1' }
const newCard: Means = { kind: 'newCard', paymentMethodId: 'pm_2' }
const paypal: Means = { kind: 'paypal', subscriptionId: 'I-1' }
const attempt = (means: Means, gateway?: 'card' | 'paypal'): Attempt => ({
  planId: 104,
  means,
  ending: gateway && { id: 11, providerId: 'sub_11', gateway },
  known: [],
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
  unanswered: { cancel: false, pay: false },
})

/** The message after these answers, the last of which is a refusal with the words of `said`. */
function message(machine: AnyStateMachine, input: unknown, events: AnyEventObject[]): string {
  let [snapshot] = initialTransition(machine, input)
  for (const event of events) [snapshot] = transition(machine, snapshot, event)
  return (snapshot.context as { message: string }).message
}
const done = (id: string, output: unknown): AnyEventObject => answerEvent('done', id, output)
const lost = (id: string, error: unknown = {}): AnyEventObject => answerEvent('error', id, error)
const no = (id: string, said: string): AnyEventObject => done(id, { kind: 'refused', message: said })
const pays = (means: Means, said: string): string =>
  message(paymentMachine, { attempt: attempt(means), payer, isEnded: false }, [no('pay', said)])
const cancels = (gateway: 'card' | 'paypal', said: string): string =>
  message(paymentMachine, { attempt: attempt(savedCard, gateway), payer, isEnded: false }, [
    no('cancelSubscription', said),
  ])

const rows: [what: string, situation: Situation, shown: (said: string) => string][] = [
  ['create-subscription', 'cardPayment', (said) => pays(newCard, said)],
  ['pay-from-save-card', 'newSubscription', (said) => pays(savedCard, said)],
  ['capture', 'newSubscription', (said) => pays(paypal, said)],
  ['cancel by card', 'cancelCard', (said) => cancels('card', said)],
  ['cancel by PayPal', 'cancelPaypal', (said) => cancels('paypal', said)],
  [
    '3-D Secure',
    'cardProvider',
    (said) =>
      message(paymentMachine, { attempt: attempt(newCard), payer, isEnded: false }, [
        done('pay', { kind: 'requiresAction', clientSecret: 'pi_1_secret_2' }),
        no('confirmCard', said),
      ]),
  ],
  [
    'createPaymentMethod',
    'cardProvider',
    (said) =>
      message(cardPaymentMachine, { refusal: undefined }, [
        done('loadProvider', undefined),
        { type: 'card.changed', card: 'complete' },
        { type: 'form.submit', cardholderName: 'M', billingAddress: '1', country: '', state: '', city: '' },
        no('createPaymentMethod', said),
      ]),
  ],
  ['saved cards', 'savedCards', (said) => message(savedCardPaymentMachine, { userId: 2 }, [no('loadCards', said)])],
  ...(['createProduct', 'createSubscription'] as const).map((call): (typeof rows)[number] => [
    `PayPal ${call}`,
    'newSubscription',
    (said) =>
      message(paypalPaymentMachine, { planId: 104, title: 'Yearly' }, [
        done('loadScript', undefined),
        { type: 'window.open' },
        ...(call === 'createSubscription' ? [done('createProduct', { kind: 'granted', id: 'PROD-1' })] : []),
        no(call, said),
      ]),
  ]),
  [
    'the member record before paying',
    'membershipData',
    (said) =>
      message(planChangeMachine, { payer, wish: { planId: 104, means: savedCard, ending: undefined } }, [
        { type: 'attempt.claimed', attempt: undefined },
        no('readRecord', said),
      ]),
  ],
  [
    'plan and member record',
    'membershipData',
    (said) =>
      message(checkoutMachine, { planId: 104, payer, isMember: true, begins: 'newCard', fromChannel: false }, [
        done('recallAttempt', { isOpen: false }),
        no('loadOffer', said),
      ]),
  ],
]

describe('an error text', () => {
  it.each(rows)('of %s is that of its row, or the server’s', (_, situation, shown) => {
    expect(shown('')).toBe(wordsFor(situation))
    expect(shown('The bank says no.')).toBe('The bank says no.')
  })

  const claimed = { type: 'attempt.claimed', attempt: undefined }
  it('of a cancellation without ids is the general one, and of anything else the generic one', () => {
    const nameless = { id: 11, providerId: '', gateway: 'card' } as const
    expect(
      message(planChangeMachine, { payer, wish: { planId: 104, means: savedCard, ending: nameless } }, [claimed]),
    ).toBe(wordsFor('cancel'))
    expect(
      message(planChangeMachine, { payer, wish: { planId: 104, means: savedCard, ending: undefined } }, [
        claimed,
        done('readRecord', { kind: 'granted', record: { subscriptions: [], toEnd: undefined } }),
        lost('openAttempt'),
      ]),
    ).toBe(wordsFor('generic'))
  })

  it('of a closed PayPal window is the specified one', () => {
    expect(
      message(paypalPaymentMachine, { planId: 104, title: 'Yearly' }, [
        done('loadScript', undefined),
        { type: 'window.open' },
        done('createProduct', { kind: 'granted', id: 'PROD-1' }),
        done('createSubscription', { kind: 'granted', id: 'I-1' }),
        { type: 'window.cancelled' },
      ]),
    ).toBe(wordsFor('paypalCancelled'))
  })

  it('of a 5xx keeps the server’s words, though it is no answer', () => {
    const input = { attempt: attempt(savedCard), payer, isEnded: false }
    expect(message(paymentMachine, input, [lost('pay', { serverText: 'Try later.' })])).toBe('Try later.')
    expect(message(paymentMachine, input, [lost('pay')])).toBe('')
  })
})
