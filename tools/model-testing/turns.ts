/** Pairs of successive transitions: one, and one that is taken at the next happening. */
import { type Happening } from './happening.ts'
import { type Moment } from './step.ts'
import { type Arrival } from './walk.ts'

/** The pairs that a step makes with the one before it. */
export const pairsOf = (before: Moment, { taken }: Moment): string[] =>
  before.taken.flatMap((one) => taken.map((other) => `${one} ⇒ ${other}`))

export type Turn = { readonly at: Arrival; readonly happening: Happening; readonly pairs: readonly string[] }

/** For each pair of successive transitions that can be taken, the nearest turn that takes it. */
export function turnsOf(arrivals: readonly Arrival[]): Map<string, Turn> {
  const turns = new Map<string, Turn>()
  for (const at of arrivals) {
    const walked = at.same ?? at
    const onward = [
      ...walked.next.flatMap(({ happening, moment }) => (happening ? [{ happening, moment }] : [])),
      ...walked.folded.map(({ happening, into }) => ({ happening, moment: into.moment })),
    ]
    for (const { happening, moment } of onward) {
      const pairs = pairsOf(at.moment, moment)
      for (const pair of pairs) if (!turns.has(pair)) turns.set(pair, { at, happening, pairs })
    }
  }
  return turns
}
