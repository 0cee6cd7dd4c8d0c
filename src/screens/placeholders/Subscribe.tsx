import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** Pays for the plan that the address names. */
export function Component() {
  return (
    <ComingScreen
      title="Subscribe"
      words="You will pay for this plan here, by card or with PayPal. The amount will stand on the button."
    >
      <Link to={paths.packages()}>All packages</Link>
    </ComingScreen>
  )
}
