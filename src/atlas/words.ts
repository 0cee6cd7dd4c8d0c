/** How states and transitions read in lists. */
import { conditionOf, ROOT, type Graph, type State, type Transition } from './graph.ts'

export const stateName = (graph: Graph, path: string): string => (path === ROOT ? graph.name : path)

/** What kind of state it is, in words; nothing for a plain one. */
export function kindWords({ kind, isInitial, isRegion, children }: State): string[] {
  return [
    ...(isInitial ? ['starts here'] : []),
    ...(isRegion ? ['region'] : []),
    ...(kind === 'parallel' ? [`${children.length} regions at once`] : []),
    ...(kind === 'final' ? ['final'] : []),
    ...(kind === 'history' ? ['history'] : []),
  ]
}

/** `form.submit if isComplete → submitting`. */
export function transitionWords(graph: Graph, transition: Transition): string {
  const condition = conditionOf(transition)
  const targets = transition.targets.map((target) => stateName(graph, target)).join(', ')
  return `${transition.cause.words}${condition && ` ${condition}`} → ${targets || 'stays'}`
}

/** Told once on the whole: 'Statechart signIn: 9 states, 12 transitions.' */
export function graphWords(graph: Graph): string {
  const states = graph.states.size - 1
  const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
  return `${count(states, 'state')}, ${count(graph.transitions.size, 'transition')}`
}
