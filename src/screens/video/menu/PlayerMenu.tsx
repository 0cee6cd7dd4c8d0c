import { useActorRef, useSelector } from '@xstate/react'
import { useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type captionStyleMachine, type CaptionStyle } from '../../../../machines/captionStyle.ts'
import { type livePlayerMachine } from '../../../../machines/livePlayer.ts'
import { type playerControlsMachine } from '../../../../machines/playerControls.ts'
import { paths } from '../../../app/paths.ts'
import { type Channel } from '../../../api/channelParsers.ts'
import { type shareLinkMachine } from '../../../../machines/shareLink.ts'
import { type sleepTimerMachine } from '../../../../machines/sleepTimer.ts'
import { type PlaybackStatusStore } from '../../../platform/playbackStatus.ts'
import { Clock, useQuality, VolumeSlider, type PlayerQuality, type RemotePlayback } from '../controlFields.tsx'
import { FocusArea } from '../PlayerFrame.tsx'
import { Choice, Row, Section } from './menuFields.tsx'
import { provideMenu, type PlayerStore } from './provide.ts'
import { ShareButton } from './ShareButton.tsx'
import { SleepQuestion, SleepTimerSection } from './SleepTimer.tsx'
import classes from './PlayerMenu.module.css'

type PlayerControls = ActorRefFrom<typeof playerControlsMachine>

const focusable = 'button, input, select'

const optionsOf = <T extends string>(texts: Readonly<Record<T, string>>) => Object.entries(texts) as [T, string][]

const sizes = {
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  largest: 'Largest',
} satisfies Record<CaptionStyle['size'], string>

const colors = {
  white: 'White',
  yellow: 'Yellow',
  green: 'Green',
  cyan: 'Cyan',
} satisfies Record<CaptionStyle['color'], string>

const backgrounds = {
  dark: 'Dark',
  translucent: 'Translucent',
  none: 'None',
} satisfies Record<CaptionStyle['background'], string>

/** Size, color and background of the captions. */
function CaptionStyleSection({ captionStyle }: { captionStyle: ActorRefFrom<typeof captionStyleMachine> }) {
  const style = useSelector(captionStyle, ({ context }) => context.style)
  const isCustom = useSelector(captionStyle, (snapshot) => snapshot.matches('custom'))
  const choose = (part: Partial<CaptionStyle>) =>
    captionStyle.send({ type: 'style.choose', style: { ...style, ...part } })
  return (
    <Section name="Caption style" value={isCustom ? 'Custom' : 'Standard'}>
      <Choice name="Size" options={optionsOf(sizes)} value={style.size} onChoose={(size) => choose({ size })} />
      <Choice name="Color" options={optionsOf(colors)} value={style.color} onChoose={(color) => choose({ color })} />
      <Choice
        name="Background"
        options={optionsOf(backgrounds)}
        value={style.background}
        onChoose={(background) => choose({ background })}
      />
      {/* Not disabled, so that the focus stays in place. */}
      <button
        type="button"
        className={classes.row}
        aria-disabled={!isCustom}
        onClick={() => captionStyle.send({ type: 'style.reset' })}
      >
        Reset caption style
      </button>
    </Section>
  )
}

/** The quality, in a player whose bar has no room for it, and who chooses it if the viewer can’t. */
function QualityChoice({ quality, playbackStatus }: { quality: PlayerQuality; playbackStatus: PlaybackStatusStore }) {
  const { selected, options, choose } = useQuality(quality)
  const isNative = useSyncExternalStore(playbackStatus.subscribe, () => playbackStatus.get().isNative)
  if (isNative) {
    return (
      <Row name="Quality">
        <span className={classes.value}>Your browser chooses the quality.</span>
      </Row>
    )
  }
  if (options.length === 0) return null
  return (
    <div className={classes.medium}>
      <Choice name="Quality" options={options} value={selected} onChoose={choose} />
    </div>
  )
}

type Props = {
  controls: PlayerControls
  quality: PlayerQuality
  remotePlayback: RemotePlayback
  channel: Channel | undefined
  captionStyle: ActorRefFrom<typeof captionStyleMachine>
  playbackStatus: PlaybackStatusStore
  returnFocus: () => void
}

function OpenMenu({
  controls,
  quality,
  remotePlayback,
  channel,
  captionStyle,
  shareLink,
  sleepTimer,
  playbackStatus,
  returnFocus,
}: Props & { shareLink: typeof shareLinkMachine; sleepTimer: ActorRefFrom<typeof sleepTimerMachine> }) {
  const panel = useRef<HTMLElement>(null)
  const title = useId()
  const isInPictureInPicture = useSelector(controls, (snapshot) =>
    snapshot.matches({ presentation: 'pictureInPicture' }),
  )
  const hasOtherScreen = useSelector(remotePlayback, (snapshot) => !snapshot.matches('unavailable'))
  const isElsewhere = useSelector(remotePlayback, (snapshot) => snapshot.matches('connected'))
  const close = () => controls.send({ type: 'panel.close' })

  useLayoutEffect(() => {
    const element = panel.current
    const shown = [...(element?.querySelectorAll<HTMLElement>(focusable) ?? [])]
    shown.find((control) => control.getClientRects().length > 0)?.focus()
    return () => {
      if (element?.contains(document.activeElement)) returnFocus()
    }
  }, [returnFocus])

  return (
    <section
      ref={panel}
      className={classes.menu}
      aria-labelledby={title}
      data-arrows="scope"
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      <h2 id={title} className="visually-hidden">
        More controls
      </h2>
      <Row name="Volume" className={classes.narrow}>
        <VolumeSlider controls={controls} className={classes.volume} />
      </Row>
      <QualityChoice quality={quality} playbackStatus={playbackStatus} />
      <CaptionStyleSection captionStyle={captionStyle} />
      <SleepTimerSection sleepTimer={sleepTimer} show={channel?.live ? channel.now : undefined} />
      {channel ? (
        <ShareButton
          key={channel.slug}
          machine={shareLink}
          title={channel.name}
          href={new URL(paths.video(channel.slug), location.origin).href}
        />
      ) : null}
      {document.pictureInPictureEnabled ? (
        <button
          type="button"
          className={[classes.row, classes.medium].join(' ')}
          aria-pressed={isInPictureInPicture}
          onClick={() => {
            controls.send({ type: 'pictureInPicture.toggle' })
            close()
          }}
        >
          Picture in picture
        </button>
      ) : null}
      {hasOtherScreen ? (
        <button
          type="button"
          className={[classes.row, classes.medium].join(' ')}
          aria-pressed={isElsewhere}
          onClick={() => {
            remotePlayback.send({ type: 'screen.choose' })
            close()
          }}
        >
          Play on another screen
        </button>
      ) : null}
      <button
        type="button"
        className={[classes.row, classes.narrow].join(' ')}
        onClick={() => controls.send({ type: 'shortcuts.open' })}
      >
        Keyboard shortcuts
      </button>
      <Row name="Broadcast time" className={classes.narrow}>
        <Clock playbackStatus={playbackStatus} />
      </Row>
    </section>
  )
}

/**
 * The menu: the settings, and the controls that do not fit into the bar. The focus moves to the first of them;
 * `returnFocus` moves it back when the menu closes. The sleep timer runs on then.
 */
export function PlayerMenu({
  playerStore,
  player,
  isOpen,
  focusPlayer,
  ...rest
}: Props & {
  playerStore: PlayerStore
  player: ActorRefFrom<typeof livePlayerMachine>
  isOpen: boolean
  focusPlayer: () => void
}) {
  const [machines] = useState(() => provideMenu(playerStore))
  const sleepTimer = useActorRef(machines.sleepTimer)
  return (
    <>
      <FocusArea controls={rest.controls}>
        {isOpen ? <OpenMenu {...rest} shareLink={machines.shareLink} sleepTimer={sleepTimer} /> : null}
      </FocusArea>
      <SleepQuestion sleepTimer={sleepTimer} player={player} returnFocus={focusPlayer} />
    </>
  )
}
