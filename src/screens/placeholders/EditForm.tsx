import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** The form that edits the profile. */
export function Component() {
  return (
    <ComingScreen title="Edit profile" words="Your name, e-mail, phone and picture will be changed here.">
      <Link to={paths.viewProfile()}>View your profile</Link>
      <Link to={paths.profile()}>Back to Profile</Link>
    </ComingScreen>
  )
}
