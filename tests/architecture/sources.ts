/** The source files of the project, parsed with TypeScript. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import ts from 'typescript'

export const root = join(import.meta.dirname, '..', '..')

/** A file, with its path relative to the project. */
export type Source = { readonly path: string; readonly text: string }

const IGNORED_FOLDERS = new Set([
  'node_modules',
  'dist',
  'export',
  '.gallery',
  '.git',
  '.data',
  '.cache',
  'test-results',
])

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED_FOLDERS.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

export const listFiles = (): string[] => filesIn(root).map((path) => relative(root, path).replaceAll('\\', '/'))

/** All TypeScript and JavaScript files except generated ones. */
export const readSources = (): Source[] =>
  listFiles()
    .filter((path) => /\.(ts|tsx|mts|mjs|js)$/.test(path) && !path.endsWith('.d.ts') && !path.endsWith('.d.mts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const parsed = new WeakMap<Source, ts.SourceFile>()

export function parseSource(source: Source): ts.SourceFile {
  const known = parsed.get(source)
  if (known) return known
  const kind = source.path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.ESNext, true, kind)
  parsed.set(source, file)
  return file
}

export function visitNodes(source: Source, visit: (node: ts.Node) => void): void {
  const down = (node: ts.Node): void => {
    visit(node)
    ts.forEachChild(node, down)
  }
  down(parseSource(source))
}

export const lineOf = (source: Source, node: ts.Node): number =>
  parseSource(source).getLineAndCharacterOfPosition(node.getStart()).line + 1

export type Import = {
  readonly specifier: string
  /** A path relative to the project, or the name of a package. */
  readonly target: string
  readonly isOwn: boolean
  readonly isTypeOnly: boolean
  readonly line: number
}

/** All imports of a file: `import`, `export … from`, `import()` and import types. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node, specifier: string, isTypeOnly: boolean): void => {
    const isOwn = specifier.startsWith('.')
    const path = specifier.replace(/\?.*$/, '')
    const target = isOwn
      ? posix.normalize(posix.join(posix.dirname(source.path), path))
      : path
          .split('/')
          .slice(0, path.startsWith('@') ? 2 : 1)
          .join('/')
    found.push({ specifier, target, isOwn, isTypeOnly, line: lineOf(source, node) })
  }
  visitNodes(source, (node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause
      const names = clause?.namedBindings
      const allTypes =
        clause !== undefined &&
        clause.name === undefined &&
        names !== undefined &&
        ts.isNamedImports(names) &&
        names.elements.length > 0 &&
        names.elements.every(({ isTypeOnly }) => isTypeOnly)
      add(node, node.moduleSpecifier.text, clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || allTypes)
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node, node.moduleSpecifier.text, node.isTypeOnly)
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [first] = node.arguments
      if (first && ts.isStringLiteralLike(first)) add(node, first.text, false)
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument
      if (ts.isStringLiteral(literal)) add(node, literal.text, true)
    }
  })
  return found
}

export function textsOf(source: Source): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = []
  visitNodes(source, (node) => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      found.push({ text: node.text, line: lineOf(source, node) })
  })
  return found
}
