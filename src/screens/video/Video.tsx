import { useQuery } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { startTransition, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { captionStyleMachine } from '../../../machines/captionStyle.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { loadChunk } from '../../platform/loadChunk.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { timeOfDay } from '../../ui/channel/showTimes.ts'
import { AfterFirstFrame } from './AfterFirstFrame.tsx'
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
import { provideVideo } from './provide.ts'
import { useMediaSession } from './useMediaSession.ts'
import { hasNotice } from './playerStates.ts'
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
  const [player, setPlayer] = useState(video.playerStore.get)
  useLayoutEffect(() => video.playerStore.subscribe(() => setPlayer(video.playerStore.get())), [video])
  // Before the page is painted, so that the stream loads meanwhile. A key has opened it before. The player changes alone
  // where the second of two quick keys returns to the channel of the address.
  useLayoutEffect(() => video.playerStore.show(slug), [video, slug, player])
  useLayoutEffect(() => video.playerStore.stop, [video])
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

  // The player reads the channel when it opens it, and again when it needs a new URL.
  const { data: ownChannel, error } = useQuery({ ...channelQuery(root, slug), staleTime: 'static' })
  // AfterFirstFrame reads them.
  const { data: channels = [] } = useQuery({ ...channelsQuery(root), enabled: false })
  const listed = channels.find((candidate) => candidate.slug === slug)
  const channel = listed ?? ownChannel
  const show = channel?.live ? channel.now?.title : undefined
  const title = channel && `${[channel.name, show].filter(Boolean).join(': ')} · ${root.configuration.brand.name}`
  useEffect(() => {
    if (title) document.title = title
  }, [title])

  const next = neighborOf(channels, slug, 1)
  const previous = neighborOf(channels, slug, -1)
  const neighbors = useMemo(
    () => [...new Set([next, previous])].filter((neighbor) => neighbor !== undefined),
    [next, previous],
  )
  const goTo = useCallback(
    (step: 1 | -1) => {
      // From the channel of the last press, whose screen may not be rendered yet.
      const other = neighborOf(channels, video.playerStore.opening() ?? slug, step)
      if (other === undefined) return
      const { href } = window.location
      video.playerStore.openAhead(other, () => {
        // Meanwhile the viewer may have opened another page.
        if (window.location.href !== href) return
        // As a transition, so that the render does not delay the first frame either.
        startTransition(() => {
          setPlayer(video.playerStore.get())
          void navigate(paths.video(other), { replace: true })
        })
      })
    },
    [video, channels, slug, navigate],
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
          return goTo(1)
        case 'previous':
          return goTo(-1)
      }
    },
    [video, player, controls, focusPlayer, goTo],
  )
  usePlayerKeys(runCommand, modes)
  const isRunning = useCallback(() => player.getSnapshot().hasTag('running'), [player])
  useMediaSession(channel, { runCommand, isRunning })

  return (
    <div className={`dark ${classes.screen}`}>
      <AfterFirstFrame video={video} player={player} quality={quality} slug={slug} neighbors={neighbors} />
      <PlayerFrame
        label={channel ? `${channel.name}, live` : 'Live player'}
        player={player}
        controls={controls}
        captionStyle={captionStyle}
        setElement={video.elements.setContainer}
      >
        <PlayerVideo player={player} controls={controls} setElement={video.elements.setVideo} runCommand={runCommand} />
        <ChannelPicture
          playerStore={video.playerStore}
          player={player}
          quality={quality}
          remotePlayback={remotePlayback}
          channel={channel}
          channels={channels}
        />
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
            onNext={next === undefined ? undefined : () => goTo(1)}
            onPrevious={previous === undefined ? undefined : () => goTo(-1)}
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
