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

/** A state as its neighbours call it: without what holds both. */
export function nearName(graph: Graph, path: string, from: string): string {
  const holder = from.split('.').slice(0, -1).join('.')
  return holder !== '' && path.startsWith(`${holder}.`) ? path.slice(holder.length + 1) : stateName(graph, path)
}

/** `form.submit if isComplete`. */
export function causeWords(transition: Transition): string {
  const condition = conditionOf(transition)
  return `${transition.cause.words}${condition && ` ${condition}`}`
}

/** `form.submit if isComplete → submitting`. */
export function transitionWords(graph: Graph, transition: Transition): string {
  const targets = transition.targets.map((target) => nearName(graph, target, transition.source)).join(', ')
  return `${causeWords(transition)} → ${targets || 'stays'}`
}

/** Told once on the whole: 'Statechart signIn: 9 states, 12 transitions.' */
export function graphWords(graph: Graph): string {
  const states = graph.states.size - 1
  const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
  return `${count(states, 'state')}, ${count(graph.transitions.size, 'transition')}`
}
