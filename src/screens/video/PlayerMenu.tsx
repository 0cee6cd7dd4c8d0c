import { useSelector } from '@xstate/react'
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type captionStyleMachine, type CaptionStyle } from '../../../machines/captionStyle.ts'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type PlaybackStatusStore } from '../../platform/playbackStatus.ts'
import { Clock, VolumeSlider } from './controlFields.tsx'
import { Icon } from './Icon.tsx'
import { FocusArea } from './PlayerFrame.tsx'
import classes from './PlayerMenu.module.css'

type PlayerControls = ActorRefFrom<typeof playerControlsMachine>

const focusable = 'button, input, select'

function Row({ name, className, children }: { name: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={[classes.row, className].filter(Boolean).join(' ')}>
      <span>{name}</span>
      {children}
    </div>
  )
}

/** A button that shows and hides what follows. `value` is the current choice. */
function Section({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes.row} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{name}</span>
        <span className={classes.value}>
          {value}
          <Icon name="back" />
        </span>
      </button>
      {isOpen ? <div className={classes.section}>{children}</div> : null}
    </>
  )
}

/**
 * One of several values. They are buttons, because the arrow keys of a remote move through a list of radio buttons or
 * options by changing the value.
 */
function Choice<T>({
  name,
  options,
  value,
  onChoose,
}: {
  name: string
  options: readonly (readonly [T, string])[]
  value: T
  onChoose: (value: T) => void
}) {
  const title = useId()
  return (
    <div className={classes.choice} role="group" aria-labelledby={title}>
      <span id={title}>{name}</span>
      <div className={classes.options}>
        {options.map(([option, text]) => (
          <button key={text} type="button" aria-pressed={option === value} onClick={() => onChoose(option)}>
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}

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

/** The rendition. */
function QualityChoice({ controls }: { controls: PlayerControls }) {
  const height = useSelector(controls, ({ context }) => context.height)
  const heights = useSelector(controls, ({ context }) => context.heights)
  return (
    <Choice
      name="Quality"
      options={[[null, 'Auto'], ...heights.map((one) => [one, `${one}p`] as const)]}
      value={height}
      onChoose={(chosen) => controls.send({ type: 'quality.choose', height: chosen })}
    />
  )
}

type Props = {
  controls: PlayerControls
  captionStyle: ActorRefFrom<typeof captionStyleMachine>
  playbackStatus: PlaybackStatusStore
  returnFocus: () => void
}

function OpenMenu({ controls, captionStyle, playbackStatus, returnFocus }: Props) {
  const panel = useRef<HTMLElement>(null)
  const title = useId()
  const isInPictureInPicture = useSelector(controls, (snapshot) =>
    snapshot.matches({ presentation: 'pictureInPicture' }),
  )
  const hasQualities = useSelector(controls, ({ context }) => context.heights.length > 0)
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
      {hasQualities ? (
        <div className={classes.medium}>
          <QualityChoice controls={controls} />
        </div>
      ) : null}
      <CaptionStyleSection captionStyle={captionStyle} />
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
 * `returnFocus` moves it back when the menu closes.
 */
export function PlayerMenu({ isOpen, ...rest }: Props & { isOpen: boolean }) {
  return <FocusArea controls={rest.controls}>{isOpen ? <OpenMenu {...rest} /> : null}</FocusArea>
}
