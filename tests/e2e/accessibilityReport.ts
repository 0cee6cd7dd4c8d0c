/** The result of the accessibility checks of the tours. */
import { type ViewportSize } from '@playwright/test'

/** A rule that axe or the tour found violated, with the selectors of the elements. */
export type Violation = { readonly rule: string; readonly help: string; readonly selectors: readonly string[] }

/** A check of the leaf states that the page showed at a size. */
export type AccessibilityCheck = {
  readonly machine: string
  readonly leaves: readonly string[]
  readonly size: ViewportSize | null
  readonly violations: readonly Violation[]
}

/** The leaf states of a machine that a browser can show. */
export type MachineLeaves = { readonly machine: string; readonly leaves: readonly string[] }

export type AccessibilityResult = {
  readonly isPassed: boolean
  readonly lines: readonly string[]
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
const sizeText = (size: ViewportSize | null): string => (size ? `${size.width} × ${size.height}` : '–')

/** Lists the violations by rule, and the leaf states that were not checked at each of `sizes`. */
export function createAccessibilityResult(
  planned: readonly MachineLeaves[],
  checks: readonly AccessibilityCheck[],
  sizes: readonly ViewportSize[],
): AccessibilityResult {
  const nameOf = (machine: string, leaf: string, size: ViewportSize | null) =>
    `${machine}, '${leaf}', ${sizeText(size)}`
  const done = new Set(checks.flatMap(({ machine, leaves, size }) => leaves.map((leaf) => nameOf(machine, leaf, size))))
  const leftOf = (machine: string, leaf: string) => sizes.filter((size) => !done.has(nameOf(machine, leaf, size)))
  const missing = planned.flatMap(({ machine, leaves }) =>
    leaves.map((leaf) => ({ leaf: `${machine}, '${leaf}'`, left: leftOf(machine, leaf) })),
  )
  const byRule = new Map<string, string[]>()
  for (const { machine, leaves, size, violations } of checks)
    for (const { rule, help, selectors } of violations) {
      const title = `${rule}: ${help}`
      const where = nameOf(machine, leaves.join("', '"), size)
      byRule.set(title, [...(byRule.get(title) ?? []), ...selectors.map((selector) => `  ${where}: ${selector}`)])
    }
  const states = planned.reduce((sum, { leaves }) => sum + leaves.length, 0)
  const wanted = states * sizes.length
  const unchecked = missing.reduce((sum, { left }) => sum + left.length, 0)
  const violations = [...byRule.values()].flat().length
  return {
    isPassed: wanted > 0 && unchecked === 0 && violations === 0,
    lines: [
      `${count(planned.length, 'machine')}, ${count(states, 'state')} at ${count(sizes.length, 'size')}: ` +
        `${wanted - unchecked} of ${wanted} checked, ${count(violations, 'violation')}.`,
      ...[...byRule].flatMap(([title, lines]) => ['', `${title} (${lines.length})`, ...lines]),
      ...(unchecked > 0 ? ['', 'Not checked:'] : []),
      ...missing.flatMap(({ leaf, left }) => (left.length > 0 ? [`  ${leaf}, ${left.map(sizeText).join(', ')}`] : [])),
    ],
  }
}
