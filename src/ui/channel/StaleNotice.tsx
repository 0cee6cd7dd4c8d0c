import { TextButton } from '../TextButton.tsx'
import classes from './StaleNotice.module.css'

/** Says that what is on now could not be asked, and offers to ask at once. */
export function StaleNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <span className={classes.stale}>
      We could not ask what is on now. What you see is a little old; we ask again by ourselves.
      <TextButton className={classes.retry} onClick={onRetry}>
        Ask now
      </TextButton>
    </span>
  )
}
