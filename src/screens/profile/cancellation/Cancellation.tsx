import { useSelector } from '@xstate/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type SnapshotFrom } from 'xstate'
import { type cancellationMachine } from '../../../../machines/cancellation.ts'
import { type CancellationEvent } from '../../../../machines/cancellation.setup.ts'
import { type SubscriptionToCancel } from '../../../../machines/payment.types.ts'
import { formatDayInText, type Day } from '../../../billing/validUntil.ts'
import { SupportLink } from '../../../features/support/SupportLink.tsx'
import { paths } from '../../../app/paths.ts'
import { useRoot } from '../../../app/root.tsx'
import { Actions } from '../../../ui/Actions.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type Tone } from '../../../ui/Notice.tsx'
import { StatusPanel } from '../../../ui/StatusPanel.tsx'
import { openProfile, provideActiveCancellation } from './provide.ts'
import classes from './Cancellation.module.css'

type Snapshot = SnapshotFrom<typeof cancellationMachine>
type Value = Snapshot['value']
type State = Exclude<Value, object> | Extract<Value, object>['attempting']

type Action = { label: string; event: 'plan.keep' | 'plan.confirm' | 'cancellation.retry' | 'record.check' }
type StateText = { title: string; text: string; tone: Tone; actions?: readonly Action[]; hasSupportLink?: true }

/** `starting` before the effect that opens the profile. */
const stateOf = (snapshot: Snapshot | undefined): State => {
  const value = snapshot?.value ?? 'starting'
  return typeof value === 'object' ? value.attempting : value
}

const keep: Action = { label: 'Keep plan', event: 'plan.keep' }
const nothing: StateText = { title: '', text: '', tone: 'plain' }
const checking: StateText = { title: 'Checking your membership…', text: '', tone: 'plain' }
const canceling: StateText = { title: 'Canceling your plan…', text: 'Please keep this page open.', tone: 'plain' }

/** When the access ends: a date, or words for a record without one. */
const endText = (paidUntil: Day | undefined): string =>
  paidUntil ? formatDayInText(paidUntil) : 'the end of the period you’ve paid for'

/** What a cancellation leaves as it is: the plan of another gateway. Its title is '' if it is unknown. */
const chargesText = (otherPlan: string | undefined): string =>
  otherPlan === undefined
    ? 'You won’t be charged again.'
    : `You won’t be charged for it again. Your ${otherPlan === '' ? 'other' : otherPlan} plan is billed by another provider and continues.`

/** The title and text of each state. Amber marks an outcome that is not known yet. */
function createStateTexts(plan: string | undefined, paidUntil: Day | undefined, otherPlan: string | undefined) {
  const texts: Record<State, StateText> = {
    starting: nothing,
    idle: nothing,
    asking: {
      title: `Cancel ${plan ?? 'your plan'}?`,
      text:
        otherPlan === undefined
          ? `You can watch until ${endText(paidUntil)}. ${chargesText(undefined)}`
          : `It ends ${paidUntil ? 'on' : 'at'} ${endText(paidUntil)}. ${chargesText(otherPlan)}`,
      tone: 'plain',
      actions: [keep, { label: 'Cancel plan', event: 'plan.confirm' }],
    },
    claiming: checking,
    reading: checking,
    opening: checking,
    canceling,
    retrying: canceling,
    underWay: {
      title: 'Your plan is in use in another tab',
      text: 'It’s being changed or canceled there. Finish or close that tab to cancel here.',
      tone: 'unsure',
      actions: [keep],
    },
    paymentOpen: {
      title: 'Your last payment isn’t confirmed yet',
      text: 'Check the payment before you cancel your plan. Nothing was canceled.',
      tone: 'unsure',
      actions: [keep],
    },
    reconciling: {
      title: 'We’re confirming your cancellation',
      text: 'We lost the connection and are checking whether your plan was canceled. This takes up to 30 seconds.',
      tone: 'unsure',
    },
    outcomeUnknown: {
      title: 'We can’t confirm your cancellation yet',
      text: 'Your plan may be canceled already. Wait a minute, then check again.',
      tone: 'unsure',
      actions: [{ label: 'Check again', event: 'record.check' }],
      hasSupportLink: true,
    },
    notCanceled: {
      title: 'Your plan is still active',
      text: 'The cancellation didn’t go through. You can try again or keep your plan.',
      tone: 'plain',
      actions: [{ label: 'Try again', event: 'cancellation.retry' }, keep],
      hasSupportLink: true,
    },
    refused: {
      title: 'We couldn’t cancel your plan',
      text: 'Your plan is still active. You can try again or keep your plan.',
      tone: 'plain',
      actions: [{ label: 'Try again', event: 'plan.confirm' }, keep],
      hasSupportLink: true,
    },
    missingId: {
      title: 'We couldn’t cancel your plan',
      text: 'Your plan is still active. Contact support to cancel it.',
      tone: 'plain',
      actions: [keep],
      hasSupportLink: true,
    },
    changed: {
      title: 'Your plan has changed',
      text: 'It was changed or canceled somewhere else. Nothing was canceled here.',
      tone: 'unsure',
    },
    canceled: nothing,
  }
  return texts
}

/**
 * Cancels the plan of a member. `subscription` is the one that can be canceled; undefined if the plan is canceled
 * already or billed by another provider. `children` are the other links of the plan.
 */
export function Cancellation({
  plan,
  paidUntil,
  subscription,
  otherPlan,
  isCanceled,
  children,
}: {
  plan: string | undefined
  paidUntil: Day | undefined
  subscription: SubscriptionToCancel | undefined
  /** The plan of another gateway, which continues; '' if its title is unknown. */
  otherPlan: string | undefined
  /** The record shows the plan as canceled. */
  isCanceled: boolean
  children: ReactNode
}) {
  const root = useRoot()
  const active = provideActiveCancellation(root)
  // A cancellation in flight continues when the profile unmounts.
  useEffect(() => {
    const { user } = root.session.getSnapshot().context
    return openProfile(active, { id: user?.ID ?? 0, email: user?.user_email ?? '', name: user?.display_name ?? '' })
  }, [active, root.session])
  const actor = useSelector(active, ({ children }) => children.cancellation)
  const state = useSelector(actor, stateOf)
  const message = useSelector(actor, (snapshot) => snapshot?.context.message ?? '')
  const openPaymentPlanId = useSelector(actor, (snapshot) => snapshot?.context.openPaymentPlanId)
  const canceledId = useSelector(actor, (snapshot) =>
    snapshot?.matches('canceled') ? snapshot.context.attempt?.subscriptionToCancel.id : undefined,
  )
  const isBusy = useSelector(actor, (snapshot) => snapshot?.hasTag('busy') ?? false)
  const isQuestion = useSelector(actor, (snapshot) => snapshot?.hasTag('question') ?? false)
  const send = (event: CancellationEvent) => actor?.send(event)
  const isKept = useRef(false)
  // The question and its buttons are gone when the plan is kept.
  const returnFocus = (button: HTMLButtonElement | null) => {
    if (button && isKept.current) button.focus()
    if (button) isKept.current = false
  }
  // Until the record is read again, it shows the canceled subscription as active. Then it may show another plan.
  const isJustCanceled =
    canceledId !== undefined && (isCanceled || subscription === undefined || canceledId === subscription.id)
  const {
    title,
    text,
    tone,
    actions = [],
    hasSupportLink,
  }: StateText = createStateTexts(plan, paidUntil, otherPlan)[state]

  if (isJustCanceled || (isCanceled && state === 'idle'))
    return (
      <div className={classes.panel}>
        <StatusPanel
          label="Canceled plan"
          tone={isJustCanceled ? 'done' : 'plain'}
          title={otherPlan === undefined ? `Canceled · access until ${endText(paidUntil)}` : 'Canceled'}
          text={chargesText(otherPlan)}
          isQuestion={isJustCanceled}
          actions={<Button renderRoot={(props) => <Link to={paths.packages()} {...props} />}>Choose a plan</Button>}
        />
      </div>
    )
  return (
    <>
      {title === '' ? null : (
        <div className={classes.panel}>
          <StatusPanel
            label="Cancel plan"
            tone={tone}
            title={title}
            text={text}
            message={isQuestion ? message : ''}
            isBusy={isBusy}
            isQuestion={isQuestion}
            actions={
              actions.length > 0 ? (
                <>
                  {state === 'paymentOpen' && openPaymentPlanId !== undefined ? (
                    <Button
                      renderRoot={(props) => <Link to={paths.upgrade(openPaymentPlanId, undefined)} {...props} />}
                    >
                      Check payment
                    </Button>
                  ) : null}
                  {actions.map(({ label, event }, index) => (
                    <Button
                      key={event}
                      {...((index > 0 || state === 'paymentOpen') && { variant: 'default' })}
                      onClick={() => {
                        isKept.current = event === 'plan.keep'
                        send({ type: event })
                      }}
                    >
                      {label}
                    </Button>
                  ))}
                </>
              ) : null
            }
          >
            {hasSupportLink ? (
              <p>
                Still not canceled? <SupportLink>Contact support</SupportLink>
              </p>
            ) : null}
          </StatusPanel>
        </div>
      )}
      {state === 'idle' || state === 'changed' || state === 'canceled' ? (
        <Actions>
          {children}
          {subscription ? (
            <Button ref={returnFocus} variant="default" onClick={() => send({ type: 'plan.cancel', subscription })}>
              Cancel plan
            </Button>
          ) : null}
        </Actions>
      ) : null}
    </>
  )
}
