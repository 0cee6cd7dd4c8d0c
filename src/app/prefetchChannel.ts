import { channelQuery } from '../queries/channelQuery.ts'
import { authStateOf, channelSlugOf, decideAccess, type AppLocation } from './accessRules.ts'
import { hasFeature } from './configuration.ts'
import { appRoutes } from './paths.ts'
import { type Root } from './root.tsx'

/**
 * Reads the channel of a location while the code of the video screen loads, so that both load in parallel. Does nothing
 * for other locations and for users who may not watch.
 */
export function prefetchChannel(root: Root, location: AppLocation): void {
  const slug = channelSlugOf(location.pathname)
  if (slug === undefined || !hasFeature(root.configuration, 'channels')) return
  const decision = decideAccess(appRoutes.video.access, authStateOf(root.session.getSnapshot()), location)
  const query = channelQuery(root, slug)
  if (decision.kind === 'enter' && !root.queryClient.getQueryState(query.queryKey))
    root.queryClient.query(query).catch(() => undefined)
}
