import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** What was paid, and when. */
export function Component() {
  return (
    <ComingScreen
      title="Transaction history"
      words="Every payment will be listed here, newest first, each with its invoice."
    >
      <Link to={paths.profile()}>Back to Profile</Link>
    </ComingScreen>
  )
}
