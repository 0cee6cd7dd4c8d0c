import { useQueries, useQuery } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import {
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { captionStyleMachine } from '../../../machines/captionStyle.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { loadChunk } from '../../platform/loadChunk.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { timeOfDay } from '../../ui/channel/showTimes.ts'
import { Controls } from './Controls.tsx'
import { ChannelStrip } from './ChannelStrip.tsx'
import { LowerThird } from './LowerThird.tsx'
import { neighborOf } from './neighborOf.ts'
import { ChannelPicture, PictureStatus } from './ChannelPicture.tsx'
import { ChannelRail, NowAndNext } from './ChannelGuide.tsx'
import {
  Caption,
  MenuMissing,
  PlayerFrame,
  PlayerStatus,
  PlayerTitle,
  PlayerVideo,
  Shortcuts,
  SoundButton,
} from './PlayerFrame.tsx'
import { usePlayerKeys, type PlayerCommand } from './usePlayerKeys.ts'
import { ScreenNotice } from './ScreenNotice.tsx'
import { channelQuery, isServerError } from '../../queries/channelQuery.ts'
import { channelsQuery } from '../../queries/channelsQuery.ts'
import { warmChannelQuery } from '../../queries/warmChannelQuery.ts'
import { provideVideo } from './provide.ts'
import { useMediaSession } from './useMediaSession.ts'
import { hasNotice, playbackStateOf } from './playerStates.ts'
import classes from './Video.module.css'

/** The menu loads when it is opened for the first time. */
const PlayerMenu = lazyPart(
  async () => (await loadChunk(() => import('./menu/PlayerMenu.tsx'))).PlayerMenu,
  MenuMissing,
)

/** One live channel: the player, the current program, and the other channels. */
export function Component() {
  const root = useRoot()
  const slug = useParams().channel ?? ''
  const navigate = useNavigate()
  const [video] = useState(() => provideVideo(root, slug))
  const controls = useActorRef(video.controls, { input: video.preferences })
  const quality = useActorRef(video.quality, { input: video.preferences })
  const remotePlayback = useActorRef(video.remotePlayback)
  const lowerThird = useActorRef(video.lowerThird)
  const player = useSyncExternalStore(video.playerStore.subscribe, video.playerStore.get)
  // Before the page is painted, so that the stream loads meanwhile.
  useLayoutEffect(() => video.playerStore.start(slug), [video, slug])
  const isStarted = useSelector(
    player,
    (snapshot) => !snapshot.matches('loading') && playbackStateOf(snapshot) !== 'starting',
  )
  // Right after the channel has changed, the player is still that of the previous one.
  const isPlaying = useSelector(
    player,
    (snapshot) => snapshot.context.slug === slug && playbackStateOf(snapshot) === 'playing',
  )
  const isNotice = useSelector(player, hasNotice)

  // The player comes before the heading, so it gets the focus first. Tab then moves to its controls.
  useEffect(() => video.elements.container()?.focus({ preventScroll: true }), [video])

  const muted = useSelector(controls, (snapshot) => snapshot.matches({ sound: 'muted' }))
  const captions = useSelector(controls, (snapshot) => snapshot.matches({ captions: 'on' }))
  const volume = useSelector(controls, ({ context }) => context.volume)
  const captionStyleActor = useActorRef(captionStyleMachine, { input: { style: video.preferences.captionStyle } })
  const captionStyle = useSelector(captionStyleActor, (snapshot) =>
    snapshot.matches('custom') ? snapshot.context.style : undefined,
  )
  const dataSaver = useSelector(quality, ({ context }) => context.dataSaver)
  useEffect(
    () => video.savePreferences({ volume, muted, captions, dataSaver, captionStyle }),
    [video, volume, muted, captions, dataSaver, captionStyle],
  )

  useEffect(() => {
    if (isPlaying) video.saveLastWatched(slug)
  }, [video, isPlaying, slug])

  // The player reads the channel when it opens it, and again when it needs a new URL.
  const { data: ownChannel, error } = useQuery({ ...channelQuery(root, slug), staleTime: 'static' })
  // The other channels load after the first frame, so that they do not delay it.
  const { data: channels = [] } = useQuery({ ...channelsQuery(root), enabled: isStarted })
  const listed = channels.find((candidate) => candidate.slug === slug)
  const channel = listed ?? ownChannel
  const show = channel?.live ? channel.now?.title : undefined
  const title = channel && `${[channel.name, show].filter(Boolean).join(': ')} · ${root.configuration.brand.name}`
  useEffect(() => {
    if (title) document.title = title
  }, [title])

  const isDataSaver = useSelector(quality, (snapshot) => snapshot.matches('dataSaver'))
  const savesData = isDataSaver || video.preferences.browserSavesData
  const next = neighborOf(channels, slug, 1)
  const previous = neighborOf(channels, slug, -1)
  // Their fragments are not loaded before the viewer opens them.
  useQueries({
    queries: [...new Set([next, previous])].flatMap((neighbor) =>
      neighbor === undefined
        ? []
        : [
            {
              ...warmChannelQuery(root, neighbor, video.warm),
              enabled: isPlaying && !savesData,
              notifyOnChangeProps: [],
            },
          ],
    ),
  })
  const goTo = useCallback(
    (other: string | undefined) => {
      // Not as a transition, so that the stream starts before the page is painted.
      if (other !== undefined) void navigate(paths.video(other), { replace: true, flushSync: true })
    },
    [navigate],
  )
  const focusPlayer = useCallback(() => video.elements.container()?.focus({ preventScroll: true }), [video])
  const modes = useMemo(
    () => ({
      isFullScreen: () => controls.getSnapshot().matches({ presentation: 'fullScreen' }),
      isPanelOpen: () => !controls.getSnapshot().matches({ panel: 'closed' }),
      isPictureFocused: () => document.activeElement === video.elements.container(),
    }),
    [video, controls],
  )
  const menuButton = useRef<HTMLButtonElement>(null)
  const focusMenuButton = useCallback(() => menuButton.current?.focus(), [])
  const isMenuOpen = useSelector(controls, (snapshot) => snapshot.matches({ panel: 'menu' }))
  // The menu stays mounted when it closes.
  const [hasMenu, setHasMenu] = useState(false)
  if (isMenuOpen && !hasMenu) setHasMenu(true)

  const runCommand = useCallback(
    (command: PlayerCommand) => {
      controls.send({ type: 'pointer.move' })
      const { volume: currentVolume } = controls.getSnapshot().context
      switch (command) {
        case 'toggle':
          return player.send({ type: 'playback.toggle' })
        case 'back':
        case 'forward':
          return player.send({ type: 'playback.seek', seconds: command === 'back' ? -10 : 10 })
        case 'goLive':
          return player.send({ type: 'live.go' })
        case 'louder':
        case 'softer':
          // Rounded to tenths: otherwise ten steps down end slightly above zero.
          return controls.send({
            type: 'volume.set',
            volume: Math.round(currentVolume * 10 + (command === 'louder' ? 1 : -1)) / 10,
          })
        case 'mute':
          return controls.send({ type: 'sound.toggle' })
        case 'captions':
          return controls.send({ type: 'captions.toggle' })
        case 'fullScreen':
          return controls.send({ type: 'fullScreen.toggle' })
        case 'pictureInPicture':
          return controls.send({ type: 'pictureInPicture.toggle' })
        case 'showShortcuts':
          return controls.send({ type: 'shortcuts.open' })
        case 'closePanel':
          return controls.send({ type: 'panel.close' })
        case 'focusControls':
          return video.elements.container()?.querySelector<HTMLElement>('[role=toolbar] button:not(:disabled)')?.focus()
        case 'focusPicture':
          return focusPlayer()
        case 'openStrip':
          return controls.send({ type: 'strip.open' })
        case 'next':
          return goTo(next)
        case 'previous':
          return goTo(previous)
      }
    },
    [video, player, controls, focusPlayer, goTo, next, previous],
  )
  usePlayerKeys(runCommand, modes)
  const isRunning = useCallback(() => player.getSnapshot().hasTag('running'), [player])
  useMediaSession(channel, { runCommand, isRunning })

  return (
    <div className={`dark ${classes.screen}`}>
      <PlayerFrame
        label={channel ? `${channel.name}, live` : 'Live player'}
        player={player}
        controls={controls}
        captionStyle={captionStyle}
        setElement={video.elements.setContainer}
      >
        <PlayerVideo player={player} controls={controls} setElement={video.elements.setVideo} runCommand={runCommand} />
        <ChannelPicture player={player} quality={quality} remotePlayback={remotePlayback} channel={channel} />
        <PlayerStatus player={player} />
        {isNotice ? null : (
          <PictureStatus player={player} controls={controls} quality={quality} remotePlayback={remotePlayback} />
        )}
        <SoundButton player={player} controls={controls} />
        <ScreenNotice
          player={player}
          channels={channels}
          slug={slug}
          values={{
            channel: channel?.name ?? 'This channel',
            backAt: channel && !channel.live ? timeOfDay(channel.next?.startsAt, video.locale) : '',
            brand: root.configuration.brand.name,
            isServerError: isServerError(error),
          }}
        />
        <Caption playbackStatus={video.playbackStatus} />
        <PlayerTitle player={player} controls={controls} channel={channel} />
        {isNotice ? null : (
          <Controls
            player={player}
            controls={controls}
            quality={quality}
            remotePlayback={remotePlayback}
            playbackStatus={video.playbackStatus}
            menuButton={menuButton}
            onNext={next === undefined ? undefined : () => goTo(next)}
            onPrevious={previous === undefined ? undefined : () => goTo(previous)}
          />
        )}
        {hasMenu ? (
          <Suspense>
            <PlayerMenu
              playerStore={video.playerStore}
              player={player}
              controls={controls}
              quality={quality}
              remotePlayback={remotePlayback}
              channel={channel}
              captionStyle={captionStyleActor}
              playbackStatus={video.playbackStatus}
              isOpen={isMenuOpen && !isNotice}
              returnFocus={focusMenuButton}
              focusPlayer={focusPlayer}
            />
          </Suspense>
        ) : null}
        <LowerThird lowerThird={lowerThird} channel={channel} />
        <ChannelStrip controls={controls} channels={channels} slug={slug} returnFocus={focusPlayer} />
        <Shortcuts controls={controls} />
      </PlayerFrame>
      <div className={classes.under}>
        <NowAndNext channel={channel} slug={slug} locale={video.locale} />
        <ChannelRail channels={channels} slug={slug} />
      </div>
    </div>
  )
}
