import { describe, expect, it } from 'vitest'
import { cardPaymentMachine, type CardField, type CardForm } from '../../machines/cardPayment.ts'
import { done, runEvents, errored } from './runEvents.ts'

type Happened = Parameters<typeof runEvents>[2]

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
const refusedWith = (message: string) => done('createPaymentMethod', { kind: 'refused', message })
const fresh = (...events: Happened[]) => runEvents(cardPaymentMachine, { refusal: undefined }, ...events)
const afterRefusal = (...events: Happened[]) =>
  runEvents(cardPaymentMachine, { refusal: 'Your card was declined.' }, ...events)
const untouched = { card: 'empty', errors: {}, message: '', paymentMethod: undefined }
const everything = [submit(), edit('cardholderName'), changeCard('complete'), failed, retry]

describe('the form for a new card', () => {
  it('loads the script of the provider', () => {
    const { value, invocations, tags, context, can } = fresh()
    expect(value).toBe('loading')
    expect(invocations).toEqual([['loadProvider', undefined]])
    expect(tags).toEqual(['busy'])
    expect(context).toEqual(untouched)
    expect(can(...everything)).toEqual([])
  })

  it('can be submitted once the card field is not empty', () => {
    const open = fresh(loaded)
    expect(open.value).toEqual({ open: 'empty' })
    expect(open.tags).toEqual([])
    expect(open.context).toEqual(untouched)
    expect(open.can(submit(), failed)).toEqual(['card.failed'])
    expect(fresh(loaded, changeCard('incomplete')).can(submit())).toEqual(['form.submit'])
    expect(fresh(loaded, changeCard('incomplete')).context).toEqual({ ...untouched, card: 'incomplete' })
    expect(fresh(loaded, changeCard('complete'), changeCard('empty')).can(submit())).toEqual([])
  })

  it('keeps its values after a refused payment, shows the reason and loads nothing', () => {
    const { value, invocations, context, tags, can } = afterRefusal()
    expect(value).toEqual({ open: 'refused' })
    expect(invocations).toEqual([])
    expect(tags).toEqual([])
    expect(context).toEqual({
      card: 'complete',
      errors: {},
      message: 'Your card was declined.',
      paymentMethod: undefined,
    })
    expect(can(submit())).toEqual(['form.submit'])
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
      'half a card alone',
      'incomplete',
      { cardholderName: '', billingAddress: '' },
      { cardholderName: name, billingAddress: address, card: details },
    ],
  ])('submitted with %s shows what is missing and sends nothing', (_, filled, changed, errors) => {
    const { value, context, invocations, tags, can } = fresh(loaded, changeCard(filled), submit(changed))
    expect(value).toEqual({ open: 'invalid' })
    expect(context).toEqual({ card: filled, errors, message: '', paymentMethod: undefined })
    expect(invocations).toEqual([['loadProvider', undefined]])
    expect(tags).toEqual([])
    expect(can(submit())).toEqual(['form.submit'])
  })

  it('clears the error of a field when that field is edited', () => {
    const start = [loaded, changeCard('incomplete'), submit({ cardholderName: '', billingAddress: '' })]
    expect(fresh(...start, edit('cardholderName')).context).toMatchObject({
      errors: { billingAddress: address, card: details },
    })
    expect(fresh(...start, edit('cardholderName')).context).not.toHaveProperty('errors.cardholderName')
    expect(fresh(...start, edit('billingAddress'), edit('cardholderName')).context).toEqual({
      ...untouched,
      card: 'incomplete',
      errors: { card: details },
    })
    const { value, context } = fresh(...start, changeCard('complete'))
    expect(value).toEqual({ open: 'invalid' })
    expect(context).toEqual({
      ...untouched,
      card: 'complete',
      errors: { cardholderName: name, billingAddress: address },
    })
  })

  it('shows only the missing fields when it is submitted again', () => {
    const { context } = fresh(
      loaded,
      changeCard('complete'),
      submit({ cardholderName: '' }),
      submit({ billingAddress: '' }),
    )
    expect(context).toMatchObject({ errors: { billingAddress: address } })
    expect(context).not.toHaveProperty('errors.cardholderName')
  })

  it('clears the last refusal on every submit', () => {
    expect(afterRefusal(submit({ cardholderName: '' })).context).toMatchObject({ message: '' })
    expect(afterRefusal(submit()).context).toMatchObject({ message: '' })
    expect(afterRefusal(changeCard('incomplete')).context).toMatchObject({
      message: 'Your card was declined.',
      card: 'incomplete',
    })
  })

  it('can be submitted without a country', () => {
    expect(fresh(loaded, changeCard('complete'), submit({ country: '', state: '', city: '' })).value).toBe('tokenising')
  })
})

describe('a complete form', () => {
  it('requests a payment method with trimmed name and address, and can’t be submitted again', () => {
    const sent = submit({ cardholderName: ' Mara Member ', billingAddress: '1 Main Street\n' })
    const { value, invocations, tags, context, can } = fresh(
      loaded,
      changeCard('complete'),
      submit({ cardholderName: '' }),
      sent,
    )
    expect(value).toBe('tokenising')
    expect(invocations).toEqual([
      ['loadProvider', undefined],
      ['createPaymentMethod', { form }],
    ])
    expect(tags).toEqual(['busy'])
    expect(context).toEqual({ card: 'complete', errors: {}, message: '', paymentMethod: undefined })
    expect(can(...everything)).toEqual([])
  })

  it('ends with a payment method', () => {
    const granted = done('createPaymentMethod', { kind: 'granted', paymentMethodId: 'pm_2' })
    const { value, output } = fresh(loaded, changeCard('complete'), submit(), granted)
    expect(value).toBe('ready')
    expect(output).toEqual({ paymentMethod: { kind: 'newCard', paymentMethodId: 'pm_2' } })
  })

  it.each([
    ['Your card number is incorrect.', refusedWith('Your card number is incorrect.')],
    [fallback, refusedWith('')],
    [fallback, errored('createPaymentMethod')],
  ])('shows ‘%s’ after a refusal and can be submitted again', (message, answer) => {
    const { value, context, tags, can } = fresh(loaded, changeCard('complete'), submit(), answer)
    expect(value).toEqual({ open: 'refused' })
    expect(context).toEqual({ card: 'complete', errors: {}, message, paymentMethod: undefined })
    expect(tags).toEqual([])
    expect(can(submit())).toEqual(['form.submit'])
  })
})

describe('the field of the provider', () => {
  it.each<[string, typeof fresh, Happened[], string[]]>([
    ['does not load', fresh, [errored('loadProvider')], ['loadProvider']],
    ['fails in a new form', fresh, [loaded, failed], ['loadProvider']],
    ['fails in a form after a refusal', afterRefusal, [failed], []],
    ['fails in an invalid form', afterRefusal, [submit({ cardholderName: '' }), failed], []],
    ['fails in a refused form', afterRefusal, [submit(), refusedWith('No.'), failed], ['createPaymentMethod']],
  ])('that %s can only be loaded again', (_, begin, events, ids) => {
    const { value, context, invocations, tags, can } = begin(...events)
    expect(value).toBe('unavailable')
    expect(context).toEqual(untouched)
    expect(invocations.map(([id]) => id)).toEqual(ids)
    expect(tags).toEqual([])
    expect(can(...everything)).toEqual(['provider.retry'])
  })

  it('is empty after it is loaded again', () => {
    const again = fresh(errored('loadProvider'), retry)
    expect(again.value).toBe('loading')
    expect(again.invocations.map(([id]) => id)).toEqual(['loadProvider', 'loadProvider'])
    expect(fresh(errored('loadProvider'), retry, loaded).value).toEqual({ open: 'empty' })
  })
})
