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

describe('PayPal’s SDK stand-in', () => {
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

  async function rendered(more: Partial<PayPalButtonsComponentOptions> = {}) {
    const { paypal } = window
    const buttons = paypal?.Buttons?.({ ...props, ...more })
    if (!buttons) throw new Error('There is no paypal.Buttons')
    expect(buttons.isEligible()).toBe(true)
    const shown = buttons.render(container)
    const line = frames.connect(findFrame(container), FRAME_ORIGIN)
    if (!line) throw new Error('The frame was not answered')
    line.send({ kind: 'ready' })
    await shown
    return { buttons, line }
  }
  /** The person presses the button, and the page's subscription reaches the window. */
  async function pressed(line: FrameChannel) {
    const order = line.nextOfKind('order')
    line.send({ kind: 'clicked' })
    expect(await order).toEqual({ kind: 'order', id: 'I-BW452GLLEP1G' })
  }

  it('is what PayPal’s own loader finds behind a path of this origin', async () => {
    const asked: string[] = []
    vi.spyOn(document.head, 'insertBefore').mockImplementation((node) => {
      if (!(node instanceof HTMLScriptElement)) throw new Error('No script was asked for')
      asked.push(node.getAttribute('src') ?? '')
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
    expect(asked).toEqual([
      `${SDK_PATH}?client-id=sandbox-client&vault=true&intent=subscription`,
      `${SDK_PATH}?client-id=sandbox-client`,
    ])
  })

  it('shows its button in a frame of the other origin and hands over how to disable it', async () => {
    const { line } = await rendered()
    expect(findFrame(container).dataset['src']).toBe(`${FRAME_ORIGIN}/sandbox/paypal/button.html`)
    expect(frames.connect(findFrame(container), FRAME_ORIGIN)).toBeUndefined()
    expect(props.onInit).toHaveBeenCalledExactlyOnceWith({}, actions)
    const disabled = line.nextOfKind('disable')
    const [[, given] = []] = props.onInit.mock.calls
    await given.disable()
    await disabled
  })

  it('creates the subscription at the press, and tells the approval once', async () => {
    const { line } = await rendered()
    await pressed(line)
    line.send({ kind: 'approved', id: 'I-BW452GLLEP1G', payerId: 'SANDBOX5' })
    line.send({ kind: 'cancelled' })
    await vi.waitFor(() => expect(props.onApprove).toHaveBeenCalledOnce())
    expect(props.onApprove).toHaveBeenCalledWith(
      expect.objectContaining({ subscriptionID: 'I-BW452GLLEP1G', payerID: 'SANDBOX5' }),
      expect.objectContaining({ redirect: expect.any(Function), restart: expect.any(Function) }),
    )
    expect([props.onCancel.mock.calls, props.onError.mock.calls]).toEqual([[], []])
  })

  it('tells a closed window as a cancel', async () => {
    const { line } = await rendered()
    await pressed(line)
    line.send({ kind: 'cancelled' })
    await vi.waitFor(() => expect(props.onCancel).toHaveBeenCalledOnce())
    expect([props.onApprove.mock.calls, props.onError.mock.calls]).toEqual([[], []])
  })

  it('closes the window and tells the error where no subscription can be made', async () => {
    const { line } = await rendered()
    props.createSubscription.mockRejectedValueOnce(new Error('no plan'))
    const abandoned = line.nextOfKind('abandon')
    line.send({ kind: 'clicked' })
    await abandoned
    await vi.waitFor(() => expect(props.onError).toHaveBeenCalledExactlyOnceWith(new Error('no plan')))
    props.createSubscription.mockResolvedValueOnce('')
    line.send({ kind: 'clicked' })
    await vi.waitFor(() => expect(props.onError).toHaveBeenCalledTimes(2))
  })

  it('tells a blocked window and a failed capture as errors', async () => {
    const { line } = await rendered()
    line.send({ kind: 'clicked' })
    line.send({ kind: 'failed', message: 'it was blocked' })
    await vi.waitFor(() => expect(props.onError).toHaveBeenCalledWith(new Error('it was blocked')))
    props.onApprove.mockRejectedValueOnce(new Error('not captured'))
    await pressed(line)
    line.send({ kind: 'approved', id: 'I-BW452GLLEP1G', payerId: 'SANDBOX5' })
    await vi.waitFor(() => expect(props.onError).toHaveBeenCalledWith(new Error('not captured')))
  })

  it('creates nothing where the page refuses the press', async () => {
    const { line } = await rendered({ onClick: (_, { reject }) => reject() })
    const abandoned = line.nextOfKind('abandon')
    line.send({ kind: 'clicked' })
    await abandoned
    expect(props.createSubscription).not.toHaveBeenCalled()
  })

  it('once closed tells nothing any more', async () => {
    const { buttons, line } = await rendered()
    await pressed(line)
    const abandoned = line.nextOfKind('abandon')
    await buttons.close()
    await abandoned
    expect(container.querySelector('iframe')).toBeNull()
    line.send({ kind: 'approved', id: 'I-BW452GLLEP1G', payerId: 'SANDBOX5' })
    expect(props.onApprove).not.toHaveBeenCalled()
  })

  it('says so when its button does not load', async () => {
    vi.useFakeTimers()
    const { paypal } = window
    const shown = paypal?.Buttons?.(props).render(container)
    const told = expect(shown).rejects.toThrow('did not load')
    vi.advanceTimersByTime(15_000)
    await told
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
  /** The number by which the page speaks of the window that this press opens. */
  const opened = async () => {
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

  it('opens one window at the press, and hands over the subscription once both are there', async () => {
    const number = await opened()
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

  it('takes a window that is closed for a cancel', async () => {
    press()
    const cancelled = line.nextOfKind('cancelled')
    popup.closed = true
    fromPopup({ kind: 'leaving' })
    await cancelled
    expect(line.allOfKind('cancelled')).toHaveLength(1)
  })

  it('says that its window was blocked', async () => {
    open.mockReturnValue(null)
    const failed = line.nextOfKind('failed')
    press()
    expect(await failed).toMatchObject({ message: expect.stringContaining('blocked') })
  })

  it('opens nothing while it is disabled', async () => {
    line.send({ kind: 'disable' })
    await vi.waitFor(() => expect(document.getElementById('pay')?.getAttribute('aria-disabled')).toBe('true'))
    press()
    expect(open).not.toHaveBeenCalled()
    line.send({ kind: 'enable' })
    await vi.waitFor(() => expect(document.getElementById('pay')?.getAttribute('aria-disabled')).toBe('false'))
    press()
    expect(open).toHaveBeenCalledOnce()
  })

  it('closes its window when the page gives up', async () => {
    line.send({ kind: 'abandon', number: await opened() })
    await vi.waitFor(() => expect(popup.close).toHaveBeenCalled())
    expect(line.allOfKind('cancelled')).toEqual([])
  })

  it('is not shown before the page listens', async () => {
    expect(document.getElementById('pay')?.hidden).toBe(true)
    line.send({ kind: 'show' })
    await vi.waitFor(() => expect(document.getElementById('pay')?.hidden).toBe(false))
  })

  it('opens anew right after its window was closed, and what was said of the closed one is not for the new one', async () => {
    const first = await opened()
    const cancelled = line.nextOfKind('cancelled')
    popup.closed = true
    open.mockImplementationOnce(() => Object.assign(popup, { closed: false }))
    const second = await opened()
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
  const answers = vi.fn<typeof fetch>()
  const found = {
    id: 'I-1',
    status: 'APPROVAL_PENDING',
    product: 'Yearly',
    price: '179.00',
    currency: 'USD',
    trial_days: 7,
    subscriber: 'guest@statecast.test',
  }
  const at = (id: string) => document.getElementById(id)
  const begin = async (withOpener = true) => {
    vi.stubGlobal('opener', withOpener ? opener : null)
    vi.stubGlobal('fetch', answers)
    opener.postMessage.mockReset()
    answers.mockReset()
    await runPage('paypal/client/checkout.html', 'paypal/client/checkout.js')
  }
  const handOver = () => {
    const event = new MessageEvent('message', { data: { kind: 'subscription', id: 'I-1' }, origin: location.origin })
    Object.defineProperty(event, 'source', { value: opener })
    window.dispatchEvent(event)
  }

  it('shows what it is about, and approves it', async () => {
    await begin()
    expect(opener.postMessage).toHaveBeenCalledWith({ kind: 'loaded' }, location.origin)
    answers.mockResolvedValueOnce(Response.json(found))
    handOver()
    await vi.waitFor(() => expect(at('approve')?.hidden).toBe(false))
    expect(at('title')?.textContent).toBe('Subscribe to Yearly')
    expect([at('price')?.textContent, at('trial')?.textContent]).toEqual(['$179.00', '$0.00, 7 days free'])
    answers.mockResolvedValueOnce(Response.json({ id: 'I-1', status: 'APPROVED', payer_id: 'SANDBOX5' }))
    at('approve')?.click()
    at('approve')?.click()
    await vi.waitFor(() =>
      expect(opener.postMessage).toHaveBeenCalledWith({ kind: 'approved', payerId: 'SANDBOX5' }, location.origin),
    )
    expect(answers.mock.calls.map(([address]) => address)).toEqual([
      '/sandbox/paypal/v1/subscriptions/read',
      '/sandbox/paypal/v1/subscriptions/approve',
    ])
  })

  it('cancels, and tells that it is left', async () => {
    await begin()
    const close = vi.fn()
    vi.stubGlobal('close', close)
    at('cancel')?.click()
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(opener.postMessage).toHaveBeenCalledWith({ kind: 'cancelled' }, location.origin)
    window.dispatchEvent(new Event('pagehide'))
    expect(opener.postMessage).toHaveBeenCalledWith({ kind: 'leaving' }, location.origin)
  })

  it.each([
    ['one that was used', Response.json({ ...found, status: 'ACTIVE' })],
    ['one that nobody made', Response.json({ message: 'not there' }, { status: 404 })],
  ])('approves nothing else: %s', async (_, answer) => {
    await begin()
    answers.mockResolvedValueOnce(answer)
    handOver()
    await vi.waitFor(() => expect(at('title')?.textContent).toBe('This can’t be done'))
    expect(at('approve')?.hidden).toBe(true)
  })

  it('opened by hand says what it is', async () => {
    await begin(false)
    expect(at('said')?.textContent).toContain('press the PayPal button')
  })
})
