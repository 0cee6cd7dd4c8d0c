import { useSelector } from '@xstate/react'
import { useId, useLayoutEffect, useRef } from 'react'
import { type ActorRefFrom, type StateValueFrom } from 'xstate'
import { type livePlayerMachine } from '../../../../machines/livePlayer.ts'
import { type SleepChoice, type sleepTimerMachine } from '../../../../machines/sleepTimer.ts'
import { useNow, type Show } from '../../../ui/channel/showTimes.ts'
import { backKeys } from '../../../ui/television.ts'
import { OverlayButton } from '../OverlayButton.tsx'
import { Choice, Section } from './menuFields.tsx'
import classes from './SleepTimer.module.css'

type SleepTimerActor = ActorRefFrom<typeof sleepTimerMachine>

const minutes: readonly Exclude<SleepChoice, 'show'>[] = [15, 30, 45, 60]

const textOf = (choice: SleepChoice | undefined): string => {
  if (choice === undefined) return 'Off'
  return choice === 'show' ? 'End of show' : `${choice} min`
}

/** The setting of the sleep timer. The end of the show can be chosen while its end is known. */
export function SleepTimerSection({ sleepTimer, show }: { sleepTimer: SleepTimerActor; show: Show | undefined }) {
  const choice = useSelector(sleepTimer, ({ context }) => context.setting?.choice)
  const now = useNow()
  const endsAt = Date.parse(show?.endsAt ?? '')
  const choices: readonly (SleepChoice | undefined)[] = [
    undefined,
    ...minutes,
    ...(endsAt > now || choice === 'show' ? (['show'] as const) : []),
  ]
  return (
    <Section name="Sleep timer" value={textOf(choice)}>
      <Choice
        name="Pause after"
        options={choices.map((one) => [one, textOf(one)] as const)}
        value={choice}
        onChoose={(chosen) => {
          if (chosen === undefined) sleepTimer.send({ type: 'timer.cancel' })
          else
            sleepTimer.send({
              type: 'timer.set',
              choice: chosen,
              ms: chosen === 'show' ? endsAt - Date.now() : chosen * 60_000,
            })
        }}
      />
    </Section>
  )
}

/** The question of the sleep timer over the picture, by state. */
const questions = {
  off: undefined,
  running: undefined,
  asking: { title: 'Still watching?', text: 'The video pauses in one minute.', button: 'Keep watching' },
  asleep: { title: 'Paused by the sleep timer', text: 'Press Play to keep watching.', button: 'Play' },
} satisfies Record<
  StateValueFrom<typeof sleepTimerMachine>,
  { title: string; text: string; button: string } | undefined
>

/** Asks before the sleep timer pauses the video, and says that it did. */
export function SleepQuestion({
  sleepTimer,
  player,
  returnFocus,
}: {
  sleepTimer: SleepTimerActor
  player: ActorRefFrom<typeof livePlayerMachine>
  returnFocus: () => void
}) {
  const state = useSelector(sleepTimer, ({ value }) => value)
  const question = questions[state]
  const keep = () => sleepTimer.send({ type: 'watching.keep' })
  if (!question) return null
  return (
    <OpenQuestion
      {...question}
      onAnswer={state === 'asking' ? keep : () => player.send({ type: 'playback.toggle' })}
      onClose={state === 'asking' ? keep : undefined}
      returnFocus={returnFocus}
    />
  )
}

/** The focus moves to the button, and back to where it was, or to where `returnFocus` moves it. */
function OpenQuestion({
  title,
  text,
  button,
  onAnswer,
  onClose,
  returnFocus,
}: {
  title: string
  text: string
  button: string
  onAnswer: () => void
  onClose: (() => void) | undefined
  returnFocus: () => void
}) {
  const element = useRef<HTMLElement>(null)
  const titleId = useId()
  const textId = useId()
  useLayoutEffect(() => {
    const panel = element.current
    const before = document.activeElement
    return () => {
      if (!panel?.contains(document.activeElement)) return
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      // What had the focus may be gone.
      if (panel.contains(document.activeElement)) returnFocus()
    }
  }, [returnFocus])
  useLayoutEffect(() => element.current?.querySelector('button')?.focus(), [title])
  return (
    <section
      ref={element}
      className={classes.question}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      data-back={onClose ? 'own' : undefined}
      onKeyDown={(event) => {
        if (!onClose || (event.key !== 'Escape' && !backKeys.includes(event.key))) return
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      <p id={textId}>{text}</p>
      <OverlayButton isPrimary onClick={onAnswer}>
        {button}
      </OverlayButton>
    </section>
  )
}
