import { useSelector } from '@xstate/react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { membershipFacts } from '../../billing/membershipFacts.ts'
import { hasFeature } from '../../app/configuration.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { loadChunk } from '../../platform/loadChunk.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { DefaultCard } from './DefaultCard.tsx'
import { DeviceList } from './DeviceList.tsx'
import { Membership } from './Membership.tsx'
import { profileQueries } from './provide.ts'
import classes from './Profile.module.css'

// The last sections, so that nothing moves when they arrive.
const Privacy = lazyPart(async () => (await loadChunk(() => import('./Privacy.tsx'))).Privacy, PrivacyMissing)

/** A no-break space. It keeps the place of a line that is not known yet. */
const emptyLine = '\u00A0'

/** `isBeside`: on a wide screen the navigation beside the page has the same link. */
const accountLinks = [
  {
    name: 'Personal details',
    to: paths.viewProfile(),
    description: 'Name, email, billing address',
    isMembersOnly: false,
    feature: undefined,
    isBeside: true,
  },
  {
    name: 'Edit details',
    to: paths.editProfile(),
    description: 'Name, email, phone, photo',
    isMembersOnly: false,
    feature: 'profileEdit',
    isBeside: false,
  },
  {
    name: 'Plans',
    to: paths.packages(),
    description: 'Compare or change your plan',
    isMembersOnly: false,
    feature: 'plans',
    isBeside: false,
  },
  {
    name: 'Payment cards',
    to: paths.paymentCards(),
    description: 'Saved cards and default',
    isMembersOnly: true,
    feature: undefined,
    isBeside: true,
  },
  {
    name: 'Billing history',
    to: paths.transactions(),
    description: 'Payments, receipts and invoices',
    isMembersOnly: true,
    feature: 'transactions',
    isBeside: true,
  },
] as const

/** The start page of the account: membership, links to its pages and the devices. A guest comes here to choose a plan. */
export function Component() {
  const root = useRoot()
  const { configuration, session } = root
  const user = useSelector(session, (snapshot) => snapshot.context.user)
  const isMember = useSelector(session, (snapshot) => snapshot.context.role === 'membership')
  // The heading must not contradict the notice below it.
  const { data, isError } = useQuery(profileQueries(root, user?.ID ?? 0).member)
  const isCanceled = data !== undefined && membershipFacts(data, [], configuration.gateways)?.status === 'Canceled'
  return (
    <>
      <PageHeading subtitle={isMember && !isError && !isCanceled ? 'Your membership is active.' : undefined}>
        Profile
      </PageHeading>
      <p className={classes.user}>
        {user?.display_name || emptyLine}
        <span className={classes.quiet}>{user?.user_email || emptyLine}</span>
      </p>
      <Membership />
      {isMember && hasFeature(configuration, 'savedCards') ? <DefaultCard /> : null}
      <ul className={`${classes.rows} ${classes.links}`}>
        {accountLinks
          .filter(({ isMembersOnly }) => !isMembersOnly || isMember)
          .filter(({ feature }) => !feature || hasFeature(configuration, feature))
          .map(({ name, to, description, isBeside }) => (
            <li key={to} className={isBeside ? classes.narrow : undefined}>
              <Link to={to}>{name}</Link>
              <span className={classes.quiet}>{description}</span>
            </li>
          ))}
      </ul>
      {hasFeature(configuration, 'devices') ? <DeviceList /> : null}
      <Suspense>
        <Privacy />
      </Suspense>
    </>
  )
}

/** Replaces the last sections if their code can’t be loaded. */
function PrivacyMissing() {
  return (
    <Notice tone="wrong">The settings for your data didn’t load. Check your connection and reload the page.</Notice>
  )
}
