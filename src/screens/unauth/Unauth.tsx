import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Button } from '../../ui/Button.tsx'

/** The page for a screen that the role of the user does not allow. */
export function Component() {
  return (
    <div>
      <PageHeading subtitle="You need an active plan to see this page.">Unauthorized / UnSubscribed Person</PageHeading>
      <Button renderRoot={(props) => <Link to={paths.profile()} {...props} />}>Go to Profile</Button>
    </div>
  )
}
