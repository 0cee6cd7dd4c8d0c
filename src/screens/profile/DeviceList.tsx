import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { deviceName, signedInText } from '../../features/device/deviceText.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { profileQueries } from './provide.ts'
import classes from './Profile.module.css'

/** The number of devices in the short list. */
const maxShown = 3

/** The short list of devices on the profile: this device first, then the latest sign-ins. */
export function DeviceList() {
  const root = useRoot()
  const { data, error, isFetching, refetch } = useQuery(profileQueries(root, 0).devices)
  const locale = root.configuration.money.locale
  const shown = [...(data ?? [])].sort((one, other) => Number(other.current) - Number(one.current)).slice(0, maxShown)
  return (
    <section className={classes.section} aria-labelledby="devices">
      <h2 id="devices">Devices</h2>
      {data ? (
        <ul className={classes.rows}>
          {shown.map(({ id, userAgent: agent, current, signedInAt }) => {
            const since = signedInText(signedInAt, locale)
            return (
              <li key={id}>
                <span>{deviceName(agent)}</span>
                <span className={classes.quiet}>{current ? 'This device' : since && `Signed in ${since}`}</span>
              </li>
            )
          })}
        </ul>
      ) : error && !isFetching ? (
        <div className={classes.failed} role="alert">
          <p>We couldn’t load your devices. {error.message}</p>
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div role="status" aria-label="Loading devices">
          <Skeleton height="9rem" />
        </div>
      )}
      <p>
        <Link to={paths.devices()} className={classes.link}>
          {data && data.length > maxShown ? `All ${data.length} devices` : 'Your devices'}
        </Link>
      </p>
    </section>
  )
}
