import { useSelector } from '@xstate/react'
import { useRoot } from '../../app/root.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import classes from './Shell.module.css'

/** Says that the host does not answer. The region is always there, so that its words are read out as they come. */
export function UnreachableBanner() {
  const { session, configuration } = useRoot()
  const isUnreachable = useSelector(session, (snapshot) => snapshot.hasTag('unreachable'))
  const canRetry = useSelector(session, (snapshot) => snapshot.can({ type: 'session.retry' }))
  return (
    <div role="status">
      {isUnreachable ? (
        <div className={classes.banner}>
          <p>{configuration.brand.name} does not answer just now. You stay signed in; we keep asking.</p>
          <TextButton
            className={classes.retry}
            aria-disabled={!canRetry}
            onClick={() => session.send({ type: 'session.retry' })}
          >
            Ask now
          </TextButton>
        </div>
      ) : null}
    </div>
  )
}
