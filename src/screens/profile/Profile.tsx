import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './Profile.module.css'

const Membership = lazy(async () => ({ default: (await import('./Membership.tsx')).Membership }))
const Sessions = lazy(async () => ({ default: (await import('./Sessions.tsx')).Sessions }))

const parts = [
  { name: 'Your profile', to: paths.viewProfile(), words: 'Who you are to us', members: false },
  { name: 'Edit profile', to: paths.editProfile(), words: 'Name, e-mail, phone, picture', members: false },
  { name: 'Packages', to: paths.packages(), words: 'The plans, and which one is yours', members: false },
  { name: 'Payment cards', to: paths.paymentCards(), words: 'Saved, and which one pays', members: true },
  { name: 'Transaction history', to: paths.transactions(), words: 'Payments and invoices', members: true },
] as const

/**
 * The home of the account: where each part of it is; all sessions are reached from the short list of them. A guest comes
 * here to choose a plan.
 */
export function Component() {
  const { session } = useRoot()
  const user = useSelector(session, (snapshot) => snapshot.context.user)
  const isMember = useSelector(session, (snapshot) => snapshot.context.role === 'membership')
  return (
    <>
      <PageHeading lead={isMember ? 'Your membership is active.' : undefined}>Profile</PageHeading>
      <p className={classes.who}>
        {user?.display_name}
        <span className={classes.quiet}>{user?.user_email}</span>
      </p>
      <Suspense>
        <Membership />
      </Suspense>
      <ul className={`${classes.rows} ${classes.parts}`}>
        {parts
          .filter(({ members }) => !members || isMember)
          .map(({ name, to, words }) => (
            <li key={to}>
              <Link to={to}>{name}</Link>
              <span className={classes.quiet}>{words}</span>
            </li>
          ))}
      </ul>
      <Suspense>
        <Sessions />
      </Suspense>
    </>
  )
}
