import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import classes from './Placeholders.module.css'

/** The short list of sessions on the profile. */
export function Sessions() {
  return (
    <section className={classes.part}>
      <h2>Sessions</h2>
      <p className={classes.quiet}>The devices you signed in with last will be listed here.</p>
      <p>
        <Link to={paths.allSessions()} className={classes.way}>
          All sessions
        </Link>
      </p>
    </section>
  )
}
