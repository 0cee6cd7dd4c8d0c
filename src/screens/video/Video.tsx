import { useQuery } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Controls } from './Controls.tsx'
import { Neighbours, NowAndNext } from './Guide.tsx'
import { KeyList } from './KeyList.tsx'
import { usePlayerKeys, type KeyMeaning } from './keys.ts'
import { ScreenNotice } from './Notices.tsx'
import { channelQuery, neighboursQuery, provideVideo } from './provide.ts'
import { useMediaSession } from './session.ts'
import { pictureOf, sentenceFor } from './states.ts'
import classes from './Video.module.css'

/** One channel, live: the picture with its controls, what is on, and the neighbours one key away. */
export function Component() {
  const root = useRoot()
  const slug = useParams().channel ?? ''
  const navigate = useNavigate()
  const [parts] = useState(() => provideVideo(root))
  const controls = useActorRef(parts.controls, { input: parts.taste })
  const player = useSyncExternalStore(parts.tuner.subscribe, parts.tuner.get)
  useEffect(() => parts.tuner.tune(slug), [parts, slug])
  const snapshot = useSelector(player, (now) => now)
  const set = useSelector(controls, (now) => now)
  const { clock, caption, height } = useSyncExternalStore(parts.reading.subscribe, parts.reading.get)

  // The player stands before the heading, so it has the focus first: Tab goes on to its controls.
  useEffect(() => parts.stage.frame()?.focus({ preventScroll: true }), [parts])

  const muted = set.matches({ sound: 'muted' })
  const captions = set.matches({ captions: 'on' })
  const { volume } = set.context
  useEffect(() => parts.keepTaste({ volume, muted, captions }), [parts, volume, muted, captions])

  const settled = !snapshot.matches('tuning') && pictureOf(snapshot) !== 'starting'
  const { data: told } = useQuery({ ...channelQuery(root, slug), enabled: false })
  // The neighbours wait until the picture is there: nothing may stand between a press and the first frame.
  const { data: channels = [] } = useQuery({ ...neighboursQuery(root), enabled: settled })
  const listed = channels.find((one) => one.slug === slug)
  const channel = listed ?? (told?.kind === 'granted' ? told.data : undefined)
  const title = channel && `${channel.name} · ${root.configuration.brand.name}`
  useEffect(() => {
    if (title) document.title = title
  }, [title])

  const go = useCallback(
    (step: 1 | -1) => {
      const here = channels.findIndex((one) => one.slug === slug)
      const there = channels[(here + step + channels.length) % channels.length]
      if (there) void navigate(paths.video(there.slug), { replace: true })
    },
    [channels, slug, navigate],
  )

  const act = useCallback(
    (meaning: KeyMeaning) => {
      controls.send({ type: 'pointer.move' })
      const { volume: loud } = controls.getSnapshot().context
      switch (meaning) {
        case 'toggle':
          return player.send({ type: 'playback.toggle' })
        case 'back':
        case 'forward':
          return player.send({ type: 'playback.seek', seconds: meaning === 'back' ? -10 : 10 })
        case 'live':
          return player.send({ type: 'live.go' })
        case 'louder':
        case 'softer':
          // In whole tenths, or ten steps down would end a hair above nothing.
          return controls.send({
            type: 'volume.set',
            volume: Math.round(loud * 10 + (meaning === 'louder' ? 1 : -1)) / 10,
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
          return parts.stage.frame()?.querySelector<HTMLElement>('[role=toolbar] button:not(:disabled)')?.focus()
        case 'next':
          return go(1)
        case 'previous':
          return go(-1)
      }
    },
    [parts, player, controls, go],
  )
  usePlayerKeys(act)
  useMediaSession(channel, act)

  const away = set.matches({ bar: 'hidden' }) && snapshot.hasTag('running')
  const sentence = sentenceFor(snapshot)
  return (
    <div className={`night ${classes.screen}`}>
      <div
        ref={(element) => parts.stage.holdFrame(element)}
        className={classes.frame}
        tabIndex={-1}
        role="group"
        aria-label={channel ? `${channel.name}, live` : 'Live channel'}
        data-bar={away ? 'away' : 'there'}
        onPointerMove={() => controls.send({ type: 'pointer.move' })}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') controls.send({ type: 'pointer.leave' })
        }}
      >
        <video
          ref={(element) => parts.stage.holdVideo(element)}
          className={classes.video}
          playsInline
          aria-label="Live picture"
          data-state={pictureOf(snapshot) ?? String(snapshot.value)}
          onClick={() => act('toggle')}
        />
        <p className={classes.status} role="status">
          {sentence ? <span>{sentence}</span> : null}
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
            hidden={away}
            clock={clock}
            shownHeight={height}
            onNext={channels.length > 1 ? () => go(1) : undefined}
            onPrevious={channels.length > 1 ? () => go(-1) : undefined}
          />
        )}
        <div className={classes.keysPlace} aria-live="polite">
          {set.matches({ bar: 'listing' }) || set.matches({ bar: 'listingHeld' }) ? (
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
