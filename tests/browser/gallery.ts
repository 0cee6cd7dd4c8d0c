/** What pictures there are, and why others are not. */
import { type Flow } from './flow.ts'
import { readChart } from '../model/chart.ts'

export type Index = Record<string, Record<string, string[]>>

/** A machine as the tours go through it. */
export type Toured = {
  readonly machine: string
  /** Every state, and why no tour comes to rest in it, where none does. */
  readonly states: Readonly<Record<string, string | null>>
}

/** A tour that did not come to its end, and the first line of why. */
export type Failure = { readonly machine: string; readonly width: string; readonly line: string }

/** All widths and schemes in which a state is wanted; the theme's own states have one scheme each. */
const wanted = (machine: string): string[] =>
  machine === 'theme' ? ['1440', '390'] : ['1440.light', '1440.dark', '390.light', '390.dark']

/** The list of pictures by machine and state, from the names of the files of each machine's folder. */
export function indexOf(files: Readonly<Record<string, readonly string[]>>): Index {
  const index: Index = {}
  for (const [machine, names] of Object.entries(files).sort(([a], [b]) => a.localeCompare(b)))
    for (const name of [...names].sort()) {
      const [, state = '', shot = ''] = /^(.+)\.(\d+\.(?:light|dark))\.webp$/.exec(name) ?? []
      if (state !== '') ((index[machine] ??= {})[state] ??= []).push(shot)
    }
  return index
}

/** A machine's states, each with the reason why none of the tours rests in it. `rested`: those in which one does. */
export function touredStates(flow: Flow, rested: ReadonlySet<string>): Toured {
  const { states } = readChart(flow.model.machine)
  const reasons = Object.entries(flow.config.notInBrowser ?? {}).map(([name, reason]) => `${name}: ${reason}`)
  const why = (path: string): string => {
    const node = states.get(path)
    if (node && (node.always?.length ?? 0) > 0) return 'it is left at once'
    return reasons.length > 0 ? `no browser can cause it (${reasons.join('; ')})` : 'no tour comes to rest in it'
  }
  return {
    machine: flow.model.name,
    states: Object.fromEntries([...states.keys()].map((path) => [path, rested.has(path) ? null : why(path)])),
  }
}

/** A sentence for the states that lack the same pictures for the same reason. */
export function missing(index: Index, toured: readonly Toured[], failures: readonly Failure[]): string[] {
  return toured.flatMap(({ machine, states }) => {
    const byReason = new Map<string, string[]>()
    for (const [state, reason] of Object.entries(states)) {
      const there = index[machine]?.[state] ?? []
      const lacks = wanted(machine).filter((shot) => !there.some((taken) => taken.startsWith(shot)))
      if (lacks.length === 0) continue
      const failed = failures.find(({ machine: other, width }) => other === machine && lacks[0]?.startsWith(width))
      const why = reason ?? (failed ? `a tour failed before: ${failed.line}` : 'its page had gone before the picture')
      const said = `${lacks.join(', ')}: ${why}`
      byReason.set(said, [...(byReason.get(said) ?? []), `'${state}'`])
    }
    return [...byReason].map(([said, names]) => `${machine}, ${names.join(', ')}, ${said}`)
  })
}
