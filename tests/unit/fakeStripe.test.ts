// @vitest-environment happy-dom
// Types only, because the package loads the real script on import.
import type { Stripe, StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeFrames, runScript, findFrame, type FakeFrames, type FrameChannel } from './fakeProviderFrames.ts'

const FRAME_ORIGIN = 'http://127.0.0.1:3000'

// Another file may have loaded Stripe.
vi.resetModules()
const { loadStripe } = await import('@stripe/stripe-js/pure')

let frames: FakeFrames
let stripe: Stripe
beforeEach(async () => {
  frames = createFakeFrames()
  await runScript('stripe/client/stripe.js', 'http://localhost:3000/sandbox/stripe/stripe.js')
  const loaded = await loadStripe('pk_test_sandbox')
  if (!loaded) throw new Error('Stripe is not loaded')
  stripe = loaded
})
afterEach(() => {
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

async function connectCard(): Promise<{ card: StripeCardElement; container: HTMLElement; channel: FrameChannel }> {
  const { card, container } = mountCard()
  const ready = new Promise((resolve) => card.on('ready', resolve))
  const channel = frames.connect(findFrame(container), FRAME_ORIGIN)
  if (!channel) throw new Error('The frame was not connected')
  channel.send({ kind: 'ready' })
  await ready
  return { card, container, channel }
}

describe('the fake of Stripe.js', () => {
  it('requires a publishable key', async () => {
    await expect(loadStripe('sk_test_1')).rejects.toThrow('publishable key')
  })

  it('creates the card field in a frame of the other origin and ignores messages of other origins', () => {
    const { container } = mountCard()
    const frame = findFrame(container)
    expect(frame.dataset['src']).toBe(`${FRAME_ORIGIN}/sandbox/stripe/card.html`)
    expect(frame.title).toBe('Secure card payment input frame')
    expect(frames.connect(frame, 'http://localhost:3000')).toBeUndefined()
    expect(frames.connect(frame, 'http://evil.example')).toBeUndefined()
    expect(frames.connect(frame, FRAME_ORIGIN)).toBeDefined()
    expect(frames.sent.map(({ to }) => to)).toEqual([FRAME_ORIGIN])
  })

  it('emits change, focus, blur and escape, and sets the classes of its container', async () => {
    const { card, container, channel } = await connectCard()
    const emitted: string[] = []
    card.on('focus', () => emitted.push('focus'))
    card.on('blur', () => emitted.push('blur'))
    card.on('escape', () => emitted.push('escape'))
    const changed = new Promise<StripeCardElementChangeEvent>((resolve) => card.on('change', resolve))
    channel.send({ kind: 'focus' })
    channel.send({ kind: 'blur' })
    channel.send({ kind: 'escape' })
    channel.send({ kind: 'change', empty: false, complete: true, brand: 'visa', error: undefined, postalCode: '04101' })
    expect(await changed).toEqual({
      elementType: 'card',
      empty: false,
      complete: true,
      brand: 'visa',
      error: undefined,
      value: { postalCode: '04101' },
    })
    expect(emitted).toEqual(['focus', 'blur', 'escape'])
    expect([...container.classList]).toEqual(['StripeElement', 'StripeElement--complete'])
  })

  it('sends its options and updates of them', async () => {
    const { card, channel } = await connectCard()
    const first = channel.allOfKind('options')[0] ?? (await channel.nextOfKind('options'))
    expect(first).toMatchObject({ options: { hidePostalCode: true, colorScheme: 'light' } })
    const later = channel.nextOfKind('options')
    card.update({ disabled: true, style: { base: { color: '#fff' } } })
    expect(await later).toMatchObject({ options: { disabled: true, style: { base: { color: '#fff' } } } })
  })

  it('sends the background color behind the field', async () => {
    document.body.style.setProperty('background-color', 'rgb(12, 14, 18)')
    const { channel } = await connectCard()
    const first = channel.allOfKind('options')[0] ?? (await channel.nextOfKind('options'))
    document.body.removeAttribute('style')
    expect(first).toMatchObject({ options: { background: 'rgb(12, 14, 18)' } })
  })

  it('resolves with the error of the field, and with an error when the field is unmounted', async () => {
    const { card, channel } = await connectCard()
    const error = { type: 'card_error', code: 'incorrect_number', message: 'Your card number is incorrect.' }
    const request = channel.nextOfKind('tokenize')
    const refused = stripe.createPaymentMethod({ type: 'card', card })
    channel.send({ kind: 'tokenized', id: (await request)['id'], error })
    expect(await refused).toEqual({ error })
    const open = stripe.createPaymentMethod({ type: 'card', card })
    card.unmount()
    expect(await open).toMatchObject({ error: { type: 'validation_error' } })
    await expect(stripe.createPaymentMethod({ type: 'card', card })).rejects.toThrow('still mounted')
  })

  it('submits its form on Enter, unless the submit button is disabled', async () => {
    const { container, channel } = await connectCard()
    const form = document.createElement('form')
    const button = document.createElement('button')
    container.replaceWith(form)
    form.append(container, button)
    const sent = vi.fn((event: Event) => event.preventDefault())
    form.addEventListener('submit', sent)
    button.disabled = true
    channel.send({ kind: 'enter' })
    channel.send({ kind: 'change', empty: false, complete: true, brand: 'visa', postalCode: '' })
    await vi.waitFor(() => expect(container.classList.contains('StripeElement--complete')).toBe(true))
    expect(sent).not.toHaveBeenCalled()
    button.disabled = false
    channel.send({ kind: 'enter' })
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce())
  })

  it('emits loaderror when its frame does not respond', () => {
    vi.useFakeTimers()
    const { card } = mountCard()
    const emitted = vi.fn()
    card.on('loaderror', emitted)
    vi.advanceTimersByTime(14_999)
    expect(emitted).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(emitted).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ error: expect.objectContaining({ type: 'api_connection_error' }) }),
    )
  })

  it('allows one card field, and a new one after it is destroyed', () => {
    const elements = stripe.elements()
    const first = elements.create('card')
    expect(() => elements.create('card')).toThrow('Can only create one Element of type card')
    first.destroy()
    expect(elements.create('card')).not.toBe(first)
  })
})

describe('confirmCardPayment', () => {
  const startPayment = () => {
    const confirmed = stripe.confirmCardPayment('pi_1_secret_2')
    const dialog = document.querySelector('dialog')
    if (!dialog) throw new Error('There is no dialog')
    const channel = frames.connect(findFrame(dialog), FRAME_ORIGIN)
    if (!channel) throw new Error('The frame was not connected')
    return { confirmed, dialog, channel }
  }

  it('reopens a dialog that the browser closed until the bank’s page sends its result', async () => {
    const { confirmed, dialog, channel } = startPayment()
    const shown = channel.nextOfKind('shown')
    channel.send({ kind: 'ready' })
    channel.send({ kind: 'show' })
    await shown
    const closing = channel.nextOfKind('close')
    dialog.close()
    dialog.dispatchEvent(new Event('close'))
    await closing
    expect(dialog.open).toBe(true)
    channel.send({ kind: 'result', result: { error: { code: 'payment_intent_authentication_failure' } } })
    await confirmed
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('resolves with a connection error when the page does not respond, and rejects an invalid secret', async () => {
    vi.useFakeTimers()
    const confirmed = stripe.confirmCardPayment('pi_1_secret_2')
    vi.advanceTimersByTime(15_000)
    expect(await confirmed).toMatchObject({ error: { type: 'api_connection_error' } })
    await expect(stripe.confirmCardPayment('pi_1')).rejects.toThrow('client secret')
  })
})
