import { useSelector } from '@xstate/react'
import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root.tsx'
import { ComingScreen } from '../../ui/ComingScreen.tsx'
import classes from './Placeholders.module.css'

/** The user's own profile, to look at. */
export function Component() {
  const { session } = useRoot()
  const user = useSelector(session, (snapshot) => snapshot.context.user)
  return (
    <>
      <ComingScreen title="Your profile" words="Your picture, phone and membership will join what stands here.">
        <Link to={paths.editProfile()}>Edit profile</Link>
        <Link to={paths.profile()}>Back to Profile</Link>
      </ComingScreen>
      <dl className={classes.facts}>
        <dt>Name</dt>
        <dd>{user?.display_name || '—'}</dd>
        <dt>E-mail</dt>
        <dd>{user?.user_email || '—'}</dd>
      </dl>
    </>
  )
}
