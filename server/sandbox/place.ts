import { resource } from '../root.ts'

/** Absolute path of a file of the sandbox that is read while it runs, from source and from the build alike. */
export function sandboxFile(path: string): string {
  return resource(`server/sandbox/${path}`)
}
