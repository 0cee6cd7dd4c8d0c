import classes from './LoadingOverlay.module.css'

/**
 * The full-screen loading animation: the mark on the page's ground, its lines written in turn and its dot on air.
 * It looks like the shell that index.html paints before any script, so that the one passes into the other unseen.
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
