import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Channel } from '../../api/channelParsers.ts'
import { hasFeature } from '../../app/configuration.ts'
import { useRoot } from '../../app/root.tsx'
import { scheduleQuery } from '../../queries/scheduleQuery.ts'
import { showsAt, useNow } from '../../ui/channel/showTimes.ts'
import classes from './ScreenNotice.module.css'

const hour = 60 * 60_000

/** The next 24 hours from the start of this hour, so that the schedule is loaded once an hour at most. */
function nextDay() {
  const from = Math.floor(Date.now() / hour) * hour
  return { from, to: from + 24 * hour }
}

/** A local time of day, with the day of the week unless it is today. */
const dayAndTime = (at: number, now: number, locale: string) =>
  new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    ...(new Date(at).toDateString() === new Date(now).toDateString() ? {} : { weekday: 'long' }),
  }).format(at)

/** The next show of a channel that is off air, and when it begins. Renders nothing without one in the next 24 hours. */
export function NextShow({ channel }: { channel: Channel }) {
  const root = useRoot()
  const now = useNow()
  const [day] = useState(nextDay)
  const { data } = useQuery({ ...scheduleQuery(root, day), enabled: hasFeature(root.configuration, 'guide') })
  const next = showsAt(data?.get(channel.slug) ?? [], now).next
  if (!next) return null
  return (
    <p className={classes.next}>
      Next:{' '}
      <strong>
        <bdi>{next.title}</bdi>
      </strong>
      ,{' '}
      <time dateTime={new Date(next.startsAt).toISOString()}>
        {dayAndTime(next.startsAt, now, root.configuration.money.locale)}
      </time>
    </p>
  )
}
