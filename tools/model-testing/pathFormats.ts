/** Renders paths as text, as a manual test script in Markdown, and as JSON. */
import { type Model } from './model.ts'
import { PATH_KINDS, type PathSearch } from './pathSearch.ts'
import { type PathCount } from './simplePaths.ts'
import { type Path } from './pathRun.ts'
import { triggerText, stateText, pathText, statesOf } from './pathText.ts'

export const FORMATS = {
  text: 'the paths in words',
  markdown: 'a manual test script',
  json: 'the same as data',
} as const

export type Format = keyof typeof FORMATS

/** What a tester does besides the steps of a path. */
export type ManualSteps = {
  /** How to reach the start, in sentences. */
  readonly startTexts: readonly string[]
  /** By index of a step, what to set up before it, in sentences. */
  readonly before: ReadonlyMap<number, readonly string[]>
  /** Why a tester cannot follow the path; undefined if one can. */
  readonly reasonAgainst: string | undefined
}

/** What a product adds to a manual test script. */
export type FormatOptions = {
  /** Undefined for a path of a model without manual steps. */
  readonly manualSteps?: (path: Path) => ManualSteps | undefined
  /** Lines before the first path; `pathLines` are the lines of all paths. */
  readonly introduction?: (pathLines: readonly string[]) => readonly string[]
}

/** What is printed of the paths that were asked for. */
export type ChosenPaths = {
  readonly search: PathSearch
  readonly paths: readonly Path[]
  /** How many more there are, as far as known. */
  readonly left: PathCount
  /** Why there are not more, where something stopped the search. */
  readonly stopReason: string | undefined
}

/** More steps than this in all are of no use to anybody, and fill the memory. */
const MAX_STEPS = 100_000

/** Takes the first so many paths, as long as they have no more than so many steps in all. */
export function choosePaths(search: PathSearch, limit: number, maxSteps = MAX_STEPS): ChosenPaths {
  const paths: Path[] = []
  let steps = 0
  const cutShort = (stopped: string | undefined): ChosenPaths => {
    const left = Math.max(1, search.count.paths - paths.length)
    return { search, paths, left: { paths: left, isExact: search.count.isExact }, stopReason: stopped }
  }
  for (const path of search.paths()) {
    if (paths.length >= limit) return cutShort(search.stopReason())
    steps += path.steps.length
    if (steps > maxSteps)
      return cutShort(`Cut here, since the paths have more than ${maxSteps.toLocaleString('en')} steps.`)
    paths.push(path)
  }
  return { search, paths, left: { paths: 0, isExact: true }, stopReason: search.stopReason() }
}

/** "23 paths", "about 4,100,000 paths". */
export function countText({ paths, isExact }: PathCount): string {
  if (paths >= 1e9) return 'more than a billion paths'
  return `${isExact ? '' : 'about '}${paths.toLocaleString('en')} ${paths === 1 ? 'path' : 'paths'}`
}

/** What the paths are, in a line: "signIn: 23 paths to 'admitted' (every transition at least once …)". */
export function pathsHeadline({ model, request: wish, count }: PathSearch): string {
  const parts = [
    countText(count),
    ...(wish.from === undefined ? [] : [`from '${wish.from}'`]),
    ...(wish.through === undefined ? [] : [`by way of '${wish.through}'`]),
    ...(wish.to === undefined ? [] : [`to '${wish.to}'`]),
  ]
  return `${model.name}: ${parts.join(' ')} – ${PATH_KINDS[wish.kind]}`
}

/** That there are more, or that the search ended early; empty when the paths are all. */
export function remainderLines({ search: ways, paths, left, stopReason: stopped }: ChosenPaths): string[] {
  const more = left.paths > 0 ? `${countText(left).replace(/ paths?$/, '')} more are left out` : ''
  return [
    ...(more === '' ? [] : [stopped === undefined ? `${more}: a higher limit shows them.` : `${more}.`]),
    ...(stopped === undefined ? [] : [stopped]),
    ...(paths.length === 0 && left.paths === 0 && stopped === undefined
      ? [
          `No path of this kind goes this way${ways.request.kind === 'simple' ? '' : ': the kind ‘simple’ takes every way there is'}.`,
        ]
      : []),
  ]
}

/** The steps of a path in words, each with what is then to be seen. */
export function stepsOf(model: Model, { start, steps }: Path) {
  let before = start.actorState
  return steps.map(({ trigger, label, actorState }) => {
    const text = triggerText(model, trigger, before)
    before = actorState
    return {
      label,
      text,
      event: trigger.event,
      state: actorState.snapshot.value as unknown,
      expected: stateText(actorState),
    }
  })
}

export function asText(chosen: ChosenPaths): string {
  const { search: ways, paths } = chosen
  const { model, prefixLength: lead } = ways
  const lines = paths.flatMap((path, i) => [
    '',
    `Path ${i + 1} of ${ways.count.isExact ? ways.count.paths : 'many'}${lead === 0 ? '' : ` (it begins after step ${lead})`}`,
    ...pathText(model, path).map((line) => `  ${line}`),
  ])
  const after = remainderLines(chosen)
  return [pathsHeadline(ways), ...lines, ...(after.length > 0 ? ['', ...after] : []), ''].join('\n')
}

export function asData(chosen: ChosenPaths, { manualSteps }: FormatOptions = {}) {
  const { search: ways, paths, left, stopReason: stopped } = chosen
  return {
    machine: ways.model.name,
    ...ways.request,
    paths: ways.count.paths,
    isExact: ways.count.isExact,
    lead: ways.prefixLength,
    left: left.paths,
    stopped: stopped ?? null,
    list: paths.map((path) => {
      const manual = manualSteps?.(path)
      return {
        name: path.name,
        input: path.input,
        ...(manual && { begin: manual.startTexts, notByHand: manual.reasonAgainst ?? null }),
        start: path.start.actorState.snapshot.value as unknown,
        steps: stepsOf(ways.model, path).map((step, i) => ({
          ...step,
          ...(manual && { setUp: manual.before.get(i) ?? [] }),
        })),
      }
    }),
  }
}

/** Keeps a text from being read as Markdown of its own, or as the end of a table's cell. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&').replace(/\s+/g, ' ')

const statesInMarkdown = (actorState: Path['start']['actorState']): string =>
  statesOf(actorState)
    .map(
      ({ path, description }) =>
        `**${escapeMarkdown(path)}**${description === undefined ? '' : ` – ${escapeMarkdown(description)}`}`,
    )
    .join('; ')

const manualStepRows = (sentences: readonly string[] | undefined): string[] =>
  (sentences ?? []).map((words) => `| | ${words.replace(/\|/g, '\\|')} | | ☐ |`)

/** How many paths are left out, by the reason. */
export const countsByReason = (reasons: readonly (string | undefined)[], who: string): string[] =>
  [...new Set(reasons.filter((reason) => reason !== undefined))].map(
    (reason) => `${reasons.filter((other) => other === reason).length} left out, since ${who}: ${reason}`,
  )

/** A script that a person follows and fills in. */
export function asMarkdown(chosen: ChosenPaths, options: FormatOptions = {}): string {
  const { search: ways, paths } = chosen
  const { model, prefixLength: lead } = ways
  const manualSteps = paths.map((path) => options.manualSteps?.(path))
  const lines = paths.flatMap((path, i) => {
    const manual = manualSteps[i]
    if (manual?.reasonAgainst !== undefined) return []
    let before = path.start.actorState
    const rows = path.steps.flatMap(({ trigger, actorState }, at) => {
      const words = triggerText(model, trigger, before)
      before = actorState
      return [
        ...manualStepRows(manual?.before.get(at)),
        `| ${at + 1} | ${escapeMarkdown(words)} | ${statesInMarkdown(actorState)} | ☐ |`,
      ]
    })
    return [
      '',
      `## Path ${i + 1}`,
      '',
      `Begin at: ${escapeMarkdown(path.input)}.${manual ? '' : ` To be seen: ${statesInMarkdown(path.start.actorState)}`}`,
      ...(manual
        ? [
            '',
            ...manual.startTexts.map((words, n) => `${n + 1}. ${words}`),
            '',
            `To be seen: ${statesInMarkdown(path.start.actorState)}`,
          ]
        : []),
      ...(lead === 0 ? [] : ['', `Steps 1 to ${lead} only lead to where the path begins.`]),
      ...(rows.length > 0
        ? ['', '| Step | What happens | What is then to be seen | Ok |', '| --- | --- | --- | --- |', ...rows]
        : []),
    ]
  })
  const introduction = options.introduction?.(lines) ?? []
  const left = countsByReason(
    manualSteps.map((hand) => hand?.reasonAgainst),
    'nobody can do it by hand',
  )
  const after = remainderLines(chosen)
  return [
    `# Test script: ${escapeMarkdown(pathsHeadline(ways))}`,
    '',
    'Tester: ____________ Date: ____________ Build: ____________',
    ...(introduction.length > 0 ? ['', ...introduction] : []),
    ...(left.length > 0 ? ['', ...left.map((line) => `- ${escapeMarkdown(line)}`)] : []),
    ...lines,
    ...(after.length > 0 ? ['', ...after.map((line) => escapeMarkdown(line))] : []),
    '',
  ].join('\n')
}

export function renderPaths(chosen: ChosenPaths, format: Format, options?: FormatOptions): string {
  if (format === 'markdown') return asMarkdown(chosen, options)
  if (format === 'json') return `${JSON.stringify(asData(chosen, options), null, 2)}\n`
  return asText(chosen)
}
