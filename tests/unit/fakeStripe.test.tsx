// @vitest-environment happy-dom
import { CardElement, Elements } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
// With its types alone: the package itself would load the real script at once.
import type { Stripe, StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeFrames, runScript, findFrame, type FakeFrames, type FrameChannel } from './fakeProviderFrames.ts'

const FRAME_ORIGIN = 'http://127.0.0.1:3000'

let frames: FakeFrames
let stripe: Stripe
beforeEach(async () => {
  frames = createFakeFrames()
  await runScript('stripe/client/stripe.js', 'http://localhost:3000/sandbox/stripe/stripe.js')
  const loaded = await loadStripe('pk_test_sandbox')
  if (!loaded) throw new Error('Nothing was loaded')
  stripe = loaded
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  frames.restore()
  vi.useRealTimers()
})

function mountCard(): { card: StripeCardElement; container: HTMLElement } {
  const container = document.createElement('div')
  document.body.append(container)
  const card = stripe.elements().create('card', { hidePostalCode: true })
  card.mount(container)
  return { card, container }
}

async function connectCard(): Promise<{ card: StripeCardElement; container: HTMLElement; line: FrameChannel }> {
  const { card, container } = mountCard()
  const ready = new Promise((found) => card.on('ready', found))
  const line = frames.connect(findFrame(container), FRAME_ORIGIN)
  if (!line) throw new Error('The frame was not answered')
  line.send({ kind: 'ready' })
  await ready
  return { card, container, line }
}

describe('Stripe.js’s stand-in', () => {
  it('is what loadStripe and its React bindings take, of the version that they expect', () => {
    expect(window.Stripe).toHaveProperty('version', 'endive')
    expect(document.querySelector('script[src*="js.stripe.com"]')).toBeNull()
    for (const name of ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment'] as const) {
      expect(stripe[name]).toBeTypeOf('function')
    }
  })

  it('wants a publishable key', async () => {
    await expect(loadStripe('sk_test_1')).rejects.toThrow('publishable key')
  })

  it('puts the card field into a frame of the other origin and listens to nobody else', () => {
    const { container } = mountCard()
    const frame = findFrame(container)
    expect(frame.dataset['src']).toBe(`${FRAME_ORIGIN}/sandbox/stripe/card.html`)
    expect(frame.title).toBe('Secure card payment input frame')
    expect(frames.connect(frame, 'http://localhost:3000')).toBeUndefined()
    expect(frames.connect(frame, 'http://evil.example')).toBeUndefined()
    expect(frames.connect(frame, FRAME_ORIGIN)).toBeDefined()
    expect(frames.sent.map(({ to }) => to)).toEqual([FRAME_ORIGIN])
  })

  it('tells changes, focus, blur and Escape, and marks its container', async () => {
    const { card, container, line } = await connectCard()
    const told: string[] = []
    card.on('focus', () => told.push('focus'))
    card.on('blur', () => told.push('blur'))
    card.on('escape', () => told.push('escape'))
    const changed = new Promise<StripeCardElementChangeEvent>((found) => card.on('change', found))
    line.send({ kind: 'focus' })
    line.send({ kind: 'blur' })
    line.send({ kind: 'escape' })
    line.send({ kind: 'change', empty: false, complete: true, brand: 'visa', error: undefined, postalCode: '04101' })
    expect(await changed).toEqual({
      elementType: 'card',
      empty: false,
      complete: true,
      brand: 'visa',
      error: undefined,
      value: { postalCode: '04101' },
    })
    expect(told).toEqual(['focus', 'blur', 'escape'])
    expect([...container.classList]).toEqual(['StripeElement', 'StripeElement--complete'])
  })

  it('hands its options on, and later ones too', async () => {
    const { card, line } = await connectCard()
    const first = line.allOfKind('options')[0] ?? (await line.nextOfKind('options'))
    expect(first).toMatchObject({ options: { hidePostalCode: true, colorScheme: 'light' } })
    const later = line.nextOfKind('options')
    card.update({ disabled: true, style: { base: { color: '#fff' } } })
    expect(await later).toMatchObject({ options: { disabled: true, style: { base: { color: '#fff' } } } })
  })

  it('hands on what is painted behind the field, which nobody inside the frame can see', async () => {
    document.body.style.setProperty('background-color', 'rgb(12, 14, 18)')
    const { line } = await connectCard()
    const first = line.allOfKind('options')[0] ?? (await line.nextOfKind('options'))
    document.body.removeAttribute('style')
    expect(first).toMatchObject({ options: { ground: 'rgb(12, 14, 18)' } })
  })

  it('gives a payment method of the field, with the billing details that it was given', async () => {
    const { card, line } = await connectCard()
    const asked = line.nextOfKind('tokenize')
    const made = stripe.createPaymentMethod({ type: 'card', card, billing_details: { name: 'Gus', email: 'g@x.test' } })
    const { id, billing } = await asked
    expect(billing).toEqual({ name: 'Gus', email: 'g@x.test' })
    line.send({ kind: 'tokenized', id, paymentMethod: { id: 'pm_1' } })
    expect(await made).toEqual({ paymentMethod: { id: 'pm_1' } })
  })

  it('gives the error of the field, and one when the field goes away meanwhile', async () => {
    const { card, line } = await connectCard()
    const error = { type: 'card_error', code: 'incorrect_number', message: 'Your card number is incorrect.' }
    const asked = line.nextOfKind('tokenize')
    const refused = stripe.createPaymentMethod({ type: 'card', card })
    line.send({ kind: 'tokenized', id: (await asked)['id'], error })
    expect(await refused).toEqual({ error })
    const open = stripe.createPaymentMethod({ type: 'card', card })
    card.unmount()
    expect(await open).toMatchObject({ error: { type: 'validation_error' } })
    await expect(stripe.createPaymentMethod({ type: 'card', card })).rejects.toThrow('still mounted')
  })

  it('makes a token that stands for the card', async () => {
    const { card, line } = await connectCard()
    const asked = line.nextOfKind('tokenize')
    const made = stripe.createToken(card)
    line.send({
      kind: 'tokenized',
      id: (await asked)['id'],
      paymentMethod: { id: 'pm_1', card: { brand: 'visa' }, billing_details: {} },
    })
    const { token } = await made
    expect(token).toMatchObject({ id: 'tok_1', card: { brand: 'visa' } })
    const method = await stripe.createPaymentMethod({ type: 'card', card: { token: token?.id ?? '' } })
    expect(method).toMatchObject({ paymentMethod: { id: 'pm_1' } })
    expect(await stripe.createPaymentMethod({ type: 'card', card: { token: 'tok_2' } })).toMatchObject({
      error: { code: 'resource_missing' },
    })
  })

  it('sends its form on Enter, unless the form may not be sent', async () => {
    const { container, line } = await connectCard()
    const form = document.createElement('form')
    const button = document.createElement('button')
    container.replaceWith(form)
    form.append(container, button)
    const sent = vi.fn((event: Event) => event.preventDefault())
    form.addEventListener('submit', sent)
    button.disabled = true
    line.send({ kind: 'enter' })
    line.send({ kind: 'change', empty: false, complete: true, brand: 'visa', postalCode: '' })
    await vi.waitFor(() => expect(container.classList.contains('StripeElement--complete')).toBe(true))
    expect(sent).not.toHaveBeenCalled()
    button.disabled = false
    line.send({ kind: 'enter' })
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce())
  })

  it('takes the focus from a click on the label of its container', async () => {
    const { container, line } = await connectCard()
    container.id = 'card-field'
    const label = document.createElement('label')
    label.htmlFor = 'card-field'
    document.body.append(label)
    const focused = line.nextOfKind('focus')
    label.click()
    await focused
  })

  it('tells loaderror when its frame stays silent', () => {
    vi.useFakeTimers()
    const { card } = mountCard()
    const told = vi.fn()
    card.on('loaderror', told)
    vi.advanceTimersByTime(14_999)
    expect(told).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(told).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ error: expect.objectContaining({ type: 'api_connection_error' }) }),
    )
  })

  it('has one card field at a time, and a new one after it was destroyed', () => {
    const elements = stripe.elements()
    const first = elements.create('card')
    expect(elements.getElement('card')).toBe(first)
    expect(() => elements.create('card')).toThrow('Can only create one Element of type card')
    first.destroy()
    expect(elements.getElement('card')).toBeNull()
    expect(elements.create('card')).not.toBe(first)
  })

  it('stands in React’s StrictMode', async () => {
    const onReady = vi.fn()
    const { container, unmount } = render(
      <StrictMode>
        <Elements stripe={stripe}>
          <CardElement onReady={onReady} />
        </Elements>
      </StrictMode>,
    )
    const frame = await vi.waitFor(() => findFrame(container))
    expect(container.querySelectorAll('iframe')).toHaveLength(1)
    frames.connect(frame, FRAME_ORIGIN)?.send({ kind: 'ready' })
    await vi.waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    unmount()
    expect(document.querySelector('iframe')).toBeNull()
  })
})

describe('confirmCardPayment', () => {
  const begin = () => {
    const confirmed = stripe.confirmCardPayment('pi_1_secret_2')
    const dialog = document.querySelector('dialog')
    if (!dialog) throw new Error('There is no dialog')
    const line = frames.connect(findFrame(dialog), FRAME_ORIGIN)
    if (!line) throw new Error('The frame was not answered')
    return { confirmed, dialog, line }
  }

  it('shows the bank’s page only when the bank asks, and gives its answer', async () => {
    const { confirmed, dialog, line } = begin()
    expect([dialog.open, dialog.style.visibility]).toEqual([false, 'hidden'])
    const asked = line.nextOfKind('confirm')
    line.send({ kind: 'ready' })
    expect(await asked).toEqual({ kind: 'confirm', clientSecret: 'pi_1_secret_2' })
    const shown = line.nextOfKind('shown')
    line.send({ kind: 'show' })
    await shown
    expect([dialog.open, dialog.style.visibility]).toEqual([true, 'visible'])
    line.send({ kind: 'result', result: { paymentIntent: { status: 'succeeded' } } })
    expect(await confirmed).toEqual({ paymentIntent: { status: 'succeeded' } })
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('asks the bank’s page to close on Escape, which then answers', async () => {
    const { confirmed, dialog, line } = begin()
    const asked = line.nextOfKind('confirm')
    line.send({ kind: 'ready' })
    await asked
    const closing = line.nextOfKind('close')
    const escape = new Event('cancel', { cancelable: true })
    dialog.dispatchEvent(escape)
    await closing
    expect(escape.defaultPrevented).toBe(true)
    line.send({ kind: 'result', result: { error: { code: 'payment_intent_authentication_failure' } } })
    expect(await confirmed).toMatchObject({ error: { code: 'payment_intent_authentication_failure' } })
  })

  it('stays when the browser closes it without asking, until the bank’s page has answered', async () => {
    const { confirmed, dialog, line } = begin()
    const shown = line.nextOfKind('shown')
    line.send({ kind: 'ready' })
    line.send({ kind: 'show' })
    await shown
    const closing = line.nextOfKind('close')
    dialog.close()
    dialog.dispatchEvent(new Event('close'))
    await closing
    expect(dialog.open).toBe(true)
    line.send({ kind: 'result', result: { error: { code: 'payment_intent_authentication_failure' } } })
    await confirmed
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('is a lost line when the page stays silent, and refuses what is no secret', async () => {
    vi.useFakeTimers()
    const confirmed = stripe.confirmCardPayment('pi_1_secret_2')
    vi.advanceTimersByTime(15_000)
    expect(await confirmed).toMatchObject({ error: { type: 'api_connection_error' } })
    await expect(stripe.confirmCardPayment('pi_1')).rejects.toThrow('client secret')
  })
})
