/** Deep equality of plain data, Map, Set and Date. Other objects are equal only if identical. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  if (a instanceof Date) return a.getTime() === (b as Date).getTime()
  if (a instanceof Map) return isEqual([...a.entries()], [...(b as Map<unknown, unknown>).entries()])
  if (a instanceof Set) return isEqual([...a], [...(b as Set<unknown>)])
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]))
}

export function formatValue(value: unknown): string {
  const toPlain = (inner: unknown): unknown => {
    if (typeof inner === 'function') return '(function)'
    return inner instanceof Map || inner instanceof Set ? [...inner] : inner
  }
  try {
    return JSON.stringify(value, (_, inner: unknown) => toPlain(inner)) ?? String(value)
  } catch {
    // Circular.
    return String(value)
  }
}
