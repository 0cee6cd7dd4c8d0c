import { resourcePath } from '../root.ts'

/** The absolute path of a sandbox file that is read at run time, in source and in the build. */
export function sandboxFilePath(path: string): string {
  return resourcePath(`server/sandbox/${path}`)
}
