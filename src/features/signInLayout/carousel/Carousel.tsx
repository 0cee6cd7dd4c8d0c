import { useActorRef, useSelector } from '@xstate/react'
import { useState, type FocusEvent, type PointerEvent } from 'react'
import { type SnapshotFrom } from 'xstate'
import { type carouselMachine } from '../../../../machines/carousel.ts'
import { ActionIcon } from '../../../ui/ActionIcon.ts'
import { FadingSlides } from '../../../ui/FadingSlides.tsx'
import { Channels } from './Channels.tsx'
import { Devices } from './Devices.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { provideCarousel } from './provide.ts'
import classes from './Carousel.module.css'

type Value = SnapshotFrom<typeof carouselMachine>['value']

const slideIndex = { first: 0, second: 1 } as const satisfies Record<Value['slide'], number>

const pauseButton = {
  playing: { label: 'Pause the slides', icon: 'pause' },
  paused: { label: 'Play slides', icon: 'play' },
} as const satisfies Record<Value['button'], { label: string; icon: IconName }>

/** The two slides of the sign-in page. `onPlay` is called for a press on a channel, which requires the sign-in. */
export function Component({ onPlay }: { onPlay: () => void }) {
  const [{ machine, input }] = useState(() => provideCarousel(window))
  const actor = useActorRef(machine, { input })
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const canPause = useSelector(actor, (snapshot) => snapshot.can({ type: 'pause.toggle' }))
  const shown = slideIndex[value.slide]
  const pause = pauseButton[value.button]

  // Keyboard focus only: a clicked button keeps the focus, which would pause the slides for good.
  const enter = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) actor.send({ type: 'focus.enter' })
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) actor.send({ type: 'focus.leave' })
  }
  // Touch has no hover.
  const hover = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') actor.send({ type: 'pointer.enter' })
  }

  return (
    <div
      className={classes.carousel}
      role="region"
      aria-roledescription="carousel"
      aria-label="Channels and devices"
      onPointerEnter={hover}
      onPointerLeave={() => actor.send({ type: 'pointer.leave' })}
      onFocus={enter}
      onBlur={leave}
    >
      <div className={classes.controls}>
        <ActionIcon
          className={classes.control}
          variant="default"
          aria-label="Previous slide"
          onClick={() => actor.send({ type: 'slide.previous' })}
        >
          <Icon name="previous" />
        </ActionIcon>
        <ActionIcon
          className={classes.control}
          variant="default"
          aria-label="Next slide"
          onClick={() => actor.send({ type: 'slide.next' })}
        >
          <Icon name="next" />
        </ActionIcon>
        {canPause ? (
          <ActionIcon
            className={classes.control}
            variant="default"
            aria-label={pause.label}
            onClick={() => actor.send({ type: 'pause.toggle' })}
          >
            <Icon name={pause.icon} />
          </ActionIcon>
        ) : null}
      </div>
      <FadingSlides shown={shown} silent={value.rotation === 'running'}>
        {[<Devices key="devices" />, <Channels key="channels" onPlay={onPlay} />]}
      </FadingSlides>
    </div>
  )
}
