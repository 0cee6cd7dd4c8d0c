import { type SavedCard } from '../../machines/savedCardPayment.ts'
import { savedCardsMachine } from '../../machines/savedCards.ts'
import { createModel } from '../paths/model.ts'
import { billing } from './paymentFixtures.ts'

const card = (id: string, brand: string, last4: string): SavedCard => ({
  id,
  brand,
  last4,
  expMonth: 8,
  expYear: 2031,
  holder: 'Mara Ellison',
})
export const visa = card('pm_visa', 'visa', '4242')
export const mastercard = card('pm_mastercard', 'mastercard', '4444')
export const amex = card('pm_new', 'amex', '0005')
const twoCards = { cards: [mastercard, visa], defaultCard: visa.id }
const busy = { kind: 'refused', message: 'Too many requests. Please wait a moment.' } as const
const unreachable = { unreachable: { message: 'network error' } }

export default createModel({
  machine: savedCardsMachine,
  inputs: { 'the payment cards': { userId: 2 } },
  events: {
    'list.retry': 'Press Try again',
    'card.makeDefault': { 'the Mastercard': { id: mastercard.id }, 'the default one': { id: visa.id } },
    'card.remove': {
      'the default one': { id: visa.id },
      'the Mastercard': { id: mastercard.id },
      'an unlisted card': { id: 'pm_elsewhere' },
    },
    'remove.confirm': 'Confirm it',
    'remove.cancel': 'Press Cancel',
    'card.add': 'Press “Add a card”',
    'add.cancel': 'Press Cancel under the form',
  },
  outcomes: {
    loadCards: {
      done: {
        'two, and the Visa pays for a plan': { kind: 'granted', ...twoCards, isPaying: true, billing },
        'two, and neither pays for a plan': { kind: 'granted', ...twoCards, isPaying: false, billing },
        none: { kind: 'granted', cards: [], defaultCard: undefined, isPaying: false, billing },
        refused: { kind: 'refused', message: 'No such customer' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: unreachable,
    },
    setDefaultCard: {
      done: {
        granted: { kind: 'granted', cards: [mastercard, visa], defaultCard: mastercard.id },
        gone: { kind: 'gone' },
        refused: busy,
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: unreachable,
    },
    removeCard: {
      done: {
        granted: { kind: 'granted', cards: [visa], defaultCard: visa.id },
        gone: { kind: 'gone' },
        refused: busy,
      },
      error: unreachable,
    },
    cardPayment: {
      done: { ready: { paymentMethod: { kind: 'newCard', paymentMethodId: amex.id } } },
      error: 'never',
    },
    addCard: {
      done: {
        granted: { kind: 'granted', cards: [amex, mastercard, visa], defaultCard: visa.id },
        refused: { kind: 'refused', message: 'Your card has expired.', isAboutCard: true },
      },
      error: unreachable,
    },
  },
  stateKey: ({ context: { cards, defaultCard, isPaying, error } }) => [
    cards.map(({ id }) => id),
    defaultCard,
    isPaying,
    error !== '',
  ],
  invariants: {
    'the default card of an active plan is never removed': (snapshot) =>
      !(snapshot.matches({ listed: 'confirming' }) || snapshot.matches({ listed: 'removing' })) ||
      !snapshot.context.isPaying ||
      snapshot.context.selectedId !== snapshot.context.defaultCard,
    'a failure has a message': (snapshot) =>
      !(snapshot.matches('failed') || snapshot.matches({ listed: 'outcomeUnknown' })) || snapshot.context.error !== '',
    'a busy state has a selected card': (snapshot) => !snapshot.hasTag('busy') || snapshot.context.selectedId !== '',
    'ready has no selected card': (snapshot) =>
      !snapshot.matches({ listed: 'ready' }) || snapshot.context.selectedId === '',
    'a success and an error are never shown together': ({ context }) => context.notice === '' || context.error === '',
  },
  texts: {
    events: {
      'card.makeDefault / the Mastercard': 'Press “Set as default” beside the Mastercard',
      'card.remove / the default one': 'Press “Remove” beside the default card',
      'card.remove / the Mastercard': 'Press “Remove” beside the Mastercard',
    },
    outcomes: {
      'loadCards done / two, and the Visa pays for a plan': 'The provider has two cards; the Visa pays for a plan',
      'loadCards done / two, and neither pays for a plan': 'The provider has two cards; neither pays for a plan',
      'loadCards done / none': 'The provider has no card',
      'loadCards done / refused': 'The host refuses the cards',
      'loadCards done / refused without a message': 'The host refuses the cards without a message',
      'setDefaultCard done / granted': 'The host makes it the default',
      'setDefaultCard done / gone': 'The card is no longer stored',
      'setDefaultCard done / refused': 'The host refuses to make it the default',
      'setDefaultCard done / refused without a message': 'The host refuses without a message',
      'removeCard done / granted': 'The host removes the card',
      'removeCard done / gone': 'The card is no longer stored',
      'removeCard done / refused': 'The host refuses to remove it',
      'cardPayment done / ready': 'Fill in the card form and press Save card',
      'addCard done / granted': 'The host saves the card',
      'addCard done / refused': 'The host refuses the card',
    },
  },
  manual: {
    starts: { '': { as: 'member', open: '/profile/payment-cards' } },
    calls: {
      loadCards: 'POST /wp-json/payment/v1/user-stripe-all-cards',
      setDefaultCard: 'POST /wp-json/payment/v1/set-default-card',
      removeCard: 'POST /wp-json/payment/v1/delete-card',
      addCard: 'POST /wp-json/payment/v1/add-card',
    },
    causedBy: {
      'loadCards done / two, and neither pays for a plan': { set: 'At `/sandbox`, _End the subscriptions of member_.' },
      'loadCards done / none': { set: 'Remove both cards first.' },
      'setDefaultCard done / gone': { fault: 'refuse' },
      'setDefaultCard done / refused': { fault: 'status-429' },
      'removeCard done / gone': { fault: 'refuse' },
      'removeCard done / refused': { fault: 'status-429' },
      'card.makeDefault / the default one': { impossible: 'The default card has no such button.' },
      'card.remove / an unlisted card': { impossible: 'Only listed cards have a button.' },
      'cardPayment done': { do: 'Fill in the form with 4242 4242 4242 4242 and press _Save card_.' },
    },
  },
})
