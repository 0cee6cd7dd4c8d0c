import { useQueries, useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { memo, useEffect, useSyncExternalStore } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type playerQualityMachine } from '../../../machines/playerQuality.ts'
import { useRoot } from '../../app/root.tsx'
import { channelsQuery } from '../../queries/channelsQuery.ts'
import { warmChannelQuery } from '../../queries/warmChannelQuery.ts'
import { playbackStateOf } from './playerStates.ts'
import { type provideVideo } from './provide.ts'

type Video = ReturnType<typeof provideVideo>

type Props = {
  video: Pick<Video, 'warm' | 'saveLastWatched' | 'preferences'> & {
    playerStore: Pick<Video['playerStore'], 'opening' | 'subscribeToOpening'>
  }
  player: ActorRefFrom<typeof livePlayerMachine>
  quality: ActorRefFrom<typeof playerQualityMachine>
  slug: string
  /** The channels before and after this one. */
  neighbors: readonly string[]
}

/**
 * What waits for the first frame of a channel, so that it does not delay it: reads the list of channels, prepares the
 * streams of the neighbors, and stores the channel as the last watched. Renders nothing, so that the first frame renders
 * only the parts of the screen that it changes.
 */
export const AfterFirstFrame = memo(function AfterFirstFrame({ video, player, quality, slug, neighbors }: Props) {
  const root = useRoot()
  const isStarted = useSelector(
    player,
    (snapshot) => !snapshot.matches('loading') && playbackStateOf(snapshot) !== 'starting',
  )
  // Right after the channel has changed, the player can still be that of the previous one.
  const isPlaying = useSelector(
    player,
    (snapshot) => snapshot.context.slug === slug && playbackStateOf(snapshot) === 'playing',
  )
  useEffect(() => {
    if (isPlaying) video.saveLastWatched(slug)
  }, [video, isPlaying, slug])

  useQuery({ ...channelsQuery(root), enabled: isStarted, notifyOnChangeProps: [] })

  const isDataSaver = useSelector(quality, (snapshot) => snapshot.matches('dataSaver'))
  const savesData = isDataSaver || video.preferences.browserSavesData
  // Not while another channel opens: renewing the streams then would delay its first frame.
  const isOpening = useSyncExternalStore(video.playerStore.subscribeToOpening, video.playerStore.opening) !== undefined
  // Their fragments are not loaded before the viewer opens them.
  useQueries({
    queries: neighbors.map((neighbor) => ({
      ...warmChannelQuery(root, neighbor, video.warm),
      enabled: isPlaying && !isOpening && !savesData,
      notifyOnChangeProps: [],
    })),
  })
  return null
})
