/** Numbers and results for immutable objects that many states share. */

/** Returns a function that numbers objects by content: equal objects get the same number. It serializes an object once. */
export function createNumbering(): (object: object | undefined) => number {
  const byContent = new Map<string, number>()
  const byObject = new WeakMap<object, number>()
  return (object) => {
    if (object === undefined) return -1
    const known = byObject.get(object)
    if (known !== undefined) return known
    const content = JSON.stringify(object)
    const number = byContent.get(content) ?? byContent.size
    byContent.set(content, number)
    byObject.set(object, number)
    return number
  }
}

/** Stores the result of a pure function for each object. */
export function memoize<Key extends object, Value extends object>(calculate: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? calculate(key)
    known.set(key, value)
    return value
  }
}
