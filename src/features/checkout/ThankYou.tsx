import { useSelector } from '@xstate/react'
import { useState, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { useRoot } from '../../app/root.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { ReturnChannelName } from '../returnToChannel/ReturnChannelName.tsx'
import classes from './ThankYou.module.css'
import { NextSteps } from './NextSteps.tsx'

const secondsText = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`)

/**
 * Confirms the payment and counts the seconds until the redirect, which the user can stop. `title` is the title of the
 * plan, '' if it is unknown; `message` says more about the change of plan. `children` is the receipt.
 */
export function ThankYou({
  actor,
  title,
  message,
  children,
}: {
  actor: ActorRefFrom<typeof confirmationMachine>
  title: string
  message?: string
  children: ReactNode
}) {
  const elapsedSeconds = useSelector(actor, ({ context }) => context.seconds)
  const limit = useSelector(actor, ({ context }) => context.limit)
  const destination = useSelector(actor, ({ context }) => context.destination)
  const isCounting = useSelector(actor, (snapshot) => snapshot.matches('counting'))
  const { returnToChannel } = useRoot()
  const [path] = useState(returnToChannel.channelPath)
  return (
    <>
      <PageHeading focus="later">Thank You</PageHeading>
      <div className={classes.thanks}>
        <Notice tone="done">
          {message === undefined ? null : <p>{message}</p>}
          <p>{title === '' ? 'You’re subscribed.' : `You’re subscribed to ${title}.`}</p>
        </Notice>
        {children}
        <NextSteps actor={actor} />
        {isCounting ? (
          <p className={classes.countdown}>
            <span className={`figures ${classes.count}`} role="timer" aria-label="Seconds">
              {elapsedSeconds}
            </span>
            <span>
              {destination === 'channel' && path !== undefined ? (
                <>
                  Taking you to <ReturnChannelName path={path} />
                </>
              ) : (
                'Continuing'
              )}{' '}
              in {secondsText(limit)}.
            </span>
          </p>
        ) : (
          <p role="status">Take your time. Continue when you’re ready.</p>
        )}
      </div>
    </>
  )
}
