import { savedCardsMachine } from '../../machines/savedCards.ts'
import { billing } from './paymentFixtures.ts'
import { done, errored, testExamples } from './runEvents.ts'

const input = { userId: 2 }
const card = (id: string) => ({ id, brand: 'visa', last4: '4242', expMonth: 4, expYear: 2029 })
const [visa, backup] = [card('pm_1'), card('pm_2')]
const loaded = (isPaying: boolean) =>
  done('loadCards', { kind: 'granted', cards: [visa, backup], defaultCard: 'pm_1', isPaying, billing })
const makeDefault = [loaded(true), { type: 'card.makeDefault', id: 'pm_2' }]
const remove = [loaded(true), { type: 'card.remove', id: 'pm_2' }, { type: 'remove.confirm' }]
const newCard = done('cardPayment', { paymentMethod: { kind: 'newCard', paymentMethodId: 'pm_3' } })

testExamples(savedCardsMachine, {
  'lists the cards': {
    input,
    when: [loaded(true)],
    state: { listed: 'ready' },
    shows: { cards: [visa, backup], defaultCard: 'pm_1' },
  },
  'has a text for a list that does not load': {
    requirement: 'cards.failure',
    input,
    when: [errored('loadCards')],
    state: 'failed',
    shows: { error: 'Api is not loading because user id missing or network issue' },
  },
  'makes another card the default': {
    requirement: 'cards.default',
    input,
    when: makeDefault,
    state: { listed: 'settingDefault' },
    starts: [['setDefaultCard', { userId: 2, id: 'pm_2' }]],
    tags: ['busy'],
  },
  'does not make a card the default that is not listed': {
    input,
    when: [loaded(true), { type: 'card.makeDefault', id: 'pm_9' }],
    state: { listed: 'ready' },
    starts: [],
  },
  'confirms the new default card': {
    input,
    when: [...makeDefault, done('setDefaultCard', { kind: 'granted', cards: [visa, backup], defaultCard: 'pm_2' })],
    state: { listed: 'ready' },
    shows: { defaultCard: 'pm_2', notice: 'Default card updated', error: '' },
  },
  'loads the list again if the provider no longer has the card': {
    input,
    when: [...makeDefault, done('setDefaultCard', { kind: 'gone' })],
    state: 'loading',
    shows: { notice: 'Card already removed' },
    starts: [['loadCards', { userId: 2 }]],
  },
  'keeps the card that pays for the plan': {
    requirement: 'cards.defaultRequired',
    input,
    when: [loaded(true), { type: 'card.remove', id: 'pm_1' }],
    state: { listed: 'ready' },
    shows: { error: 'This card pays for your current plan. Set another default card first.' },
    starts: [],
  },
  'removes the default card if it pays for nothing': {
    input,
    when: [loaded(false), { type: 'card.remove', id: 'pm_1' }, { type: 'remove.confirm' }],
    state: { listed: 'removing' },
    starts: [['removeCard', { userId: 2, id: 'pm_1' }]],
  },
  'removes nothing if the question is canceled': {
    requirement: 'cards.remove',
    input,
    when: [loaded(true), { type: 'card.remove', id: 'pm_2' }, { type: 'remove.cancel' }],
    state: { listed: 'ready' },
    shows: { selectedId: '', cards: [visa, backup] },
    starts: [],
  },
  'confirms a removed card': {
    input,
    when: [...remove, done('removeCard', { kind: 'granted', cards: [visa], defaultCard: 'pm_1' })],
    state: { listed: 'ready' },
    shows: { cards: [visa], notice: 'Card removed' },
  },
  'does not know the outcome without a response': {
    requirement: 'cards.outcomeUnknown',
    input,
    when: [...remove, errored('removeCard')],
    state: { listed: 'outcomeUnknown' },
    shows: { error: 'We couldn’t confirm the change. Refresh to check your cards.' },
  },
  'saves a new card': {
    requirement: 'cards.add',
    input,
    when: [loaded(true), { type: 'card.add' }, newCard],
    state: { listed: 'saving' },
    starts: [['addCard', { userId: 2, id: 'pm_3' }]],
  },
  'shows the form again with the reason if the card is declined': {
    input,
    when: [
      loaded(true),
      { type: 'card.add' },
      newCard,
      done('addCard', { kind: 'refused', message: 'Your card was declined.', isAboutCard: true }),
    ],
    state: { listed: 'adding' },
    shows: { error: 'Your card was declined.' },
    starts: [['cardPayment', { refusal: { message: 'Your card was declined.', isAboutCard: true }, billing }]],
  },
  'shows the form again with the reason if the host is busy': {
    input,
    when: [loaded(true), { type: 'card.add' }, newCard, done('addCard', { kind: 'refused', message: 'Please wait.' })],
    state: { listed: 'adding' },
    starts: [['cardPayment', { refusal: { message: 'Please wait.', isAboutCard: false }, billing }]],
  },
})
