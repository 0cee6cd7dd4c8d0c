import classes from './LoadingOverlay.module.css'

/**
 * The full-screen loading animation. It looks like the placeholder in index.html, so that one replaces the other without
 * a visible change.
 */
export function LoadingOverlay({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={classes.overlay} role="status" aria-label={label}>
      <svg viewBox="0 0 48 48" className={classes.mark} aria-hidden="true">
        <path className={classes.line} d="M6 10h36v5H6z" />
        <path className={classes.line} d="M6 21.5h24v5H6z" />
        <path className={classes.line} d="M6 33h36v5H6z" />
        <circle className={classes.live} cx="38.5" cy="24" r="4.5" />
      </svg>
    </div>
  )
}
