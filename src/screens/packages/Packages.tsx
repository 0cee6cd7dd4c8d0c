import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { type Plan } from '../../api/paymentParsers.ts'
import { CurrentPlanNotice, PaidTimeNotice } from '../../features/plan/CurrentPlanNotice.tsx'
import { ReturnToChannelNotice } from '../../features/returnToChannel/ReturnToChannelNotice.tsx'
import { hasFeature } from '../../app/configuration.ts'
import { useRoot } from '../../app/root.tsx'
import { SupportLink } from '../../features/support/SupportLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { bestSaving } from '../../billing/bestSaving.ts'
import { dayOf } from '../../billing/validUntil.ts'
import { PlanCard } from './PlanCard.tsx'
import { packageQueries } from './provide.ts'
import classes from './Packages.module.css'

const guestSubtitle = 'Every plan includes every channel in HD with no ads. Pick how often you want to pay.'

/** `planTitle` is the title of the current plan, undefined if it is unknown. */
const memberSubtitle = (planTitle: string | undefined): string =>
  `Every plan includes every channel.${planTitle ? ` You’re on ${planTitle}.` : ''}`

/** The plans to choose from. */
export function Component() {
  const { configuration } = useRoot()
  if (hasFeature(configuration, 'plans')) return <Plans />
  return (
    <>
      <PageHeading>Plans</PageHeading>
      <EmptyState title="Plans aren’t listed here" text="Contact us to choose or change your plan.">
        <SupportLink>Contact us</SupportLink>
      </EmptyState>
    </>
  )
}

/** The plans side by side, with their prices and periods. Marks the current plan of a member. */
function Plans() {
  const root = useRoot()
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const role = useSelector(root.session, ({ context }) => context.role)
  const queries = packageQueries(root, userId)
  const plans = useQuery(queries.plans)
  // A guest has no subscription to cancel.
  const record = useQuery({ ...queries.membership, enabled: role === 'membership' })
  const [today] = useState(() => dayOf(new Date()))

  const { currentPlan, paidTime } = (role === 'membership' && record.data) || {}
  const memberPlan = currentPlan && plans.data?.find(({ id }) => id === currentPlan.planId)
  const neededQueries = role === 'membership' ? [plans, record] : [plans]
  const failed = neededQueries.filter(({ data, error, isFetching }) => data === undefined && error && !isFetching)
  const best = bestSaving(plans.data ?? [])
  const isReady = neededQueries.every(({ data }) => data !== undefined)

  return (
    <>
      <PageHeading subtitle={role === 'guest' ? guestSubtitle : memberSubtitle(memberPlan?.title)}>Plans</PageHeading>
      {role === 'guest' ? (
        <div className={classes.returnNotice}>
          <ReturnToChannelNotice />
        </div>
      ) : null}
      {isReady ? (
        <>
          {currentPlan ? (
            <div className={classes.currentNotice}>
              <CurrentPlanNotice
                isChoosing
                replaced={
                  currentPlan.subscriptionToCancel && {
                    title: memberPlan?.title ?? '',
                    paidThrough: currentPlan.paidThrough,
                  }
                }
                otherGatewayPlan={currentPlan.otherGatewayPlan}
              />
            </div>
          ) : null}
          {paidTime ? (
            <div className={classes.currentNotice}>
              <PaidTimeNotice isChoosing {...paidTime} />
            </div>
          ) : null}
          {plans.data?.length === 0 ? (
            <EmptyState title="Plans aren’t available right now" text="Please try again in a moment.">
              <Button variant="default" loading={plans.isFetching} onClick={() => void plans.refetch()}>
                Try again
              </Button>
            </EmptyState>
          ) : (
            <ul className={classes.plans} aria-label="Plans">
              {plans.data?.map((plan) => (
                <li key={plan.id}>
                  <PlanCard
                    plan={plan}
                    role={role}
                    memberPlan={memberPlan}
                    paidThrough={currentPlan?.paidThrough}
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
          title="We couldn’t load the plans"
          message={failed[0].error?.message ?? ''}
          onRetry={() => failed.forEach((one) => void one.refetch())}
        />
      ) : (
        <PlanCardsSkeleton />
      )}
    </>
  )
}

const skeletonIds: readonly Plan['id'][] = [1, 2, 3, 4]

function PlanCardsSkeleton() {
  return (
    <div className={classes.plans} role="status" aria-label="Loading plans">
      {skeletonIds.map((card) => (
        <Skeleton key={card} height="22rem" />
      ))}
    </div>
  )
}
