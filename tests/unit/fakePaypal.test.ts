// @vitest-environment happy-dom
import { type PayPalButtonsComponentOptions } from '@paypal/paypal-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createFakeFrames,
  runFrame,
  runPage,
  runScript,
  findFrame,
  type FakeFrames,
  type FrameChannel,
} from './fakeProviderFrames.ts'

const FRAME_ORIGIN = 'http://127.0.0.1:3000'
const SDK_PATH = '/sandbox/paypal/sdk/js'
const actions = { enable: expect.any(Function), disable: expect.any(Function) }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  document.body.replaceChildren()
  document.head.replaceChildren()
})

describe('the fake of PayPal’s SDK', () => {
  let frames: FakeFrames
  let container: HTMLElement
  const props = {
    onInit: vi.fn(),
    onApprove: vi.fn<() => Promise<void>>(),
    onCancel: vi.fn(),
    onError: vi.fn(),
    createSubscription: vi.fn<() => Promise<string>>(),
  }
  beforeEach(async () => {
    frames = createFakeFrames()
    for (const mock of Object.values(props)) mock.mockReset()
    props.createSubscription.mockResolvedValue('I-BW452GLLEP1G')
    container = document.createElement('div')
    document.body.append(container)
    await runScript('paypal/client/sdk.js', `http://localhost:3000${SDK_PATH}?client-id=x`)
  })
  afterEach(() => frames.restore())

  async function renderButtons(more: Partial<PayPalButtonsComponentOptions> = {}) {
    const { paypal } = window
    const buttons = paypal?.Buttons?.({ ...props, ...more })
    if (!buttons) throw new Error('There is no paypal.Buttons')
    expect(buttons.isEligible()).toBe(true)
    const shown = buttons.render(container)
    const channel = frames.connect(findFrame(container), FRAME_ORIGIN)
    if (!channel) throw new Error('The frame was not connected')
    channel.send({ kind: 'ready' })
    await shown
    return { buttons, channel }
  }
  /** Presses the button and waits for the subscription of the page. */
  async function press(channel: FrameChannel) {
    const order = channel.nextOfKind('order')
    channel.send({ kind: 'clicked' })
    expect(await order).toEqual({ kind: 'order', id: 'I-BW452GLLEP1G' })
  }

  it('shows its button in a frame of the other origin and passes the function that disables it', async () => {
    const { channel } = await renderButtons()
    expect(findFrame(container).dataset['src']).toBe(`${FRAME_ORIGIN}/sandbox/paypal/button.html`)
    expect(frames.connect(findFrame(container), FRAME_ORIGIN)).toBeUndefined()
    expect(props.onInit).toHaveBeenCalledExactlyOnceWith({}, actions)
    const disabled = channel.nextOfKind('disable')
    const [[, initActions] = []] = props.onInit.mock.calls as [unknown, { disable(): Promise<void> }][]
    await initActions?.disable()
    await disabled
  })

  it('reports a blocked window and a failed capture as errors', async () => {
    const { channel } = await renderButtons()
    channel.send({ kind: 'clicked' })
    channel.send({ kind: 'failed', message: 'it was blocked' })
    await vi.waitFor(() => expect(props.onError).toHaveBeenCalledWith(new Error('it was blocked')))
    props.onApprove.mockRejectedValueOnce(new Error('not captured'))
    await press(channel)
    channel.send({ kind: 'approved', id: 'I-BW452GLLEP1G', payerId: 'SANDBOX5' })
    await vi.waitFor(() => expect(props.onError).toHaveBeenCalledWith(new Error('not captured')))
  })

  it('creates no subscription when the page rejects the click', async () => {
    const { channel } = await renderButtons({ onClick: (_, { reject }) => reject() })
    const abandoned = channel.nextOfKind('abandon')
    channel.send({ kind: 'clicked' })
    await abandoned
    expect(props.createSubscription).not.toHaveBeenCalled()
  })

  it('reports nothing after it is closed', async () => {
    const { buttons, channel } = await renderButtons()
    await press(channel)
    const abandoned = channel.nextOfKind('abandon')
    await buttons.close()
    await abandoned
    expect(container.querySelector('iframe')).toBeNull()
    channel.send({ kind: 'approved', id: 'I-BW452GLLEP1G', payerId: 'SANDBOX5' })
    expect(props.onApprove).not.toHaveBeenCalled()
  })

  it('rejects when its button does not load', async () => {
    vi.useFakeTimers()
    const { paypal } = window
    const shown = paypal?.Buttons?.(props).render(container)
    const rejected = expect(shown).rejects.toThrow('did not load')
    vi.advanceTimersByTime(15_000)
    await rejected
  })
})

describe('PayPal’s button', () => {
  let channel: FrameChannel
  const popup = { closed: false, close: vi.fn(), focus: vi.fn(), postMessage: vi.fn() }
  const open = vi.fn<(...given: unknown[]) => object | null>()
  const fromPopup = (data: unknown, origin = location.origin) => {
    const event = new MessageEvent('message', { data, origin })
    Object.defineProperty(event, 'source', { value: popup })
    window.dispatchEvent(event)
  }
  const press = () => document.getElementById('pay')?.click()
  /** Opens the window and returns the number of the attempt. */
  const openWindow = async () => {
    const clicked = channel.nextOfKind('clicked')
    press()
    const { number } = await clicked
    return number
  }
  beforeEach(async () => {
    popup.closed = false
    for (const mock of [popup.close, popup.focus, popup.postMessage, open]) mock.mockReset()
    popup.close.mockImplementation(() => void (popup.closed = true))
    open.mockReturnValue(popup)
    vi.stubGlobal('open', open)
    channel = await runFrame('paypal/client/button.html', 'paypal/client/button.js')
  })
  afterEach(() => channel.close())

  it('opens one window and sends the subscription when both are ready', async () => {
    const number = await openWindow()
    press()
    expect([open.mock.calls.length, popup.focus.mock.calls.length]).toEqual([1, 1])
    channel.send({ kind: 'order', number, id: 'I-1' })
    fromPopup({ kind: 'loaded' }, 'http://evil.example')
    fromPopup({ kind: 'loaded' })
    await vi.waitFor(() => {
      if (popup.postMessage.mock.calls.length === 0) fromPopup({ kind: 'loaded' })
      expect(popup.postMessage).toHaveBeenCalledWith({ kind: 'subscription', id: 'I-1' }, location.origin)
    })
    const approved = channel.nextOfKind('approved')
    fromPopup({ kind: 'approved', payerId: 'SANDBOX5' })
    expect(await approved).toEqual({ kind: 'approved', id: 'I-1', payerId: 'SANDBOX5' })
    expect(popup.closed).toBe(true)
  })

  it('reports a blocked window', async () => {
    open.mockReturnValue(null)
    const failed = channel.nextOfKind('failed')
    press()
    expect(await failed).toMatchObject({ message: expect.stringContaining('blocked') })
  })

  it('opens no window while it is disabled', async () => {
    channel.send({ kind: 'disable' })
    await vi.waitFor(() => expect(document.getElementById('pay')?.getAttribute('aria-disabled')).toBe('true'))
    press()
    expect(open).not.toHaveBeenCalled()
    channel.send({ kind: 'enable' })
    await vi.waitFor(() => expect(document.getElementById('pay')?.getAttribute('aria-disabled')).toBe('false'))
    press()
    expect(open).toHaveBeenCalledOnce()
  })

  it('closes its window when the page abandons the attempt', async () => {
    channel.send({ kind: 'abandon', number: await openWindow() })
    await vi.waitFor(() => expect(popup.close).toHaveBeenCalled())
    expect(channel.allOfKind('cancelled')).toEqual([])
  })
})

describe('PayPal’s window', () => {
  const opener = { postMessage: vi.fn() }
  const fetchMock = vi.fn<typeof fetch>()
  const at = (id: string) => document.getElementById(id)
  const openWindow = async (withOpener = true) => {
    vi.stubGlobal('opener', withOpener ? opener : null)
    vi.stubGlobal('fetch', fetchMock)
    opener.postMessage.mockReset()
    fetchMock.mockReset()
    await runPage('paypal/client/checkout.html', 'paypal/client/checkout.js')
  }
  const sendSubscription = () => {
    const event = new MessageEvent('message', { data: { kind: 'subscription', id: 'I-1' }, origin: location.origin })
    Object.defineProperty(event, 'source', { value: opener })
    window.dispatchEvent(event)
  }

  it.each([
    ['an active subscription', Response.json({ id: 'I-1', status: 'ACTIVE' })],
    ['an unknown subscription', Response.json({ message: 'not found' }, { status: 404 })],
  ])('does not approve %s', async (_, response) => {
    await openWindow()
    fetchMock.mockResolvedValueOnce(response)
    sendSubscription()
    await vi.waitFor(() => expect(at('title')?.textContent).toBe('This subscription can’t be approved'))
    expect(at('approve')?.hidden).toBe(true)
  })

  it('shows a message when it was opened without a payment', async () => {
    await openWindow(false)
    expect(at('message')?.textContent).toContain('press the PayPal button')
  })
})
