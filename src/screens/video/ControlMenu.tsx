import { useSelector } from '@xstate/react'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type PlaybackStatusStore } from '../../platform/playbackStatus.ts'
import { Clock, QualitySelect, VolumeSlider } from './controlFields.tsx'
import classes from './ControlMenu.module.css'

const focusable = 'button, input, select'

function Row({ name, className, children }: { name: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={[classes.row, className].filter(Boolean).join(' ')}>
      <span>{name}</span>
      {children}
    </div>
  )
}

/**
 * The controls that do not fit into the bar. The focus moves to the first of them; `returnFocus` moves it back when the
 * menu closes.
 */
export function ControlMenu({
  controls,
  playbackStatus,
  returnFocus,
}: {
  controls: ActorRefFrom<typeof playerControlsMachine>
  playbackStatus: PlaybackStatusStore
  returnFocus: () => void
}) {
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
      {hasQualities ? (
        <Row name="Quality" className={classes.medium}>
          <QualitySelect controls={controls} playbackStatus={playbackStatus} />
        </Row>
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
