/** States and transitions as text. */
import { conditionOf, ROOT, type Graph, type State, type Transition } from './graph.ts'

export const stateName = (graph: Graph, path: string): string => (path === ROOT ? graph.name : path)

export function kindTexts({ kind, isInitial, isRegion, children }: State): string[] {
  return [
    ...(isInitial ? ['starts here'] : []),
    ...(isRegion ? ['region'] : []),
    ...(kind === 'parallel' ? [`${children.length} regions at once`] : []),
    ...(kind === 'final' ? ['final'] : []),
    ...(kind === 'history' ? ['history'] : []),
  ]
}

export function relativeName(graph: Graph, path: string, from: string): string {
  const parent = from.split('.').slice(0, -1).join('.')
  return parent !== '' && path.startsWith(`${parent}.`) ? path.slice(parent.length + 1) : stateName(graph, path)
}

/** `form.submit if isComplete`. */
export function causeText(transition: Transition): string {
  const condition = conditionOf(transition)
  return `${transition.cause.text}${condition && ` ${condition}`}`
}

/** `form.submit if isComplete → submitting`. */
export function transitionText(graph: Graph, transition: Transition): string {
  const targets = transition.targets.map((target) => relativeName(graph, target, transition.source)).join(', ')
  return `${causeText(transition)} → ${targets || 'stays'}`
}

export function graphSizeText(graph: Graph): string {
  const states = graph.states.size - 1
  const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
  return `${count(states, 'state')}, ${count(graph.transitions.size, 'transition')}`
}
