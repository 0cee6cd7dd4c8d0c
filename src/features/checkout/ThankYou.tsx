import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './ThankYou.module.css'
import { NextSteps } from './NextSteps.tsx'

const secondsText = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`)

/**
 * Confirms the payment and counts the seconds until the redirect, which the user can stop. `title` is the title of the
 * plan, '' if it is unknown.
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
