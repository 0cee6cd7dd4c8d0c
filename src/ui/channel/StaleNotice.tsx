import { TextButton } from '../TextButton.tsx'
import classes from './StaleNotice.module.css'

/** A notice that the list could not be refreshed, with a retry button. */
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
