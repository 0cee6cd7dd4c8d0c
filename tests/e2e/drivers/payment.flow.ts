import { type Page } from '@playwright/test'
import model from '../../machines/payment.model.ts'
import { bank, cardNumber, cards, leaveBank, typeCard } from '../card.ts'
import { signIn } from '../fixture.ts'
import { flow } from '../flow.ts'
import { bringEnd } from '../pictures.ts'

const create = 'POST /wp-json/payment/v1/create-subscription'
const cancel = 'POST /wp-json/payment/v1/cancel-subscription'
const agree = 'POST /sandbox/stripe/v1/payment_intents/authenticate'

const who = { 'a member with a saved card': 'member', 'a guest with a new card': 'guest' } as const
const isInput = (input: string): input is keyof typeof who => input in who

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const said = (page: Page, words: string | RegExp) => page.getByRole('alert').filter({ hasText: words })

export default flow(model, {
  pose: ({ page }) => bringEnd(page),
  inputs: Object.keys(who),
  holds: [create, cancel, agree],
  // Whether the card is saved or new is all the same to the calls that are toured here: both begin from a new one.
  open: async ({ page }, input) => {
    if (!isInput(input)) throw new Error(`No page is opened for ${input}`)
    await signIn(page, who[input])
    await page.goto('/subscribe/103')
    await cardNumber(page).waitFor()
    await page.getByLabel('Cardholder name').fill('Gus Guest')
    await page.getByLabel('Billing address').fill('1 Main Street')
    await typeCard(page, cards.asksBank)
    await page.getByRole('button', { name: /^Pay/ }).click()
  },
  events: {},
  outcomes: {
    'cancelSubscription done / ended': ({ hold }) => hold.through(cancel),
    'cancelSubscription done': ({ hold, snapshot, case: name }) =>
      hold.refuse(cancel, {
        code: 'subscription_not_found',
        message: name === 'refused' ? snapshot.context.message : '',
        status: 404,
      }),
    'cancelSubscription error / a 5xx with words': ({ hold }) => hold.html(cancel, 502),
    'cancelSubscription error': ({ hold }) => hold.lose(cancel),
    'pay done / paid': ({ hold }) =>
      hold.json(create, { success: true, message: 'Done.', subscription_id: '99', status: 'active' }),
    'pay done / pending': ({ hold }) => hold.json(create, { success: true, message: 'One moment.', status: 'pending' }),
    'pay done / wants 3-D Secure': ({ hold }) => hold.through(create),
    'pay done': ({ hold, snapshot, case: name }) =>
      hold.refuse(create, {
        code: 'card_declined',
        message: name === 'declined' ? snapshot.context.message : '',
        status: 402,
      }),
    'pay error / a 5xx with words': ({ hold }) => hold.html(create, 502),
    'pay error': ({ hold }) => hold.lose(create),
    'confirmCard done / confirmed': async ({ page, hold }) => {
      await bank(page).getByRole('button', { name: 'Complete' }).click()
      await hold.through(agree)
    },
    'confirmCard done / abandoned': ({ page }) => leaveBank(page),
    'confirmCard done / failed': async ({ page, hold }) => {
      await bank(page).getByRole('button', { name: 'Fail' }).click()
      await hold.through(agree)
    },
    'confirmCard error': async ({ page, hold }) => {
      await bank(page).getByRole('button', { name: 'Complete' }).click()
      await hold.lose(agree)
    },
  },
  states: {
    cancelling: async ({ page, expect, hold }) => {
      await expect(page.getByText('We are paying.')).toBeVisible()
      await hold.made(cancel)
      expect(hold.waiting).not.toContain(create)
    },
    charging: async ({ page, expect, hold }) => {
      await expect(page.getByText('We are paying.')).toBeVisible()
      await hold.made(create)
    },
    confirming: async ({ page, expect }) => {
      await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeVisible()
    },
    paid: ({ page, expect }) => expect(heading(page, 'Thank You')).toBeVisible(),
    settled: async ({ page, expect, snapshot }) => {
      const { kind, message, attempt } = snapshot.context
      // Without words of its own a refusal has those of a saved card in the model, and those of a new card here; whoever
      // leaves the bank's page is told so by the provider.
      const isOurs = message.startsWith('Something went wrong in creating') || message.startsWith('An error occurred')
      switch (kind) {
        case 'notCancelled':
          return expect(said(page, message)).toBeVisible()
        case 'refused':
          await expect(
            said(page, isOurs ? /An error occurred|unable to authenticate/ : message.slice(0, 24)),
          ).toBeVisible()
          return expect(heading(page, 'Your old plan has ended')).toHaveCount(attempt.ending ? 1 : 0)
        case 'unended':
        case 'unanswered':
        case 'underWay':
          return expect(
            page.getByRole('region', { name: 'Payment', exact: true }).or(heading(page, 'Thank You')),
          ).toBeVisible()
        case 'paid':
          throw new Error('Paid is a state of its own')
      }
    },
  },
})
