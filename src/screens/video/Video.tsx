import { useQuery } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Controls } from './Controls.tsx'
import { Neighbours, NowAndNext } from './ProgrammeGuide.tsx'
import { KeyList } from './KeyList.tsx'
import { usePlayerKeys, type PlayerCommand } from './usePlayerKeys.ts'
import { ScreenNotice } from './ScreenNotice.tsx'
import { channelQuery } from '../../queries/channelQuery.ts'
import { channelsQuery } from '../../queries/channelsQuery.ts'
import { provideVideo } from './provide.ts'
import { useMediaSession } from './useMediaSession.ts'
import { pictureStateOf, statusTextOf } from './playerStates.ts'
import classes from './Video.module.css'

/** One channel, live: the picture with its controls, what is on, and the neighbours one key away. */
export function Component() {
  const root = useRoot()
  const slug = useParams().channel ?? ''
  const navigate = useNavigate()
  const [parts] = useState(() => provideVideo(root))
  const controls = useActorRef(parts.controls, { input: parts.preferences })
  const player = useSyncExternalStore(parts.playerStore.subscribe, parts.playerStore.get)
  useEffect(() => parts.playerStore.start(slug), [parts, slug])
  const snapshot = useSelector(player, (now) => now)
  const controlsSnapshot = useSelector(controls, (now) => now)
  const {
    wallClock: clock,
    caption,
    height,
  } = useSyncExternalStore(parts.playbackStatus.subscribe, parts.playbackStatus.get)

  // The player stands before the heading, so it has the focus first: Tab goes on to its controls.
  useEffect(() => parts.elements.container()?.focus({ preventScroll: true }), [parts])

  const muted = controlsSnapshot.matches({ sound: 'muted' })
  const captions = controlsSnapshot.matches({ captions: 'on' })
  const { volume } = controlsSnapshot.context
  useEffect(() => parts.savePreferences({ volume, muted, captions }), [parts, volume, muted, captions])

  const isSettled = !snapshot.matches('loading') && pictureStateOf(snapshot) !== 'starting'
  const { data: ownChannel } = useQuery(channelQuery(root, slug))
  // The neighbours wait until the picture is there: nothing may stand between a press and the first frame.
  const { data: channels = [] } = useQuery({ ...channelsQuery(root), enabled: isSettled })
  const listed = channels.find((one) => one.slug === slug)
  const channel = listed ?? ownChannel
  const title = channel && `${channel.name} · ${root.configuration.brand.name}`
  useEffect(() => {
    if (title) document.title = title
  }, [title])

  const goToNeighbour = useCallback(
    (step: 1 | -1) => {
      const currentIndex = channels.findIndex((one) => one.slug === slug)
      const neighbour = channels[(currentIndex + step + channels.length) % channels.length]
      if (neighbour) void navigate(paths.video(neighbour.slug), { replace: true })
    },
    [channels, slug, navigate],
  )

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
        case 'live':
          return player.send({ type: 'live.go' })
        case 'louder':
        case 'softer':
          // In whole tenths, or ten steps down would end a hair above nothing.
          return controls.send({
            type: 'volume.set',
            volume: Math.round(currentVolume * 10 + (command === 'louder' ? 1 : -1)) / 10,
          })
        case 'mute':
          return controls.send({ type: 'sound.toggle' })
        case 'captions':
          return controls.send({ type: 'captions.toggle' })
        case 'full':
          return controls.send({ type: 'full.toggle' })
        case 'floating':
          return controls.send({ type: 'floating.toggle' })
        case 'list':
          return controls.send({ type: 'keys.list' })
        case 'close':
          return controls.send({ type: 'keys.close' })
        case 'controls':
          return parts.elements.container()?.querySelector<HTMLElement>('[role=toolbar] button:not(:disabled)')?.focus()
        case 'next':
          return goToNeighbour(1)
        case 'previous':
          return goToNeighbour(-1)
      }
    },
    [parts, player, controls, goToNeighbour],
  )
  usePlayerKeys(runCommand)
  useMediaSession(channel, runCommand)

  const isBarHidden = controlsSnapshot.matches({ bar: 'hidden' }) && snapshot.hasTag('running')
  const statusText = statusTextOf(snapshot)
  return (
    <div className={`night ${classes.screen}`}>
      <div
        ref={(element) => parts.elements.setContainer(element)}
        className={classes.frame}
        tabIndex={-1}
        role="group"
        aria-label={channel ? `${channel.name}, live` : 'Live channel'}
        data-bar={isBarHidden ? 'away' : 'there'}
        onPointerMove={() => controls.send({ type: 'pointer.move' })}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') controls.send({ type: 'pointer.leave' })
        }}
      >
        <video
          ref={(element) => parts.elements.setVideo(element)}
          className={classes.video}
          playsInline
          aria-label="Live picture"
          data-state={pictureStateOf(snapshot) ?? String(snapshot.value)}
          onClick={() => runCommand('toggle')}
        />
        <p className={classes.status} role="status">
          {statusText ? <span>{statusText}</span> : null}
          {snapshot.matches({ watching: { picture: 'recovering' } }) ? (
            <button type="button" className={classes.plain} onClick={() => player.send({ type: 'player.retry' })}>
              Try now
            </button>
          ) : null}
        </p>
        <ScreenNotice snapshot={snapshot} onRetry={() => player.send({ type: 'player.retry' })} />
        {caption ? (
          <p className={classes.caption} data-caption>
            {caption}
          </p>
        ) : null}
        {snapshot.hasTag('screen') ? null : (
          <Controls
            player={player}
            controls={controls}
            hidden={isBarHidden}
            clock={clock}
            shownHeight={height}
            onNext={channels.length > 1 ? () => goToNeighbour(1) : undefined}
            onPrevious={channels.length > 1 ? () => goToNeighbour(-1) : undefined}
          />
        )}
        <div className={classes.keysRegion} aria-live="polite">
          {controlsSnapshot.matches({ bar: 'listing' }) || controlsSnapshot.matches({ bar: 'listingHeld' }) ? (
            <KeyList onClose={() => controls.send({ type: 'keys.close' })} />
          ) : null}
        </div>
      </div>
      <div className={classes.under}>
        <NowAndNext channel={channel} slug={slug} parts={parts} />
        <Neighbours channels={channels} slug={slug} />
      </div>
    </div>
  )
}
