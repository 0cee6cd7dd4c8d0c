/** Rules for single files. Each one returns its violations as `path:line description`. */
import { posix } from 'node:path'
import ts from 'typescript'
import { visitNodes, lineOf, textsOf, type Source } from './sources.ts'

const problemAt = (source: Source, number: number, what: string): string => `${source.path}:${number} ${what}`

const DISABLED_CHECKS: readonly [RegExp, string][] = [
  [/\bas\s+any\b/, 'casts to any'],
  [/[:<,|&]\s*any\b(?=\s*[[\],;)>=|&{]|$)/, 'has the type any'],
  [/@ts-(?:ignore|expect-error|nocheck)\b/, 'disables a compiler check'],
  [/\b(?:eslint|oxlint)-disable/, 'disables a lint rule'],
  [/\b(?:TODO|FIXME|HACK|XXX)\b/, 'contains unfinished work'],
  [/\b(?:it|test|describe)(?:\.\w+)*\.(?:only|skip|fixme|todo)\b/, 'skips tests'],
  [/\bwaitForTimeout\b/, 'sleeps in a test'],
]

/** A longer file has more than one responsibility. */
const MAX_LINES = 300

export function longFiles({ path, text }: Source): string[] {
  const lines = text.trimEnd().split('\n').length
  return lines > MAX_LINES ? [`${path} has ${lines} lines, more than ${MAX_LINES}: split it by responsibility`] : []
}

/** Casts to any, disabled checks, unfinished work, skipped tests, sleeps. */
export function silencedChecks(source: Source): string[] {
  return source.text
    .split('\n')
    .flatMap((text, i) =>
      DISABLED_CHECKS.filter(([pattern]) => pattern.test(text)).map(([, what]) =>
        problemAt(source, i + 1, `${what}: ${text.trim()}`),
      ),
    )
}

/** Waits of a browser test of more than eight seconds without a name. */
export function unnamedWaits(source: Source): string[] {
  return source.text
    .split('\n')
    .flatMap((text, i) =>
      [...text.matchAll(/\btimeout: ([\d_]+)/g)]
        .filter(([, ms = '']) => Number(ms.replaceAll('_', '')) > 8_000)
        .map(([found]) => problemAt(source, i + 1, `waits with '${found}': name the wait in tests/e2e/waits.ts`)),
    )
}

export function missingClasses(source: Source, read: (path: string) => string | undefined): string[] {
  const found = /import (\w+) from '(\.[^']*\.module\.css)'/.exec(source.text)
  const [, name = '', specifier = ''] = found ?? []
  if (!found) return []
  const style = posix.join(posix.dirname(source.path), specifier)
  const css = read(style)
  if (css === undefined) return [`${source.path} uses classes of ${style}, which does not exist`]
  const names = new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, known]) => known))
  return source.text.split('\n').flatMap((text, i) =>
    [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
      .map(([, used]) => used)
      .filter((used) => used !== undefined && !names.has(used))
      .map((used) => problemAt(source, i + 1, `uses the class '${used}', which ${style} does not define`)),
  )
}

/** Files and folders with a name that does not describe their content. */
export function genericFileNames({ path }: Source): string[] {
  const name = (path.split('/').at(-1) ?? '').replace(/\..*$/, '').toLowerCase()
  const folders = path.split('/').slice(0, -1)
  const catchAllNames = ['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'shared', 'stuff', 'lib', 'various']
  return [name, ...folders].some((part) => catchAllNames.includes(part.toLowerCase()))
    ? [`${path} has a generic name: name it after what it exports`]
    : []
}

/** APIs that could turn text of the host into markup or code. */
export function rawHtml(source: Source): string[] {
  const sinks =
    /^(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc|srcDoc|createContextualFragment|setHTMLUnsafe)$/
  const found: string[] = []
  visitNodes(source, (node) => {
    if ((ts.isIdentifier(node) || ts.isStringLiteral(node)) && sinks.test(node.text))
      found.push(problemAt(source, lineOf(source, node), `uses ${node.text}`))
    if (
      ts.isCallExpression(node) &&
      /^(?:window\.|globalThis\.)?(?:eval|document\.write(?:ln)?)$/.test(node.expression.getText())
    )
      found.push(problemAt(source, lineOf(source, node), `calls ${node.expression.getText()}`))
    if (ts.isNewExpression(node) && node.expression.getText() === 'Function')
      found.push(problemAt(source, lineOf(source, node), 'creates code from text'))
  })
  return found
}

/** Brand names and external URLs, which belong in src/app/configuration.ts. */
export function brandNames(source: Source): string[] {
  // RFC 2606 reserves `.invalid`; w3.org is the namespace of SVG.
  const names = /https?:\/\/(?!www\.w3\.org\/|[\w.]+\.invalid\b)|\bStatecast\b/
  return textsOf(source)
    .filter(({ text }) => names.test(text))
    .map(({ text, line: number }) =>
      problemAt(source, number, `names '${text.trim()}': take it from the configuration`),
    )
}

/** An effect that drives a flow: `useEffect` whose body sends an event to an actor. */
export function effectsThatSendEvents(source: Source): string[] {
  const found: string[] = []
  visitNodes(source, (node) => {
    if (!ts.isCallExpression(node) || !/(^|\.)use(Layout)?Effect$/.test(node.expression.getText())) return
    const [body] = node.arguments
    const visit = (inner: ts.Node): void => {
      // A callback of a subscription runs on an event, not in the effect.
      if (inner !== body && ts.isFunctionLike(inner)) return
      if (ts.isCallExpression(inner) && /(^|\.)send$/.test(inner.expression.getText()))
        found.push(problemAt(source, lineOf(source, inner), `sends an event from an effect: ${inner.getText()}`))
      ts.forEachChild(inner, visit)
    }
    if (body) visit(body)
  })
  return found
}

/** Storage that is used without the helper of src/platform/storedItem.ts. */
export function directStorage(source: Source): string[] {
  if (source.path.startsWith('src/platform/')) return []
  const found: string[] = []
  visitNodes(source, (node) => {
    if (ts.isPropertyAccessExpression(node) && /^(getItem|setItem|removeItem)$/.test(node.name.text))
      found.push(problemAt(source, lineOf(source, node), `calls ${node.getText()}: use createStoredItem`))
  })
  return found
}

/** Components that render for every change of an actor: a selected snapshot, `useMachine`, `useActor`. */
export function wholeSnapshots(source: Source): string[] {
  const found: string[] = []
  visitNodes(source, (node) => {
    if (!ts.isCallExpression(node)) return
    const name = node.expression.getText()
    const [, selector] = node.arguments
    const selectsAll =
      name === 'useSelector' &&
      selector !== undefined &&
      ts.isArrowFunction(selector) &&
      selector.body.getText() === selector.parameters[0]?.getText()
    if (selectsAll || name === 'useMachine' || name === 'useActor')
      found.push(problemAt(source, lineOf(source, node), 'selects the whole snapshot: select the values that it shows'))
  })
  return found
}
