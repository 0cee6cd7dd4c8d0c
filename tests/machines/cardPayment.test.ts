import { describe, expect, it } from 'vitest'
import { type EventObject } from 'xstate'
import { cardPaymentMachine, type CardField, type CardForm } from '../../machines/cardPayment.ts'
import { type PaymentRefusal } from '../../machines/payment.types.ts'
import { billing } from './paymentFixtures.ts'
import { done, errored, expectRun, runEvents } from './runEvents.ts'

const form: CardForm = {
  cardholderName: 'Mara Member',
  billingAddress: '1 Main Street',
  country: 'US',
  state: 'Ohio',
  city: 'Dayton',
}
const submit = (changed: Partial<CardForm> = {}) => ({ type: 'form.submit', ...form, ...changed })
const changeCard = (filled: CardField) => ({ type: 'card.changed', card: filled })
const edit = (field: string) => ({ type: 'field.edit', field })
const loaded = done('loadProvider')
const failed = { type: 'card.failed' }
const retry = { type: 'provider.retry' }
const fallback = 'An error occurred while processing your payment. Please try again.'
const refusedWith = (message: string, isAboutCard = false) =>
  done('createPaymentMethod', { kind: 'refused', message, isAboutCard })
const everything = [submit(), edit('cardholderName'), changeCard('complete'), failed, retry]
const runWith = (refusal: PaymentRefusal | undefined, ...events: EventObject[]) => {
  const run = runEvents(cardPaymentMachine, { refusal, billing }, ...events)
  return { ...run, possible: run.can(...everything), canSubmit: run.can(submit()).length > 0 }
}
const fresh = (...events: EventObject[]) => runWith(undefined, ...events)
const afterRefusal = (...events: EventObject[]) =>
  runWith({ message: 'Too many requests.', isAboutCard: false }, ...events)
const afterDecline = (...events: EventObject[]) =>
  runWith({ message: 'Your card was declined.', isAboutCard: true }, ...events)
const untouched = { card: 'empty', errors: {}, message: '', paymentMethod: undefined, billing }

describe('the form for a new card', () => {
  it('loads the script of the provider', () => {
    expectRun(fresh(), {
      value: 'loading',
      invocations: [['loadProvider', undefined]],
      tags: ['busy'],
      context: untouched,
      possible: [],
    })
  })

  it('can be submitted once the card field is not empty', { tags: 'card.disabled' }, () => {
    const open = fresh(loaded)
    expectRun(open, { value: { open: 'empty' }, tags: [], context: untouched })
    expect(open.can(submit(), failed)).toEqual(['card.failed'])
    expectRun(fresh(loaded, changeCard('incomplete')), {
      canSubmit: true,
      context: { ...untouched, card: 'incomplete' },
    })
    expectRun(fresh(loaded, changeCard('complete'), changeCard('empty')), { canSubmit: false })
  })

  it('keeps its values after a refused payment, shows the reason and loads nothing', { tags: 'card.refused' }, () => {
    expectRun(afterRefusal(), {
      value: { open: 'refused' },
      invocations: [],
      tags: [],
      context: { ...untouched, card: 'complete', message: 'Too many requests.' },
      canSubmit: true,
    })
  })

  it('has the refusal of the card at its field until the card is edited', { tags: 'card.refused' }, () => {
    const declined = { card: 'Your card was declined.' }
    expectRun(afterDecline(), {
      value: { open: 'invalid' },
      invocations: [],
      context: { ...untouched, card: 'complete', errors: declined },
      canSubmit: true,
    })
    expect(afterDecline(edit('cardholderName')).context).toMatchObject({ errors: declined })
    expect(afterDecline(changeCard('incomplete')).context).toMatchObject({ errors: {}, message: '' })
    expect(afterDecline(submit()).context).toMatchObject({ errors: {}, message: '' })
  })

  const name = 'Cardholder name is required'
  const address = 'Enter your billing address'
  const details = 'Card details are required'
  it.each<[string, CardField, Partial<CardForm>, object]>([
    ['no name', 'complete', { cardholderName: '' }, { cardholderName: name }],
    ['a blank name', 'complete', { cardholderName: ' ' }, { cardholderName: name }],
    ['no address', 'complete', { billingAddress: '' }, { billingAddress: address }],
    ['a blank address', 'complete', { billingAddress: ' ' }, { billingAddress: address }],
    ['an incomplete card', 'incomplete', {}, { card: details }],
    [
      'only an incomplete card',
      'incomplete',
      { cardholderName: '', billingAddress: '' },
      { cardholderName: name, billingAddress: address, card: details },
    ],
  ])(
    'submitted with %s shows what is missing and sends nothing',
    { tags: 'card.fields' },
    (_, card, changed, errors) => {
      expectRun(fresh(loaded, changeCard(card), submit(changed)), {
        value: { open: 'invalid' },
        context: { ...untouched, card, errors },
        invocations: [['loadProvider', undefined]],
        tags: [],
        canSubmit: true,
      })
    },
  )

  it('clears the error of a field when that field is edited', () => {
    const start = [loaded, changeCard('incomplete'), submit({ cardholderName: '', billingAddress: '' })]
    const open = { ...untouched, card: 'incomplete' }
    expectRun(fresh(...start, edit('cardholderName')), {
      context: { ...open, errors: { billingAddress: address, card: details } },
    })
    expectRun(fresh(...start, edit('billingAddress'), edit('cardholderName')), {
      context: { ...open, errors: { card: details } },
    })
    expectRun(fresh(...start, changeCard('complete')), {
      value: { open: 'invalid' },
      context: { ...untouched, card: 'complete', errors: { cardholderName: name, billingAddress: address } },
    })
  })

  it('shows only the missing fields when it is submitted again', () => {
    const submits = [submit({ cardholderName: '' }), submit({ billingAddress: '' })]
    expectRun(fresh(loaded, changeCard('complete'), ...submits), {
      context: { ...untouched, card: 'complete', errors: { billingAddress: address } },
    })
  })

  it('clears the last refusal on every submit', () => {
    expect(afterRefusal(submit({ cardholderName: '' })).context).toMatchObject({ message: '' })
    expect(afterRefusal(submit()).context).toMatchObject({ message: '' })
    expectRun(afterRefusal(changeCard('incomplete')), {
      context: { ...untouched, message: 'Too many requests.', card: 'incomplete' },
    })
  })

  it('can be submitted without a country', { tags: 'location.optional' }, () => {
    const sent = submit({ country: '', state: '', city: '' })
    expectRun(fresh(loaded, changeCard('complete'), sent), { value: 'tokenizing' })
  })
})

describe('a complete form', () => {
  it(
    'requests a payment method with trimmed name and address, and can’t be submitted again',
    { tags: 'card.disabled' },
    () => {
      const sent = submit({ cardholderName: ' Mara Member ', billingAddress: '1 Main Street\n' })
      expectRun(fresh(loaded, changeCard('complete'), submit({ cardholderName: '' }), sent), {
        value: 'tokenizing',
        invocations: [
          ['loadProvider', undefined],
          ['createPaymentMethod', { form }],
        ],
        tags: ['busy'],
        context: { ...untouched, card: 'complete' },
        possible: [],
      })
    },
  )

  it('ends with a payment method', () => {
    const granted = done('createPaymentMethod', { kind: 'granted', paymentMethodId: 'pm_2' })
    expectRun(fresh(loaded, changeCard('complete'), submit(), granted), {
      value: 'ready',
      output: { paymentMethod: { kind: 'newCard', paymentMethodId: 'pm_2' } },
    })
  })

  it.each([
    ['Too many requests.', refusedWith('Too many requests.')],
    [fallback, refusedWith('')],
    [fallback, errored('createPaymentMethod')],
  ])('shows ‘%s’ after a refusal and can be submitted again', { tags: 'card.refused' }, (message, response) => {
    expectRun(fresh(loaded, changeCard('complete'), submit(), response), {
      value: { open: 'refused' },
      context: { ...untouched, card: 'complete', message },
      tags: [],
      canSubmit: true,
    })
  })
})

describe('a card that the provider refuses', () => {
  const refused = (message: string) => fresh(loaded, changeCard('complete'), submit(), refusedWith(message, true))

  it.each([
    ['Your card number is incorrect.', 'Your card number is incorrect.'],
    [fallback, ''],
  ])('has the error ‘%s’ at its field until the card is edited', { tags: 'card.refused' }, (error, message) => {
    expectRun(refused(message), {
      value: { open: 'invalid' },
      context: { ...untouched, card: 'complete', errors: { card: error } },
      tags: [],
      canSubmit: true,
    })
    const edited = [changeCard('complete'), submit(), refusedWith(message, true), changeCard('incomplete')]
    expectRun(fresh(loaded, ...edited), { context: { ...untouched, card: 'incomplete' } })
  })
})

it('starts with nothing if nothing is known', { tags: 'card.prefill' }, () => {
  expectRun(runEvents(cardPaymentMachine, { refusal: undefined, billing: undefined }), {
    context: {
      ...untouched,
      billing: { cardholderName: '', billingAddress: '', country: '', state: '', city: '', postalCode: '' },
    },
  })
})

describe('the field of the provider', () => {
  it.each<[string, typeof fresh, EventObject[], string[]]>([
    ['does not load', fresh, [errored('loadProvider')], ['loadProvider']],
    ['fails in a new form', fresh, [loaded, failed], ['loadProvider']],
    ['fails in a form after a refusal', afterRefusal, [failed], []],
    ['fails in an invalid form', afterRefusal, [submit({ cardholderName: '' }), failed], []],
    ['fails in a refused form', afterRefusal, [submit(), refusedWith('No.'), failed], ['createPaymentMethod']],
  ])('that %s can only be loaded again', { tags: 'card.provider' }, (_, begin, events, invokedIds) => {
    expectRun(begin(...events), {
      value: 'unavailable',
      context: untouched,
      invokedIds,
      tags: [],
      possible: ['provider.retry'],
    })
  })

  it('is empty after it is loaded again', () => {
    expectRun(fresh(errored('loadProvider'), retry), {
      value: 'loading',
      invokedIds: ['loadProvider', 'loadProvider'],
    })
    expectRun(fresh(errored('loadProvider'), retry, loaded), { value: { open: 'empty' } })
  })
})
