/**
 * The tests that show each requirement of docs/requirements.md, read from their sources. A test names requirements in its
 * options (`tags` of Vitest, `tag` of Playwright), a row of a table of tests in its field `requirement`.
 */
import ts from 'typescript'
import { type Requirement } from '../atlas/requirements.ts'
import { sentencesOf } from './sentences.ts'
import { lineOf, parseSource, type Source } from './sources.ts'

export type NamedRequirement = {
  readonly requirement: string
  readonly file: string
  readonly line: number
  /** The titles of the blocks around the test, and its own. */
  readonly title: string
}

const isTestFile = ({ path }: Source): boolean =>
  /^tests\/.*\.(test|spec)\.tsx?$/.test(path) && path !== 'tests/architecture/requirements.test.ts'

/** Playwright requires `@` before a tag. `@full` selects the tests that `npm test` leaves out. */
const namesIn = (value: ts.Expression): string[] =>
  (ts.isArrayLiteralExpression(value) ? [...value.elements] : [value])
    .filter(ts.isStringLiteralLike)
    .map(({ text }) => text.replace(/^@/, ''))
    .filter((name) => name !== 'full')

const propertiesOf = (node: ts.Node | undefined): ts.PropertyAssignment[] =>
  node && ts.isObjectLiteralExpression(node) ? node.properties.filter(ts.isPropertyAssignment) : []

const textOf = (node: ts.Node): string =>
  ts.isStringLiteralLike(node) || ts.isIdentifier(node) ? node.text : node.getText().replace(/^`|`$/g, '')

/** The arguments of a call like `it(…)`, `test.describe(…)` or `it.each(…)(…)`; undefined for other calls. */
function testArguments(node: ts.Node): ts.NodeArray<ts.Expression> | undefined {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined
  let callee: ts.Node = node.expression
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression
  return ts.isIdentifier(callee) && /^(it|test|describe)$/.test(callee.text) ? node.arguments : undefined
}

export function requirementsNamedBy(source: Source): NamedRequirement[] {
  const found: NamedRequirement[] = []
  const visit = (node: ts.Node, titles: readonly string[]): void => {
    const [title, options] = testArguments(node) ?? []
    const tags = propertiesOf(options).filter(({ name }) => /^tags?$/.test(textOf(name)))
    const row = ts.isPropertyAssignment(node) ? node : undefined
    const rows = row && textOf(row.name) !== 'meta' ? propertiesOf(row.initializer) : []
    const fields = rows.filter(({ name }) => textOf(name) === 'requirement')
    const ownTitle = title ?? row?.name
    const inner = ownTitle ? [...titles, textOf(ownTitle)] : titles
    for (const { initializer } of [...tags, ...fields])
      for (const requirement of namesIn(initializer))
        found.push({ requirement, file: source.path, line: lineOf(source, node), title: inner.join(' › ') })
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(parseSource(source), [])
  return found
}

export const readRequirementTests = (sources: readonly Source[]): NamedRequirement[] =>
  sources.filter(isTestFile).flatMap(requirementsNamedBy)

/** Requirements that no test names or that hold several sentences, and names that are no requirement. */
export function requirementTestProblems(
  requirements: readonly Requirement[],
  tests: readonly NamedRequirement[],
): string[] {
  const known = new Set(requirements.map(({ name }) => name))
  const named = new Set(tests.map(({ requirement }) => requirement))
  return [
    ...requirements
      .filter(({ name }) => !named.has(name))
      .map(
        ({ name, line }) =>
          `docs/requirements.md:${line} no test names '${name}'. Name it in the options of a test that fails without it: ` +
          `{ tags: ['${name}'] }, in tests/e2e { tag: '@${name}' }.`,
      ),
    ...requirements.flatMap(({ name, text, line }) =>
      // A test that names a requirement of several sentences may show only one of them.
      sentencesOf(text)
        .slice(1)
        .map(
          (sentence) =>
            `docs/requirements.md:${line} '${name}' has another sentence: ‘${sentence}’ Give it a line and a name of its own, ` +
            'and name it at the test that fails without it.',
        ),
    ),
    ...tests
      .filter(({ requirement }) => !known.has(requirement))
      .map(
        ({ requirement, file, line }) =>
          `${file}:${line} docs/requirements.md has no '${requirement}'. Add it there, or correct the name.`,
      ),
  ]
}
