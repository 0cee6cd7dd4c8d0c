// @vitest-environment happy-dom
import { loadScript, type PayPalButtonsComponentOptions } from '@paypal/paypal-js'
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
    const line = frames.connect(findFrame(container), FRAME_ORIGIN)
    if (!line) throw new Error('The frame was not connected')
    line.send({ kind: 'ready' })
    await shown
    return { buttons, line }
  }
  /** Presses the button and waits for the subscription of the page. */
  async function press(line: FrameChannel) {
    const order = line.nextOfKind('order')
    line.send({ kind: 'clicked' })
    expect(await order).toEqual({ kind: 'order', id: 'I-BW452GLLEP1G' })
  }

  it('is loaded by PayPal’s loader from a path of this origin', async () => {
    const requested: string[] = []
    vi.spyOn(document.head, 'insertBefore').mockImplementation((node) => {
      if (!(node instanceof HTMLScriptElement)) throw new Error('The node is not a script')
      requested.push(node.getAttribute('src') ?? '')
      node.onload?.(new Event('load'))
      return node
    })
    Reflect.deleteProperty(window, 'paypal')
    const loading = loadScript({
      clientId: 'sandbox-client',
      vault: true,
      intent: 'subscription',
      sdkBaseUrl: SDK_PATH,
    })
    await expect(loading).rejects.toThrow('not available')
    await runScript('paypal/client/sdk.js', `http://localhost:3000${SDK_PATH}?client-id=x`)
    const loaded = await loadScript({ clientId: 'sandbox-client', sdkBaseUrl: SDK_PATH })
    expect(loaded).toBe(window.paypal)
    expect(requested).toEqual([
      `${SDK_PATH}?client-id=sandbox-client&vault=true&intent=subscription`,
      `${SDK_PATH}?client-id=sandbox-client`,
    ])
  })

  it('shows its button in a frame of the other origin and passes the function that disables it', async () => {
    const { line } = await renderButtons()
    expect(findFrame(container).dataset['src']).toBe(`${FRAME_ORIGIN}/sandbox/paypal/button.html`)
    expect(frames.connect(findFrame(container), FRAME_ORIGIN)).toBeUndefined()
    expect(props.onInit).toHaveBeenCalledExactlyOnceWith({}, actions)
    const disabled = line.nextOfKind('disable')
    const [[, initActions] = []] = props.onInit.mock.calls as [unknown, { disable(): Promise<void> }][]
    await initActions?.disable()
    await disabled
  })

  it('creates the subscription on a click and reports the approval once', async () => {
    const { line } = await renderButtons()
    await press(line)
    line.send({ kind: 'approved', id: 'I-BW452GLLEP1G', payerId: 'SANDBOX5' })
    line.send({ kind: 'cancelled' })
    await vi.waitFor(() => expect(props.onApprove).toHaveBeenCalledOnce())
    expect(props.onApprove).toHaveBeenCalledWith(
      expect.objectContaining({ subscriptionID: 'I-BW452GLLEP1G', payerID: 'SANDBOX5' }),
      expect.objectContaining({ redirect: expect.any(Function), restart: expect.any(Function) }),
    )
    expect([props.onCancel.mock.calls, props.onError.mock.calls]).toEqual([[], []])
  })

  it('reports a closed window as a cancellation', async () => {
    const { line } = await renderButtons()
    await press(line)
    line.send({ kind: 'cancelled' })
    await vi.waitFor(() => expect(props.onCancel).toHaveBeenCalledOnce())
    expect([props.onApprove.mock.calls, props.onError.mock.calls]).toEqual([[], []])
  })

  it('closes the window and reports the error when the subscription cannot be created', async () => {
    const { line } = await renderButtons()
    props.createSubscription.mockRejectedValueOnce(new Error('no plan'))
    const abandoned = line.nextOfKind('abandon')
    line.send({ kind: 'clicked' })
    await abandoned
    await vi.waitFor(() => expect(props.onError).toHaveBeenCalledExactlyOnceWith(new Error('no plan')))
    props.createSubscription.mockResolvedValueOnce('')
    line.send({ kind: 'clicked' })
    await vi.waitFor(() => expect(props.onError).toHaveBeenCalledTimes(2))
  })

  it('reports a blocked window and a failed capture as errors', async () => {
    const { line } = await renderButtons()
    line.send({ kind: 'clicked' })
    line.send({ kind: 'failed', message: 'it was blocked' })
    await vi.waitFor(() => expect(props.onError).toHaveBeenCalledWith(new Error('it was blocked')))
    props.onApprove.mockRejectedValueOnce(new Error('not captured'))
    await press(line)
    line.send({ kind: 'approved', id: 'I-BW452GLLEP1G', payerId: 'SANDBOX5' })
    await vi.waitFor(() => expect(props.onError).toHaveBeenCalledWith(new Error('not captured')))
  })

  it('creates no subscription when the page rejects the click', async () => {
    const { line } = await renderButtons({ onClick: (_, { reject }) => reject() })
    const abandoned = line.nextOfKind('abandon')
    line.send({ kind: 'clicked' })
    await abandoned
    expect(props.createSubscription).not.toHaveBeenCalled()
  })

  it('reports nothing after it is closed', async () => {
    const { buttons, line } = await renderButtons()
    await press(line)
    const abandoned = line.nextOfKind('abandon')
    await buttons.close()
    await abandoned
    expect(container.querySelector('iframe')).toBeNull()
    line.send({ kind: 'approved', id: 'I-BW452GLLEP1G', payerId: 'SANDBOX5' })
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
  let line: FrameChannel
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
    const clicked = line.nextOfKind('clicked')
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
    line = await runFrame('paypal/client/button.html', 'paypal/client/button.js')
  })
  afterEach(() => line.close())

  it('opens one window and sends the subscription when both are ready', async () => {
    const number = await openWindow()
    press()
    expect([open.mock.calls.length, popup.focus.mock.calls.length]).toEqual([1, 1])
    line.send({ kind: 'order', number, id: 'I-1' })
    fromPopup({ kind: 'loaded' }, 'http://evil.example')
    fromPopup({ kind: 'loaded' })
    await vi.waitFor(() => {
      if (popup.postMessage.mock.calls.length === 0) fromPopup({ kind: 'loaded' })
      expect(popup.postMessage).toHaveBeenCalledWith({ kind: 'subscription', id: 'I-1' }, location.origin)
    })
    const approved = line.nextOfKind('approved')
    fromPopup({ kind: 'approved', payerId: 'SANDBOX5' })
    expect(await approved).toEqual({ kind: 'approved', id: 'I-1', payerId: 'SANDBOX5' })
    expect(popup.closed).toBe(true)
  })

  it('reports a closed window as canceled', async () => {
    press()
    const cancelled = line.nextOfKind('cancelled')
    popup.closed = true
    fromPopup({ kind: 'leaving' })
    await cancelled
    expect(line.allOfKind('cancelled')).toHaveLength(1)
  })

  it('reports a blocked window', async () => {
    open.mockReturnValue(null)
    const failed = line.nextOfKind('failed')
    press()
    expect(await failed).toMatchObject({ message: expect.stringContaining('blocked') })
  })

  it('opens no window while it is disabled', async () => {
    line.send({ kind: 'disable' })
    await vi.waitFor(() => expect(document.getElementById('pay')?.getAttribute('aria-disabled')).toBe('true'))
    press()
    expect(open).not.toHaveBeenCalled()
    line.send({ kind: 'enable' })
    await vi.waitFor(() => expect(document.getElementById('pay')?.getAttribute('aria-disabled')).toBe('false'))
    press()
    expect(open).toHaveBeenCalledOnce()
  })

  it('closes its window when the page abandons the attempt', async () => {
    line.send({ kind: 'abandon', number: await openWindow() })
    await vi.waitFor(() => expect(popup.close).toHaveBeenCalled())
    expect(line.allOfKind('cancelled')).toEqual([])
  })

  it('is hidden until the page is connected', async () => {
    expect(document.getElementById('pay')?.hidden).toBe(true)
    line.send({ kind: 'show' })
    await vi.waitFor(() => expect(document.getElementById('pay')?.hidden).toBe(false))
  })

  it('opens a new window after the first was closed and ignores messages about the first', async () => {
    const first = await openWindow()
    const cancelled = line.nextOfKind('cancelled')
    popup.closed = true
    open.mockImplementationOnce(() => Object.assign(popup, { closed: false }))
    const second = await openWindow()
    await cancelled
    expect(open).toHaveBeenCalledTimes(2)
    line.send({ kind: 'abandon', number: first })
    line.send({ kind: 'order', number: first, id: 'I-0' })
    line.send({ kind: 'order', number: second, id: 'I-1' })
    await vi.waitFor(() => {
      fromPopup({ kind: 'loaded' })
      expect(popup.postMessage).toHaveBeenCalled()
    })
    expect(popup.postMessage).toHaveBeenLastCalledWith({ kind: 'subscription', id: 'I-1' }, location.origin)
    expect(popup.postMessage).not.toHaveBeenCalledWith({ kind: 'subscription', id: 'I-0' }, location.origin)
    expect(popup.close).not.toHaveBeenCalled()
  })
})

describe('PayPal’s window', () => {
  const opener = { postMessage: vi.fn() }
  const fetchMock = vi.fn<typeof fetch>()
  const subscription = {
    id: 'I-1',
    status: 'APPROVAL_PENDING',
    product: 'Yearly',
    price: '179.00',
    currency: 'USD',
    trial_days: 7,
    subscriber: 'guest@statecast.test',
  }
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

  it('shows the subscription and approves it', async () => {
    await openWindow()
    expect(opener.postMessage).toHaveBeenCalledWith({ kind: 'loaded' }, location.origin)
    fetchMock.mockResolvedValueOnce(Response.json(subscription))
    sendSubscription()
    await vi.waitFor(() => expect(at('approve')?.hidden).toBe(false))
    expect(at('title')?.textContent).toBe('Subscribe to Yearly')
    expect([at('price')?.textContent, at('trial')?.textContent]).toEqual(['$179.00', '$0.00, 7 days free'])
    fetchMock.mockResolvedValueOnce(Response.json({ id: 'I-1', status: 'APPROVED', payer_id: 'SANDBOX5' }))
    at('approve')?.click()
    at('approve')?.click()
    await vi.waitFor(() =>
      expect(opener.postMessage).toHaveBeenCalledWith({ kind: 'approved', payerId: 'SANDBOX5' }, location.origin),
    )
    expect(fetchMock.mock.calls.map(([address]) => address)).toEqual([
      '/sandbox/paypal/v1/subscriptions/read',
      '/sandbox/paypal/v1/subscriptions/approve',
    ])
  })

  it('reports a cancellation and leaving', async () => {
    await openWindow()
    const close = vi.fn()
    vi.stubGlobal('close', close)
    at('cancel')?.click()
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(opener.postMessage).toHaveBeenCalledWith({ kind: 'cancelled' }, location.origin)
    window.dispatchEvent(new Event('pagehide'))
    expect(opener.postMessage).toHaveBeenCalledWith({ kind: 'leaving' }, location.origin)
  })

  it.each([
    ['an active subscription', Response.json({ ...subscription, status: 'ACTIVE' })],
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
