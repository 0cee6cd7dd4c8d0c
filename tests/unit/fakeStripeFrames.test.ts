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
  let channel: FrameChannel
  let user: ReturnType<typeof userEvent.setup>
  const lastChange = () => channel.allOfKind('change').at(-1)
  beforeEach(async () => {
    channel = await runFrame('stripe/client/card.html', 'stripe/client/card.js')
    channel.send({ kind: 'options', options: { hidePostalCode: true } })
    await vi.waitFor(() => expect(document.getElementById('postal-part')?.hidden).toBe(true))
    user = userEvent.setup()
  })
  afterEach(() => channel.close())

  it('focuses the previous field on Backspace in an empty one, and reports Escape and Enter', async () => {
    await user.click(field('expiry'))
    await user.keyboard('{Backspace}')
    expect(document.activeElement).toBe(field('number'))
    const escaped = channel.nextOfKind('escape')
    await user.keyboard('{Escape}')
    await escaped
    const entered = channel.nextOfKind('enter')
    await user.keyboard('{Enter}')
    await entered
  })

  it('reports a connection error', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await user.click(field('number'))
    await user.keyboard('42424242424242421234123')
    const tokenized = channel.nextOfKind('tokenized')
    channel.send({ kind: 'tokenize', id: 1, billing: {} })
    expect(await tokenized).toMatchObject({ error: { type: 'api_connection_error' } })
  })

  it('shows the postal code when it is not hidden', async () => {
    channel.send({ kind: 'options', options: { hidePostalCode: false } })
    await vi.waitFor(() => expect(document.getElementById('postal-part')?.hidden).toBe(false))
    await user.click(field('number'))
    await user.keyboard('42424242424242421234123')
    expect(document.activeElement).toBe(field('postal'))
    expect(lastChange()).toMatchObject({ complete: false })
    await user.keyboard('04101')
    await vi.waitFor(() => expect(lastChange()).toMatchObject({ complete: true, postalCode: '04101' }))
  })

  it('starts with the postal code of the page, which is no input, and hides it for a card without one', async () => {
    channel.send({ kind: 'options', options: { hidePostalCode: false, value: { postalCode: '04101' } } })
    await vi.waitFor(() => expect(field('postal').value).toBe('04101'))
    expect(lastChange()).toMatchObject({ empty: true })
    await user.click(field('number'))
    await user.keyboard('4000003440000004')
    expect(document.getElementById('postal-part')?.hidden).toBe(true)
    await user.keyboard('1234123')
    await vi.waitFor(() => expect(lastChange()).toMatchObject({ complete: true, postalCode: '' }))
  })

  it('reports no change for its initial state', async () => {
    channel.send({ kind: 'options', options: { disabled: true } })
    await vi.waitFor(() => expect(field('number').disabled).toBe(true))
    expect(channel.allOfKind('change')).toEqual([])
  })
})

describe('the bank’s page', () => {
  it.each(['succeeded', 'canceled', 'requires_payment_method'])(
    'reports an error for a payment that is %s',
    async (status) => {
      fetchMock.mockResolvedValueOnce(Response.json({ paymentIntent: { id: 'pi_1', status, amount: 1999 } }))
      const channel = await runFrame('stripe/client/authenticate.html', 'stripe/client/authenticate.js')
      const result = channel.nextOfKind('result')
      channel.send({ kind: 'confirm', clientSecret: 'pi_1_secret_2' })
      expect((await result)['result']).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } })
      expect(channel.allOfKind('show')).toEqual([])
    },
  )
})
