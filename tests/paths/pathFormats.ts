/** The formats of tools/model-testing with the manual steps of the sandbox, and Playwright tests by page drivers. */
import { type Path } from '../../tools/model-testing/pathRun.ts'
import {
  FORMATS as GENERAL_FORMATS,
  countsByReason,
  pathsHeadline,
  remainderLines,
  renderPaths as renderGeneral,
  stepsOf,
  type ChosenPaths,
} from '../../tools/model-testing/pathFormats.ts'
import { manualStepsFor } from './manualSteps.ts'
import { type Model } from './model.ts'

export const FORMATS = {
  text: GENERAL_FORMATS.text,
  markdown: GENERAL_FORMATS.markdown,
  playwright: 'a test that runs in a browser',
  json: GENERAL_FORMATS.json,
} as const

export type Format = keyof typeof FORMATS

const SCRIPT_INTRODUCTION = [
  'Start the product with `npm start -- --fresh`. It prints its address and the accounts. Every password is `live-news-24`.',
  'Follow each path in a new private window, after _Reset all data_ at `/sandbox`. Set up faults in another tab.',
]

/** Calls that a page repeats when a signed-in user returns to its window. */
const REPEATED_CALLS = ['GET /wp-json/custom-plugin/me/', 'GET /wp-json/mp/v1/members/{id}']
const REPEATED_CALLS_NOTE = `A page of a signed-in user calls ${REPEATED_CALLS.map((call) => `\`${call}\``).join(' or ')} again when its window gets the focus. If you add a fault for that call, increase its Times by one.`

/** Returns a text as a string literal in the code style of the project. */
const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"')
    ? JSON.stringify(text)
    : `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`

export type PlaywrightOptions = {
  /** The relative path from the folder of the test to tests/e2e. */
  readonly browser?: string
  /** The reason why a browser cannot follow a path; undefined if it is possible. */
  readonly reasonAgainst?: (path: Path) => string | undefined
}

export const playwrightFile = (machine: string): string => `tests/e2e/${machine}.paths.spec.ts`

export function asPlaywright(chosen: ChosenPaths, { browser = '.', reasonAgainst }: PlaywrightOptions = {}): string {
  const { search, paths } = chosen
  const { model } = search
  const reasons = paths.map((path) => reasonAgainst?.(path))
  const tests = paths.flatMap((path, i) => {
    if (reasons[i] !== undefined) return []
    const steps = stepsOf(model, path).flatMap(({ label, text, expected }) => [
      `      // ${text} Expected: ${expected.replace(/\s+/g, ' ')}`,
      `      ${quoted(label)},`,
    ])
    return [
      '',
      `  test('path ${i + 1}: ${path.steps.length} ${path.steps.length === 1 ? 'step' : 'steps'}', async ({ page, server }) => {`,
      ...(steps.length === 0
        ? [`    await runPath(driver, page, server, ${quoted(path.input)}, [])`]
        : [`    await runPath(driver, page, server, ${quoted(path.input)}, [`, ...steps, '    ])']),
      '  })',
    ]
  })
  return [
    `// ${pathsHeadline(search)}.`,
    `// Save as ${playwrightFile(model.name)} and run: npx playwright test -c tests/e2e ${model.name}.paths`,
    ...remainderLines(chosen).map((line) => `// ${line}`),
    ...countsByReason(reasons, 'in a browser').map((line) => `// ${line}`),
    `import { test } from '${browser}/fixture.ts'`,
    `import driver from '${browser}/drivers/${model.name}.driver.ts'`,
    `import { runPath } from '${browser}/runPath.ts'`,
    '',
    `test.describe('paths of ${model.name}', () => {`,
    ...tests.slice(1),
    '})',
    '',
  ].join('\n')
}

export function renderPaths(chosen: ChosenPaths, format: Format, options?: PlaywrightOptions): string {
  if (format === 'playwright') return asPlaywright(chosen, options)
  const { manual }: Model = chosen.search.model
  return renderGeneral(chosen, format, {
    manualSteps: (path) => manualStepsFor(chosen.search.model, path),
    introduction: (lines) => {
      const hasRepeatedCall = lines.some((line) => REPEATED_CALLS.some((call) => line.includes(`\`${call}\``)))
      if (!manual) return []
      return hasRepeatedCall ? [...SCRIPT_INTRODUCTION, REPEATED_CALLS_NOTE] : SCRIPT_INTRODUCTION
    },
  })
}
