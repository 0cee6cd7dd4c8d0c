import { type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type Role } from '../../../machines/session.types.ts'
import { hasFeature } from '../../app/configuration.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { BackLink } from '../../features/breadcrumbs/BackLink.tsx'
import classes from './ProfileLayout.module.css'

/** `pages` are other pages of the same entry. */
const entries = [
  { name: 'Plan', to: paths.profile(), pages: [paths.packages()], isMembersOnly: false, feature: undefined },
  {
    name: 'Personal details',
    to: paths.viewProfile(),
    pages: [paths.editProfile()],
    isMembersOnly: false,
    feature: undefined,
  },
  { name: 'Cards', to: paths.paymentCards(), pages: [], isMembersOnly: true, feature: undefined },
  {
    name: 'Billing history',
    to: paths.transactions(),
    pages: [paths.invoice('')],
    isMembersOnly: true,
    feature: 'transactions',
  },
  { name: 'Devices', to: paths.devices(), pages: [], isMembersOnly: false, feature: 'devices' },
] as const

/**
 * The layout of the profile pages. On a wide screen the links to them are beside the page; on a narrow one the profile
 * lists them, and every other page has a link back to it.
 */
export function ProfileLayout({ role, children }: { role: Role; children: ReactNode }) {
  const { configuration } = useRoot()
  const { pathname } = useLocation()
  return (
    <div className={classes.layout}>
      <nav className={classes.nav} aria-label="Profile">
        <ul className={classes.entries}>
          {entries
            .filter(({ isMembersOnly }) => !isMembersOnly || role === 'membership')
            .filter(({ feature }) => !feature || hasFeature(configuration, feature))
            .map(({ name, to, pages, isMembersOnly }) => {
              const isWithin = pages.some((page) => pathname.startsWith(page))
              return (
                <li key={to} data-members={isMembersOnly ? '' : undefined}>
                  <Link
                    to={to}
                    className={classes.entry}
                    aria-current={pathname === to ? 'page' : isWithin || undefined}
                  >
                    {name}
                  </Link>
                </li>
              )
            })}
        </ul>
      </nav>
      <div className={classes.page}>
        {pathname === paths.profile() ? null : (
          <BackLink to={paths.profile()} className={classes.back}>
            Back to Profile
          </BackLink>
        )}
        {children}
      </div>
    </div>
  )
}
