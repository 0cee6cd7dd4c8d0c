import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { describeDevice, signedInText } from '../../features/device/deviceText.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { profileQueries } from './provide.ts'
import classes from './Profile.module.css'

/** So many stand in the short list. */
const maxShown = 3

/** The short list of sessions on the profile: this device, and where one signed in last. */
export function Sessions() {
  const root = useRoot()
  const { data, error, isFetching, refetch } = useQuery(profileQueries(root, 0).sessions)
  const locale = root.configuration.money.locale
  const shown = [...(data ?? [])].sort((one, other) => Number(other.current) - Number(one.current)).slice(0, maxShown)
  return (
    <section className={classes.section} aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      {data ? (
        <ul className={classes.rows}>
          {shown.map(({ id, userAgent: agent, current, signedInAt }) => {
            const { device, browser } = describeDevice(agent)
            return (
              <li key={id}>
                <span>
                  {device}
                  {browser ? `, ${browser}` : ''}
                </span>
                <span className={classes.quiet}>{current ? 'This device' : signedInText(signedInAt, locale)}</span>
              </li>
            )
          })}
        </ul>
      ) : error && !isFetching ? (
        <div className={classes.failed} role="alert">
          <p>Your sessions could not be loaded. {error.message}</p>
          <Button variant="default" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      ) : (
        <div role="status" aria-label="Loading sessions">
          <Skeleton height="9rem" />
        </div>
      )}
      <p>
        <Link to={paths.allSessions()} className={classes.link}>
          {data && data.length > maxShown ? `All ${data.length} sessions` : 'All sessions'}
        </Link>
      </p>
    </section>
  )
}
