/** The card field of the provider: a frame of another origin. */
import { type Page } from '@playwright/test'

/** Stripe's test card numbers by result. */
export const testCards = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  invalidNumber: '4242424242424241',
  requiresAuthentication: '4000002760003184',
  hongKong: '4000003440000004',
  americanExpress: '378282246310005',
} as const

const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')

export const cardNumber = (page: Page) => cardFields(page).number

/** The fields in the provider's frame. */
export function cardFields(page: Page) {
  const fields = cardFrame(page)
  return {
    number: fields.getByLabel('Card number'),
    expiry: fields.getByLabel('Expiration'),
    code: fields.getByLabel('Security code'),
    postal: fields.getByLabel('Postal code'),
  }
}

/**
 * Types a card with a valid date, code and ZIP, and waits until the page knows it: the frame tells by a message, which can
 * arrive after the next press. The browser of the tests is from the United States.
 */
export async function typeCard(page: Page, number: string): Promise<void> {
  const { number: digits, expiry, code, postal } = cardFields(page)
  await digits.fill(number)
  await expiry.fill('12 / 30')
  await code.fill(number === testCards.americanExpress ? '1234' : '123')
  await postal.fill('04101')
  // The card before this one may have been invalid.
  const isValid = number !== testCards.invalidNumber
  await page.locator(isValid ? '.StripeElement--complete' : '.StripeElement--invalid').waitFor()
}

/** The bank's page in the 3-D Secure dialog. */
export const bankFrame = (page: Page) => page.frameLocator('iframe[title="3D Secure authentication"]')

/** Closes the bank’s page without completing or failing the authentication. */
export async function closeBankFrame(page: Page): Promise<void> {
  await bankFrame(page).getByRole('button', { name: 'Close' }).click()
  await page.locator('iframe[title="3D Secure authentication"]').waitFor({ state: 'detached' })
}
