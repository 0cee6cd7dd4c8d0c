import classes from './Logo.module.css'

/** The logo, with the name beside it unless `markOnly` is set. */
export function Logo({ name, markOnly = false }: { name: string; markOnly?: boolean }) {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 48 48" className={classes.mark} aria-hidden={!markOnly} role={markOnly ? 'img' : undefined}>
        {markOnly ? <title>{name}</title> : null}
        <path fill="currentColor" d="M6 10h36v5H6zm0 11.5h24v5H6zM6 33h36v5H6z" />
        <circle cx="38.5" cy="24" r="4.5" className={classes.live} />
      </svg>
      {markOnly ? null : <span className={classes.name}>{name}</span>}
    </span>
  )
}
