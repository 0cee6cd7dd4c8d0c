/** Deep equality over plain data, with Map, Set and Date; anything else is the same only if it is identical. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
  if (a instanceof Date) return a.getTime() === (b as Date).getTime()
  if (a instanceof Map) return same([...a.entries()], [...(b as Map<unknown, unknown>).entries()])
  if (a instanceof Set) return same([...a], [...(b as Set<unknown>)])
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]))
}

/** A value in one line, for a message. */
export function show(value: unknown): string {
  const seen = new Set<unknown>()
  const text = JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'function') return '(function)'
    if (typeof inner !== 'object' || inner === null) return inner
    if (seen.has(inner)) return '(seen)'
    seen.add(inner)
    return inner instanceof Map || inner instanceof Set ? [...inner] : inner
  })
  return text === undefined ? String(value) : text
}
