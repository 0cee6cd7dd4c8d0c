/** Renders paths of a system as text, as a manual test script in Markdown, and as JSON. */
import { actorTreeAt, type ActorTree } from './actorTree.ts'
import { escapeMarkdown } from './pathFormats.ts'
import { durationText, stateText, triggerText } from './pathText.ts'
import { type SystemPath, type SystemRun } from './systemRun.ts'
import { type SystemEvent, type SystemState } from './systemStepper.ts'

export const SYSTEM_FORMATS = ['text', 'markdown', 'json'] as const
export type SystemFormat = (typeof SYSTEM_FORMATS)[number]

export type ChosenSystemPaths = {
  readonly run: SystemRun
  readonly to: string | undefined
  readonly paths: readonly SystemPath[]
  /** Number of paths before the limit. */
  readonly of: number
}

/** Chooses the first paths, or the first that enter a state. Throws `UnknownNameError`. */
export function chooseSystemPaths(run: SystemRun, to: string | undefined, limit: number): ChosenSystemPaths {
  const wanted = to === undefined ? run.paths : run.pathsInto(to)
  return { run, to, paths: wanted.slice(0, limit), of: wanted.length }
}

const numberText = (count: number): string => count.toLocaleString('en')
const pathCountText = (count: number): string => `${numberText(count)} ${count === 1 ? 'path' : 'paths'}`

export function systemSizeText({ vertices, edges, paths, limited }: SystemRun): string {
  const size = `${numberText(vertices)} states, ${numberText(edges)} transitions, ${pathCountText(paths.length)}`
  return limited ? `${size} (the exploration stopped at its limit)` : size
}

export function systemHeadline({ run, to, of }: ChosenSystemPaths): string {
  const size = `${run.tree.model.name} and its actors: ${systemSizeText(run)}`
  return to === undefined ? size : `${size}; ${pathCountText(of)} to '${to}'`
}

/** Empty if all paths are printed. */
export const systemRemainderLines = ({ of, paths }: ChosenSystemPaths): string[] =>
  of > paths.length ? [`${numberText(of - paths.length)} more paths. Raise the limit to print them.`] : []

function systemEventText(tree: ActorTree, event: SystemEvent, before: SystemState, after: SystemState): string {
  if (event.kind === 'navigate') return `${event.label}.`
  if (event.kind === 'time') {
    const wait = durationText(after.now - before.now)
    return `${wait} ${wait.startsWith('1 ') ? 'passes' : 'pass'}.`
  }
  const { actorPath, trigger } = event
  const actorState = before.actors.get(actorPath)
  if (!actorState) throw new Error(`${tree.model.name} has no running actor '${actorPath}'`)
  const { model } = actorTreeAt(tree, actorPath) ?? tree
  return `${actorPath === '' ? '' : `(${actorPath}) `}${triggerText(model, trigger, actorState)}`
}

/** The environment and the actors that changed since `before`. */
function systemStateText({ environment, actors }: SystemState, before?: SystemState): string {
  const isNew =
    environment !== undefined &&
    (environment.name !== before?.environment?.name || environment.message !== before.environment.message)
  return [
    ...(isNew ? [`at ${environment.name}${environment.message === undefined ? '' : ` (${environment.message})`}`] : []),
    ...[...actors]
      .filter(([path, actorState]) => before?.actors.get(path) !== actorState)
      .map(([path, actorState]) => `${path === '' ? '' : `${path}: `}${stateText(actorState)}`),
  ].join(' · ')
}

export function systemSteps(tree: ActorTree, { name, input, start, steps }: SystemPath) {
  let before = start
  return {
    name,
    input,
    start: systemStateText(start),
    steps: steps.map(({ event, state }) => {
      const step = {
        label: event.label,
        text: systemEventText(tree, event, before, state),
        expected: systemStateText(state, before),
      }
      before = state
      return step
    }),
  }
}

export function systemPathLines(tree: ActorTree, path: SystemPath): string[] {
  const { input, start, steps } = systemSteps(tree, path)
  return [
    `Start: ${input}. State: ${start}`,
    ...steps.flatMap(({ text, expected }, i) => [`${i + 1}. ${text}`, `   State: ${expected}`]),
  ]
}

function asText(chosen: ChosenSystemPaths): string {
  const lines = chosen.paths.flatMap((path, i) => [
    '',
    `Path ${i + 1} of ${chosen.of}`,
    ...systemPathLines(chosen.run.tree, path).map((line) => `  ${line}`),
  ])
  const remainder = systemRemainderLines(chosen)
  return [systemHeadline(chosen), ...lines, ...(remainder.length > 0 ? ['', ...remainder] : []), ''].join('\n')
}

function asMarkdown(chosen: ChosenSystemPaths): string {
  const lines = chosen.paths.flatMap((path, i) => {
    const { input, start, steps } = systemSteps(chosen.run.tree, path)
    return [
      '',
      `## Path ${i + 1}`,
      '',
      `Start: ${escapeMarkdown(input)}. Expected: ${escapeMarkdown(start)}`,
      '',
      '| Step | Action | Expected | OK |',
      '| --- | --- | --- | --- |',
      ...steps.map(
        ({ text, expected }, i) => `| ${i + 1} | ${escapeMarkdown(text)} | ${escapeMarkdown(expected)} | ☐ |`,
      ),
    ]
  })
  const remainder = systemRemainderLines(chosen)
  return [
    `# Test script: ${escapeMarkdown(systemHeadline(chosen))}`,
    '',
    'Tester: ____________ Date: ____________ Build: ____________',
    ...lines,
    ...(remainder.length > 0 ? ['', ...remainder] : []),
    '',
  ].join('\n')
}

function asData({ run, to, paths, of }: ChosenSystemPaths): string {
  const { tree, vertices, edges, broken, limited } = run
  const data = {
    machine: tree.model.name,
    ...(to === undefined ? {} : { to }),
    vertices,
    edges,
    paths: of,
    broken,
    limited,
    list: paths.map((path) => systemSteps(tree, path)),
  }
  return `${JSON.stringify(data, null, 2)}\n`
}

export function renderSystemPaths(chosen: ChosenSystemPaths, format: SystemFormat): string {
  return { text: asText, markdown: asMarkdown, json: asData }[format](chosen)
}
