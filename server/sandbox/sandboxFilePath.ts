import { resourcePath } from '../root.ts'

/** Absolute path of a file of the sandbox that is read while it runs, from source and from the build alike. */
export function sandboxFilePath(path: string): string {
  return resourcePath(`server/sandbox/${path}`)
}
