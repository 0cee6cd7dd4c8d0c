import { useSelector } from '@xstate/react'
import { Link } from 'react-router-dom'
import { isSameShow } from '../../../machines/reminders.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './ReminderNotice.module.css'
import { useReminders } from './Reminders.tsx'

/** Says that a show of the reminders has begun, with a link to its channel, at the lower edge of every screen. */
export function ReminderNotice() {
  const reminders = useReminders()
  const begun = useSelector(reminders, ({ context }) =>
    context.reminders.find((reminder) => isSameShow(reminder, context.begun)),
  )
  const isShown = useSelector(reminders, (snapshot) => snapshot.hasTag('notice'))
  const dismiss = () => reminders.send({ type: 'notice.dismiss' })
  return (
    <div className={classes.reminder}>
      <Notice>
        {isShown && begun ? (
          <span className={classes.content}>
            <span className={classes.text}>
              <bdi className={classes.title}>{begun.title}</bdi> is on {begun.channel} now
            </span>
            <span className={classes.actions}>
              <Button renderRoot={(props) => <Link to={paths.video(begun.slug)} {...props} />} onClick={dismiss}>
                Watch
              </Button>
              <Button variant="subtle" color="ink" onClick={dismiss}>
                Dismiss
              </Button>
            </span>
          </span>
        ) : null}
      </Notice>
    </div>
  )
}
