import classes from './EmptyState.module.css'
import { Button } from './pieces/Button.ts'

/** It did not work: what, why as far as is known, and Retry. */
export function FailureNotice({
  title,
  words,
  onRetry,
  busy = false,
}: {
  title: string
  words: string
  onRetry: () => void
  busy?: boolean
}) {
  return (
    <section className={classes.empty} role="alert">
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.words}>{words}</p>
      <div className={classes.way}>
        <Button onClick={onRetry} loading={busy}>
          Retry
        </Button>
      </div>
    </section>
  )
}
