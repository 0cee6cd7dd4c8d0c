import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { type Role } from '../../../machines/session.ts'
import { type Plan } from '../../api/paymentReaders.ts'
import { RunningWords } from '../../features/plan/RunningWords.tsx'
import { AfterPaying } from '../../features/returnToChannel/AfterPaying.tsx'
import { useRoot } from '../../app/root.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { bestSaving } from '../../billing/saving.ts'
import { dayOf } from '../../billing/validUntil.ts'
import { PlanCard } from './PlanCard.tsx'
import { packageReads } from './provide.ts'
import classes from './Packages.module.css'

const lead = {
  guest: 'Every plan has every channel. They differ in how long they last.',
  membership: 'Every plan has every channel. Yours is marked.',
} as const satisfies Record<Role, string>

/** The plans side by side: what each costs, how long it lasts, and which one is yours. */
export function Component() {
  const root = useRoot()
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const role = useSelector(root.session, ({ context }) => context.role ?? 'guest')
  const reads = packageReads(root, userId)
  const plans = useQuery(reads.plans)
  // A guest has nothing that could be ended.
  const record = useQuery({ ...reads.running, enabled: role === 'membership' })
  const [today] = useState(() => dayOf(new Date()))

  const running = role === 'membership' && record.data !== 'nothing' ? record.data : undefined
  const yours = running && plans.data?.find(({ id }) => id === running.planId)
  const asked = role === 'membership' ? [plans, record] : [plans]
  const failed = asked.filter(({ data, error, isFetching }) => data === undefined && error && !isFetching)
  const best = bestSaving(plans.data ?? [])
  const isReady = asked.every(({ data }) => data !== undefined)

  return (
    <>
      <PageHeading lead={lead[role]}>Packages</PageHeading>
      {role === 'guest' ? (
        <div className={classes.after}>
          <AfterPaying />
        </div>
      ) : null}
      {isReady ? (
        <>
          {running ? (
            <div className={classes.running}>
              <RunningWords running={running} plan={yours?.title ?? ''} />
            </div>
          ) : null}
          {plans.data?.length === 0 ? (
            <EmptyState title="No plan is on offer right now" words="Look again in a moment.">
              <Button loading={plans.isFetching} onClick={() => void plans.refetch()}>
                Look again
              </Button>
            </EmptyState>
          ) : (
            <ul className={classes.plans} aria-label="Plans">
              {plans.data?.map((plan) => (
                <li key={plan.id}>
                  <PlanCard
                    plan={plan}
                    role={role}
                    yours={yours}
                    saving={best?.id === plan.id ? best : undefined}
                    today={today}
                    money={root.configuration.money}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      ) : failed[0] ? (
        <FailureNotice
          title="The plans could not be loaded"
          words={failed[0].error?.message ?? ''}
          onRetry={() => failed.forEach((one) => void one.refetch())}
        />
      ) : (
        <BareCards />
      )}
    </>
  )
}

const bare: readonly Plan['id'][] = [1, 2, 3, 4]

function BareCards() {
  return (
    <div className={classes.plans} role="status" aria-label="Loading plans">
      {bare.map((card) => (
        <Skeleton key={card} height="22rem" />
      ))}
    </div>
  )
}
