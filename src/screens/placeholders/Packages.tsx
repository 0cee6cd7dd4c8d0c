import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** The plans to choose from. */
export function Component() {
  return (
    <ComingScreen
      title="Packages"
      words="The plans will stand here side by side: what each costs, how long it lasts, and which one is yours."
    >
      <Link to={paths.profile()}>Back to Profile</Link>
    </ComingScreen>
  )
}
