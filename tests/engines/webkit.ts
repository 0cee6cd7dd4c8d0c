/** WebKitGTK on a virtual display, through WebDriver. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../performance/freePort.ts'
import { windowSize, type Browser, type Engine, type Key } from './browser.ts'

const driver = '/usr/bin/WebKitWebDriver'
const display = '/usr/bin/Xvfb'

/** How long a command may take, in ms. It only detects a driver that hangs. */
const commandLimitMs = 30_000
/** The same for a script. The driver never answers for a script that starts while the page is replaced. */
const scriptLimitMs = 3_000

/** Key codes of WebDriver. */
const keyCodes: Record<Key, string> = { Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', Backspace: '\uE003' }

/** The property of a WebDriver element reference. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type ElementReference = Record<typeof elementKey, string>

/** Starts a virtual display on a free number and returns its name. */
async function startDisplay(): Promise<{ name: string; child: ChildProcess }> {
  const screen = `${windowSize.width}x${windowSize.height + 100}x24`
  const child = spawn(display, ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const output = child.stdio[3] as Readable
  const [line] = (await Promise.race([
    once(output, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${String(code)}`))),
  ])) as [Buffer]
  return { name: `:${line.toString().trim()}`, child }
}

/** Ends a child and the processes that it started. It must be the leader of its group. */
function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (exitCode === null && signalCode === null && pid !== undefined) process.kill(-pid, 'SIGTERM')
}

async function launchWebKit(): Promise<Browser> {
  const { name, child: displayProcess } = await startDisplay()
  const port = await freePort()
  const driverProcess = spawn(driver, [`--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: name, GDK_BACKEND: 'x11' },
  })
  const quit = () => {
    end(driverProcess)
    end(displayProcess)
  }
  process.once('exit', quit)

  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    limitMs = commandLimitMs,
  ): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(limitMs),
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (response.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${error}: ${message}`)
  }

  /** Waits until the driver listens. */
  async function waitForDriver(): Promise<void> {
    while (driverProcess.exitCode === null) {
      const isListening = await send('GET', '/status').then(
        () => true,
        () => false,
      )
      if (isListening) return
      await delay(20)
    }
    throw new Error(`WebKitWebDriver ended with ${driverProcess.exitCode}`)
  }

  async function connect() {
    await waitForDriver()
    // With another strategy, each command waits until all frames and streams of the page are loaded.
    const alwaysMatch = { acceptInsecureCerts: true, pageLoadStrategy: 'none' }
    const { sessionId, capabilities } = (await send('POST', '/session', { capabilities: { alwaysMatch } })) as {
      sessionId: string
      capabilities: { browserVersion: string }
    }
    return { session: `/session/${sessionId}`, version: capabilities.browserVersion }
  }

  const { session, version } = await connect()
  const post = (path: string, body?: object) => send('POST', session + path, body)
  const findElement = async (selector: string) =>
    (await post('/element', { using: 'css selector', value: selector })) as ElementReference
  const windows = async () => (await send('GET', `${session}/window/handles`)) as string[]
  const first = (await send('GET', `${session}/window`)) as string
  const resize = () => post('/window/rect', { x: 0, y: 0, ...windowSize })
  await resize()
  const perform = (id: string, type: string, actions: object[]) =>
    post('/actions', { actions: [{ type, id, actions }] })
  const typeKeys = (text: string) =>
    perform(
      'keyboard',
      'key',
      Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    )
  const run = (expression: string) =>
    send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }, scriptLimitMs)

  return {
    version: `WebKitGTK ${version}`,
    open: async (url) => void (await post('/url', { url })),
    evaluate: async (expression, frame) => {
      if (frame === undefined) return run(expression)
      await post('/frame', { id: await findElement(`iframe[title="${frame}"]`) })
      try {
        return await run(expression)
      } finally {
        await post('/frame', { id: null })
      }
    },
    pressAt: async (x, y) =>
      void (await perform('mouse', 'pointer', [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ])),
    type: async (text) => void (await typeKeys(text)),
    pressKey: async (key) => void (await typeKeys(keyCodes[key])),
    chooseFile: async (selector, path) => {
      const field = await findElement(selector)
      await post(`/element/${field[elementKey]}/value`, { text: path })
    },
    setCookie: async (cookie) => void (await post('/cookie', { cookie: { ...cookie, path: '/', sameSite: 'Strict' } })),
    openWindow: async () => {
      const { handle } = (await post('/window/new', { type: 'window' })) as { handle: string }
      await post('/window', { handle })
      await resize()
    },
    switchTo: async (window) => {
      const handle = window === 'first' ? first : (await windows()).find((one) => one !== first)
      if (handle !== undefined) await post('/window', { handle })
      return handle !== undefined
    },
    reset: async () => {
      for (const handle of await windows()) {
        if (handle === first) continue
        await post('/window', { handle })
        await send('DELETE', `${session}/window`)
      }
      await post('/window', { handle: first })
    },
    deleteCookies: async () => void (await send('DELETE', `${session}/cookie`)),
    quit: async () => {
      await send('DELETE', session).catch(() => undefined)
      process.off('exit', quit)
      quit()
    },
  }
}

export const webkit: Engine = {
  name: 'WebKit',
  missing: () => {
    const lacking = [driver, display].find((path) => !existsSync(path))
    return lacking === undefined ? undefined : `${lacking} is not installed`
  },
  launch: launchWebKit,
}
