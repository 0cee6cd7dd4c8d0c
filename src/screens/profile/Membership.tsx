import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { Link, useLocation } from 'react-router-dom'
import { membershipNotActive } from '../../app/accessRules.ts'
import { otherGatewayPlanOf } from '../../billing/currentPlan.ts'
import { membershipFacts, type PaidWith } from '../../billing/membershipFacts.ts'
import { formatPrice } from '../../billing/formatPrice.ts'
import { subscriptionToCancel } from '../../billing/subscriptionToCancel.ts'
import { ChannelOffer } from '../../features/returnToChannel/ChannelOffer.tsx'
import { CardLine } from '../../features/savedCard/CardLine.tsx'
import { parseLocationState, paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/DescriptionList.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Cancellation } from './cancellation/Cancellation.tsx'
import { profileQueries } from './provide.ts'
import classes from './Profile.module.css'

/** The plan, its status, the next payment and the payment method. Guests see a link to the plans. */
export function Membership() {
  const root = useRoot()
  const { money, gateways } = root.configuration
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const queries = profileQueries(root, userId)
  const member = useQuery(queries.member)
  const plans = useQuery(queries.plans)
  const failed = [member, plans].filter(({ data, error, isFetching }) => data === undefined && error && !isFetching)
  const facts = member.data && plans.data && membershipFacts(member.data, plans.data, gateways)
  // After the sign-in, a notice above the screen has the same text.
  const isNoticeShown = parseLocationState(useLocation().state).notice === membershipNotActive
  const otherGatewayPlan = member.data && otherGatewayPlanOf(member.data, gateways)
  const isReady = member.data !== undefined && plans.data !== undefined

  return (
    <section className={classes.section} aria-labelledby="membership">
      <h2 id="membership">Membership</h2>
      {isReady && facts ? (
        <>
          <DescriptionList>
            <DescriptionItem name="Plan">{facts.plan ?? '—'}</DescriptionItem>
            <DescriptionItem name="Status">{facts.status}</DescriptionItem>
            <DescriptionItem name="Valid until">{facts.validUntil ?? '—'}</DescriptionItem>
            <DescriptionItem name="Next payment">
              {facts.next
                ? [facts.next.day, formatPrice(facts.next.amount, money)].filter(Boolean).join(' · ')
                : facts.status === 'Active' && facts.paidWith
                  ? '—'
                  : 'No upcoming payment'}
            </DescriptionItem>
            <DescriptionItem name="Payment method">
              {facts.paidWith ? <PaymentMethodFact paidWith={facts.paidWith} /> : '—'}
            </DescriptionItem>
          </DescriptionList>
          {otherGatewayPlan ? (
            <p className={classes.quiet}>
              {otherGatewayPlan.title || 'Your plan'} is billed by another provider. Cancel it where you bought it.
            </p>
          ) : null}
          <Cancellation
            key={userId}
            plan={facts.plan}
            paidUntil={facts.paidUntil}
            otherPlan={otherGatewayPlan?.title}
            subscription={subscriptionToCancel(member.data, gateways)}
            isCanceled={facts.status === 'Canceled'}
          >
            <Link to={paths.packages()} className={classes.link}>
              {facts.status === 'Canceled' ? 'Choose a plan' : 'Change plan'}
            </Link>
          </Cancellation>
        </>
      ) : isReady ? (
        <>
          <ChannelOffer plans={plans.data} />
          <p className={classes.quiet}>
            {isNoticeShown ? '' : 'You don’t have an active plan. '}Choose a plan to watch every channel live.
          </p>
          <p>
            <Button renderRoot={(props) => <Link to={paths.packages()} {...props} />}>Choose a plan</Button>
          </p>
        </>
      ) : failed[0] ? (
        <div className={classes.failed} role="alert">
          <p>We couldn’t load your membership. {failed[0].error?.message}</p>
          <Button variant="default" onClick={() => failed.forEach((one) => void one.refetch())}>
            Try again
          </Button>
        </div>
      ) : (
        <div role="status" aria-label="Loading your membership" className={classes.facts}>
          <Skeleton height="100%" />
        </div>
      )}
    </section>
  )
}

function PaymentMethodFact({ paidWith }: { paidWith: PaidWith }) {
  if (paidWith.kind === 'paypal') return 'PayPal'
  if (paidWith.kind === 'otherGateway') return 'Billed by another provider'
  return paidWith.card ? <CardLine card={{ id: '', holder: '', ...paidWith.card }} /> : 'Card'
}
