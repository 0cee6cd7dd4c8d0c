/** Each folder sees the globals of its own platform only. */
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** The type errors of a file with this text in a folder, under the tsconfig of the folder. */
function typeErrors(folder: string, text: string): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(join(root, folder, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  })
  if (!config) throw new Error(`${folder} has no tsconfig.json`)
  const file = join(root, folder, 'platformGlobals.ts')
  const host = ts.createCompilerHost(config.options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext) : getSourceFile.call(host, name, ...rest)
  const program = ts.createProgram([file], config.options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const unknownName = (name: string) => expect.stringContaining(`Cannot find name '${name}'`) as string

describe.each([
  ['src', 'window', 'process'],
  ['server', 'process', 'window'],
])('%s', (folder, own, foreign) => {
  it(`sees ${own} but not ${foreign}`, () => {
    expect(typeErrors(folder, `export const value = ${own}\n`)).toEqual([])
    expect(typeErrors(folder, `export const value = ${foreign}\n`)).toEqual([unknownName(foreign)])
  })
})

it.each(['window', 'process'])('machines do not see %s', (name) => {
  expect(typeErrors('machines', `export const value = ${name}\n`)).toEqual([unknownName(name)])
})
