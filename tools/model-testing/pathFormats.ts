/** Renders paths as text, as a manual test script in Markdown, and as JSON. */
import { type Model } from './model.ts'
import { PATH_KINDS, type PathSearch } from './pathSearch.ts'
import { type PathCount } from './simplePaths.ts'
import { type Path } from './pathRun.ts'
import { triggerText, stateText, pathText, statesOf } from './pathText.ts'

export const FORMATS = {
  text: 'numbered steps',
  markdown: 'a manual test script',
  json: 'data for programs',
} as const

export type Format = keyof typeof FORMATS

/** What a tester does besides the steps of a path. */
export type ManualSteps = {
  /** How to reach the start, in sentences. */
  readonly startTexts: readonly string[]
  /** By index of a step, what to set up before it, in sentences. */
  readonly before: ReadonlyMap<number, readonly string[]>
  /** The reason why a tester cannot follow the path; undefined if it is possible. */
  readonly reasonAgainst: string | undefined
}

/** What a product adds to a manual test script. */
export type FormatOptions = {
  /** Undefined for a path of a model without manual steps. */
  readonly manualSteps?: (path: Path) => ManualSteps | undefined
  /** Lines before the first path; `pathLines` are the lines of all paths. */
  readonly introduction?: (pathLines: readonly string[]) => readonly string[]
}

export type ChosenPaths = {
  readonly search: PathSearch
  readonly paths: readonly Path[]
  /** Number of paths that are not printed. */
  readonly left: PathCount
  /** Why the search stopped early; undefined if it is complete. */
  readonly stopReason: string | undefined
}

/** Limits the memory that the chosen paths use. */
const MAX_STEPS = 100_000

/** Chooses the first paths up to `limit`, with at most `maxSteps` steps in total. */
export function choosePaths(search: PathSearch, limit: number, maxSteps = MAX_STEPS): ChosenPaths {
  const paths: Path[] = []
  let steps = 0
  const chooseSome = (stopReason: string | undefined): ChosenPaths => {
    const left = Math.max(1, search.count.paths - paths.length)
    return { search, paths, left: { paths: left, isExact: search.count.isExact }, stopReason }
  }
  for (const path of search.paths()) {
    if (paths.length >= limit) return chooseSome(search.stopReason())
    steps += path.steps.length
    if (steps > maxSteps) return chooseSome(`The paths have more than ${maxSteps.toLocaleString('en')} steps.`)
    paths.push(path)
  }
  return { search, paths, left: { paths: 0, isExact: true }, stopReason: search.stopReason() }
}

export function countText({ paths, isExact }: PathCount): string {
  if (paths >= 1e9) return 'more than a billion paths'
  return `${isExact ? '' : 'about '}${paths.toLocaleString('en')} ${paths === 1 ? 'path' : 'paths'}`
}

export function pathsHeadline({ model, request, count }: PathSearch): string {
  const parts = [
    countText(count),
    ...(request.from === undefined ? [] : [`from '${request.from}'`]),
    ...(request.through === undefined ? [] : [`through '${request.through}'`]),
    ...(request.to === undefined ? [] : [`to '${request.to}'`]),
  ]
  return `${model.name}: ${parts.join(' ')} – ${PATH_KINDS[request.kind]}`
}

export function remainderLines({ search, paths, left, stopReason }: ChosenPaths): string[] {
  const more = left.paths > 0 ? `${countText(left).replace(/ paths?$/, '')} more paths` : ''
  return [
    ...(more === '' ? [] : [stopReason === undefined ? `${more}. Raise the limit to print them.` : `${more}.`]),
    ...(stopReason === undefined ? [] : [stopReason]),
    ...(paths.length === 0 && left.paths === 0 && stopReason === undefined
      ? [
          `No path of this kind matches.${search.request.kind === 'simple' ? '' : ' The kind ‘simple’ has every path without a repeated state.'}`,
        ]
      : []),
  ]
}

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
  const { search, paths } = chosen
  const { model, prefixLength } = search
  const lines = paths.flatMap((path, i) => [
    '',
    `Path ${i + 1} of ${search.count.isExact ? search.count.paths : 'many'}${prefixLength === 0 ? '' : ` (it starts after step ${prefixLength})`}`,
    ...pathText(model, path).map((line) => `  ${line}`),
  ])
  const after = remainderLines(chosen)
  return [pathsHeadline(search), ...lines, ...(after.length > 0 ? ['', ...after] : []), ''].join('\n')
}

export function asData(chosen: ChosenPaths, { manualSteps }: FormatOptions = {}) {
  const { search, paths, left, stopReason } = chosen
  return {
    machine: search.model.name,
    ...search.request,
    paths: search.count.paths,
    isExact: search.count.isExact,
    prefixLength: search.prefixLength,
    left: left.paths,
    stopped: stopReason ?? null,
    list: paths.map((path) => {
      const manual = manualSteps?.(path)
      return {
        name: path.name,
        input: path.input,
        ...(manual && { startTexts: manual.startTexts, reasonAgainst: manual.reasonAgainst ?? null }),
        start: path.start.actorState.snapshot.value as unknown,
        steps: stepsOf(search.model, path).map((step, i) => ({
          ...step,
          ...(manual && { setUp: manual.before.get(i) ?? [] }),
        })),
      }
    }),
  }
}

export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&').replace(/\s+/g, ' ')

const statesInMarkdown = (actorState: Path['start']['actorState']): string =>
  statesOf(actorState)
    .map(
      ({ path, description }) =>
        `**${escapeMarkdown(path)}**${description === undefined ? '' : ` – ${escapeMarkdown(description)}`}`,
    )
    .join('; ')

const manualStepRows = (sentences: readonly string[] | undefined): string[] =>
  (sentences ?? []).map((text) => `| | ${text.replace(/\|/g, '\\|')} | | ☐ |`)

export const countsByReason = (reasons: readonly (string | undefined)[], means: string): string[] =>
  [...new Set(reasons.filter((reason) => reason !== undefined))].map((reason) => {
    const count = reasons.filter((other) => other === reason).length
    return `${count} ${count === 1 ? 'path' : 'paths'} excluded (not possible ${means}): ${reason}`
  })

export function asMarkdown(chosen: ChosenPaths, options: FormatOptions = {}): string {
  const { search, paths } = chosen
  const { model, prefixLength } = search
  const manualSteps = paths.map((path) => options.manualSteps?.(path))
  const lines = paths.flatMap((path, i) => {
    const manual = manualSteps[i]
    if (manual?.reasonAgainst !== undefined) return []
    let before = path.start.actorState
    const rows = path.steps.flatMap(({ trigger, actorState }, at) => {
      const text = triggerText(model, trigger, before)
      before = actorState
      return [
        ...manualStepRows(manual?.before.get(at)),
        `| ${at + 1} | ${escapeMarkdown(text)} | ${statesInMarkdown(actorState)} | ☐ |`,
      ]
    })
    return [
      '',
      `## Path ${i + 1}`,
      '',
      `Start: ${escapeMarkdown(path.input)}.${manual ? '' : ` Expected: ${statesInMarkdown(path.start.actorState)}`}`,
      ...(manual
        ? [
            '',
            ...manual.startTexts.map((text, n) => `${n + 1}. ${text}`),
            '',
            `Expected: ${statesInMarkdown(path.start.actorState)}`,
          ]
        : []),
      ...(prefixLength === 0 ? [] : ['', `Steps 1 to ${prefixLength} lead to the start of the path.`]),
      ...(rows.length > 0 ? ['', '| Step | Action | Expected | OK |', '| --- | --- | --- | --- |', ...rows] : []),
    ]
  })
  const introduction = options.introduction?.(lines) ?? []
  const exclusions = countsByReason(
    manualSteps.map((steps) => steps?.reasonAgainst),
    'by hand',
  )
  const after = remainderLines(chosen)
  return [
    `# Test script: ${escapeMarkdown(pathsHeadline(search))}`,
    '',
    'Tester: ____________ Date: ____________ Build: ____________',
    ...(introduction.length > 0 ? ['', ...introduction] : []),
    ...(exclusions.length > 0 ? ['', ...exclusions.map((line) => `- ${escapeMarkdown(line)}`)] : []),
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
