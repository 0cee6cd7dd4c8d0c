import { appRoutes, matchPattern } from '../../app/paths.ts'

/** The layouts of the shell: the video screen is dark in both schemes, and a checkout has a bar of its own at the bottom. */
export type ShellKind = 'page' | 'video' | 'checkout'

/** The layout of the shell at a path. */
export function shellKindOf(pathname: string): ShellKind {
  const isAt = ({ pattern }: { pattern: string }) => matchPattern(pattern, pathname) !== undefined
  if (isAt(appRoutes.video)) return 'video'
  return isAt(appRoutes.upgrade) || (isAt(appRoutes.subscribe) && !isAt(appRoutes.subscribeSuccess))
    ? 'checkout'
    : 'page'
}
