import { type QueryKey } from '@tanstack/react-query'
import { waitFor, type SnapshotFrom } from 'xstate'
import { type WatchableChannel } from '../api/channelParsers.ts'
import { loadHls } from '../platform/loadHls.ts'
import { createPlayerPreferences } from '../platform/playerPreferences.ts'
import { savesData } from '../platform/savesData.ts'
import { warmStreams } from '../platform/warmStreams.ts'
import { channelQuery } from '../queries/channelQuery.ts'
import { channelsQuery } from '../queries/channelsQuery.ts'
import { favoritesQuery } from '../queries/favoritesQuery.ts'
import { prepareTimes } from '../ui/channel/showTimes.ts'
import {
  authStateOf,
  channelSlugOf,
  decideAccess,
  opensListAfterSignIn,
  routeOf,
  type AppLocation,
} from './accessRules.ts'
import { hasFeature } from './configuration.ts'
import { appRoutes } from './paths.ts'
import { type Root } from './root.tsx'
// A type-only import statement: the route table imports this file.
import type { AppRouter } from './routes.tsx'

/** Until then the player waits for a playlist that is on its way. */
const warmTimeoutMs = 4_000

/** Prepares the stream, unless the browser saves data: the playlist may be another one than the player chooses. */
async function warm({ live, streamUrl }: WatchableChannel): Promise<void> {
  if (!live || !streamUrl || savesData()) return
  const { dataSaver } = createPlayerPreferences(() => window.localStorage).read()
  await warmStreams.warm(streamUrl, dataSaver ? 0 : 'start', AbortSignal.timeout(warmTimeoutMs))
}

/**
 * Reads the channel of a location and the playlists of its stream while the code of the video screen loads, so that all
 * load in parallel. Does nothing for other locations and for users who may not watch.
 */
function prefetchChannel(root: Root, location: AppLocation): void {
  const slug = channelSlugOf(location.pathname)
  if (slug === undefined || !hasFeature(root.configuration, 'channels')) return
  const decision = decideAccess(appRoutes.video.access, authStateOf(root.session.getSnapshot()), location)
  const query = channelQuery(root, slug)
  if (decision.kind !== 'enter') return
  // The router renders the screen, which loads it too, later.
  loadHls().catch(() => undefined)
  if (!root.queryClient.getQueryState(query.queryKey))
    root.queryClient
      .query(query)
      .then(warm)
      .catch(() => undefined)
}

/**
 * Prefetches the channel of a link while the button of the mouse goes down, before the click. A finger on the screen may
 * scroll instead.
 */
function prefetchPressedChannel(root: Root, { target, pointerType, button }: PointerEvent): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (pointerType === 'mouse' && button === 0 && link?.origin === location.origin) prefetchChannel(root, link)
}

/** Whether a location shows the list of channels, or the list follows after a sign-in there. */
const leadsToList = (location: AppLocation): boolean =>
  routeOf(location.pathname) === appRoutes.liveChannels || opensListAfterSignIn(location)

/**
 * Reads the list of channels before its screen is rendered. The channels: while the host says whether a user who has just
 * signed in is a member. The favorites, which only a member has: while the shell renders. Both: while the stored session of
 * a member is checked, with the tokens that are checked.
 */
function prefetchList(root: Root, snapshot: SnapshotFrom<Root['session']>): void {
  const { configuration, queryClient } = root
  const isConfirmed = snapshot.matches('signedIn') && !snapshot.hasTag('unreachable')
  const isMember = snapshot.context.role === 'membership' && (isConfirmed || snapshot.matches('restoring'))
  const [channels, favorites] = [channelsQuery(root), favoritesQuery(root)]
  // The list reads them again after a failure, and reports its own.
  const onFailure = () => undefined
  const isNew = ({ queryKey }: { queryKey: QueryKey }) => !queryClient.getQueryState(queryKey)
  if ((isMember || snapshot.matches('signingIn')) && hasFeature(configuration, 'channels') && isNew(channels))
    queryClient.query(channels).catch(onFailure)
  if (isMember && hasFeature(configuration, 'favorites') && isNew(favorites))
    queryClient.query(favorites).catch(onFailure)
}

/**
 * Prefetches the channel of the current location, of every later location and of each link that is pressed, and the list
 * where it opens. Removes the playlists when the user signs out.
 */
export function prefetchChannels(root: Root, router: Pick<AppRouter, 'state' | 'subscribe'>): void {
  // This code can be there before the session is confirmed.
  waitFor(root.session, (snapshot) => snapshot.matches('signedIn'))
    .then(() => prefetchChannel(root, router.state.location))
    .catch(() => undefined)
  router.subscribe(({ location }) => prefetchChannel(root, location))
  addEventListener('pointerdown', (event) => prefetchPressedChannel(root, event), { passive: true })
  const followSession = (snapshot: SnapshotFrom<Root['session']>) => {
    if (!snapshot.matches('signedIn')) warmStreams.clear()
    if (leadsToList(router.state.location)) prefetchList(root, snapshot)
  }
  root.session.subscribe(followSession)
  followSession(root.session.getSnapshot())
  if (leadsToList(router.state.location)) prepareTimes(root.configuration.money.locale)
}
