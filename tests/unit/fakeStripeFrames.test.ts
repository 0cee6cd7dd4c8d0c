// @vitest-environment happy-dom
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runFrame, type FrameChannel } from './fakeProviderFrames.ts'

const field = (id: string): HTMLInputElement => {
  const found = document.getElementById(id)
  if (!(found instanceof HTMLInputElement)) throw new Error(`There is no field ${id}`)
  return found
}
const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => void vi.stubGlobal('fetch', fetchMock))
afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
  document.body.replaceChildren()
})

describe('the card field', () => {
  let line: FrameChannel
  let user: ReturnType<typeof userEvent.setup>
  const lastChange = () => line.allOfKind('change').at(-1)
  beforeEach(async () => {
    line = await runFrame('stripe/client/card.html', 'stripe/client/card.js')
    line.send({ kind: 'options', options: { hidePostalCode: true } })
    await vi.waitFor(() => expect(document.getElementById('postal-part')?.hidden).toBe(true))
    user = userEvent.setup()
  })
  afterEach(() => line.close())

  it('formats the number, detects the brand, focuses the next field and reports completion', async () => {
    await user.click(field('number'))
    await user.keyboard('4242424242424242')
    expect(field('number').value).toBe('4242 4242 4242 4242')
    expect(document.activeElement).toBe(field('expiry'))
    await user.keyboard('1234')
    expect(field('expiry').value).toBe('12 / 34')
    expect(document.activeElement).toBe(field('cvc'))
    await user.keyboard('123')
    await vi.waitFor(() => expect(lastChange()).toMatchObject({ complete: true, empty: false, brand: 'visa' }))
  })

  it('reports a problem when a field loses the focus, and clears it', async () => {
    await user.click(field('number'))
    await user.keyboard('4242')
    expect(lastChange()?.['error']).toBeUndefined()
    await user.tab()
    const problem = { code: 'incomplete_number', message: 'Your card number is incomplete.' }
    await vi.waitFor(() => expect(lastChange()).toMatchObject({ error: problem, complete: false }))
    expect(field('number').getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById('problem')?.textContent).toBe(problem.message)
    await user.click(field('number'))
    await user.keyboard('{End}424242424242')
    await vi.waitFor(() => expect(lastChange()?.['error']).toBeUndefined())
  })

  it('reports an invalid number', async () => {
    await user.click(field('number'))
    await user.keyboard('4242424242424241')
    await vi.waitFor(() =>
      expect(lastChange()).toMatchObject({
        error: { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' },
      }),
    )
  })

  it('focuses the previous field on Backspace in an empty one, and reports Escape and Enter', async () => {
    await user.click(field('expiry'))
    await user.keyboard('{Backspace}')
    expect(document.activeElement).toBe(field('number'))
    const escaped = line.nextOfKind('escape')
    await user.keyboard('{Escape}')
    await escaped
    const entered = line.nextOfKind('enter')
    await user.keyboard('{Enter}')
    await entered
  })

  it('sends card data to its own origin and not to the page', async () => {
    fetchMock.mockResolvedValue(Response.json({ paymentMethod: { id: 'pm_1', card: { last4: '0005' } } }))
    await user.click(field('number'))
    await user.keyboard('3782822463100051234')
    await user.keyboard('5678')
    expect([field('number').value, field('expiry').value, field('cvc').value]).toEqual([
      '3782 822463 10005',
      '12 / 34',
      '5678',
    ])
    const tokenized = line.nextOfKind('tokenized')
    line.send({ kind: 'tokenize', id: 7, billing: { name: 'Gus' } })
    expect(await tokenized).toEqual({
      kind: 'tokenized',
      id: 7,
      paymentMethod: { id: 'pm_1', card: { last4: '0005' } },
      error: undefined,
    })
    const [address, init] = fetchMock.mock.calls[0] ?? []
    expect(address).toBe('/sandbox/stripe/v1/payment_methods')
    expect(JSON.parse(init?.body as string)).toEqual({
      number: '378282246310005',
      exp_month: 12,
      exp_year: 2034,
      cvc: '5678',
      billing_details: { name: 'Gus', address: {} },
    })
    expect(JSON.stringify(line.received).replaceAll('0005', '')).not.toMatch(/3782|8224|5678/)
  })

  it('sends nothing while it is incomplete and focuses the first problem', async () => {
    const tokenized = line.nextOfKind('tokenized')
    line.send({ kind: 'tokenize', id: 1, billing: {} })
    expect(await tokenized).toMatchObject({ error: { code: 'incomplete_number' } })
    expect(fetchMock).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(field('number'))
  })

  it('reports a connection error', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await user.click(field('number'))
    await user.keyboard('42424242424242421234123')
    const tokenized = line.nextOfKind('tokenized')
    line.send({ kind: 'tokenize', id: 1, billing: {} })
    expect(await tokenized).toMatchObject({ error: { type: 'api_connection_error' } })
  })

  it('shows the postal code when it is not hidden', async () => {
    line.send({ kind: 'options', options: { hidePostalCode: false } })
    await vi.waitFor(() => expect(document.getElementById('postal-part')?.hidden).toBe(false))
    await user.click(field('number'))
    await user.keyboard('42424242424242421234123')
    expect(document.activeElement).toBe(field('postal'))
    expect(lastChange()).toMatchObject({ complete: false })
    await user.keyboard('04101')
    await vi.waitFor(() => expect(lastChange()).toMatchObject({ complete: true, postalCode: '04101' }))
  })

  it('reports no change for its initial state', async () => {
    line.send({ kind: 'options', options: { disabled: true } })
    await vi.waitFor(() => expect(field('number').disabled).toBe(true))
    expect(line.allOfKind('change')).toEqual([])
  })
})

describe('the bank’s page', () => {
  const intent = { id: 'pi_1', status: 'requires_action', amount: 1999 }
  const openPage = async (result: unknown) => {
    fetchMock.mockResolvedValueOnce(Response.json(result))
    const line = await runFrame('stripe/client/authenticate.html', 'stripe/client/authenticate.js')
    return line
  }
  const press = (id: string) => document.getElementById(id)?.click()
  const shown = async () => {
    const line = await openPage({ paymentIntent: intent })
    const show = line.nextOfKind('show')
    line.send({ kind: 'confirm', clientSecret: 'pi_1_secret_2' })
    await show
    return line
  }

  it.each([
    ['complete', { paymentIntent: { ...intent, status: 'succeeded' } }],
    ['fail', { error: { code: 'payment_intent_authentication_failure' } }],
  ])('sends the outcome and reports the result: %s', async (outcome, settled) => {
    const line = await shown()
    expect(document.getElementById('amount')?.textContent).toBe('$19.99')
    fetchMock.mockResolvedValueOnce(Response.json(settled))
    const result = line.nextOfKind('result')
    press(outcome)
    press(outcome)
    expect((await result)['result']).toEqual(settled)
    expect(
      fetchMock.mock.calls.map(([address, init]) => [address, JSON.parse(init?.body as string) as unknown]),
    ).toEqual([
      ['/sandbox/stripe/v1/payment_intents/read', { client_secret: 'pi_1_secret_2' }],
      ['/sandbox/stripe/v1/payment_intents/authenticate', { client_secret: 'pi_1_secret_2', outcome }],
    ])
  })

  it('fails without a call when it is closed', async () => {
    const line = await shown()
    const result = line.nextOfKind('result')
    press('close')
    expect((await result)['result']).toMatchObject({
      error: { code: 'payment_intent_authentication_failure', payment_intent: { status: 'requires_action' } },
    })
    expect(fetchMock).toHaveBeenCalledOnce()
  })

  it.each(['succeeded', 'canceled', 'requires_payment_method'])(
    'reports an error for a payment that is %s',
    async (status) => {
      const line = await openPage({ paymentIntent: { ...intent, status } })
      const result = line.nextOfKind('result')
      line.send({ kind: 'confirm', clientSecret: 'pi_1_secret_2' })
      expect((await result)['result']).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } })
      expect(line.allOfKind('show')).toEqual([])
    },
  )
})
