import { describe, expect, it } from 'vitest'
import { cardPaymentMachine, type CardField, type CardForm } from '../../machines/cardPayment.ts'
import { done, follow, lost } from './follow.ts'

type Happened = Parameters<typeof follow>[2]

const form: CardForm = {
  cardholderName: 'Mara Member',
  billingAddress: '1 Main Street',
  country: 'US',
  state: 'Ohio',
  city: 'Dayton',
}
const submit = (changed: Partial<CardForm> = {}) => ({ type: 'form.submit', ...form, ...changed })
const card = (filled: CardField) => ({ type: 'card.changed', card: filled })
const edit = (field: string) => ({ type: 'field.edit', field })
const loaded = done('loadProvider')
const failed = { type: 'card.failed' }
const retry = { type: 'provider.retry' }
const fallback = 'An error occurred while processing your payment. Please try again.'
const no = (message: string) => done('createPaymentMethod', { kind: 'refused', message })
const fresh = (...events: Happened[]) => follow(cardPaymentMachine, { refusal: undefined }, ...events)
const back = (...events: Happened[]) => follow(cardPaymentMachine, { refusal: 'Your card was declined.' }, ...events)
const untouched = { card: 'empty', errors: {}, message: '', means: undefined }
const everything = [submit(), edit('cardholderName'), card('complete'), failed, retry]

describe('the form for a new card', () => {
  it('waits for the script of the provider', () => {
    const { value, asked, tags, context, can } = fresh()
    expect(value).toBe('loading')
    expect(asked).toEqual([['loadProvider', undefined]])
    expect(tags).toEqual(['busy'])
    expect(context).toEqual(untouched)
    expect(can(...everything)).toEqual([])
  })

  it('can be sent once the card field is not empty', () => {
    const open = fresh(loaded)
    expect(open.value).toEqual({ open: 'empty' })
    expect(open.tags).toEqual([])
    expect(open.context).toEqual(untouched)
    expect(open.can(submit(), failed)).toEqual(['card.failed'])
    expect(fresh(loaded, card('incomplete')).can(submit())).toEqual(['form.submit'])
    expect(fresh(loaded, card('incomplete')).context).toEqual({ ...untouched, card: 'incomplete' })
    expect(fresh(loaded, card('complete'), card('empty')).can(submit())).toEqual([])
  })

  it('that comes back from a refused payment is as it was, with the reason, and fetches nothing', () => {
    const { value, asked, context, tags, can } = back()
    expect(value).toEqual({ open: 'refused' })
    expect(asked).toEqual([])
    expect(tags).toEqual([])
    expect(context).toEqual({ card: 'complete', errors: {}, message: 'Your card was declined.', means: undefined })
    expect(can(submit())).toEqual(['form.submit'])
  })

  const name = 'Cardholder name is required'
  const address = 'This field is required'
  const details = 'Card details are required'
  it.each<[string, CardField, Partial<CardForm>, object]>([
    ['no name', 'complete', { cardholderName: '' }, { cardholderName: name }],
    ['a blank name', 'complete', { cardholderName: ' ' }, { cardholderName: name }],
    ['no address', 'complete', { billingAddress: '' }, { billingAddress: address }],
    ['a blank address', 'complete', { billingAddress: ' ' }, { billingAddress: address }],
    ['half a card', 'incomplete', {}, { card: details }],
    [
      'half a card alone',
      'incomplete',
      { cardholderName: '', billingAddress: '' },
      { cardholderName: name, billingAddress: address, card: details },
    ],
  ])('sent with %s says what is missing and asks nobody', (_, filled, changed, errors) => {
    const { value, context, asked, tags, can } = fresh(loaded, card(filled), submit(changed))
    expect(value).toEqual({ open: 'invalid' })
    expect(context).toEqual({ card: filled, errors, message: '', means: undefined })
    expect(asked).toEqual([['loadProvider', undefined]])
    expect(tags).toEqual([])
    expect(can(submit())).toEqual(['form.submit'])
  })

  it('takes the text of a field away when that field is edited, and no other', () => {
    const start = [loaded, card('incomplete'), submit({ cardholderName: '', billingAddress: '' })]
    expect(fresh(...start, edit('cardholderName')).context).toMatchObject({
      errors: { billingAddress: address, card: details },
    })
    expect(fresh(...start, edit('cardholderName')).context).not.toHaveProperty('errors.cardholderName')
    expect(fresh(...start, edit('billingAddress'), edit('cardholderName')).context).toEqual({
      ...untouched,
      card: 'incomplete',
      errors: { card: details },
    })
    const { value, context } = fresh(...start, card('complete'))
    expect(value).toEqual({ open: 'invalid' })
    expect(context).toEqual({
      ...untouched,
      card: 'complete',
      errors: { cardholderName: name, billingAddress: address },
    })
  })

  it('sent again says only what is still missing', () => {
    const { context } = fresh(loaded, card('complete'), submit({ cardholderName: '' }), submit({ billingAddress: '' }))
    expect(context).toMatchObject({ errors: { billingAddress: address } })
    expect(context).not.toHaveProperty('errors.cardholderName')
  })

  it('forgets the refusal before as soon as it is sent, whole or not', () => {
    expect(back(submit({ cardholderName: '' })).context).toMatchObject({ message: '' })
    expect(back(submit()).context).toMatchObject({ message: '' })
    expect(back(card('incomplete')).context).toMatchObject({ message: 'Your card was declined.', card: 'incomplete' })
  })

  it('can be sent without a country', () => {
    expect(fresh(loaded, card('complete'), submit({ country: '', state: '', city: '' })).value).toBe('tokenising')
  })
})

describe('a whole form', () => {
  it('asks the provider for a payment method, without the blanks around name and address, and can’t be sent again', () => {
    const sent = submit({ cardholderName: ' Mara Member ', billingAddress: '1 Main Street\n' })
    const { value, asked, tags, context, can } = fresh(loaded, card('complete'), submit({ cardholderName: '' }), sent)
    expect(value).toBe('tokenising')
    expect(asked).toEqual([
      ['loadProvider', undefined],
      ['createPaymentMethod', { form }],
    ])
    expect(tags).toEqual(['busy'])
    expect(context).toEqual({ card: 'complete', errors: {}, message: '', means: undefined })
    expect(can(...everything)).toEqual([])
  })

  it('becomes a means of payment', () => {
    const granted = done('createPaymentMethod', { kind: 'granted', paymentMethodId: 'pm_2' })
    const { value, output } = fresh(loaded, card('complete'), submit(), granted)
    expect(value).toBe('ready')
    expect(output).toEqual({ means: { kind: 'newCard', paymentMethodId: 'pm_2' } })
  })

  it.each([
    ['Your card number is incorrect.', no('Your card number is incorrect.')],
    [fallback, no('')],
    [fallback, lost('createPaymentMethod')],
  ])('that is refused says ‘%s’ and can be sent again', (message, answer) => {
    const { value, context, tags, can } = fresh(loaded, card('complete'), submit(), answer)
    expect(value).toEqual({ open: 'refused' })
    expect(context).toEqual({ card: 'complete', errors: {}, message, means: undefined })
    expect(tags).toEqual([])
    expect(can(submit())).toEqual(['form.submit'])
  })
})

describe('the field of the provider', () => {
  it.each<[string, typeof fresh, Happened[], string[]]>([
    ['does not load', fresh, [lost('loadProvider')], ['loadProvider']],
    ['breaks in a fresh form', fresh, [loaded, failed], ['loadProvider']],
    ['breaks in a form that came back', back, [failed], []],
    ['breaks in an invalid form', back, [submit({ cardholderName: '' }), failed], []],
    ['breaks in a refused form', back, [submit(), no('No.'), failed], ['createPaymentMethod']],
  ])('that %s leaves nothing to send, only to fetch it again', (_, begin, events, ids) => {
    const { value, context, asked, tags, can } = begin(...events)
    expect(value).toBe('unavailable')
    expect(context).toEqual(untouched)
    expect(asked.map(([id]) => id)).toEqual(ids)
    expect(tags).toEqual([])
    expect(can(...everything)).toEqual(['provider.retry'])
  })

  it('fetched again is empty', () => {
    const again = fresh(lost('loadProvider'), retry)
    expect(again.value).toBe('loading')
    expect(again.asked.map(([id]) => id)).toEqual(['loadProvider', 'loadProvider'])
    expect(fresh(lost('loadProvider'), retry, loaded).value).toEqual({ open: 'empty' })
  })
})
