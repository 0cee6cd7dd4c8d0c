/** Rules about what stands in a file. Each tells what it finds as `path:line what`. */
import { posix } from 'node:path'
import ts from 'typescript'
import { visitNodes, lineOf, textsOf, type Source } from './sources.ts'

const problemAt = (source: Source, number: number, what: string): string => `${source.path}:${number} ${what}`

/** What would make a check say less than it seems to. Written in pieces, so that this file keeps its own rule. */
const SILENCERS: readonly [RegExp, string][] = [
  [/\bas\s+any\b/, 'casts to any'],
  [/[:<,|&]\s*any\b(?=\s*[[\],;)>=|&{]|$)/, 'has the type any'],
  [/@ts-(?:ignore|expect-error|nocheck)\b/, 'silences the compiler'],
  [/\beslint-disable/, 'silences the lint'],
  [/\b(?:TODO|FIXME|HACK|XXX)\b/, 'leaves work undone'],
  [/\b(?:it|test|describe)(?:\.\w+)*\.(?:only|skip|fixme|todo)\b/, 'leaves tests out'],
  [/\bwaitForTimeout\b/, 'sleeps in a test'],
]

/** Casts to any, silenced checks, unfinished work, tests left out, sleeps. */
export function silencedChecks(source: Source): string[] {
  return source.text
    .split('\n')
    .flatMap((text, i) =>
      SILENCERS.filter(([pattern]) => pattern.test(text)).map(([, what]) =>
        problemAt(source, i + 1, `${what}: ${text.trim()}`),
      ),
    )
}

/** Class names that a view takes from a CSS module which does not have them: such an element stands there bare. */
export function missingClasses(source: Source, read: (path: string) => string | undefined): string[] {
  const found = /import (\w+) from '(\.[^']*\.module\.css)'/.exec(source.text)
  const [, name = '', specifier = ''] = found ?? []
  if (!found) return []
  const style = posix.join(posix.dirname(source.path), specifier)
  const css = read(style)
  if (css === undefined) return [`${source.path} takes classes from ${style}, which does not exist`]
  const names = new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, known]) => known))
  return source.text.split('\n').flatMap((text, i) =>
    [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
      .map(([, used]) => used)
      .filter((used) => used !== undefined && !names.has(used))
      .map((used) => problemAt(source, i + 1, `wants the class '${used}', which ${style} does not have`)),
  )
}

/** A file whose name says nothing of what is in it. */
export function catchAllModule({ path }: Source): string[] {
  const name = (path.split('/').at(-1) ?? '').replace(/\..*$/, '').toLowerCase()
  const folders = path.split('/').slice(0, -1)
  const catchAllNames = ['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'shared', 'stuff', 'lib', 'various']
  return [name, ...folders].some((part) => catchAllNames.includes(part.toLowerCase()))
    ? [`${path} is a drawer: name it by what is in it`]
    : []
}

/** Ways in which a text of the host could become part of the page's markup or code. */
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
      found.push(problemAt(source, lineOf(source, node), 'makes code of text'))
  })
  return found
}

/** Names of the brand and addresses of others; they belong in src/app/configuration.ts. */
export function brandNames(source: Source): string[] {
  // `.invalid` is nobody's, by RFC 2606; w3.org names the vocabulary of SVG.
  const names = /https?:\/\/(?!www\.w3\.org\/|[\w.]+\.invalid\b)|\bStatecast\b/
  return textsOf(source)
    .filter(({ text }) => names.test(text))
    .map(({ text, line: number }) =>
      problemAt(source, number, `names '${text.trim()}': take it from the configuration`),
    )
}

/** An effect that drives a flow: `useEffect` whose body sends an event to an actor. */
export function drivingEffects(source: Source): string[] {
  const found: string[] = []
  visitNodes(source, (node) => {
    if (!ts.isCallExpression(node) || !/(^|\.)use(Layout)?Effect$/.test(node.expression.getText())) return
    const [body] = node.arguments
    const visit = (inner: ts.Node): void => {
      // A subscription's own function runs later, when the world speaks; that is an event, not an effect.
      if (inner !== body && ts.isFunctionLike(inner)) return
      if (ts.isCallExpression(inner) && /(^|\.)send$/.test(inner.expression.getText()))
        found.push(problemAt(source, lineOf(source, inner), `drives a flow from an effect: ${inner.getText()}`))
      ts.forEachChild(inner, visit)
    }
    if (body) visit(body)
  })
  return found
}
