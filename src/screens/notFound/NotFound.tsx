import { useSelector } from '@xstate/react'
import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { standingOf, useRoot } from '../../root.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './NotFound.module.css'

/** Nothing lives at this address: a large 404 and one way on, by role. */
export function Component() {
  const { session } = useRoot()
  const isGuest = useSelector(session, (snapshot) => {
    const standing = standingOf(snapshot)
    return standing.kind === 'somebody' && standing.role === 'guest'
  })
  return (
    <main className={classes.page}>
      <img className={classes.picture} src="/images/not-found.svg" alt="" width={320} height={220} />
      <p className={classes.number} aria-hidden="true">
        404
      </p>
      <PageHeading>Not Found</PageHeading>
      {isGuest ? (
        <Link className={classes.way} to={paths.profile()}>
          go to Profile
        </Link>
      ) : (
        <Link className={classes.way} to={paths.home()}>
          go to Back
        </Link>
      )}
    </main>
  )
}
