import { useSelector } from '@xstate/react'
import { Link } from 'react-router-dom'
import { authStateOf } from '../../app/accessRules.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './NotFound.module.css'

/** The page for an unknown path, with one link that depends on the role. The layout around it depends on the session. */
export function Component() {
  const { session } = useRoot()
  const isGuest = useSelector(session, (snapshot) => {
    const authState = authStateOf(snapshot)
    return authState.kind === 'signedIn' && authState.role === 'guest'
  })
  return (
    <div className={classes.page}>
      <img className={classes.picture} src="/images/not-found.svg" alt="" width={320} height={220} />
      <p className={classes.number} aria-hidden="true">
        404
      </p>
      <PageHeading>Not Found</PageHeading>
      <Button renderRoot={(props) => <Link to={isGuest ? paths.profile() : paths.home()} {...props} />}>
        {isGuest ? 'go to Profile' : 'go to Back'}
      </Button>
    </div>
  )
}
