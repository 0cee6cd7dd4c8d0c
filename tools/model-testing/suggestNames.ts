/** The Levenshtein distance of two strings. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Returns up to three names that are similar to a misspelled one, the nearest first. */
export function suggestNames(name: string, names: readonly string[]): string[] {
  const wanted = name.toLowerCase()
  const known = names.map((other) => {
    const lower = other.toLowerCase()
    const isPart = wanted.length > 2 && (lower.includes(wanted) || wanted.includes(lower))
    return { other, distance: isPart ? 1 : editDistance(wanted, lower) }
  })
  return known
    .filter(({ distance }) => distance <= Math.max(2, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ other }) => other)
}

export class UnknownNameError extends Error {
  constructor(what: string, name: string, names: readonly string[]) {
    const suggestions = suggestNames(name, names)
    const quoted = (list: readonly string[]): string => list.map((other) => `'${other}'`).join(', ')
    const hint = suggestions.length > 0 ? ` Did you mean ${quoted(suggestions)}?` : ` There are ${quoted(names)}.`
    super(`There is no ${what} '${name}'.${hint}`)
  }
}
