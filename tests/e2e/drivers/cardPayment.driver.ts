import { type Page } from '@playwright/test'
import { type cardPaymentMachine } from '../../../machines/cardPayment.ts'
import model from '../../machines/cardPayment.model.ts'
import { cardFields, testCards, typeCard } from '../card.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, hides, inTurn, type DriverContext } from '../pageDriver.ts'
import { bringEndIntoView } from '../galleryScreenshots.ts'

const script = 'GET /sandbox/stripe/stripe.js'
const methods = 'POST /sandbox/stripe/v1/payment_methods'
const create = 'POST /wp-json/payment/v1/create-subscription'

const form = (page: Page) => page.getByRole('form', { name: 'Card payment' })
const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ })
const name = (page: Page) => page.getByLabel('Cardholder name')
const address = (page: Page) => page.getByLabel('Billing address')

const allErrors = ['Cardholder name is required', 'Enter your billing address', 'Card details are required']
/** The errors that end when the card field is edited. */
const cardErrors = ['Card details are required', 'Your card number is incorrect.']
const lastCard = (labels: readonly string[]) => labels.findLast((label) => label.startsWith('card.changed'))
/** A card of which only a part is typed is missing too. An empty card field keeps the form from being sent. */
const withoutCard =
  (...errors: readonly string[]) =>
  (before: readonly string[], labels: readonly string[]) => {
    const card = lastCard(labels)
    if (card === undefined || card === 'card.changed / empty') return before
    return card === 'card.changed / incomplete' ? [...errors, 'Card details are required'] : errors
  }

async function expectOpen({ page, expect, labels, texts }: DriverContext<typeof cardPaymentMachine>) {
  const card = lastCard(labels)
  await expect(pay(page)).toBeEnabled({ enabled: card !== undefined && card !== 'card.changed / empty' })
  for (const text of new Set([...allErrors, ...texts]))
    await expect(form(page).getByText(text)).toBeVisible({ visible: texts.includes(text) })
}

export default createPageDriver(model, {
  prepareScreenshot: ({ page }) => bringEndIntoView(page),
  inputs: ['a new form', 'a form that starts with the profile'],
  heldCalls: [script, methods, create],
  open: async ({ page, expect }, input) => {
    const isKnown = input === 'a form that starts with the profile'
    await signIn(page, isKnown ? 'lapsed' : 'guest')
    await page.goto('/subscribe/102')
    await expect(form(page)).toBeVisible()
    await expect(name(page)).toHaveValue(isKnown ? 'Leda Prowse' : 'Gus Tarrant')
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('United States')
    if (!isKnown) return expect(address(page)).toHaveValue('')
    await expect(address(page)).not.toHaveValue('')
    await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Bend')
  },
  events: {
    'form.submit': async ({ page, event, turn }) => {
      // Types only the fields that differ, because typing clears an error.
      if ((await name(page).inputValue()) !== event.cardholderName) await name(page).fill(event.cardholderName)
      if ((await address(page).inputValue()) !== event.billingAddress) await address(page).fill(event.billingAddress)
      await inTurn(
        turn,
        () => address(page).press('Enter'),
        () => pay(page).click(),
        () => name(page).press('Enter'),
      )
    },
    'field.edit / cardholderName': ({ page }) => name(page).pressSequentially('M'),
    'field.edit / billingAddress': ({ page }) => address(page).pressSequentially('1'),
    'card.changed / complete': ({ page }) => typeCard(page, testCards.succeeds),
    'card.changed / incomplete': async ({ page }) => {
      const { number, expiry, code } = cardFields(page)
      await expiry.fill('')
      await code.fill('')
      await number.fill('4242')
      await page.locator('.StripeElement:not(.StripeElement--complete, .StripeElement--empty)').waitFor()
    },
    'card.changed / empty': async ({ page }) => {
      for (const field of Object.values(cardFields(page))) await field.fill('')
      await page.locator('.StripeElement--empty').waitFor()
    },
    'provider.retry': ({ page }) => form(page).getByRole('button', { name: 'Try again' }).click(),
  },
  texts: {
    'form.submit / complete': withoutCard(),
    'form.submit / no location': withoutCard(),
    'form.submit / no name': withoutCard('Cardholder name is required'),
    'form.submit / no address': withoutCard('Enter your billing address'),
    'form.submit / only a card': withoutCard('Cardholder name is required', 'Enter your billing address'),
    'field.edit / cardholderName': hides('Cardholder name is required'),
    'field.edit / billingAddress': hides('Enter your billing address'),
    'card.changed / empty': hides(...cardErrors),
    'card.changed / incomplete': hides(...cardErrors),
    'card.changed / complete': hides(...cardErrors),
    'provider.retry': [],
    'createPaymentMethod done / the card is refused': 'Your card number is incorrect.',
    'createPaymentMethod done / the card is refused without a message':
      'An error occurred while processing your payment. Please try again.',
    'createPaymentMethod done / refused': 'Too many requests.',
    'createPaymentMethod done / refused without a message':
      'An error occurred while processing your payment. Please try again.',
  },
  outcomes: {
    'loadProvider done': async ({ page, hold, expect }) => {
      await hold.passThrough(script)
      await expect(cardFields(page).number).toBeVisible()
    },
    'loadProvider error': ({ hold }) => hold.abort(script),
    'createPaymentMethod done / granted': ({ hold }) => hold.passThrough(methods),
    'createPaymentMethod done / the card is refused': ({ hold, text }) =>
      hold.json(methods, { error: { type: 'card_error', message: text } }, 402),
    'createPaymentMethod done / the card is refused without a message': ({ hold }) =>
      hold.json(methods, { error: { type: 'card_error' } }, 402),
    'createPaymentMethod done / refused': ({ hold, text }) =>
      hold.json(methods, { error: { type: 'rate_limit_error', message: text } }, 402),
    'createPaymentMethod done / refused without a message': ({ hold }) =>
      hold.json(methods, { error: { type: 'api_error' } }, 402),
  },
  states: {
    loading: async ({ page, expect }) => {
      await expect(pay(page)).toBeDisabled()
      await expect(page.getByRole('status', { name: 'Loading the card field' })).toBeAttached()
    },
    unavailable: async ({ page, expect }) => {
      await expect(
        page.getByText('The card form didn’t load. Check your connection or ad blocker and try again.'),
      ).toBeVisible()
      await expect(pay(page)).toBeDisabled()
    },
    'open.empty': expectOpen,
    'open.invalid': expectOpen,
    'open.refused': expectOpen,
    tokenizing: ({ page, expect }) => expect(form(page)).toHaveAttribute('aria-busy', 'true'),
    ready: async ({ hold }) => void (await hold.waitFor(create)),
  },
  alike: {
    'open.invalid': 'Only the messages of the fields differ, and each step has its own.',
    'open.refused': 'Only the message of the provider differs, and each step has its own.',
  },
  notInBrowser: {
    'card.failed': 'The provider reports a failed frame only after 15 seconds.',
    'createPaymentMethod error': 'The provider’s client reports a lost connection as a refusal with its own message.',
  },
})
