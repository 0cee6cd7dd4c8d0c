/** Pairs of transitions that successive steps take. */
import { type Trigger } from './trigger.ts'
import { type ActorState } from './stepper.ts'
import { type PathNode } from './pathRun.ts'

export const transitionPairsBetween = (before: ActorState, { taken }: ActorState): string[] =>
  before.taken.flatMap((one) => taken.map((other) => `${one} ⇒ ${other}`))

export type TransitionPairStep = {
  readonly node: PathNode
  readonly trigger: Trigger
  readonly pairs: readonly string[]
}

export function findTransitionPairs(nodes: readonly PathNode[]): Map<string, TransitionPairStep> {
  const steps = new Map<string, TransitionPairStep>()
  for (const node of nodes) {
    const explored = node.duplicateOf ?? node
    const onward = [
      ...explored.next.flatMap(({ trigger, actorState }) => (trigger ? [{ trigger, actorState }] : [])),
      ...explored.merged.map(({ trigger, into }) => ({ trigger, actorState: into.actorState })),
    ]
    for (const { trigger, actorState } of onward) {
      const pairs = transitionPairsBetween(node.actorState, actorState)
      for (const pair of pairs) if (!steps.has(pair)) steps.set(pair, { node, trigger, pairs })
    }
  }
  return steps
}
