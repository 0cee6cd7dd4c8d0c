import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** The bug report. */
export function Component() {
  return (
    <ComingScreen
      title="Report a bug"
      words="A form to tell us what went wrong will stand here. Until then an e-mail reaches the same people."
    >
      <Link to={paths.support()}>Support</Link>
    </ComingScreen>
  )
}
