import classes from './EmptyState.module.css'
import { Button } from './Button.tsx'

/** Shows what could not be loaded, the reason, and a retry button if `onRetry` is set. */
export function FailureNotice({
  title,
  message,
  onRetry,
  busy = false,
}: {
  title: string
  message: string
  onRetry: (() => void) | undefined
  busy?: boolean
}) {
  return (
    <section className={classes.empty} role="alert">
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{message}</p>
      {onRetry ? (
        <div className={classes.actions}>
          <Button variant="default" onClick={onRetry} loading={busy}>
            Try again
          </Button>
        </div>
      ) : null}
    </section>
  )
}
