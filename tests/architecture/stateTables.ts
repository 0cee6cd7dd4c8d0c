/** Words that a screen has for the states of a machine: the compiler has to ask for those of a new state. */
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

/** The type that a table has to satisfy, as it is written; through `as const`. */
function requiredTypeOf(table: ts.Node): string | undefined {
  const { parent } = table
  if (ts.isSatisfiesExpression(parent) || ts.isAsExpression(parent)) {
    return ts.isSatisfiesExpression(parent) ? parent.type.getText() : requiredTypeOf(parent)
  }
  if (ts.isVariableDeclaration(parent)) return parent.type?.getText()
  return undefined
}

/** Tables by state that a new state would leave a gap in. Only in files that know the machine. */
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
        requiredType === undefined ? 'nothing asks for those of a new one' : `${requiredType} lets some be left out`
      found.push(
        `${source.path}:${lineOf(source, node)} has words for the states of ${machine} (${keys.join(', ')}), and ${why}: ` +
          `end the table with 'satisfies Record<…>' over StateValueFrom<typeof ${machine}Machine>`,
      )
    }
  })
  return found
}
