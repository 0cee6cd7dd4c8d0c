/** Paths as they are handed on: in words, as a manual test script, as a Playwright test, as data. */
import { byHand, type ByHand } from './byHand.ts'
import { type Model } from './model.ts'
import { KINDS, type Count, type Ways } from './ways.ts'
import { type Path } from './walk.ts'
import { happeningWords, momentWords, pathWords, statesOf } from './words.ts'

export const FORMATS = {
  text: 'the paths in words',
  markdown: 'a manual test script',
  playwright: 'a test that runs in a browser',
  json: 'the same as data',
} as const

export type Format = keyof typeof FORMATS

/** What is printed of the paths that were asked for. */
export type Chosen = {
  readonly ways: Ways
  readonly paths: readonly Path[]
  /** How many more there are, as far as known. */
  readonly left: Count
  /** Why there are not more, where something stopped the search. */
  readonly stopped: string | undefined
}

/** More steps than this in all are of no use to anybody, and fill the memory. */
const MOST_STEPS = 100_000

/** Takes the first so many paths, as long as they have no more than so many steps in all. */
export function choose(ways: Ways, limit: number, most = MOST_STEPS): Chosen {
  const paths: Path[] = []
  let steps = 0
  const cut = (stopped: string | undefined): Chosen => {
    const left = Math.max(1, ways.count.paths - paths.length)
    return { ways, paths, left: { paths: left, isExact: ways.count.isExact }, stopped }
  }
  for (const path of ways.paths()) {
    if (paths.length >= limit) return cut(ways.stopped())
    steps += path.steps.length
    if (steps > most) return cut(`Cut here, since the paths have more than ${most.toLocaleString('en')} steps.`)
    paths.push(path)
  }
  return { ways, paths, left: { paths: 0, isExact: true }, stopped: ways.stopped() }
}

/** "23 paths", "about 4,100,000 paths". */
export function countWords({ paths, isExact }: Count): string {
  if (paths >= 1e9) return 'more than a billion paths'
  return `${isExact ? '' : 'about '}${paths.toLocaleString('en')} ${paths === 1 ? 'path' : 'paths'}`
}

/** What the paths are, in a line: "signIn: 23 paths to 'admitted' (every transition at least once …)". */
export function headline({ model, wish, count }: Ways): string {
  const parts = [
    countWords(count),
    ...(wish.from === undefined ? [] : [`from '${wish.from}'`]),
    ...(wish.through === undefined ? [] : [`by way of '${wish.through}'`]),
    ...(wish.to === undefined ? [] : [`to '${wish.to}'`]),
  ]
  return `${model.name}: ${parts.join(' ')} – ${KINDS[wish.kind]}`
}

/** That there are more, or that the search ended early; empty when the paths are all. */
export function remarks({ ways, paths, left, stopped }: Chosen): string[] {
  const more = left.paths > 0 ? `${countWords(left).replace(/ paths?$/, '')} more are left out` : ''
  return [
    ...(more === '' ? [] : [stopped === undefined ? `${more}: a higher limit shows them.` : `${more}.`]),
    ...(stopped === undefined ? [] : [stopped]),
    ...(paths.length === 0 && left.paths === 0 && stopped === undefined
      ? [
          `No path of this kind goes this way${ways.wish.kind === 'simple' ? '' : ': the kind ‘simple’ takes every way there is'}.`,
        ]
      : []),
  ]
}

/** The steps of a path in words, each with what is then to be seen. */
export function stepsOf(model: Model, { start, steps }: Path) {
  let before = start.moment
  return steps.map(({ happening, label, moment }) => {
    const words = happeningWords(model, happening, before)
    before = moment
    return { label, words, event: happening.event, state: moment.snapshot.value as unknown, now: momentWords(moment) }
  })
}

export function asText(chosen: Chosen): string {
  const { ways, paths } = chosen
  const { model, lead } = ways
  const told = paths.flatMap((path, i) => [
    '',
    `Path ${i + 1} of ${ways.count.isExact ? ways.count.paths : 'many'}${lead === 0 ? '' : ` (it begins after step ${lead})`}`,
    ...pathWords(model, path).map((line) => `  ${line}`),
  ])
  const after = remarks(chosen)
  return [headline(ways), ...told, ...(after.length > 0 ? ['', ...after] : []), ''].join('\n')
}

export function asData(chosen: Chosen) {
  const { ways, paths, left, stopped } = chosen
  return {
    machine: ways.model.name,
    ...ways.wish,
    paths: ways.count.paths,
    isExact: ways.count.isExact,
    lead: ways.lead,
    left: left.paths,
    stopped: stopped ?? null,
    list: paths.map((path) => {
      const hand = byHand(ways.model, path)
      return {
        name: path.name,
        input: path.input,
        ...(hand && { begin: hand.begin, notByHand: hand.not ?? null }),
        start: path.start.moment.snapshot.value as unknown,
        steps: stepsOf(ways.model, path).map((step, i) => ({
          ...step,
          ...(hand && { setUp: hand.before.get(i) ?? [] }),
        })),
      }
    }),
  }
}

/** Keeps a text from being read as Markdown of its own, or as the end of a table's cell. */
export const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&').replace(/\s+/g, ' ')

const statesInMarkdown = (moment: Path['start']['moment']): string =>
  statesOf(moment)
    .map(({ path, description }) => `**${plain(path)}**${description === undefined ? '' : ` – ${plain(description)}`}`)
    .join('; ')

const inCell = (sentences: readonly string[] | undefined): string[] =>
  (sentences ?? []).map((words) => `| | ${words.replace(/\|/g, '\\|')} | | ☐ |`)

/** What every script of the sandbox begins with. */
const SCRIPT = [
  'Start the product with `npm start -- --fresh`: it prints its address and the accounts, all with the password `live-news-24`.',
  'Follow each path in a new private window, after _Reset to the first state_ at `/sandbox`. What is set up there is set up in another tab.',
]

/** Calls that a page makes by itself as soon as somebody who is signed in comes back to its window. */
const ASKED_AGAIN = ['GET /wp-json/custom-plugin/me/', 'GET /wp-json/mp/v1/members/{id}']
const AGAIN = `Coming back to the page of somebody who is signed in asks the host who it is: a fault of ${ASKED_AGAIN.map((call) => `\`${call}\``).join(' or ')} then needs Times one higher than is said.`

/** How many paths are left out, by the reason. */
const leftOut = (reasons: readonly (string | undefined)[], who: string): string[] =>
  [...new Set(reasons.filter((reason) => reason !== undefined))].map(
    (reason) => `${reasons.filter((other) => other === reason).length} left out, since ${who}: ${reason}`,
  )

/** A script that a person follows and fills in. */
export function asMarkdown(chosen: Chosen): string {
  const { ways, paths } = chosen
  const { model, lead } = ways
  const hands = paths.map((path): ByHand | undefined => byHand(model, path))
  const told = paths.flatMap((path, i) => {
    const hand = hands[i]
    if (hand?.not !== undefined) return []
    let before = path.start.moment
    const rows = path.steps.flatMap(({ happening, moment }, at) => {
      const words = happeningWords(model, happening, before)
      before = moment
      return [...inCell(hand?.before.get(at)), `| ${at + 1} | ${plain(words)} | ${statesInMarkdown(moment)} | ☐ |`]
    })
    return [
      '',
      `## Path ${i + 1}`,
      '',
      `Begin at: ${plain(path.input)}.${hand ? '' : ` To be seen: ${statesInMarkdown(path.start.moment)}`}`,
      ...(hand
        ? [
            '',
            ...hand.begin.map((words, n) => `${n + 1}. ${words}`),
            '',
            `To be seen: ${statesInMarkdown(path.start.moment)}`,
          ]
        : []),
      ...(lead === 0 ? [] : ['', `Steps 1 to ${lead} only lead to where the path begins.`]),
      ...(rows.length > 0
        ? ['', '| Step | What happens | What is then to be seen | Ok |', '| --- | --- | --- | --- |', ...rows]
        : []),
    ]
  })
  const isAskedAgain = told.some((line) => ASKED_AGAIN.some((call) => line.includes(`\`${call}\``)))
  const left = leftOut(
    hands.map((hand) => hand?.not),
    'nobody can do it by hand',
  )
  const after = remarks(chosen)
  return [
    `# Test script: ${plain(headline(ways))}`,
    '',
    'Tester: ____________ Date: ____________ Build: ____________',
    ...(model.hand ? ['', ...SCRIPT, ...(isAskedAgain ? [AGAIN] : [])] : []),
    ...(left.length > 0 ? ['', ...left.map((line) => `- ${plain(line)}`)] : []),
    ...told,
    ...(after.length > 0 ? ['', ...after.map((line) => plain(line))] : []),
    '',
  ].join('\n')
}

/** A text as code, the way the project writes it. */
const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"')
    ? JSON.stringify(text)
    : `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`

export type PlaywrightOptions = {
  /** From the folder of the test to tests/e2e. */
  readonly browser?: string
  /** Why no browser can follow a path; undefined where one can. */
  readonly reasonAgainst?: (path: Path) => string | undefined
}

export const playwrightFile = (machine: string): string => `tests/e2e/${machine}.paths.spec.ts`

/** A test that follows the paths in a browser: it acts by the machine's flow and sees what the flow says of each state. */
export function asPlaywright(chosen: Chosen, { browser = '.', reasonAgainst }: PlaywrightOptions = {}): string {
  const { ways, paths } = chosen
  const { model } = ways
  const reasons = paths.map((path) => reasonAgainst?.(path))
  const tests = paths.flatMap((path, i) => {
    if (reasons[i] !== undefined) return []
    const steps = stepsOf(model, path).flatMap(({ label, words, now }) => [
      `      // ${words} Now ${now.replace(/\s+/g, ' ')}`,
      `      ${quoted(label)},`,
    ])
    return [
      '',
      `  test('path ${i + 1}: ${path.steps.length} ${path.steps.length === 1 ? 'step' : 'steps'}', async ({ page, server }) => {`,
      ...(steps.length === 0
        ? [`    await follow(flow, page, server, ${quoted(path.input)}, [])`]
        : [`    await follow(flow, page, server, ${quoted(path.input)}, [`, ...steps, '    ])']),
      '  })',
    ]
  })
  return [
    `// ${headline(ways)}.`,
    `// Save as ${playwrightFile(model.name)} and run: npx playwright test -c tests/e2e ${model.name}.paths`,
    ...remarks(chosen).map((line) => `// ${line}`),
    ...leftOut(reasons, 'no browser can do it').map((line) => `// ${line}`),
    `import { test } from '${browser}/fixture.ts'`,
    `import flow from '${browser}/flows/${model.name}.flow.ts'`,
    `import { follow } from '${browser}/follow.ts'`,
    '',
    `test.describe('paths of ${model.name}', () => {`,
    ...tests.slice(1),
    '})',
    '',
  ].join('\n')
}

export function render(chosen: Chosen, format: Format, options?: PlaywrightOptions): string {
  if (format === 'markdown') return asMarkdown(chosen)
  if (format === 'playwright') return asPlaywright(chosen, options)
  if (format === 'json') return `${JSON.stringify(asData(chosen), null, 2)}\n`
  return asText(chosen)
}
