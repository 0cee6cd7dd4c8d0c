import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(from: string): string {
  let folder = from
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json stands above ${from}`)
    folder = parent
  }
  return folder
}

/** The folder of the project's package.json, found from source and from the build alike. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)))

/** Absolute path of a file that the server reads while it runs (media, SQL, page styles), told from the project's folder. */
export function resourcePath(path: string): string {
  return join(packageRoot, path)
}
