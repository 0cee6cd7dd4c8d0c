import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { Link } from 'react-router-dom'
import { type Address } from '../../host/readers.ts'
import { Portrait } from '../../parts/portrait/Portrait.tsx'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { viewProfileReads } from './provide.ts'
import classes from './ViewProfile.module.css'

/** A country by its name in the language of the product; its code where it is none that is known. */
function countryName(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** An address as it stands on a letter, a line each; none where nothing is known. */
const linesOf = ({ one, two, city, state, zip, country }: Address, locale: string): string[] =>
  [one, two, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '), countryName(country, locale)]
    .map((line) => line.trim())
    .filter(Boolean)

/** The user's own profile, to look at: who one is to us, and the way to change it. */
export function Component() {
  const root = useRoot()
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const reads = viewProfileReads(root, userId)
  const member = useQuery(reads.member)
  const user = useQuery(reads.user)
  const waiting = useQuery(reads.waitingEmail).data ?? ''
  const failed = [member, user].filter(({ data, error, isFetching }) => data === undefined && error && !isFetching)
  const locale = root.configuration.money.locale

  return (
    <>
      <PageHeading lead="Who you are to us.">Your profile</PageHeading>
      {member.data && user.data ? (
        <div className={classes.profile}>
          <div className={classes.who}>
            <Portrait />
            <p className={classes.name}>
              {user.data.displayName || '—'}
              <span className={classes.quiet}>{user.data.login}</span>
            </p>
          </div>
          <dl className={classes.facts}>
            <Fact name="Name">{[member.data.firstName, member.data.lastName].filter(Boolean).join(' ')}</Fact>
            <Fact name="Username">{user.data.login}</Fact>
            <Fact name="E-mail">{user.data.email}</Fact>
            <Fact name="Phone">{user.data.phone}</Fact>
            <Fact name="Billing address" lines={linesOf(member.data.address, locale)} />
          </dl>
          <Notice tone="plain">
            {waiting === '' || waiting === user.data.email
              ? null
              : `We sent a link to ${waiting}. Until you open it, your e-mail stays ${user.data.email}.`}
          </Notice>
        </div>
      ) : failed[0] ? (
        <FailureNotice
          title="Your profile could not be loaded"
          words={failed[0].error?.message ?? ''}
          onRetry={() => failed.forEach((one) => void one.refetch())}
        />
      ) : (
        <div className={classes.profile} role="status" aria-label="Loading your profile">
          <Skeleton height="6rem" />
          <Skeleton height="14rem" />
        </div>
      )}
      <p className={classes.ways}>
        <Button renderRoot={(shape) => <Link to={paths.editProfile()} {...shape} />}>Edit profile</Button>
        <Button variant="default" renderRoot={(shape) => <Link to={paths.profile()} {...shape} />}>
          Back to Profile
        </Button>
      </p>
    </>
  )
}

/** A fact, in a line or in several; '—' where nothing is known. */
function Fact({ name, children = '', lines = [children] }: { name: string; children?: string; lines?: string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{lines.join('') === '' ? '—' : lines.map((line, at) => <span key={`${at} ${line}`}>{line}</span>)}</dd>
    </div>
  )
}
