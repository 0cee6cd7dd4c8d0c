import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** The support form. */
export function Component() {
  return (
    <ComingScreen
      title="Support form"
      words="A form to write to us will stand here. Until then an e-mail reaches the same people."
    >
      <Link to={paths.support()}>Support</Link>
    </ComingScreen>
  )
}
