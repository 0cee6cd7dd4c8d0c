import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type lowerThirdMachine } from '../../../machines/lowerThird.ts'
import { type Channel } from '../../api/channelParsers.ts'
import { elapsedFraction, useNow } from '../../ui/channel/showTimes.ts'
import { ChannelMark } from '../../ui/channel/ChannelMark.tsx'
import classes from './LowerThird.module.css'

/** Names the channel that was just opened, what is on and what follows. Screen readers announce it. */
export function LowerThird({
  lowerThird,
  channel,
}: {
  lowerThird: ActorRefFrom<typeof lowerThirdMachine>
  channel: Channel | undefined
}) {
  const isShown = useSelector(lowerThird, (snapshot) => snapshot.matches('shown'))
  const now = useNow()
  return (
    <div className={classes.region} aria-live="polite" data-lower-third>
      {isShown && channel?.live ? (
        <div className={classes.lowerThird}>
          <ChannelMark channel={channel} />
          <div className={classes.text}>
            <p className={classes.channel}>
              <bdi>{channel.name}</bdi>
            </p>
            <p className={classes.show}>
              <bdi>{channel.now?.title ?? channel.tagline}</bdi>
            </p>
            {channel.next ? (
              <p className={classes.next}>
                Next: <bdi>{channel.next.title}</bdi>
              </p>
            ) : null}
          </div>
          {channel.now ? (
            <div className={classes.progress} aria-hidden>
              <div style={{ width: `${100 * elapsedFraction(channel.now, now)}%` }} />
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
