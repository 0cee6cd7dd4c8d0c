import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(from: string): string {
  let folder = from
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json above ${from}`)
    folder = parent
  }
  return folder
}

/** The folder of the project's package.json, in source and in the build. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)))

/** The absolute path of a file that the server reads at run time, by its path in the project. */
export function resourcePath(path: string): string {
  return join(packageRoot, path)
}
