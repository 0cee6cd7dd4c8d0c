import { cardPaymentMachine } from '../../machines/cardPayment.ts'
import { createModel } from '../paths/model.ts'
import { billing } from './paymentFixtures.ts'

const form = {
  cardholderName: 'Mara Member',
  billingAddress: '1 Main Street',
  country: 'US',
  state: 'Ohio',
  city: 'Dayton',
}

export default createModel({
  machine: cardPaymentMachine,
  inputs: {
    'a new form': {
      refusal: undefined,
      billing: { ...billing, billingAddress: '', state: '', city: '', postalCode: '' },
    },
    'a form that starts with the profile': { refusal: undefined, billing },
    'the payment was refused': { refusal: { message: 'Too many requests.', isAboutCard: false }, billing },
    'the card was refused': { refusal: { message: 'Your card was declined.', isAboutCard: true }, billing },
  },
  events: {
    'form.submit': {
      complete: form,
      'no name': { ...form, cardholderName: ' ' },
      'no address': { ...form, billingAddress: '' },
      'only a card': { cardholderName: '', billingAddress: '', country: '', state: '', city: '' },
      'no location': { ...form, country: '', state: '', city: '' },
    },
    'field.edit': { cardholderName: { field: 'cardholderName' }, billingAddress: { field: 'billingAddress' } },
    'card.changed': {
      empty: { card: 'empty' },
      incomplete: { card: 'incomplete' },
      complete: { card: 'complete' },
    },
    'card.failed': 'The provider’s field fails',
    'provider.retry': 'Press Try again',
  },
  outcomes: {
    loadProvider: { done: { loaded: undefined }, error: { 'the script does not load': { message: 'Failed to load' } } },
    createPaymentMethod: {
      done: {
        granted: { kind: 'granted', paymentMethodId: 'pm_1' },
        'the card is refused': { kind: 'refused', message: 'Your card number is incorrect.', isAboutCard: true },
        'the card is refused without a message': { kind: 'refused', message: '', isAboutCard: true },
        refused: { kind: 'refused', message: 'Too many requests.', isAboutCard: false },
        'refused without a message': { kind: 'refused', message: '', isAboutCard: false },
      },
      error: { 'connection lost': { message: 'network error' } },
    },
  },
  stateKey: ({ context }) => [context.card, Object.keys(context.errors)],
  invariants: {
    'an empty card field can’t be submitted': (snapshot) =>
      snapshot.context.card !== 'empty' || !snapshot.can({ type: 'form.submit', ...form }),
    'fields have errors only while the form is invalid': (snapshot) =>
      snapshot.matches({ open: 'invalid' }) || Object.keys(snapshot.context.errors).length === 0,
    'a refusal has a message': (snapshot) => !snapshot.matches({ open: 'refused' }) || snapshot.context.message !== '',
    'a submitted form has a complete card': (snapshot) =>
      !snapshot.matches('tokenizing') || snapshot.context.card === 'complete',
    'ready has a payment method': (snapshot) =>
      !snapshot.matches('ready') || snapshot.context.paymentMethod !== undefined,
  },
  texts: {
    events: {
      'form.submit / complete': 'Fill in the form and press Pay',
      'form.submit / no name': 'Leave the cardholder name blank and press Pay',
      'form.submit / no address': 'Leave the billing address empty and press Pay',
      'form.submit / only a card': 'Fill in the card only and press Pay',
      'form.submit / no location': 'Fill in the form without a country and press Pay',
      'field.edit / cardholderName': 'Type into the cardholder name',
      'field.edit / billingAddress': 'Type into the billing address',
      'card.changed / empty': 'Empty the card field',
      'card.changed / incomplete': 'Type half a card number',
      'card.changed / complete': 'Type a complete card number',
    },
    outcomes: {
      'loadProvider done / loaded': 'The provider’s card field loads',
      'loadProvider error': 'The provider’s script fails to load',
      'createPaymentMethod done / granted': 'The provider accepts the card',
      'createPaymentMethod done / the card is refused': 'The provider refuses the card with a message',
      'createPaymentMethod done / the card is refused without a message':
        'The provider refuses the card without a message',
      'createPaymentMethod done / refused': 'The provider refuses the request with a message',
      'createPaymentMethod done / refused without a message': 'The provider refuses the request without a message',
      'createPaymentMethod error': 'The connection to the provider is lost',
    },
  },
  manual: {
    starts: {
      'a new form': { as: 'guest', open: '/subscribe/102' },
      'a form that starts with the profile': { as: 'lapsed', open: '/subscribe/102' },
      'the payment was refused': {
        as: 'guest',
        before: 'At `/sandbox`: Call `GET /wp-json/mp/v1/members/{id}`, Fault `status-429`, Times 1.',
        open: '/subscribe/102',
        then: 'Fill in the form and press _Pay_: the record can’t be read.',
      },
      'the card was refused': {
        as: 'guest',
        open: '/subscribe/102',
        then: 'Fill in the form with the card 4000 0000 0000 0002 and press _Pay_: the bank declines.',
      },
    },
    causedBy: {
      'card.failed': { impossible: 'The provider’s field has no fault in the sandbox.' },
      'loadProvider error': { fault: 'cut-before', call: 'SCRIPT stripe' },
      'createPaymentMethod done / the card is refused': {
        set: 'Type the card 4000 0000 0000 0069 in the next step: the provider refuses it.',
      },
      'createPaymentMethod done / the card is refused without a message': {
        impossible: 'The provider of the sandbox always gives a reason.',
      },
      'createPaymentMethod done / refused': { impossible: 'The provider of the sandbox refuses nothing but a card.' },
      'createPaymentMethod done / refused without a message': {
        impossible: 'The provider of the sandbox always gives a reason.',
      },
      'createPaymentMethod error': { impossible: 'The provider reports a lost connection as a refusal.' },
    },
  },
})
