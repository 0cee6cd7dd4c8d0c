import { useSelector } from '@xstate/react'
import { useRoot } from '../../app/root.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import classes from './Shell.module.css'

/** Shown while the host is unreachable. The live region is always there, so that screen readers announce its text. */
export function UnreachableBanner() {
  const { session } = useRoot()
  const isUnreachable = useSelector(session, (snapshot) => snapshot.hasTag('unreachable'))
  const canRetry = useSelector(session, (snapshot) => snapshot.can({ type: 'session.retry' }))
  return (
    <div role="status">
      {isUnreachable ? (
        <div className={classes.banner}>
          <p>We’re having trouble connecting. You’re still signed in.</p>
          <TextButton
            className={classes.retry}
            aria-disabled={!canRetry}
            onClick={() => session.send({ type: 'session.retry' })}
          >
            Try again
          </TextButton>
        </div>
      ) : null}
    </div>
  )
}
