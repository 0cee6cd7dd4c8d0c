import { type Page } from '@playwright/test'
import { type SavedCard } from '../../../machines/savedCardPayment.ts'
import { type savedCardsMachine } from '../../../machines/savedCards.ts'
import model, { amex, mastercard, visa } from '../../machines/savedCards.model.ts'
import { cardFields, cardNumber, testCards as numbers, typeCard } from '../card.ts'
import { signIn } from '../fixture.ts'
import { closeInEachWay } from '../page.ts'
import { createPageDriver, foldLabels, type DriverContext } from '../pageDriver.ts'
import { type RequestHold } from '../requestHold.ts'

const list = 'POST /wp-json/payment/v1/user-stripe-all-cards'
const setDefault = 'POST /wp-json/payment/v1/set-default-card'
const remove = 'POST /wp-json/payment/v1/delete-card'
const add = 'POST /wp-json/payment/v1/add-card'
const member = 'GET /wp-json/mp/v1/members/{id}'

const rows = (page: Page) => page.getByRole('list', { name: 'Cards' }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Remove this card?' })
const form = (page: Page) => page.getByRole('form', { name: 'New card' })

const toApiCard = ({ id, brand, last4, expMonth = 1, expYear = 2031, holder }: SavedCard) => ({
  id,
  object: 'payment_method',
  type: 'card',
  created: 1_763_700_000,
  livemode: false,
  metadata: {},
  card: {
    brand,
    display_brand: brand,
    last4,
    exp_month: expMonth,
    exp_year: expYear,
    funding: 'credit',
    country: 'US',
  },
  billing_details: { name: holder, email: 'member@statecast.test', phone: null, address: null },
})

type StepContext = DriverContext<typeof savedCardsMachine>

type Cards = { readonly cards: readonly SavedCard[]; readonly defaultCard: SavedCard | undefined }
const twoCards = (): Cards => ({ cards: [mastercard, visa], defaultCard: visa })
const none: Cards = { cards: [], defaultCard: undefined }

/** The cards that the host listed last. */
const cardsOf = foldLabels(none, {
  'loadCards done / two, and the Visa pays for a plan': twoCards,
  'loadCards done / two, and neither pays for a plan': twoCards,
  'loadCards done / none': () => none,
  'setDefaultCard done / granted': () => ({ cards: [mastercard, visa], defaultCard: mastercard }),
  'removeCard done / granted': () => ({ cards: [visa], defaultCard: visa }),
  'addCard done / granted': () => ({ cards: [amex, mastercard, visa], defaultCard: visa }),
})

function cardsResponse({ labels }: StepContext) {
  const { cards, defaultCard } = cardsOf(labels)
  return { cards: cards.map(toApiCard), default_pay_method: defaultCard?.id ?? null }
}
const defaultRequired = 'This card pays for your current plan. Set another default card first.'
/** The default card pays for the plan, if there is one. It is the Visa, until the Mastercard is made the default. */
const refusesToRemove = (card: 'Visa' | 'Mastercard') => (_: readonly string[], labels: readonly string[]) => {
  const last = labels.findLast((label) => /^(loadCards done . two|\w+ done . granted)/.test(label))
  const list = labels.findLast((label) => label.startsWith('loadCards done / two'))
  const isDefault = (last === 'setDefaultCard done / granted') === (card === 'Mastercard')
  return isDefault && list === 'loadCards done / two, and the Visa pays for a plan' ? [defaultRequired] : []
}
const busy = { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.', status: 429 }
const cardNotFound = {
  code: 'payment_method_not_found',
  message: 'No such PaymentMethod: ‘pm_mastercard’',
  status: 404,
}

/** The active subscription is not paid by card. */
const paidByOtherGateway = (hold: RequestHold) =>
  hold.modify(member, (record) => {
    const { recent_subscriptions: subscriptions, ...more } = record as { recent_subscriptions: object[] }
    return { ...more, recent_subscriptions: subscriptions.map((one) => ({ ...one, gateway: 'manual' })) }
  })

async function expectCards({ page, expect, labels }: StepContext) {
  const { cards, defaultCard } = cardsOf(labels)
  await expect(rows(page)).toHaveCount(cards.length)
  for (const card of cards)
    await expect(rows(page).filter({ hasText: card.last4 }).getByText('Default', { exact: true })).toBeVisible({
      visible: card === defaultCard,
    })
}

export default createPageDriver(model, {
  heldCalls: [list, setDefault, remove, add, member],
  open: async ({ page, hold }) => {
    await signIn(page, 'member')
    // When the focus returns from the provider's frame, the session check would send a call that is held for the cards.
    await page.addInitScript(() => {
      const stay = (event: Event) => event.target === window && event.stopImmediatePropagation()
      if (window.top === window) addEventListener('focus', stay, true)
    })
    await page.goto('/profile/payment-cards')
    // The role is requested first.
    await hold.passThrough(member)
  },
  events: {
    'list.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
    'card.makeDefault / the Mastercard': ({ page }) =>
      page.getByRole('button', { name: 'Set as default: Mastercard ending in 4444' }).click(),
    'card.remove / the default one': ({ page }) =>
      page.getByRole('button', { name: 'Remove: Visa ending in 4242' }).click(),
    'card.remove / the Mastercard': ({ page }) =>
      page.getByRole('button', { name: 'Remove: Mastercard ending in 4444' }).click(),
    'remove.confirm': ({ page }) => dialog(page).getByRole('button', { name: 'Remove' }).click(),
    'remove.cancel': async ({ page, hold, expect }) => {
      const [card] = await dialog(page)
        .getByText(/ending in (4242|4444)/)
        .allInnerTexts()
      const open = () =>
        page.getByRole('button', { name: `Remove: ${/\w+ ending in \d+/.exec(card ?? '')?.[0]}` }).click()
      await closeInEachWay(dialog(page), 'Cancel', open)
      expect(hold.waiting, 'no card is removed').toEqual([])
    },
    'card.add': ({ page }) => page.getByRole('button', { name: 'Add a card' }).click(),
    'add.cancel': ({ page }) => form(page).getByRole('button', { name: 'Cancel' }).click(),
  },
  texts: {
    'loadCards done / refused': 'No such customer',
    'loadCards done / refused without a message': 'Api is not loading because user id missing or network issue',
    'loadCards error / unreachable': 'Api is not loading because user id missing or network issue',
    'list.retry': [],
    'card.makeDefault / the Mastercard': [],
    'card.add': [],
    'add.cancel': [],
    'cardPayment done / ready': [],
    'card.remove / the default one': refusesToRemove('Visa'),
    'card.remove / the Mastercard': refusesToRemove('Mastercard'),
    'setDefaultCard done / granted': 'Default card updated',
    'setDefaultCard done / gone': 'Card already removed',
    'setDefaultCard done / refused': 'Too many requests. Please wait a moment.',
    'setDefaultCard done / refused without a message': 'Something went wrong',
    'setDefaultCard error / unreachable': 'We couldn’t confirm the change. Refresh to check your cards.',
    'removeCard done / granted': 'Card removed',
    'removeCard done / gone': 'Card removed',
    'removeCard done / refused': 'Too many requests. Please wait a moment.',
    'removeCard error / unreachable': 'We couldn’t confirm the change. Refresh to check your cards.',
    'addCard done / granted': 'Card saved',
    'addCard done / refused': 'Your card has expired.',
    'addCard error / unreachable': 'We couldn’t confirm the change. Refresh to check your cards.',
  },
  outcomes: {
    'loadCards done / two, and the Visa pays for a plan': async (step) => {
      await step.hold.passThrough(member)
      await step.hold.json(list, cardsResponse(step))
    },
    'loadCards done / two, and neither pays for a plan': async (step) => {
      await paidByOtherGateway(step.hold)
      await step.hold.json(list, cardsResponse(step))
    },
    'loadCards done / none': async (step) => {
      await paidByOtherGateway(step.hold)
      await step.hold.json(list, cardsResponse(step))
    },
    'loadCards done / refused': async ({ hold }) => {
      await hold.passThrough(member)
      await hold.refuse(list, { code: 'no_customer', message: 'No such customer', status: 500 })
    },
    'loadCards done / refused without a message': async ({ hold }) => {
      await hold.passThrough(member)
      await hold.refuse(list, { code: 'no_customer', message: '', status: 500 })
    },
    'loadCards error': async ({ hold }) => {
      await hold.passThrough(member)
      await hold.abort(list)
      // The session then asks for the user and the role.
      await hold.passThrough(member)
    },
    'setDefaultCard done / granted': (step) => step.hold.json(setDefault, cardsResponse(step)),
    'setDefaultCard done / gone': ({ hold }) => hold.refuse(setDefault, cardNotFound),
    'setDefaultCard done / refused': ({ hold }) => hold.refuse(setDefault, busy),
    'setDefaultCard done / refused without a message': ({ hold }) => hold.refuse(setDefault, { ...busy, message: '' }),
    'setDefaultCard error': ({ hold }) => hold.abort(setDefault),
    'removeCard done / granted': (step) => step.hold.json(remove, cardsResponse(step)),
    'removeCard done / gone': ({ hold }) => hold.refuse(remove, cardNotFound),
    'removeCard done / refused': ({ hold }) => hold.refuse(remove, busy),
    'removeCard error': ({ hold }) => hold.abort(remove),
    'cardPayment done / ready': async ({ page }) => {
      // A refused form keeps its values.
      if ((await cardNumber(page).inputValue()) === '') {
        await page.getByLabel('Cardholder name').fill('Mara Ellison')
        await page.getByLabel('Billing address').fill('2 Harbor Street')
        await typeCard(page, numbers.succeeds)
      }
      await form(page).getByRole('button', { name: 'Save card' }).click()
    },
    'addCard done / granted': (step) => step.hold.json(add, cardsResponse(step)),
    'addCard done / refused': ({ hold }) =>
      hold.refuse(add, { code: 'expired_card', message: 'Your card has expired.', status: 402 }),
    'addCard error': ({ hold }) => hold.abort(add),
  },
  states: {
    loading: ({ page, expect }) => expect(page.getByRole('status', { name: 'Loading your cards' })).toBeVisible(),
    failed: async ({ page, expect, text }) => {
      await expect(page.getByRole('alert').filter({ hasText: 'couldn’t load your cards' })).toContainText(text)
    },
    'listed.ready': async (step) => {
      const { page, expect, labels, text } = step
      if (cardsOf(labels).cards.length > 0) await expectCards(step)
      else await expect(page.getByRole('heading', { name: 'No saved cards' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Add a card' })).toBeEnabled()
      await expect(dialog(page)).toBeHidden()
      if (text !== '') await expect(page.getByText(text)).toBeVisible()
    },
    'listed.settingDefault': ({ page, expect }) =>
      expect(page.getByRole('button', { name: 'Set as default: Mastercard ending in 4444' })).toHaveAttribute(
        'data-loading',
        'true',
      ),
    'listed.confirming': ({ page, expect, labels }) =>
      expect(dialog(page)).toContainText(
        labels.at(-1) === 'card.remove / the default one' ? 'Visa ending in 4242' : 'Mastercard ending in 4444',
      ),
    'listed.removing': ({ page, expect }) =>
      expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled(),
    'listed.adding': async ({ page, expect, text }) => {
      await expect(page.getByRole('heading', { name: 'Add a card' })).toBeVisible()
      await expect(cardFields(page).number).toBeVisible()
      if (text !== '') await expect(form(page).getByText(text)).toBeVisible()
    },
    'listed.saving': ({ page, expect }) => expect(form(page)).toHaveAttribute('aria-busy', 'true'),
    'listed.outcomeUnknown': async (step) => {
      const { page, expect, text } = step
      await expect(page.getByText(text)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
      await expectCards(step)
    },
  },
  notInBrowser: {
    'card.makeDefault / the default one': 'The default card has no such button.',
    'card.remove / an unlisted card': 'Only listed cards have a button.',
  },
})
