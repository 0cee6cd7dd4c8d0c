import { useSelector } from '@xstate/react'
import { type ReactNode } from 'react'
import { type ActorRefFrom, type SnapshotFrom, type StateValueFrom } from 'xstate'
import { type planChangeMachine } from '../../../machines/planChange.ts'
import { type PlanChangeEvent } from '../../../machines/payment.types.ts'
import { SupportLink } from '../support/SupportLink.tsx'
import { type Tone } from '../../ui/Notice.tsx'
import { useLasting } from '../../ui/useLasting.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusPanel } from '../../ui/StatusPanel.tsx'

type State = StateValueFrom<typeof planChangeMachine>
type Action = { label: string; event: Extract<PlanChangeEvent['type'], `${'payment' | 'record'}.${string}`> }
type StatusText = { title: string; text: string; tone: Tone; actions?: readonly Action[]; hasSupportLink?: true }

const retry = { label: 'Try again', event: 'payment.retry' } as const
const leave = { label: 'Cancel', event: 'payment.leave' } as const
const processingText = {
  title: 'Processing your payment…',
  text: 'Please keep this page open.',
  tone: 'plain',
} as const
const confirmingText = {
  title: 'We’re confirming your payment',
  text: 'We lost the connection while paying and are checking whether it went through. This takes up to 30 seconds. Please don’t pay again.',
  tone: 'unsure',
} as const
/** An attempt from before a reload may also have been refused. */
const reloadedText = {
  ...confirmingText,
  text: 'This page was closed during a payment, so we’re checking whether it went through. This takes up to 30 seconds. Please don’t pay again.',
} as const
/** The host or the bank is processing the payment. */
const underWayText = {
  title: 'Your payment is being processed',
  text: 'This can take up to 30 seconds. Please keep this page open.',
  tone: 'unsure',
} as const
const emptyText: StatusText = { title: '', text: '', tone: 'plain' }

/** The title and text of each state. Amber marks an outcome that is not known yet. */
const statusText = {
  claiming: { title: 'Checking for another payment in progress…', text: '', tone: 'plain' },
  reading: { title: 'Checking your membership…', text: '', tone: 'plain' },
  opening: { title: 'Checking your membership…', text: '', tone: 'plain' },
  cancelThenPay: processingText,
  payOnly: processingText,
  renewing: processingText,
  underWay: {
    title: 'Payment under way',
    text: 'A payment is in progress in another tab. Finish or close it to pay here.',
    tone: 'unsure',
  },
  awaitingCancel: confirmingText,
  awaitingPayment: confirmingText,
  outcomeUnknown: {
    title: 'We can’t confirm your payment yet',
    text: 'Please don’t pay again. Wait a minute, then check again: you’ll be charged once at most.',
    tone: 'unsure',
    actions: [{ label: 'Check again', event: 'record.check' }],
    hasSupportLink: true,
  },
  notCanceled: {
    title: 'Your plan hasn’t changed',
    text: 'We couldn’t cancel your current plan, so we didn’t charge you for the new one.',
    tone: 'plain',
    actions: [retry, leave],
  },
  canceledNotPaid: {
    title: 'Your old plan was canceled, but the payment for the new one didn’t go through',
    text: 'Your old plan won’t renew. Try again to pay for the new one. You won’t be charged twice.',
    tone: 'unsure',
    actions: [retry, { ...leave, label: 'Use another payment method' }],
  },
  notPaid: {
    title: 'Your payment didn’t go through',
    text: 'You haven’t been charged. It’s safe to try again: you can’t be charged twice.',
    tone: 'plain',
    actions: [retry, leave],
  },
  paid: emptyText,
  refused: emptyText,
  membershipChanged: emptyText,
  cancellationOpen: emptyText,
  left: emptyText,
} as const satisfies Record<State, StatusText>

type Snapshot = SnapshotFrom<typeof planChangeMachine>

/** Short states: the form stays in place, with one line under it. */
export const isShownInline = (snapshot: Snapshot): boolean =>
  ['claiming', 'reading', 'opening', 'cancelThenPay', 'payOnly', 'renewing'].includes(snapshot.value)

/** The line under the form while short states last, together longer than 100 ms. */
export function InlinePaymentProgress({ actor }: { actor: ActorRefFrom<typeof planChangeMachine> }) {
  const { title, text }: StatusText = statusText[useSelector(actor, (snapshot) => snapshot.value)]
  return useLasting(true) ? (
    <p role="status">
      {title} {text}
    </p>
  ) : null
}

/** The state of a payment, and what the member can do about it. `terms` are those of the plan with this id. */
export function PaymentProgress({
  actor,
  planId,
  terms,
}: {
  actor: ActorRefFrom<typeof planChangeMachine>
  planId: number | undefined
  terms: ReactNode
}) {
  const state = useSelector(actor, ({ value }) => value)
  const message = useSelector(actor, ({ context }) => context.message)
  const isUnderWay = useSelector(actor, ({ context }) => context.attempt?.underWay === true)
  const isReloaded = useSelector(actor, ({ context }) => context.request === undefined)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const isQuestion = useSelector(actor, (snapshot) => snapshot.hasTag('question'))
  // An interrupted payment may be for another plan.
  const isOffered = useSelector(actor, ({ context }) => (context.attempt ?? context.request)?.planId === planId)
  const current: StatusText = statusText[state]
  const press = (event: Action['event']) => {
    // The pressed button is removed, and the page offers its payment methods again.
    if (event === 'payment.leave') document.querySelector('h1')?.focus()
    actor.send({ type: event })
  }
  const { title, text, tone, actions, hasSupportLink }: StatusText =
    state === 'awaitingPayment' && isUnderWay
      ? underWayText
      : isReloaded && current === confirmingText
        ? reloadedText
        : current
  return (
    <StatusPanel
      label="Payment"
      tone={tone}
      title={title}
      text={text}
      message={isQuestion ? message : ''}
      isBusy={isBusy}
      isQuestion={isQuestion}
      terms={isOffered && actions?.includes(retry) ? terms : undefined}
      actions={actions?.map(({ label, event }, index) => (
        <Button key={event} {...(index > 0 && { variant: 'default' })} onClick={() => press(event)}>
          {label}
        </Button>
      ))}
    >
      {hasSupportLink ? (
        <p>
          Still not confirmed after 10 minutes? <SupportLink>Contact support</SupportLink>
        </p>
      ) : null}
    </StatusPanel>
  )
}
