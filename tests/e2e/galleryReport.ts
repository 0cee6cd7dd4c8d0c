/** The index of the screenshots, and the reasons for missing ones. */
import { readChart } from '../../tools/model-testing/chart.ts'
import { reachableInBrowser } from './reachableInBrowser.ts'
import { type PageDriver } from './pageDriver.ts'

export type ScreenshotIndex = Record<string, Record<string, string[]>>

/** The states of a machine that the tours cover. */
export type TouredMachine = {
  readonly machine: string
  /** By state: null, or the reason why no tour ends a step in it. */
  readonly states: Readonly<Record<string, string | null>>
}

/** A failed tour and the first line of its error. */
export type Failure = { readonly machine: string; readonly width: string; readonly line: string }

/** The widths and schemes of a state; the states of the theme machine have one scheme. */
const requiredScreenshots = (machine: string): string[] =>
  machine === 'theme' ? ['1440', '390'] : ['1440.light', '1440.dark', '390.light', '390.dark']

/** The screenshots by machine and state, from the file names by machine. */
export function createScreenshotIndex(files: Readonly<Record<string, readonly string[]>>): ScreenshotIndex {
  const index: ScreenshotIndex = {}
  for (const [machine, names] of Object.entries(files).sort(([a], [b]) => a.localeCompare(b)))
    for (const name of [...names].sort()) {
      const [, state = '', shot = ''] = /^(.+)\.(\d+\.(?:light|dark))\.webp$/.exec(name) ?? []
      if (state !== '') ((index[machine] ??= {})[state] ??= []).push(shot)
    }
  return index
}

/** The states of a machine, each with the reason if no tour ends a step in it. `reached`: the states that do not need one. */
export function touredStates(driver: PageDriver, reached: ReadonlySet<string>): TouredMachine {
  const { states } = readChart(driver.model.machine)
  const left = [...states].filter(([path]) => !reached.has(path))
  const isTransient = (path: string): boolean => (states.get(path)?.always?.length ?? 0) > 0
  const why = left.every(([path]) => isTransient(path))
    ? new Map<string, string>()
    : new Map(reachableInBrowser(driver).leftOut.map(({ what, reason }) => [what, reason]))
  const reasons = left.map(([path]): [string, string] => [
    path,
    isTransient(path) ? 'It is transient.' : (why.get(path) ?? 'No tour ends a step in it.'),
  ])
  return {
    machine: driver.model.name,
    states: { ...Object.fromEntries([...states.keys()].map((path) => [path, null])), ...Object.fromEntries(reasons) },
  }
}

/** The result of a run of the tours. */
export type GalleryResult = {
  readonly machines: number
  readonly states: number
  /** Screenshots of the machines of this run. */
  readonly screenshots: number
  /** States that cannot have screenshots, with the reason. */
  readonly impossible: readonly string[]
  readonly impossibleStates: number
  /** States with all screenshots. */
  readonly complete: number
  /** States with missing screenshots, with the cause. */
  readonly missing: readonly string[]
}

/** Counts the screenshots of the machines of `toured` and lists missing ones. */
export function createGalleryResult(
  index: ScreenshotIndex,
  toured: readonly TouredMachine[],
  failures: readonly Failure[],
): GalleryResult {
  const [impossible, missing]: [string[], string[]] = [[], []]
  let [screenshots, states, statesWithout, complete] = [0, 0, 0, 0]
  for (const { machine, states: all } of toured) {
    const [byReason, byFault] = [new Map<string, string[]>(), new Map<string, string[]>()]
    const add = (map: Map<string, string[]>, why: string, state: string) =>
      map.set(why, [...(map.get(why) ?? []), `'${state}'`])
    for (const [state, reason] of Object.entries(all)) {
      const shots = index[machine]?.[state] ?? []
      states += 1
      screenshots += shots.length
      if (reason !== null) {
        statesWithout += 1
        add(byReason, reason, state)
        continue
      }
      const lacks = requiredScreenshots(machine).filter((shot) => !shots.some((taken) => taken.startsWith(shot)))
      if (lacks.length === 0) {
        complete += 1
        continue
      }
      const failed = failures.find(({ machine: other, width }) => other === machine && lacks[0]?.startsWith(width))
      const why = failed ? `a tour failed before: ${failed.line}` : 'the page left the state before the screenshot'
      add(byFault, `${lacks.join(', ')}: ${why}`, state)
    }
    for (const [why, names] of byReason) impossible.push(`${machine}, ${names.join(', ')}: ${why}`)
    for (const [why, names] of byFault) missing.push(`${machine}, ${names.join(', ')}, ${why}`)
  }
  return {
    machines: toured.length,
    states,
    screenshots,
    impossible,
    impossibleStates: statesWithout,
    complete,
    missing,
  }
}

/** The summary that is printed after a run. */
export function summaryLines(result: GalleryResult): string[] {
  const { machines, states, screenshots, impossible, impossibleStates, complete, missing } = result
  const count = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`
  const list = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)
  return [
    `${count(machines, 'machine')}, ${count(states, 'state')}, ${count(screenshots, 'screenshot')}: ${complete} states are ` +
      `complete, ${states - impossibleStates - complete} incomplete, ${impossibleStates} cannot have screenshots.`,
    ...(impossible.length > 0 ? ['', 'No screenshots, because no tour ends a step there:', ...list(impossible)] : []),
    ...(missing.length > 0 ? ['', 'Missing, although a tour reaches them:', ...list(missing)] : []),
  ]
}
