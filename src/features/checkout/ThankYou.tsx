import { useSelector } from '@xstate/react'
import { useState } from 'react'
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
 * plan, '' if it is unknown.
 */
export function ThankYou({ actor, title }: { actor: ActorRefFrom<typeof confirmationMachine>; title: string }) {
  const elapsedSeconds = useSelector(actor, ({ context }) => context.seconds)
  const limit = useSelector(actor, ({ context }) => context.limit)
  const destination = useSelector(actor, ({ context }) => context.destination)
  const isCounting = useSelector(actor, (snapshot) => snapshot.matches('counting'))
  const { returnToChannel } = useRoot()
  const [path] = useState(returnToChannel.channelPath)
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
            <p>
              {destination === 'channel' && path !== undefined ? (
                <>
                  Taking you to <ReturnChannelName path={path} />
                </>
              ) : (
                'Continuing'
              )}{' '}
              in {secondsText(limit)}.
            </p>
          </>
        ) : (
          <p role="status">Take your time. Continue when you’re ready.</p>
        )}
        <NextSteps actor={actor} />
      </div>
    </>
  )
}
