import { useSelector } from '@xstate/react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { usePortrait } from '../../portrait.ts'
import { useRoot } from '../../root.tsx'
import { Menu } from '../../ui/pieces/Menu.ts'
import classes from './Shell.module.css'

/** What stands where a user has no picture, or one that does not come. */
const placeholder = '/images/avatar.svg'

const Logout = lazy(async () => ({ default: (await import('../../dialogs/logout/Logout.tsx')).Logout }))

/** The picture of who is signed in, and what one can do from anywhere. */
export function AvatarMenu() {
  const { session, configuration } = useRoot()
  const user = useSelector(session, (snapshot) => snapshot.context.user)
  const avatar = usePortrait()
  const [missing, setMissing] = useState<string | undefined>()
  const [leaving, setLeaving] = useState(false)
  const name = user?.display_name ?? ''
  const picture = avatar && avatar !== missing ? avatar : placeholder

  return (
    <>
      <Menu position="bottom-end" width="15rem" loop={false} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button type="button" className={classes.avatar} aria-label={`Account of ${name}`}>
            <img src={picture} alt="" width="40" height="40" onError={() => setMissing(avatar)} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={classes.hello}>Hello, {name}</Menu.Label>
          <Menu.Item component={Link} to={paths.support()}>
            Request a Channel
          </Menu.Item>
          <Menu.Item component="a" href={configuration.links.rate} target="_blank" rel="noreferrer">
            Rate Us
          </Menu.Item>
          <Menu.Item component={Link} to={`${paths.support()}#apps`}>
            Download Apps
          </Menu.Item>
          <Menu.Item component={Link} to={paths.viewProfile()}>
            Profile
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setLeaving(true)}>Logout</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {leaving ? (
        <Suspense>
          <Logout onClose={() => setLeaving(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
