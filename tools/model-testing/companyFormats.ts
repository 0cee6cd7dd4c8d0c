/** Paths of machines together as they are handed on: in words, as a manual test script, as data. */
import { castAt, type Act, type Cast, type Company, type Scene, type ScenePath } from './company.ts'
import { plain } from './formats.ts'
import { happeningWords, momentWords, time } from './words.ts'

export const COMPANY_FORMATS = ['text', 'markdown', 'json'] as const
export type CompanyFormat = (typeof COMPANY_FORMATS)[number]

/** The paths that were asked for, of all that lead to `to`. */
export type ChosenScenes = {
  readonly company: Company
  readonly to: string | undefined
  readonly paths: readonly ScenePath[]
  /** How many there are with those that are left out. */
  readonly of: number
}

/** Takes the first so many of the paths, or of those that end in a state. Throws `UnknownName`. */
export function chooseScenes(company: Company, to: string | undefined, limit: number): ChosenScenes {
  const wanted = to === undefined ? company.paths : company.into(to)
  return { company, to, paths: wanted.slice(0, limit), of: wanted.length }
}

const number = (count: number): string => count.toLocaleString('en')
const pathsOf = (count: number): string => `${number(count)} ${count === 1 ? 'path' : 'paths'}`

/** How large a company is, in a line. */
export function sizeWords({ vertices, edges, paths, limited }: Company): string {
  const told = `${number(vertices)} states, ${number(edges)} transitions, ${pathsOf(paths.length)}`
  return limited ? `${told}, and more: the walk stopped at its limit` : told
}

/** What the paths are, in a line that begins with the state space. */
export function companyHeadline({ company, to, of }: ChosenScenes): string {
  const whole = `${company.cast.model.name} with those that it talks to: ${sizeWords(company)}`
  return to === undefined ? whole : `${whole}; ${pathsOf(of)} to '${to}'`
}

/** That there are more; empty when the paths are all. */
export const leftWords = ({ of, paths }: ChosenScenes): string[] =>
  of > paths.length ? [`${number(of - paths.length)} more are left out: a higher limit shows them.`] : []

/** What happens in a step, in words. */
function actWords(cast: Cast, act: Act, before: Scene, after: Scene): string {
  if (act.kind === 'way') return `${act.label}.`
  if (act.kind === 'time') {
    const wait = time(after.now - before.now)
    return `${wait} ${wait.startsWith('1 ') ? 'passes' : 'pass'}.`
  }
  const moment = before.actors.get(act.at)
  if (!moment) throw new Error(`nobody is at '${act.at}'`)
  const { model } = castAt(cast, act.at) ?? cast
  return `${act.at === '' ? '' : `(${act.at}) `}${happeningWords(model, act.happening, moment)}`
}

/** Where somebody is and where the machines are, as far as that is new. */
function sceneNow({ place, actors }: Scene, before?: Scene): string {
  const isNew = place !== undefined && (place.name !== before?.place?.name || place.words !== before.place.words)
  return [
    ...(isNew ? [`at ${place.name}${place.words === undefined ? '' : ` (${place.words})`}`] : []),
    ...[...actors]
      .filter(([way, moment]) => before?.actors.get(way) !== moment)
      .map(([way, moment]) => `${way === '' ? '' : `${way}: `}${momentWords(moment)}`),
  ].join(' · ')
}

/** The steps of a path: who it happens to, what happens, and where those now are that it changed. */
export function sceneSteps(cast: Cast, { name, input, start, steps }: ScenePath) {
  let before = start
  return {
    name,
    input,
    start: sceneNow(start),
    steps: steps.map(({ act, scene }) => {
      const step = { label: act.label, words: actWords(cast, act, before, scene), now: sceneNow(scene, before) }
      before = scene
      return step
    }),
  }
}

/** A path as numbered lines. */
export function sceneWords(cast: Cast, path: ScenePath): string[] {
  const { input, start, steps } = sceneSteps(cast, path)
  return [
    `Begin: ${input}. Now ${start}`,
    ...steps.flatMap(({ words, now }, i) => [`${i + 1}. ${words}`, `   Now ${now}`]),
  ]
}

function asText(chosen: ChosenScenes): string {
  const told = chosen.paths.flatMap((path, i) => [
    '',
    `Path ${i + 1} of ${chosen.of}`,
    ...sceneWords(chosen.company.cast, path).map((line) => `  ${line}`),
  ])
  const left = leftWords(chosen)
  return [companyHeadline(chosen), ...told, ...(left.length > 0 ? ['', ...left] : []), ''].join('\n')
}

function asMarkdown(chosen: ChosenScenes): string {
  const told = chosen.paths.flatMap((path, i) => {
    const { input, start, steps } = sceneSteps(chosen.company.cast, path)
    return [
      '',
      `## Path ${i + 1}`,
      '',
      `Begin at: ${plain(input)}. To be seen: ${plain(start)}`,
      '',
      '| Step | What happens | What is then to be seen | Ok |',
      '| --- | --- | --- | --- |',
      ...steps.map(({ words, now }, at) => `| ${at + 1} | ${plain(words)} | ${plain(now)} | ☐ |`),
    ]
  })
  const left = leftWords(chosen)
  return [
    `# Test script: ${plain(companyHeadline(chosen))}`,
    '',
    'Tester: ____________ Date: ____________ Build: ____________',
    ...told,
    ...(left.length > 0 ? ['', ...left] : []),
    '',
  ].join('\n')
}

function asData({ company, to, paths, of }: ChosenScenes): string {
  const { cast, vertices, edges, broken, limited } = company
  const list = paths.map((path) => sceneSteps(cast, path))
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

export function renderScenes(chosen: ChosenScenes, format: CompanyFormat): string {
  return { text: asText, markdown: asMarkdown, json: asData }[format](chosen)
}
