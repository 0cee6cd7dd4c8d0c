/** A fake storage area; `items` are the stored texts. */
export function createFakeStorage(start: Readonly<Record<string, string>> = {}) {
  const items = new Map(Object.entries(start))
  return {
    items,
    get length() {
      return items.size
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  }
}

/** Storage that the browser denies. */
export const deniedStorage = (): Storage => {
  throw new DOMException('denied', 'SecurityError')
}
