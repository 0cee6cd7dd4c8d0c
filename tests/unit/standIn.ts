import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'

/**
 * Runs the stand-ins' own scripts in this window: a provider's script as the application's page runs it, or one of its
 * framed pages, with the other side of the channel played by the test.
 */

export const CONNECT = 'statecast-sandbox:connect'
export const LISTENING = 'statecast-sandbox:listening'

const place = (path: string) => join(import.meta.dirname, '..', '..', 'server', 'sandbox', path)

type Said = Readonly<Record<string, unknown>>

/** One end of a channel: what came, and a promise of the next message of a kind. */
export class Line {
  readonly heard: Said[] = []
  readonly #port: MessagePort
  #waiting: { readonly kind: string; readonly found: (message: Said) => void }[] = []

  constructor(port: MessagePort) {
    this.#port = port
    port.onmessage = ({ data }: MessageEvent<Said>) => {
      this.heard.push(data)
      const here = this.#waiting.filter(({ kind }) => kind === data['kind'])
      this.#waiting = this.#waiting.filter(({ kind }) => kind !== data['kind'])
      for (const { found } of here) found(data)
    }
  }
  say(message: Said): void {
    this.#port.postMessage(message)
  }
  /** The next message of this kind. Ask before what makes it come. */
  next(kind: string): Promise<Said> {
    return new Promise((found) => this.#waiting.push({ kind, found }))
  }
  of(kind: string): Said[] {
    return this.heard.filter((message) => message['kind'] === kind)
  }
  close(): void {
    this.#port.close()
  }
}

/** Runs a provider's script as if it stood at this address. */
export async function runScript(path: string, src: string): Promise<void> {
  Object.defineProperty(document, 'currentScript', { configurable: true, value: { src, dataset: {} } })
  vi.resetModules()
  await import(/* @vite-ignore */ place(path))
}

/** Puts a page's markup here and runs its script. */
export async function runPage(page: string, script: string): Promise<void> {
  // Without its head: a style sheet is nothing that this window could load.
  const markup = /<body>[^]*<\/body>/.exec(await readFile(place(page), 'utf8'))?.[0] ?? ''
  const parsed = new DOMParser().parseFromString(markup, 'text/html')
  document.body.replaceChildren(...parsed.body.children)
  vi.resetModules()
  await import(/* @vite-ignore */ place(script))
}

/** The same for a framed page; answers the test's end of its channel, once it is ready. */
export async function runFrame(page: string, script: string): Promise<Line> {
  await runPage(page, script)
  const { port1, port2 } = new MessageChannel()
  const line = new Line(port1)
  const ready = line.next('ready')
  window.dispatchEvent(new MessageEvent('message', { data: CONNECT, source: window, ports: [port2] }))
  await ready
  return line
}

interface Sent {
  readonly data: unknown
  readonly to: string
  readonly ports: readonly MessagePort[]
}

/** What was said to the windows inside this page's frames. */
export interface Frames {
  readonly sent: Sent[]
  /** The frame reports that it listens, as its script does; answers the test's end of its channel. */
  connect(frame: HTMLIFrameElement, origin: string): Line | undefined
  restore(): void
}

/** Frames that load nothing: the test speaks for what would be in them. */
export function playFrames(): Frames {
  // Left empty, a frame is a blank page: happy-dom complains of it unless it may load one.
  const { settings } = Reflect.get(window, 'happyDOM') as { settings: Record<string, unknown> }
  Object.assign(settings, { disableIframePageLoading: false, enableIframePageLoading: true })
  const sent: Sent[] = []
  const windows = new WeakMap<HTMLIFrameElement, object>()
  const inside = vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function (
    this: HTMLIFrameElement,
  ) {
    const known = windows.get(this) ?? {
      postMessage: (data: unknown, to: string, ports: readonly MessagePort[] = []) => sent.push({ data, to, ports }),
    }
    windows.set(this, known)
    return known as Window
  })
  const source = vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLIFrameElement,
    address: string,
  ) {
    this.dataset['src'] = address
  })
  return {
    sent,
    connect(frame, origin) {
      const before = sent.length
      window.dispatchEvent(new MessageEvent('message', { data: LISTENING, origin, source: frame.contentWindow }))
      const [port] = sent[before]?.ports ?? []
      return port && new Line(port)
    },
    restore() {
      inside.mockRestore()
      source.mockRestore()
    },
  }
}

export function theFrame(within: ParentNode = document): HTMLIFrameElement {
  const frame = within.querySelector('iframe')
  if (!frame) throw new Error('There is no frame')
  return frame
}
