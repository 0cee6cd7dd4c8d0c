/** What pictures there are, and why others are not. */
import { readChart } from '../../tools/model-testing/chart.ts'
import { reachableInBrowser } from './reachableInBrowser.ts'
import { type PageDriver } from './pageDriver.ts'

export type PictureIndex = Record<string, Record<string, string[]>>

/** A machine as the tours go through it. */
export type TouredMachine = {
  readonly machine: string
  /** Every state, and why no tour comes to rest in it, where none does. */
  readonly states: Readonly<Record<string, string | null>>
}

/** A tour that did not come to its end, and the first line of why. */
export type Failure = { readonly machine: string; readonly width: string; readonly line: string }

/** All widths and schemes in which a state is wanted; the theme's own states have one scheme each. */
const wantedShots = (machine: string): string[] =>
  machine === 'theme' ? ['1440', '390'] : ['1440.light', '1440.dark', '390.light', '390.dark']

/** The list of pictures by machine and state, from the names of the files of each machine's folder. */
export function createPictureIndex(files: Readonly<Record<string, readonly string[]>>): PictureIndex {
  const index: PictureIndex = {}
  for (const [machine, names] of Object.entries(files).sort(([a], [b]) => a.localeCompare(b)))
    for (const name of [...names].sort()) {
      const [, state = '', shot = ''] = /^(.+)\.(\d+\.(?:light|dark))\.webp$/.exec(name) ?? []
      if (state !== '') ((index[machine] ??= {})[state] ??= []).push(shot)
    }
  return index
}

/** A machine's states, each with the reason why none of the tours rests in it. `rested`: those in which one does. */
export function touredStates(flow: PageDriver, rested: ReadonlySet<string>): TouredMachine {
  const { states } = readChart(flow.model.machine)
  const left = [...states].filter(([path]) => !rested.has(path))
  const isPassing = (path: string): boolean => (states.get(path)?.always?.length ?? 0) > 0
  const why = left.every(([path]) => isPassing(path))
    ? new Map<string, string>()
    : new Map(reachableInBrowser(flow).leftOut.map(({ what, reason }) => [what, reason]))
  const reasons = left.map(([path]): [string, string] => [
    path,
    isPassing(path) ? 'It is left at once: no screen of its own.' : (why.get(path) ?? 'No tour comes to rest in it.'),
  ])
  return {
    machine: flow.model.name,
    states: { ...Object.fromEntries([...states.keys()].map((path) => [path, null])), ...Object.fromEntries(reasons) },
  }
}

/** What a run of the tours brought. */
export type GalleryResult = {
  readonly machines: number
  readonly states: number
  /** Of the machines of this run. */
  readonly pictures: number
  /** States of which nobody can take a picture, as sentences with the reason. */
  readonly impossible: readonly string[]
  readonly impossibleStates: number
  /** States that have all of theirs. */
  readonly complete: number
  /** States that a tour comes to and that lack a picture all the same, as sentences with what went wrong. */
  readonly missing: readonly string[]
}

/** Counts the pictures of the machines of `toured`, and names what has none. */
export function createGalleryResult(
  index: PictureIndex,
  toured: readonly TouredMachine[],
  failures: readonly Failure[],
): GalleryResult {
  const [impossible, missing]: [string[], string[]] = [[], []]
  let [pictures, states, statesWithout, complete] = [0, 0, 0, 0]
  for (const { machine, states: all } of toured) {
    const [byReason, byFault] = [new Map<string, string[]>(), new Map<string, string[]>()]
    const add = (map: Map<string, string[]>, why: string, state: string) =>
      map.set(why, [...(map.get(why) ?? []), `'${state}'`])
    for (const [state, reason] of Object.entries(all)) {
      const shots = index[machine]?.[state] ?? []
      states += 1
      pictures += shots.length
      if (reason !== null) {
        statesWithout += 1
        add(byReason, reason, state)
        continue
      }
      const lacks = wantedShots(machine).filter((shot) => !shots.some((taken) => taken.startsWith(shot)))
      if (lacks.length === 0) {
        complete += 1
        continue
      }
      const failed = failures.find(({ machine: other, width }) => other === machine && lacks[0]?.startsWith(width))
      const why = failed ? `a tour failed before: ${failed.line}` : 'its page had gone before the picture'
      add(byFault, `${lacks.join(', ')}: ${why}`, state)
    }
    for (const [why, names] of byReason) impossible.push(`${machine}, ${names.join(', ')}: ${why}`)
    for (const [why, names] of byFault) missing.push(`${machine}, ${names.join(', ')}, ${why}`)
  }
  return { machines: toured.length, states, pictures, impossible, impossibleStates: statesWithout, complete, missing }
}

/** What is said at the end of a run. */
export function summaryLines(outcome: GalleryResult): string[] {
  const {
    machines,
    states,
    pictures,
    impossible: without,
    impossibleStates: statesWithout,
    complete,
    missing: lost,
  } = outcome
  const count = (n: number, word: string): string => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`
  const list = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)
  return [
    `${count(machines, 'machine')}, ${count(states, 'state')}, ${count(pictures, 'picture')}: ${complete} states have ` +
      `all of theirs, ${states - statesWithout - complete} lack some, ${statesWithout} can have none.`,
    ...(without.length > 0 ? ['', 'Without a picture, since no browser can rest there:', ...list(without)] : []),
    ...(lost.length > 0 ? ['', 'Missing, although a tour comes there:', ...list(lost)] : []),
  ]
}
