import { createHash } from 'node:crypto'
import ts from 'typescript'

const descriptiveKeys = ['description', 'meta']

const isDescription = (node) =>
  ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && descriptiveKeys.includes(node.name.text)

/** Removes what is not mutated. */
const withoutDescriptions = (context) => (file) => {
  const visit = (node) => (isDescription(node) ? undefined : ts.visitEachChild(node, visit, context))
  return ts.visitEachChild(file, visit, context)
}

/** A hash of the code that mutation testing changes: without types, comments, formatting, descriptions and `meta`. */
export function codeHash(source) {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true },
    transformers: { before: [withoutDescriptions] },
  })
  // TypeScript keeps the line breaks of object literals.
  const code = outputText.replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(code).digest('hex').slice(0, 12)
}
