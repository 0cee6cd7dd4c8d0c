/** Tables with an entry per state must be typed so that a new state does not compile without its entry. */
import ts from 'typescript'
import { visitNodes, importsOf, lineOf, parseSource, type Source } from './sources.ts'

/** The states of each machine, by path: 'open.invalid'. */
export type StatesByMachine = Readonly<Record<string, readonly string[]>>

const keysOf = (table: ts.ObjectLiteralExpression): string[] | undefined => {
  const names = table.properties.map(({ name }) =>
    name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined,
  )
  return names.every((name) => name !== undefined) ? names : undefined
}

/** The type that a table must satisfy, as written in the source; `as const` is skipped. */
function requiredTypeOf(table: ts.Node): string | undefined {
  const { parent } = table
  if (ts.isSatisfiesExpression(parent) || ts.isAsExpression(parent)) {
    return ts.isSatisfiesExpression(parent) ? parent.type.getText() : requiredTypeOf(parent)
  }
  if (ts.isVariableDeclaration(parent)) return parent.type?.getText()
  return undefined
}

/** Tables by state that would compile without an entry for a new state. Only in files that import the machine. */
export function incompleteStateTables(source: Source, states: StatesByMachine): string[] {
  const known = importsOf(source).flatMap(({ target }) => /^machines\/(\w+)\.ts$/.exec(target)?.slice(1, 2) ?? [])
  const found: string[] = []
  parseSource(source)
  visitNodes(source, (node) => {
    if (!ts.isObjectLiteralExpression(node)) return
    const keys = keysOf(node)
    if (keys === undefined || keys.length < 2) return
    for (const machine of known) {
      const names = new Set((states[machine] ?? []).flatMap((path) => [path, path.split('.').at(-1) ?? path]))
      if (!keys.every((key) => names.has(key))) continue
      const requiredType = requiredTypeOf(node)
      if (requiredType?.startsWith('Record<')) continue
      const why =
        requiredType === undefined ? 'a new state compiles without an entry' : `${requiredType} allows missing entries`
      found.push(
        `${source.path}:${lineOf(source, node)} has entries for the states of ${machine} (${keys.join(', ')}), and ${why}: ` +
          `end the table with 'satisfies Record<…>' over StateValueFrom<typeof ${machine}Machine>`,
      )
    }
  })
  return found
}
