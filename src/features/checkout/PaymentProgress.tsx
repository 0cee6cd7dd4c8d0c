import { useSelector } from '@xstate/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type ActorRefFrom, type SnapshotFrom, type StateValueFrom } from 'xstate'
import { type planChangeMachine, type PlanChangeEvent } from '../../../machines/planChange.ts'
import { paths } from '../../app/paths.ts'
import { Notice, type Tone } from '../../ui/Notice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { Loader } from '../../ui/pieces/Loader.ts'
import classes from './PaymentProgress.module.css'

type State = StateValueFrom<typeof planChangeMachine>
type Action = { label: string; event: Extract<PlanChangeEvent['type'], `${'payment' | 'record'}.${string}`> }
type StatusText = { title: string; text: string; tone: Tone; actions?: readonly Action[]; hasSupportLink?: true }

const retry = { label: 'Try again', event: 'payment.retry' } as const
const leave = { label: 'Not now', event: 'payment.leave' } as const
const emptyText: StatusText = { title: '', text: '', tone: 'plain' }

/** What each moment of a payment is called. Amber is for what nobody knows yet. */
const statusText = {
  claiming: { title: 'One moment', text: 'We see whether another payment is under way.', tone: 'plain' },
  reading: { title: 'One moment', text: 'We look at your membership as it is now.', tone: 'plain' },
  opening: { title: 'One moment', text: 'We look at your membership as it is now.', tone: 'plain' },
  paying: { title: 'We are paying', text: 'Please keep this page open until it is done.', tone: 'plain' },
  renewing: { title: 'We are paying', text: 'Please keep this page open until it is done.', tone: 'plain' },
  underWay: {
    title: 'Payment under way',
    text: 'Another tab of this browser is paying. Nothing can be paid here until that has come to its end.',
    tone: 'unsure',
  },
  reconciling: {
    title: 'We had no answer',
    text: 'We are asking your membership record what became of the payment. This takes half a minute at most. Please don’t pay again meanwhile.',
    tone: 'unsure',
  },
  unclear: {
    title: 'We don’t know yet whether you have paid',
    text: 'Nobody could tell us. Please don’t pay again, and check again in a moment; your membership record will know.',
    tone: 'unsure',
    actions: [{ label: 'Check again', event: 'record.check' }],
    hasSupportLink: true,
  },
  notCancelled: {
    title: 'Nothing was paid',
    text: 'Your plan could not be ended, so it still stands, and the new one was not paid.',
    tone: 'plain',
    actions: [retry, leave],
  },
  cancelledNotPaid: {
    title: 'Your old plan has ended, the new one is not paid',
    text: 'You have no plan at this moment. Trying again only pays: nothing is ended a second time.',
    tone: 'unsure',
    actions: [retry, leave],
  },
  notPaid: {
    title: 'Your payment did not arrive',
    text: 'Your membership record shows none. Trying again is the same payment: it can’t be charged twice.',
    tone: 'plain',
    actions: [retry, leave],
  },
  paid: emptyText,
  refused: emptyText,
  superseded: emptyText,
  left: emptyText,
} as const satisfies Record<State, StatusText>

type Snapshot = SnapshotFrom<typeof planChangeMachine>

/** Moments that are over in an answer or two: the form stays where it is, with one line under it. */
export const isShownInline = (snapshot: Snapshot): boolean =>
  ['claiming', 'reading', 'opening', 'paying', 'renewing'].includes(snapshot.value)

/** The line under a form whose payment is on its way. */
export function InlinePaymentProgress({ actor }: { actor: ActorRefFrom<typeof planChangeMachine> }) {
  const { title, text }: StatusText = statusText[useSelector(actor, (now) => now.value)]
  return (
    <p role="status">
      {title}. {text}
    </p>
  )
}

/** Host or bank said that they are at it. */
const processingText: StatusText = {
  title: 'Your payment is being processed',
  text: 'We are asking your membership record whether it has arrived. This takes half a minute at most.',
  tone: 'unsure',
}

/** Where a payment stands, in words, and what the person can decide about it. */
export function PaymentProgress({ actor }: { actor: ActorRefFrom<typeof planChangeMachine> }) {
  const snapshot = useSelector(actor, (now) => now)
  const isProcessing = snapshot.matches('reconciling') && snapshot.context.attempt?.underWay === true
  const {
    title,
    text,
    tone,
    actions: ways = [],
    hasSupportLink: offersHelp,
  }: StatusText = isProcessing ? processingText : statusText[snapshot.value]
  const message = snapshot.context.message
  const isQuestion = snapshot.hasTag('question')
  return (
    <section className={classes.payment} aria-label="Payment" aria-busy={snapshot.hasTag('busy')}>
      <Notice tone={tone}>
        <Title isQuestion={isQuestion}>{title}</Title>
        <p>{text}</p>
      </Notice>
      <Notice tone="wrong">{isQuestion ? message : ''}</Notice>
      {snapshot.hasTag('busy') ? <Loader aria-hidden="true" /> : null}
      {ways.length > 0 ? (
        <div className={classes.actions}>
          {ways.map(({ label, event }, at) => (
            <Button
              key={event}
              {...(at > 0 && { variant: 'default' })}
              disabled={!snapshot.can({ type: event })}
              onClick={() => actor.send({ type: event })}
            >
              {label}
            </Button>
          ))}
        </div>
      ) : null}
      {offersHelp ? (
        <p>
          Still unclear after a while? <Link to={paths.supportForm()}>Write to support</Link>
        </p>
      ) : null}
    </section>
  )
}

/** A question takes the focus: the button that was pressed for it has gone. */
function Title({ isQuestion, children }: { isQuestion: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isQuestion) heading.current?.focus()
  }, [isQuestion])
  return (
    <h2 ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </h2>
  )
}
