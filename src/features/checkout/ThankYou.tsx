import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './ThankYou.module.css'
import { NextSteps } from './NextSteps.tsx'

const secondsText = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`)

/**
 * The plan is paid. The seconds are counted where everybody sees them, and whoever wants to stay stops them.
 * `title` is the plan's, '' where it is not known.
 */
export function ThankYou({ actor, title }: { actor: ActorRefFrom<typeof confirmationMachine>; title: string }) {
  const snapshot = useSelector(actor, (now) => now)
  const { seconds: elapsedSeconds, limit } = snapshot.context
  const isCounting = snapshot.matches('counting')
  return (
    <>
      <PageHeading>Thank You</PageHeading>
      <div className={classes.thanks}>
        <Notice tone="done">{title === '' ? 'You’re subscribed.' : `You’re subscribed to ${title}.`}</Notice>
        {isCounting ? (
          <>
            <p className={`figures ${classes.count}`} role="timer" aria-label="Seconds">
              {elapsedSeconds}
            </p>
            <p>You go on by yourself after {secondsText(limit)}.</p>
          </>
        ) : (
          <p role="status">Take your time. Continue when you’re ready.</p>
        )}
        <NextSteps actor={actor} />
      </div>
    </>
  )
}
