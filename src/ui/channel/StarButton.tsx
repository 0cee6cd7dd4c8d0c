import { IconButton } from '../IconButton.tsx'
import classes from './StarButton.module.css'

/**
 * The star of a channel. Its label stays the same; `aria-pressed` has the state. `message` is the reason of a failed
 * change and stays until it is dismissed.
 */
export function StarButton({
  name,
  starred,
  busy,
  message,
  onToggle,
  onDismiss,
}: {
  name: string
  starred: boolean
  busy: boolean
  message: string
  onToggle: () => void
  onDismiss: () => void
}) {
  return (
    <>
      <IconButton
        className={classes.star}
        aria-pressed={starred}
        aria-busy={busy}
        aria-label={`Favorite ${name}`}
        title={starred ? 'Remove from favorites' : 'Add to favorites'}
        onClick={onToggle}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 3.4l2.65 5.37 5.93.86-4.29 4.18 1.01 5.9L12 16.92l-5.3 2.79 1.01-5.9-4.29-4.18 5.93-.86z" />
        </svg>
      </IconButton>
      <div role="alert" className={classes.alert}>
        {message ? (
          <div className={classes.message}>
            <span>
              {starred ? 'Couldn’t remove from favorites.' : 'Couldn’t add to favorites.'} {message}
            </span>
            <IconButton className={classes.close} aria-label="Dismiss" onClick={onDismiss}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M6 6l12 12M18 6L6 18" />
              </svg>
            </IconButton>
          </div>
        ) : null}
      </div>
    </>
  )
}
