import * as v from 'valibot'

/** The part of `Storage` that holds items. */
export type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** One stored value. No method throws if storage is blocked or full. */
export type StoredItem<T> = {
  /** The value; undefined without one. A damaged value is removed. */
  get(): T | undefined
  /** Stores the value, without fields that the schema does not name. Returns whether a reload will find it. */
  set(value: T): boolean
  remove(): void
}

/**
 * A value in storage, as JSON that matches `schema`.
 * @param getStorage is called at every use: in a private window reading `localStorage` may throw
 */
export function createStoredItem<const S extends v.GenericSchema>(
  getStorage: () => ItemStorage,
  name: string,
  schema: S,
): StoredItem<v.InferOutput<S>> {
  const remove = () => {
    try {
      getStorage().removeItem(name)
    } catch {
      // Storage is blocked, so nothing is stored.
    }
  }
  return {
    get() {
      try {
        const text = getStorage().getItem(name)
        return text === null ? undefined : v.parse(schema, JSON.parse(text))
      } catch {
        remove()
        return undefined
      }
    },
    set(value) {
      try {
        const text = JSON.stringify(v.parse(schema, value))
        const storage = getStorage()
        storage.setItem(name, text)
        return storage.getItem(name) === text
      } catch {
        return false
      }
    },
    remove,
  }
}
