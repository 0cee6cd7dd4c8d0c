import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** Every session of this account. */
export function Component() {
  return (
    <ComingScreen
      title="All sessions"
      words="Every device that is signed in to your account will be listed here, and you can sign it out."
    >
      <Link to={paths.profile()}>Back to Profile</Link>
    </ComingScreen>
  )
}
