// @vitest-environment happy-dom
import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'

// Another file may have loaded Stripe.
vi.resetModules()
const { createCardProvider } = await import('../../src/actors/stripeProvider.ts')

const form = {
  cardholderName: 'Gus Guest',
  billingAddress: '1 Main Street',
  country: '',
  state: '',
  city: 'Dayton',
}
const holder = { email: 'guest@statecast.test', phone: '' }

/** The methods of the provider's client that the code under test calls. */
const client = {
  createPaymentMethod: vi.fn<(details: unknown) => Promise<unknown>>(),
  handleNextAction: vi.fn<(details: unknown) => Promise<unknown>>(),
  _registerWrapper: vi.fn(),
}
const field = { focus: vi.fn() }

function setUpProvider() {
  vi.stubGlobal('Stripe', () => client as unknown as Stripe)
  const cardProvider = createCardProvider(() => document, {
    keys: { stripe: 'pk_test_1', paypal: '' },
    scripts: { stripe: '', paypal: '' },
  })
  const cardElement = field as unknown as StripeCardElement
  return {
    mountField: () => cardProvider.setField(cardElement),
    load: () => toPromise(createActor(cardProvider.loadProvider).start()),
    createMethod: (findHolder: () => typeof holder | Promise<typeof holder> = () => Promise.resolve(holder)) =>
      toPromise(createActor(cardProvider.createPaymentMethod(findHolder), { input: { form } }).start()),
    confirm: () =>
      toPromise(createActor(cardProvider.confirmCard, { input: { clientSecret: 'pi_1_secret_2' } }).start()),
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('a payment method from the card field', () => {
  it('contains the billing details without empty fields', async () => {
    const { mountField, createMethod } = setUpProvider()
    mountField()
    client.createPaymentMethod.mockResolvedValue({ paymentMethod: { id: 'pm_7' } })
    expect(await createMethod()).toEqual({ kind: 'granted', paymentMethodId: 'pm_7' })
    expect(client.createPaymentMethod).toHaveBeenCalledExactlyOnceWith({
      type: 'card',
      card: field,
      billing_details: {
        name: 'Gus Guest',
        email: 'guest@statecast.test',
        address: { line1: '1 Main Street', city: 'Dayton' },
      },
    })
  })

  it.each([
    ['card_error', true],
    ['validation_error', true],
    ['rate_limit_error', false],
  ])('passes on the provider’s %s as plain text, and whether it is about the card: %s', async (type, isAboutCard) => {
    const { mountField, createMethod } = setUpProvider()
    mountField()
    client.createPaymentMethod.mockResolvedValue({ error: { type, message: 'Declined &amp; done' } })
    expect(await createMethod()).toEqual({ kind: 'refused', message: 'Declined & done', isAboutCard })
  })

  it('is requested before the press on Pay has returned if everything is known', async () => {
    const { load, mountField, createMethod } = setUpProvider()
    await load()
    mountField()
    client.createPaymentMethod.mockResolvedValue({ paymentMethod: { id: 'pm_7' } })
    const created = createMethod(() => holder)
    expect(client.createPaymentMethod).toHaveBeenCalledOnce()
    expect(await created).toEqual({ kind: 'granted', paymentMethodId: 'pm_7' })
  })

  it('is not requested without a field', async () => {
    await expect(setUpProvider().createMethod()).rejects.toThrow('card field is not mounted')
    expect(client.createPaymentMethod).not.toHaveBeenCalled()
  })
})

describe('the bank’s authentication', () => {
  it.each([
    ['completed', {}, { kind: 'confirmed' }],
    ['closed', { error: { type: 'invalid_request_error', message: 'No' } }, { kind: 'refused', message: 'No' }],
    ['refused without a message', { error: { type: 'card_error' } }, { kind: 'refused', message: '' }],
  ])('%s', async (_, result, expected) => {
    const { confirm } = setUpProvider()
    client.handleNextAction.mockResolvedValue(result)
    expect(await confirm()).toEqual(expected)
    expect(client.handleNextAction).toHaveBeenCalledExactlyOnceWith({ clientSecret: 'pi_1_secret_2' })
  })

  it.each(['api_connection_error', 'api_error'])('an error %s leaves the outcome unknown', async (type) => {
    const { confirm } = setUpProvider()
    client.handleNextAction.mockResolvedValue({ error: { type, message: 'No line' } })
    await expect(confirm()).rejects.toThrow('connection failed')
  })
})
