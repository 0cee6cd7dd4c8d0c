/** Paths of machines together as they are handed on: in words, as a manual test script, as data. */
import {
  actorTreeAt,
  type SystemEvent,
  type ActorTree,
  type SystemRun,
  type SystemState,
  type SystemPath,
} from './systemRun.ts'
import { escapeMarkdown } from './pathFormats.ts'
import { triggerText, stateText, durationText } from './pathText.ts'

export const SYSTEM_FORMATS = ['text', 'markdown', 'json'] as const
export type SystemFormat = (typeof SYSTEM_FORMATS)[number]

/** The paths that were asked for, of all that lead to `to`. */
export type ChosenSystemPaths = {
  readonly run: SystemRun
  readonly to: string | undefined
  readonly paths: readonly SystemPath[]
  /** How many there are with those that are left out. */
  readonly of: number
}

/** Takes the first so many of the paths, or of those that end in a state. Throws `UnknownName`. */
export function chooseSystemPaths(run: SystemRun, to: string | undefined, limit: number): ChosenSystemPaths {
  const wanted = to === undefined ? run.paths : run.pathsInto(to)
  return { run, to, paths: wanted.slice(0, limit), of: wanted.length }
}

const numberText = (count: number): string => count.toLocaleString('en')
const pathCountText = (count: number): string => `${numberText(count)} ${count === 1 ? 'path' : 'paths'}`

/** How large a company is, in a line. */
export function systemSizeText({ vertices, edges, paths, limited }: SystemRun): string {
  const told = `${numberText(vertices)} states, ${numberText(edges)} transitions, ${pathCountText(paths.length)}`
  return limited ? `${told}, and more: the walk stopped at its limit` : told
}

/** What the paths are, in a line that begins with the state space. */
export function systemHeadline({ run: company, to, of }: ChosenSystemPaths): string {
  const whole = `${company.tree.model.name} with those that it talks to: ${systemSizeText(company)}`
  return to === undefined ? whole : `${whole}; ${pathCountText(of)} to '${to}'`
}

/** That there are more; empty when the paths are all. */
export const systemRemainderLines = ({ of, paths }: ChosenSystemPaths): string[] =>
  of > paths.length ? [`${numberText(of - paths.length)} more are left out: a higher limit shows them.`] : []

/** What happens in a step, in words. */
function systemEventText(tree: ActorTree, systemEvent: SystemEvent, before: SystemState, after: SystemState): string {
  if (systemEvent.kind === 'way') return `${systemEvent.label}.`
  if (systemEvent.kind === 'time') {
    const wait = durationText(after.now - before.now)
    return `${wait} ${wait.startsWith('1 ') ? 'passes' : 'pass'}.`
  }
  const actorState = before.actors.get(systemEvent.at)
  if (!actorState) throw new Error(`nobody is at '${systemEvent.at}'`)
  const { model } = actorTreeAt(tree, systemEvent.at) ?? tree
  return `${systemEvent.at === '' ? '' : `(${systemEvent.at}) `}${triggerText(model, systemEvent.trigger, actorState)}`
}

/** Where somebody is and where the machines are, as far as that is new. */
function systemStateText({ environment: place, actors }: SystemState, before?: SystemState): string {
  const isNew =
    place !== undefined && (place.name !== before?.environment?.name || place.message !== before.environment.message)
  return [
    ...(isNew ? [`at ${place.name}${place.message === undefined ? '' : ` (${place.message})`}`] : []),
    ...[...actors]
      .filter(([way, actorState]) => before?.actors.get(way) !== actorState)
      .map(([way, actorState]) => `${way === '' ? '' : `${way}: `}${stateText(actorState)}`),
  ].join(' · ')
}

/** The steps of a path: who it happens to, what happens, and where those now are that it changed. */
export function systemSteps(tree: ActorTree, { name, input, start, steps }: SystemPath) {
  let before = start
  return {
    name,
    input,
    start: systemStateText(start),
    steps: steps.map(({ systemEvent: act, systemState }) => {
      const step = {
        label: act.label,
        words: systemEventText(tree, act, before, systemState),
        now: systemStateText(systemState, before),
      }
      before = systemState
      return step
    }),
  }
}

/** A path as numbered lines. */
export function systemPathLines(tree: ActorTree, path: SystemPath): string[] {
  const { input, start, steps } = systemSteps(tree, path)
  return [
    `Begin: ${input}. Now ${start}`,
    ...steps.flatMap(({ words, now }, i) => [`${i + 1}. ${words}`, `   Now ${now}`]),
  ]
}

function asText(chosen: ChosenSystemPaths): string {
  const lines = chosen.paths.flatMap((path, i) => [
    '',
    `Path ${i + 1} of ${chosen.of}`,
    ...systemPathLines(chosen.run.tree, path).map((line) => `  ${line}`),
  ])
  const left = systemRemainderLines(chosen)
  return [systemHeadline(chosen), ...lines, ...(left.length > 0 ? ['', ...left] : []), ''].join('\n')
}

function asMarkdown(chosen: ChosenSystemPaths): string {
  const lines = chosen.paths.flatMap((path, i) => {
    const { input, start, steps } = systemSteps(chosen.run.tree, path)
    return [
      '',
      `## Path ${i + 1}`,
      '',
      `Begin at: ${escapeMarkdown(input)}. To be seen: ${escapeMarkdown(start)}`,
      '',
      '| Step | What happens | What is then to be seen | Ok |',
      '| --- | --- | --- | --- |',
      ...steps.map(({ words, now }, at) => `| ${at + 1} | ${escapeMarkdown(words)} | ${escapeMarkdown(now)} | ☐ |`),
    ]
  })
  const left = systemRemainderLines(chosen)
  return [
    `# Test script: ${escapeMarkdown(systemHeadline(chosen))}`,
    '',
    'Tester: ____________ Date: ____________ Build: ____________',
    ...lines,
    ...(left.length > 0 ? ['', ...left] : []),
    '',
  ].join('\n')
}

function asData({ run: company, to, paths, of }: ChosenSystemPaths): string {
  const { tree: cast, vertices, edges, broken, limited } = company
  const list = paths.map((path) => systemSteps(cast, path))
  const data = {
    machine: cast.model.name,
    ...(to === undefined ? {} : { to }),
    vertices,
    edges,
    paths: of,
    broken,
    limited,
    list,
  }
  return `${JSON.stringify(data, null, 2)}\n`
}

export function renderSystemPaths(chosen: ChosenSystemPaths, format: SystemFormat): string {
  return { text: asText, markdown: asMarkdown, json: asData }[format](chosen)
}
