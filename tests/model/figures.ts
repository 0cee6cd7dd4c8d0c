/**
 * The figures of coverage: of each machine its states, transitions, guard branches, pairs of successive transitions and
 * the requirements that its `meta` names, as far as they were seen with the machine alone and in a browser.
 */
import { type Chart } from './chart.ts'
import { type Tally } from './coverage.ts'
import { type Moment } from './step.ts'
import { pairsOf, turnsOf } from './turns.ts'
import { type Walk } from './walk.ts'

export const SUBJECTS = {
  states: 'states',
  transitions: 'transitions',
  branches: 'guard branches',
  pairs: 'pairs',
  requirements: 'requirements',
} as const

export type Subject = keyof typeof SUBJECTS
export const subjects = Object.keys(SUBJECTS) as Subject[]

/** What was seen, or can be seen, by name. A branch is a guard's transition and whether the guard said yes. */
export type Names = Readonly<Record<Subject, readonly string[]>>
export type Figures = Readonly<Record<Subject, Tally>>

/** What is left out, and why nobody can cause it. */
export type LeftOut = { readonly what: string; readonly reason: string }

export type Side = { readonly figures: Figures; readonly missing: readonly string[] }
export type Alone = Side & { readonly paths: number; readonly steps: number }
export type InBrowser = Side & {
  readonly tours: number
  readonly steps: number
  readonly ms: number
  readonly leftOut: readonly LeftOut[]
}
export type Row = { readonly machine: string; readonly alone?: Alone; readonly browser?: InBrowser }
export type Report = { readonly machines: readonly Row[] }

const yes = (key: string): string => `${key} ✓`
const no = (key: string): string => `${key} ✗`

/**
 * What these moments show; each list is one path, in order. `refusals`: guards that said no where nothing was taken,
 * which no moment of a path shows.
 */
export function seenIn(chart: Chart, sequences: Iterable<readonly Moment[]>, refusals: readonly string[] = []): Names {
  const states = new Set<string>()
  const taken = new Set<string>()
  const refused = new Set(refusals)
  const pairs = new Set<string>()
  for (const moments of sequences) {
    moments.forEach((moment, i) => {
      for (const state of moment.entered) if (chart.states.has(state)) states.add(state)
      for (const key of moment.taken) taken.add(key)
      for (const key of moment.refused) refused.add(key)
      const before = moments[i - 1]
      if (before) for (const pair of pairsOf(before, moment)) pairs.add(pair)
    })
  }
  return named(chart, states, taken, refused, pairs)
}

function named(
  { candidates, requirements }: Chart,
  states: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  refused: ReadonlySet<string>,
  pairs: ReadonlySet<string>,
): Names {
  const guarded = [...candidates.values()].filter(({ guard }) => guard !== undefined)
  return {
    states: [...states],
    transitions: [...taken],
    branches: guarded.flatMap(({ key }) => [
      ...(taken.has(key) ? [yes(key)] : []),
      ...(refused.has(key) ? [no(key)] : []),
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

/** Everything that a machine has, alone: what the chart draws, and the pairs that its walk found possible. */
export function everythingOf({ chart, arrivals }: Walk): Names {
  const keys = new Set(chart.candidates.keys())
  return named(chart, new Set(chart.states.keys()), keys, keys, new Set(turnsOf(arrivals).keys()))
}

/** A name of `Names` in words. */
export function nameWords({ candidates }: Chart, name: string): string {
  const words = (key: string): string => candidates.get(key)?.words ?? key
  const [one = '', other] = name.split(' ⇒ ')
  if (other !== undefined) return `${words(one)}; and then ${words(other)}`
  if (name.endsWith(' ✓')) return `the guard says yes: ${words(name.slice(0, -2))}`
  if (name.endsWith(' ✗')) return `the guard says no: ${words(name.slice(0, -2))}`
  return words(name)
}

/** How much of what can be seen was seen. */
export function compare(seen: Names, of: Names): { figures: Figures; missing: string[] } {
  const missing: string[] = []
  const tallies = subjects.map((subject): [Subject, Tally] => {
    const known = new Set(seen[subject])
    const unseen = of[subject].filter((name) => !known.has(name))
    // Pairs are told by their number: nobody reads hundreds of them.
    if (subject !== 'pairs') missing.push(...unseen)
    return [subject, { seen: of[subject].length - unseen.length, of: of[subject].length }]
  })
  return { figures: Object.fromEntries(tallies) as Record<Subject, Tally>, missing }
}

/** Both together, as of several browser runs. */
export const together = (all: readonly Names[]): Names =>
  Object.fromEntries(
    subjects.map((subject) => [subject, [...new Set(all.flatMap((names) => names[subject]))]]),
  ) as unknown as Names

const share = (tally: Tally | undefined): string => (tally ? `${tally.seen}/${tally.of}` : '–')

/** Columns as wide as what stands in them; the first to the left, numbers to the right. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

const sum = (tallies: readonly (Tally | undefined)[]): Tally | undefined =>
  tallies.every((tally) => tally === undefined)
    ? undefined
    : {
        seen: tallies.reduce((total, tally) => total + (tally?.seen ?? 0), 0),
        of: tallies.reduce((total, tally) => total + (tally?.of ?? 0), 0),
      }

/** The one table: a line a machine, of each subject what was seen alone and in the browser, and all together. */
export function tableOf({ machines }: Report): string[] {
  const cell = (side: 'alone' | 'browser', subject: Subject, row: Row): Tally | undefined => row[side]?.figures[subject]
  const cells = (
    first: string,
    tally: (side: 'alone' | 'browser', subject: Subject) => Tally | undefined,
  ): string[] => [
    first,
    ...subjects.flatMap((subject) => [share(tally('alone', subject)), share(tally('browser', subject))]),
  ]
  const head = ['machine', ...subjects.flatMap((subject) => [SUBJECTS[subject], 'browser'])]
  const rows = machines.map((row) => cells(row.machine, (side, subject) => cell(side, subject, row)))
  const all = cells('all', (side, subject) => sum(machines.map((row) => cell(side, subject, row))))
  return aligned([head, ...rows, ...(machines.length > 1 ? [all] : [])])
}

/** What nobody can cause in a browser, each thing with its reason, those of one reason together. */
export function leftOutWords({ machines }: Report): string[] {
  return machines.flatMap(({ machine, browser }) => {
    const byReason = new Map<string, string[]>()
    for (const { what, reason } of browser?.leftOut ?? []) byReason.set(reason, [...(byReason.get(reason) ?? []), what])
    return [...byReason].map(([reason, what]) => `${machine}: ${reason} So not taken: ${what.join('; ')}.`)
  })
}
