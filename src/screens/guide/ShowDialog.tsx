import { Link } from 'react-router-dom'
import { type GuideRow, type GuideShow } from '../../../machines/guide.setup.ts'
import { type ReminderKey, type Reminder } from '../../../machines/reminders.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../../ui/channel/showTimes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { minute } from './guideRules.ts'
import { clockText, spanText } from './guideTimes.ts'
import classes from './ShowDialog.module.css'

type Reminders = {
  has: (key: ReminderKey) => boolean
  add: (reminder: Reminder) => void
  remove: (key: ReminderKey) => void
}

/** One show with its description: a link to watch it while it runs, a reminder before. Several short shows are a list. */
export function ShowDialog({
  row,
  shows,
  locale,
  reminders,
  onClose,
}: {
  row: GuideRow
  shows: readonly GuideShow[]
  locale: string
  reminders: Reminders
  onClose: () => void
}) {
  const now = useNow()
  const [show, ...others] = shows
  if (!show) return null
  const isOne = others.length === 0
  const span = { startsAt: show.startsAt, endsAt: shows.at(-1)?.endsAt ?? show.endsAt }
  const isOver = span.endsAt <= now
  const isRunning = span.startsAt <= now && !isOver
  const key = { slug: row.slug, startsAt: show.startsAt }
  const isReminded = reminders.has(key)
  const watch = (
    <Button
      variant={isOver ? 'default' : 'filled'}
      renderRoot={(props) => <Link to={paths.video(row.slug)} {...props} />}
    >
      {isRunning ? 'Watch' : `Watch ${row.name}`}
    </Button>
  )
  return (
    <Dialog
      title={isOne ? show.title : `${shows.length} short shows`}
      actions={
        <>
          {row.live && (isRunning || isOver) ? watch : null}
          {isOne && !isRunning && !isOver ? (
            isReminded ? (
              <Button variant="default" onClick={() => reminders.remove(key)}>
                Remove reminder
              </Button>
            ) : (
              <Button
                onClick={() => reminders.add({ ...key, channel: row.name, title: show.title, endsAt: show.endsAt })}
              >
                Remind me
              </Button>
            )
          ) : null}
        </>
      }
      onClose={onClose}
    >
      <p className={classes.times}>
        <span className={classes.channel}>{row.name}</span>
        <span>{spanText(span, locale)}</span>
        {isRunning ? row.live ? <span className={classes.live}>Live</span> : <span>Off air</span> : null}
        {isRunning ? <span>{`${Math.ceil((span.endsAt - now) / minute)} min left`}</span> : null}
      </p>
      {isOne && show.description ? (
        <p className={classes.description} dir="auto">
          {show.description}
        </p>
      ) : null}
      {isOne ? null : (
        <ul className={classes.list}>
          {shows.map(({ title, startsAt }) => (
            <li key={startsAt}>
              <span>{clockText(startsAt, locale)}</span>
              <bdi>{title}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.status} role="status">
        {isOver ? 'This show has ended.' : isReminded && !isRunning ? 'We’ll remind you here when it begins.' : ''}
      </p>
    </Dialog>
  )
}
