import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

/** Stands where the forgot-password panel will be, and says so. */
export function ForgetWord() {
  const { supportEmail } = useRoot().configuration.links
  return (
    <>
      <PageHeading lead="The form that sends you a reset link will stand here. It is not open yet.">
        Forgot password
      </PageHeading>
      <p>
        Until then, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and we will help you in.
      </p>
      <p>
        <Link to={paths.signIn()}>Back to Sign In</Link>
      </p>
    </>
  )
}
