import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** The saved payment cards. */
export function Component() {
  return (
    <ComingScreen
      title="Payment cards"
      words="Your saved cards will stand here: which one pays, and a way to add or remove one."
    >
      <Link to={paths.profile()}>Back to Profile</Link>
    </ComingScreen>
  )
}
