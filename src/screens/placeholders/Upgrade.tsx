import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

const titles = new Map([
  ['upgrade', 'Upgrade'],
  ['downgrade', 'Downgrade'],
])

/** Changes the plan. Without a type that is known it reads 'Choose Plan'. */
export function Component() {
  const [search] = useSearchParams()
  return (
    <ComingScreen
      title={titles.get(search.get('type') ?? '') ?? 'Choose Plan'}
      words="You will change your plan here. The old one ends only when the new one is ready to be paid."
    >
      <Link to={paths.packages()}>All packages</Link>
    </ComingScreen>
  )
}
