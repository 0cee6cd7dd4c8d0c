import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'

/**
 * Runs the scripts of the fake providers in this window: a provider's script on the application's page, or the script of
 * a framed page. The test holds the other end of the message channel.
 */

const CONNECT = 'statecast-sandbox:connect'
const LISTENING = 'statecast-sandbox:listening'

const sandboxPath = (path: string) => join(import.meta.dirname, '..', '..', 'server', 'sandbox', path)

type FrameMessage = Readonly<Record<string, unknown>>

/** One end of a message channel with the received messages. */
export class FrameChannel {
  readonly received: FrameMessage[] = []
  readonly #port: MessagePort
  #waiting: { readonly kind: string; readonly resolve: (message: FrameMessage) => void }[] = []

  constructor(port: MessagePort) {
    this.#port = port
    port.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
      this.received.push(data)
      const matching = this.#waiting.filter(({ kind }) => kind === data['kind'])
      this.#waiting = this.#waiting.filter(({ kind }) => kind !== data['kind'])
      for (const { resolve } of matching) resolve(data)
    }
  }
  send(message: FrameMessage): void {
    this.#port.postMessage(message)
  }
  /** The next message of this kind. Call it before the action that causes the message. */
  nextOfKind(kind: string): Promise<FrameMessage> {
    return new Promise((resolve) => this.#waiting.push({ kind, resolve }))
  }
  allOfKind(kind: string): FrameMessage[] {
    return this.received.filter((message) => message['kind'] === kind)
  }
  close(): void {
    this.#port.close()
  }
}

/** Runs a provider's script with the URL `src`, after the script of the frames, as the server joins them. */
export async function runScript(path: string, src: string): Promise<void> {
  Object.defineProperty(document, 'currentScript', { configurable: true, value: { src, dataset: {} } })
  vi.resetModules()
  await import(/* @vite-ignore */ sandboxPath('client/providerFrames.js'))
  await import(/* @vite-ignore */ sandboxPath(path))
}

/** Inserts the markup of a page and runs its script. */
export async function runPage(page: string, script: string): Promise<void> {
  // Without the head, because this window cannot load its style sheet.
  const markup = /<body>[^]*<\/body>/.exec(await readFile(sandboxPath(page), 'utf8'))?.[0] ?? ''
  const parsed = new DOMParser().parseFromString(markup, 'text/html')
  document.body.replaceChildren(...parsed.body.children)
  vi.resetModules()
  await import(/* @vite-ignore */ sandboxPath(script))
}

/** Runs a framed page. Resolves with the test's end of the channel when the page is ready. */
export async function runFrame(page: string, script: string): Promise<FrameChannel> {
  await runPage(page, script)
  const { port1, port2 } = new MessageChannel()
  const channel = new FrameChannel(port1)
  const ready = channel.nextOfKind('ready')
  window.dispatchEvent(new MessageEvent('message', { data: CONNECT, source: window, ports: [port2] }))
  await ready
  return channel
}

interface PostedMessage {
  readonly data: unknown
  readonly to: string
  readonly ports: readonly MessagePort[]
}

/** Frames that load nothing, and the messages that were posted to their windows. */
export type FakeFrames = ReturnType<typeof createFakeFrames>

export function createFakeFrames() {
  // happy-dom reports an error for a blank frame unless page loading is enabled.
  const { settings } = Reflect.get(window, 'happyDOM') as { settings: Record<string, unknown> }
  Object.assign(settings, { disableIframePageLoading: false, enableIframePageLoading: true })
  const sent: PostedMessage[] = []
  const windows = new WeakMap<HTMLIFrameElement, object>()
  const contentWindowSpy = vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function (
    this: HTMLIFrameElement,
  ) {
    const known = windows.get(this) ?? {
      postMessage: (data: unknown, to: string, ports: readonly MessagePort[] = []) => sent.push({ data, to, ports }),
    }
    windows.set(this, known)
    return known as Window
  })
  const srcSpy = vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLIFrameElement,
    url: string,
  ) {
    this.dataset['src'] = url
  })
  return {
    sent,
    /** Reports that the frame listens, as its script does. Returns the test's end of the channel. */
    connect(frame: HTMLIFrameElement, origin: string) {
      const before = sent.length
      window.dispatchEvent(new MessageEvent('message', { data: LISTENING, origin, source: frame.contentWindow }))
      const [port] = sent[before]?.ports ?? []
      return port && new FrameChannel(port)
    },
    restore() {
      contentWindowSpy.mockRestore()
      srcSpy.mockRestore()
    },
  }
}

export function findFrame(within: ParentNode = document): HTMLIFrameElement {
  const frame = within.querySelector('iframe')
  if (!frame) throw new Error('There is no frame')
  return frame
}
