/** What the tabs of a browser share: local storage and locks. */

export type FakeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Fake local storage. Calls `onWrite` with every stored text. */
export function createFakeStorage(onWrite: (text: string) => void): FakeStorage {
  const items = new Map<string, string>()
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => {
      items.set(name, text)
      onWrite(text)
    },
    removeItem: (name) => void items.delete(name),
  }
}

/** Fake Web Locks with one holder at a time, in order of request. With `isExclusive` false, every request is granted. */
export class FakeLocks implements Pick<LockManager, 'request'> {
  readonly #queues = new Map<string, (() => void)[]>()
  readonly #isExclusive: boolean

  constructor(isExclusive = true) {
    this.#isExclusive = isExclusive
  }

  request<T>(name: string, callback: LockGrantedCallback<T>): Promise<T>
  request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<T>
  async request<T>(
    name: string,
    options: LockOptions | LockGrantedCallback<T>,
    callback?: LockGrantedCallback<T>,
  ): Promise<T> {
    const [{ ifAvailable = false, signal }, granted] =
      typeof options === 'function' ? [{} as LockOptions, options] : [options, callback]
    if (!granted) throw new TypeError('request() needs a callback')
    await Promise.resolve()
    signal?.throwIfAborted()
    const queue = this.#queues.get(name)
    const isHeld = queue !== undefined && this.#isExclusive
    if (isHeld && ifAvailable) return granted(null)
    if (isHeld) {
      await new Promise<void>((resolve, reject) => {
        queue.push(resolve)
        signal?.addEventListener('abort', () => {
          const index = queue.indexOf(resolve)
          if (index >= 0) queue.splice(index, 1)
          reject(new DOMException('The request was aborted', 'AbortError'))
        })
      })
    } else this.#queues.set(name, queue ?? [])
    try {
      return await granted({ name, mode: 'exclusive' })
    } finally {
      const next = this.#queues.get(name)?.shift()
      if (next) next()
      else this.#queues.delete(name)
    }
  }
}
