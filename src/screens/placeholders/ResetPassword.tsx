import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** Sets a new password by a link from an e-mail. */
export function Component() {
  return (
    <ComingScreen title="Reset Your Password" words="A new password will be set here with the link from your e-mail.">
      <Link to={paths.signIn()}>Back to Sign In</Link>
      <Link to={paths.signIn()} state={{ forget: true }}>
        Back to Forget Password Page
      </Link>
    </ComingScreen>
  )
}
