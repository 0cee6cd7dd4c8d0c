/** Finds states, events, actors and machines by a part of their name, description or requirement. */
import { type AtlasRoute } from './hashRoute.ts'
import { statesInOrder, ROOT, type Graph } from './graph.ts'
import { requirements } from './machines.ts'
import { transitionText } from './chartText.ts'

export type SearchResult = { readonly route: AtlasRoute; readonly title: string; readonly subtitle: string }

type SearchEntry = SearchResult & { readonly text: string; readonly rank: number }

const requirementTexts = (part: { readonly requirements: readonly string[] }): string[] =>
  part.requirements.flatMap((id) => [id, requirements.get(id) ?? ''])

export function createSearchIndex(graphs: readonly Graph[]): SearchEntry[] {
  return graphs.flatMap((graph) => {
    const machine = graph.name
    const states = statesInOrder(graph.root).map((state): SearchEntry => {
      const isRoot = state.path === ROOT
      return {
        route: { machine, selected: isRoot ? undefined : { kind: 'state', path: state.path } },
        title: isRoot ? machine : state.path,
        subtitle: isRoot ? 'machine' : machine,
        text: [
          machine,
          state.path,
          state.description,
          ...state.tags,
          ...state.invokes.map(({ id }) => id),
          ...requirementTexts(state),
        ].join(' '),
        rank: isRoot ? 0 : 1,
      }
    })
    const transitions = [...graph.transitions.values()].map((transition): SearchEntry => ({
      route: { machine, selected: { kind: 'transition', key: transition.key } },
      title: transitionText(graph, transition),
      subtitle: `${machine}${transition.source === ROOT ? '' : `, in ${transition.source}`}`,
      text: [
        machine,
        transition.cause.text,
        transition.cause.subject,
        transition.guard,
        ...transition.actions,
        ...requirementTexts(transition),
      ].join(' '),
      rank: 2,
    }))
    return [...states, ...transitions]
  })
}

const MAX_RESULTS = 60

/** Returns the entries that contain every search term. Exact names come first, then names that start with a term. */
export function findEntries(entries: readonly SearchEntry[], query: string): { found: SearchResult[]; more: number } {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return { found: [], more: 0 }
  const scored = entries.flatMap((one) => {
    const text = one.text.toLowerCase()
    const title = one.title.toLowerCase()
    const names = [title, title.split('.').at(-1) ?? title, one.route.machine.toLowerCase()]
    const distance = (word: string): number => {
      if (names.includes(word)) return 0
      if (names.some((name) => name.startsWith(word))) return 1
      return title.includes(word) ? 2 : 3
    }
    if (!words.every((word) => text.includes(word))) return []
    // 'sign in' finds signIn before other entries that contain both terms.
    const distanceSum = names.some((name) => name === words.join(''))
      ? 0
      : words.reduce((sum, word) => sum + distance(word), 0)
    return [{ one, score: distanceSum * 10 + one.rank }]
  })
  scored.sort((a, b) => a.score - b.score)
  return { found: scored.slice(0, MAX_RESULTS).map(({ one }) => one), more: Math.max(0, scored.length - MAX_RESULTS) }
}
