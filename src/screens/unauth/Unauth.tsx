import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './Unauth.module.css'

/** Somebody came to a screen that their role does not open. */
export function Component() {
  return (
    <main className={classes.page}>
      <PageHeading lead="This page is for members with an active subscription.">
        Unauthorized / UnSubscribed Person
      </PageHeading>
      <Link className={classes.way} to={paths.profile()}>
        Go to Profile
      </Link>
    </main>
  )
}
