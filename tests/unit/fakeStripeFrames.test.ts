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

  it('groups, tells the brand, goes from field to field and is complete', async () => {
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

  it('says what is wrong once a field is left, and takes it back', async () => {
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

  it('knows a number that can’t be', async () => {
    await user.click(field('number'))
    await user.keyboard('4242424242424241')
    await vi.waitFor(() =>
      expect(lastChange()).toMatchObject({
        error: { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' },
      }),
    )
  })

  it('goes back by Backspace from an empty field, and tells Escape and Enter', async () => {
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

  it('sends what was typed to its own origin and nothing of it to the page', async () => {
    fetchMock.mockResolvedValue(Response.json({ paymentMethod: { id: 'pm_1', card: { last4: '0005' } } }))
    await user.click(field('number'))
    await user.keyboard('3782822463100051234')
    await user.keyboard('5678')
    expect([field('number').value, field('expiry').value, field('cvc').value]).toEqual([
      '3782 822463 10005',
      '12 / 34',
      '5678',
    ])
    const made = line.nextOfKind('tokenized')
    line.send({ kind: 'tokenize', id: 7, billing: { name: 'Gus' } })
    expect(await made).toEqual({
      kind: 'tokenized',
      id: 7,
      paymentMethod: { id: 'pm_1', card: { last4: '0005' } },
      error: undefined,
    })
    const [address, init] = fetchMock.mock.calls[0] ?? []
    expect(address).toBe('/sandbox/stripe/v1/payment_methods')
    expect(JSON.parse(String(init?.body))).toEqual({
      number: '378282246310005',
      exp_month: 12,
      exp_year: 2034,
      cvc: '5678',
      billing_details: { name: 'Gus', address: {} },
    })
    expect(JSON.stringify(line.received).replaceAll('0005', '')).not.toMatch(/3782|8224|5678/)
  })

  it('asks nobody before it is whole, and shows what is missing', async () => {
    const made = line.nextOfKind('tokenized')
    line.send({ kind: 'tokenize', id: 1, billing: {} })
    expect(await made).toMatchObject({ error: { code: 'incomplete_number' } })
    expect(fetchMock).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(field('number'))
  })

  it('tells a lost line as one', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await user.click(field('number'))
    await user.keyboard('42424242424242421234123')
    const made = line.nextOfKind('tokenized')
    line.send({ kind: 'tokenize', id: 1, billing: {} })
    expect(await made).toMatchObject({ error: { type: 'api_connection_error' } })
  })

  it('asks for a postal code unless it is told not to', async () => {
    line.send({ kind: 'options', options: { hidePostalCode: false } })
    await vi.waitFor(() => expect(document.getElementById('postal-part')?.hidden).toBe(false))
    await user.click(field('number'))
    await user.keyboard('42424242424242421234123')
    expect(document.activeElement).toBe(field('postal'))
    expect(lastChange()).toMatchObject({ complete: false })
    await user.keyboard('04101')
    await vi.waitFor(() => expect(lastChange()).toMatchObject({ complete: true, postalCode: '04101' }))
  })

  it('tells no change before there is one', async () => {
    line.send({ kind: 'options', options: { disabled: true } })
    await vi.waitFor(() => expect(field('number').disabled).toBe(true))
    expect(line.allOfKind('change')).toEqual([])
  })

  it('is emptied', async () => {
    await user.click(field('number'))
    await user.keyboard('4242')
    line.send({ kind: 'clear' })
    await vi.waitFor(() => expect(lastChange()).toMatchObject({ empty: true }))
    expect(field('number').value).toBe('')
  })
})

describe('the bank’s page', () => {
  const intent = { id: 'pi_1', status: 'requires_action', amount: 1999 }
  const begin = async (found: unknown) => {
    fetchMock.mockResolvedValueOnce(Response.json(found))
    const line = await runFrame('stripe/client/authenticate.html', 'stripe/client/authenticate.js')
    return line
  }
  const press = (id: string) => document.getElementById(id)?.click()
  const shown = async () => {
    const line = await begin({ paymentIntent: intent })
    const show = line.nextOfKind('show')
    line.send({ kind: 'confirm', clientSecret: 'pi_1_secret_2' })
    await show
    return line
  }

  it.each([
    ['complete', { paymentIntent: { ...intent, status: 'succeeded' } }],
    ['fail', { error: { code: 'payment_intent_authentication_failure' } }],
  ])('asks, and tells what came of it: %s', async (outcome, settled) => {
    const line = await shown()
    expect(document.getElementById('amount')?.textContent).toBe('$19.99')
    fetchMock.mockResolvedValueOnce(Response.json(settled))
    const result = line.nextOfKind('result')
    press(outcome)
    press(outcome)
    expect((await result)['result']).toEqual(settled)
    expect(fetchMock.mock.calls.map(([address, init]) => [address, JSON.parse(String(init?.body)) as unknown])).toEqual(
      [
        ['/sandbox/stripe/v1/payment_intents/read', { client_secret: 'pi_1_secret_2' }],
        ['/sandbox/stripe/v1/payment_intents/authenticate', { client_secret: 'pi_1_secret_2', outcome }],
      ],
    )
  })

  it('left alone asks nobody and fails', async () => {
    const line = await shown()
    const result = line.nextOfKind('result')
    press('close')
    expect((await result)['result']).toMatchObject({
      error: { code: 'payment_intent_authentication_failure', payment_intent: { status: 'requires_action' } },
    })
    expect(fetchMock).toHaveBeenCalledOnce()
  })

  it.each(['succeeded', 'canceled', 'requires_payment_method'])(
    'asks nothing about a payment that is %s',
    async (status) => {
      const line = await begin({ paymentIntent: { ...intent, status } })
      const result = line.nextOfKind('result')
      line.send({ kind: 'confirm', clientSecret: 'pi_1_secret_2' })
      expect((await result)['result']).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } })
      expect(line.allOfKind('show')).toEqual([])
    },
  )
})
