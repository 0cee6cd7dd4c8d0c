import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDayInText } from '../../billing/validUntil.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { providePlanEnd } from './provide.ts'
import classes from './Shell.module.css'

/**
 * Says during the last three days that the plan ends, unless it was dismissed today. The live region around it is in the
 * shell. `onDismiss` moves the focus, which the dismissed button had.
 */
export function PlanEndNotice({ userId, onDismiss }: { userId: number; onDismiss: () => void }) {
  const root = useRoot()
  const [machine] = useState(() => providePlanEnd(root, userId))
  const actor = useActorRef(machine)
  const end = useSelector(actor, (snapshot) => (snapshot.matches('shown') ? snapshot.context.end : undefined))
  if (!end) return null
  return (
    <div className={classes.banner}>
      <p>Your plan ends on {formatDayInText(end)}.</p>
      <div className={classes.bannerActions}>
        <Link to={paths.packages()}>Choose a plan</Link>
        <TextButton
          className={classes.retry}
          onClick={() => {
            actor.send({ type: 'notice.dismiss' })
            onDismiss()
          }}
        >
          Dismiss for today
        </TextButton>
      </div>
    </div>
  )
}
