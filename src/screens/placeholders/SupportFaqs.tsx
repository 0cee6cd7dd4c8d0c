import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** Questions that are asked often. */
export function Component() {
  return (
    <ComingScreen title="FAQs" words="Short answers to what viewers ask most will stand here.">
      <Link to={paths.support()}>Support</Link>
    </ComingScreen>
  )
}
