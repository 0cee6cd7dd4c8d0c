import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './Profile.module.css'

const Membership = lazy(async () => ({ default: (await import('./Membership.tsx')).Membership }))
const Sessions = lazy(async () => ({ default: (await import('./Sessions.tsx')).Sessions }))

const accountLinks = [
  { name: 'Your profile', to: paths.viewProfile(), description: 'Who you are to us', isMembersOnly: false },
  { name: 'Edit profile', to: paths.editProfile(), description: 'Name, e-mail, phone, picture', isMembersOnly: false },
  { name: 'Packages', to: paths.packages(), description: 'The plans, and which one is yours', isMembersOnly: false },
  { name: 'Payment cards', to: paths.paymentCards(), description: 'Saved, and which one pays', isMembersOnly: true },
  { name: 'Transaction history', to: paths.transactions(), description: 'Payments and invoices', isMembersOnly: true },
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
      <PageHeading subtitle={isMember ? 'Your membership is active.' : undefined}>Profile</PageHeading>
      <p className={classes.user}>
        {user?.display_name}
        <span className={classes.quiet}>{user?.user_email}</span>
      </p>
      <Suspense>
        <Membership />
      </Suspense>
      <ul className={`${classes.rows} ${classes.links}`}>
        {accountLinks
          .filter(({ isMembersOnly }) => !isMembersOnly || isMember)
          .map(({ name, to, description }) => (
            <li key={to}>
              <Link to={to}>{name}</Link>
              <span className={classes.quiet}>{description}</span>
            </li>
          ))}
      </ul>
      <Suspense>
        <Sessions />
      </Suspense>
    </>
  )
}
