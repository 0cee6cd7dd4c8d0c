/** Finds states, events, actors and machines by a part of their name or description, or by what they serve. */
import { type Place } from './address.ts'
import { inOrder, ROOT, type Graph } from './graph.ts'
import { requirements } from './requirements.ts'
import { transitionWords } from './words.ts'

export type Found = { readonly place: Place; readonly title: string; readonly under: string }

type Known = Found & { readonly text: string; readonly rank: number }

/** The requirements by name and line. */
const served = (part: { readonly requirements: readonly string[] }): string[] =>
  part.requirements.flatMap((id) => [id, requirements.get(id) ?? ''])

/** Everything that can be found, in the order of the machines. */
export function catalogue(graphs: readonly Graph[]): Known[] {
  return graphs.flatMap((graph) => {
    const machine = graph.name
    const states = inOrder(graph.root).map((state): Known => {
      const isRoot = state.path === ROOT
      return {
        place: { machine, selected: isRoot ? undefined : { kind: 'state', path: state.path } },
        title: isRoot ? machine : state.path,
        under: isRoot ? 'machine' : machine,
        text: [
          machine,
          state.path,
          state.description,
          ...state.tags,
          ...state.invokes.map(({ id }) => id),
          ...served(state),
        ].join(' '),
        rank: isRoot ? 0 : 1,
      }
    })
    const transitions = [...graph.transitions.values()].map((transition): Known => ({
      place: { machine, selected: { kind: 'transition', key: transition.key } },
      title: transitionWords(graph, transition),
      under: `${machine}${transition.source === ROOT ? '' : `, in ${transition.source}`}`,
      text: [
        machine,
        transition.cause.words,
        transition.cause.subject,
        transition.guard,
        ...transition.actions,
        ...served(transition),
      ].join(' '),
      rank: 2,
    }))
    return [...states, ...transitions]
  })
}

const MOST = 60

/** What has all words of the question; what is called so comes first, then what begins so. */
export function seek(known: readonly Known[], question: string): { found: Found[]; more: number } {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return { found: [], more: 0 }
  const scored = known.flatMap((one) => {
    const text = one.text.toLowerCase()
    const title = one.title.toLowerCase()
    const names = [title, title.split('.').at(-1) ?? title, one.place.machine.toLowerCase()]
    const distance = (word: string): number => {
      if (names.includes(word)) return 0
      if (names.some((name) => name.startsWith(word))) return 1
      return title.includes(word) ? 2 : 3
    }
    if (!words.every((word) => text.includes(word))) return []
    // 'sign in' is signIn before it is anything else that has both words.
    const apart = names.some((name) => name === words.join(''))
      ? 0
      : words.reduce((sum, word) => sum + distance(word), 0)
    return [{ one, score: apart * 10 + one.rank }]
  })
  scored.sort((a, b) => a.score - b.score)
  return { found: scored.slice(0, MOST).map(({ one }) => one), more: Math.max(0, scored.length - MOST) }
}
