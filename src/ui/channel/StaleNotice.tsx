import { TextButton } from '../TextButton.tsx'
import classes from './StaleNotice.module.css'

/** Says that the listing could not be refreshed, and offers to try again. */
export function StaleNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <span className={classes.stale}>
      This listing may be out of date. Updating…
      <TextButton className={classes.retry} onClick={onRetry}>
        Try again
      </TextButton>
    </span>
  )
}
