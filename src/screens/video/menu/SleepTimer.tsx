import { useSelector } from '@xstate/react'
import { useId, useLayoutEffect, useRef } from 'react'
import { type ActorRefFrom, type StateValueFrom } from 'xstate'
import { type livePlayerMachine } from '../../../../machines/livePlayer.ts'
import { type SleepChoice, type sleepTimerMachine } from '../../../../machines/sleepTimer.ts'
import { useNow, type Show } from '../../../ui/channel/showTimes.ts'
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

/** Asks before the sleep timer pauses the video, and says that it did. The focus moves to the button, and back. */
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
  const element = useRef<HTMLElement>(null)
  const title = useId()
  const text = useId()
  const question = questions[state]
  useLayoutEffect(() => {
    if (!question) return
    const panel = element.current
    panel?.querySelector('button')?.focus()
    return () => {
      if (panel?.contains(document.activeElement)) returnFocus()
    }
  }, [question, returnFocus])
  if (!question) return null
  return (
    <section
      ref={element}
      className={classes.question}
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={text}
    >
      <h2 id={title}>{question.title}</h2>
      <p id={text}>{question.text}</p>
      <OverlayButton
        isPrimary
        onClick={() => {
          if (state === 'asking') sleepTimer.send({ type: 'watching.keep' })
          else player.send({ type: 'playback.toggle' })
        }}
      >
        {question.button}
      </OverlayButton>
    </section>
  )
}
