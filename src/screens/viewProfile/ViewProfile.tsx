import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { addressLines } from '../../features/address/addressLines.ts'
import { Avatar } from '../../features/avatar/Avatar.tsx'
import { hasFeature } from '../../app/configuration.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/DescriptionList.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { getPendingEmail, viewProfileQueries } from './provide.ts'
import classes from './ViewProfile.module.css'

/** The user's personal details, with a link to edit them. */
export function Component() {
  const root = useRoot()
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const queries = viewProfileQueries(root, userId)
  const member = useQuery(queries.member)
  const user = useQuery(queries.user)
  const [pendingEmail] = useState(() => getPendingEmail(userId))
  const failed = [member, user].filter(({ data, error, isFetching }) => data === undefined && error && !isFetching)
  const locale = root.configuration.money.locale

  return (
    <>
      <PageHeading subtitle="Name, email, billing address.">Personal details</PageHeading>
      {member.data && user.data ? (
        <div className={classes.profile}>
          <div className={classes.user}>
            <Avatar />
            <p className={classes.name}>
              {user.data.displayName || '—'}
              <span className={classes.quiet}>{user.data.login}</span>
            </p>
          </div>
          <DescriptionList>
            <DescriptionItem name="Name">
              <TextOrDash>{[member.data.firstName, member.data.lastName].filter(Boolean).join(' ')}</TextOrDash>
            </DescriptionItem>
            <DescriptionItem name="Username">
              <TextOrDash>{user.data.login}</TextOrDash>
            </DescriptionItem>
            <DescriptionItem name="Email">
              <TextOrDash>{user.data.email}</TextOrDash>
            </DescriptionItem>
            <DescriptionItem name="Phone">
              <TextOrDash>{user.data.phone}</TextOrDash>
            </DescriptionItem>
            <DescriptionItem name="Billing address">
              <TextOrDash lines={addressLines(member.data.address, locale)} />
            </DescriptionItem>
          </DescriptionList>
          <Notice tone="plain">
            {pendingEmail === '' || pendingEmail === user.data.email
              ? null
              : `Confirm ${pendingEmail} with the link we emailed you. Until then we’ll use ${user.data.email}.`}
          </Notice>
        </div>
      ) : failed[0] ? (
        <FailureNotice
          title="We couldn’t load your details"
          message={failed[0].error?.message ?? ''}
          onRetry={() => failed.forEach((one) => void one.refetch())}
        />
      ) : (
        <div className={classes.profile} role="status" aria-label="Loading your details">
          <Skeleton height="6rem" />
          <Skeleton height="14rem" />
        </div>
      )}
      <Actions className={classes.actions}>
        {hasFeature(root.configuration, 'profileEdit') ? (
          <Button renderRoot={(props) => <Link to={paths.editProfile()} {...props} />}>Edit details</Button>
        ) : null}
        <Button variant="default" renderRoot={(props) => <Link to={paths.profile()} {...props} />}>
          Back to Profile
        </Button>
      </Actions>
    </>
  )
}

/** One or more lines of text; '—' if all are empty. */
function TextOrDash({ children = '', lines = [children] }: { children?: string; lines?: string[] }) {
  return lines.join('') === ''
    ? '—'
    : lines.map((line, at) => (
        <span key={`${at} ${line}`} className={classes.line}>
          {line}
        </span>
      ))
}
