/**
 * Coverage figures of machines: states, transitions, guard branches, transition pairs and requirements that are covered
 * by the model and in a browser.
 */
import { type Chart } from './chart.ts'
import { type Tally } from './coverage.ts'
import { type ActorState } from './stepper.ts'
import { transitionPairsBetween, findTransitionPairs } from './transitionPairs.ts'
import { type PathRun } from './pathRun.ts'

export const CRITERIA = {
  states: 'states',
  transitions: 'transitions',
  branches: 'guard branches',
  pairs: 'pairs',
  requirements: 'requirements',
} as const

export type Criterion = keyof typeof CRITERIA
export const criteria = Object.keys(CRITERIA) as Criterion[]

/** Names of what is covered or coverable. A branch is a transition key and the result of its guard. */
export type CoveredNames = Readonly<Record<Criterion, readonly string[]>>
export type Figures = Readonly<Record<Criterion, Tally>>

export type Exclusion = { readonly what: string; readonly reason: string }

export type CoverageResult = { readonly figures: Figures; readonly missing: readonly string[] }
export type MachineCoverage = CoverageResult & { readonly paths: number; readonly steps: number }
export type BrowserCoverage = CoverageResult & {
  /** The day of the run, and the chart hash of the machine on that day. */
  readonly on: string
  readonly chart: string
  readonly tours: number
  readonly steps: number
  readonly ms: number
  readonly leftOut: readonly Exclusion[]
}
/** `stale`: the chart has changed since the browser run. */
export type CoverageRow = {
  readonly machine: string
  readonly alone?: MachineCoverage
  readonly browser?: BrowserCoverage
  readonly stale?: boolean
}
export type CoverageSummary = { readonly machines: readonly CoverageRow[] }

const passedBranch = (key: string): string => `${key} ✓`
const refusedBranch = (key: string): string => `${key} ✗`

/**
 * Returns the names that paths cover; each list has the states of a path in order. `refusals` are the guards that
 * refused, also in steps that take no transition and so are not part of a path.
 */
export function coveredNames(
  chart: Chart,
  sequences: Iterable<readonly ActorState[]>,
  refusals: readonly string[] = [],
): CoveredNames {
  const states = new Set<string>()
  const taken = new Set<string>()
  const refused = new Set(refusals)
  const pairs = new Set<string>()
  for (const actorStates of sequences) {
    actorStates.forEach((actorState, i) => {
      for (const state of actorState.entered) if (chart.states.has(state)) states.add(state)
      for (const key of actorState.taken) taken.add(key)
      for (const key of actorState.refused) refused.add(key)
      const before = actorStates[i - 1]
      if (before) for (const pair of transitionPairsBetween(before, actorState)) pairs.add(pair)
    })
  }
  return toCoveredNames(chart, states, taken, refused, pairs)
}

function toCoveredNames(
  { candidates, requirements }: Chart,
  states: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  refused: ReadonlySet<string>,
  pairs: ReadonlySet<string>,
): CoveredNames {
  const guarded = [...candidates.values()].filter(({ guard }) => guard !== undefined)
  return {
    states: [...states],
    transitions: [...taken],
    branches: guarded.flatMap(({ key }) => [
      ...(taken.has(key) ? [passedBranch(key)] : []),
      ...(refused.has(key) ? [refusedBranch(key)] : []),
    ]),
    pairs: [...pairs],
    requirements: [...requirements].flatMap(([name, at]) =>
      at.states.some((state) => state === '(machine)' || states.has(state)) ||
      at.transitions.some((key) => taken.has(key))
        ? [name]
        : [],
    ),
  }
}

export function coverableNames({ chart, nodes }: PathRun): CoveredNames {
  const keys = new Set(chart.candidates.keys())
  return toCoveredNames(chart, new Set(chart.states.keys()), keys, keys, new Set(findTransitionPairs(nodes).keys()))
}

export function nameText({ candidates }: Chart, name: string): string {
  const textOf = (key: string): string => candidates.get(key)?.text ?? key
  const [one = '', other] = name.split(' ⇒ ')
  if (other !== undefined) return `${textOf(one)}, then ${textOf(other)}`
  if (name.endsWith(' ✓')) return `guard true: ${textOf(name.slice(0, -2))}`
  if (name.endsWith(' ✗')) return `guard false: ${textOf(name.slice(0, -2))}`
  return textOf(name)
}

export function compareCoverage(seen: CoveredNames, of: CoveredNames): { figures: Figures; missing: string[] } {
  const missing: string[] = []
  const tallies = criteria.map((criterion): [Criterion, Tally] => {
    const known = new Set(seen[criterion])
    const unseen = of[criterion].filter((name) => !known.has(name))
    // There can be hundreds of pairs, so only their number is listed.
    if (criterion !== 'pairs') missing.push(...unseen)
    return [criterion, { seen: of[criterion].length - unseen.length, of: of[criterion].length }]
  })
  return { figures: Object.fromEntries(tallies) as Record<Criterion, Tally>, missing }
}

export const mergeNames = (all: readonly CoveredNames[]): CoveredNames =>
  Object.fromEntries(
    criteria.map((criterion) => [criterion, [...new Set(all.flatMap((names) => names[criterion]))]]),
  ) as unknown as CoveredNames

const tallyText = (tally: Tally | undefined): string => (tally ? `${tally.seen}/${tally.of}` : '–')

type BrowserRow<In> = { readonly machine: string; readonly browser?: In | undefined }

/** Marks the rows whose browser figures are of another chart hash. */
export const markStale = <Row extends BrowserRow<{ readonly chart: string }>>(
  rows: readonly Row[],
  chartHashes: ReadonlyMap<string, string>,
): (Row & { readonly stale: boolean })[] =>
  rows.map((row) => ({
    ...row,
    stale: row.browser !== undefined && row.browser.chart !== chartHashes.get(row.machine),
  }))

export function dateLines(
  machines: readonly (BrowserRow<{ readonly on: string }> & { readonly stale?: boolean })[],
): string[] {
  const days = new Map<string, string[]>()
  for (const { machine, browser } of machines)
    if (browser) days.set(browser.on, [...(days.get(browser.on) ?? []), machine])
  const dates = [...days].sort(([one], [other]) => one.localeCompare(other))
  // The most frequent day is listed without names.
  const most = [...dates].sort(([, some], [, others]) => others.length - some.length)[0]?.[0]
  const named = dates.map(([day, names]) => (day === most ? day : `${day} (${names.join(', ')})`))
  const stale = machines.flatMap(({ machine, stale }) => (stale === true ? [machine] : []))
  return [
    ...(dates.length > 0 ? [`Browser figures of ${named.join(' and ')}.`] : []),
    ...(stale.length > 0
      ? [`In parentheses and not counted: figures of an earlier chart. Run the tours again: ${stale.join(', ')}.`]
      : []),
  ]
}

export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

const sumTallies = (tallies: readonly (Tally | undefined)[]): Tally | undefined =>
  tallies.every((tally) => tally === undefined)
    ? undefined
    : {
        seen: tallies.reduce((total, tally) => total + (tally?.seen ?? 0), 0),
        of: tallies.reduce((total, tally) => total + (tally?.of ?? 0), 0),
      }

export function coverageTable({ machines }: CoverageSummary): string[] {
  type Side = 'alone' | 'browser'
  const line = (first: string, cell: (side: Side, criterion: Criterion) => string): string[] => [
    first,
    ...criteria.flatMap((criterion) => [cell('alone', criterion), cell('browser', criterion)]),
  ]
  const isStale = ({ stale }: CoverageRow, side: Side): boolean => side === 'browser' && stale === true
  const counted = (row: CoverageRow, side: Side, criterion: Criterion): Tally | undefined => {
    const tally = row[side]?.figures[criterion]
    return tally && isStale(row, side) ? { ...tally, seen: 0 } : tally
  }
  const head = line('machine', (side, criterion) => (side === 'alone' ? CRITERIA[criterion] : side))
  const rows = machines.map((row) =>
    line(row.machine, (side, criterion) => {
      const tally = tallyText(row[side]?.figures[criterion])
      return isStale(row, side) ? `(${tally})` : tally
    }),
  )
  const all = line('all', (side, criterion) =>
    tallyText(sumTallies(machines.map((row) => counted(row, side, criterion)))),
  )
  return alignColumns([head, ...rows, ...(machines.length > 1 ? [all] : [])])
}

export function leftOutLines({ machines }: CoverageSummary): string[] {
  return machines.flatMap(({ machine, browser }) => {
    const byReason = new Map<string, string[]>()
    for (const { what, reason } of browser?.leftOut ?? []) byReason.set(reason, [...(byReason.get(reason) ?? []), what])
    return [...byReason].map(([reason, what]) => `${machine}: ${reason} Excluded: ${what.join('; ')}.`)
  })
}
