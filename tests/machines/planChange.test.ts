import { describe, expect, it } from 'vitest'
import { type EventObject } from 'xstate'
import { type PaymentOutput } from '../../machines/payment.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import { type Attempt, type MemberRecord, type PlanChangeInput } from '../../machines/payment.types.ts'
import { type ReconciliationOutput } from '../../machines/reconciliation.ts'
import { attempt, fullRequest, member, request, subscriptionToCancel } from './paymentFixtures.ts'
import { done, runEvents, errored } from './runEvents.ts'

/** The attempt of a guest cancels nothing. */
const guestAttempt: Attempt = { ...attempt, subscriptionToCancel: undefined }
const interruptedAttempt: Attempt = { ...attempt, planId: 103, outcomeUnknown: { cancel: true, pay: true } }

const claimedFree = { type: 'attempt.claimed', attempt: undefined, isCancellationOpen: false }
const claimedInterrupted = (open: Attempt) => ({ type: 'attempt.claimed', attempt: open, isCancellationOpen: false })
const claimedCanceling = { type: 'attempt.claimed', attempt: undefined, isCancellationOpen: true }
const takenElsewhere = { type: 'attempt.taken' }
const freed = { type: 'attempt.freed' }
const retry = { type: 'payment.retry' }
const leave = { type: 'payment.leave' }
const check = { type: 'record.check' }
const everything = [claimedFree, takenElsewhere, freed, retry, leave, check]
const record = (subscriptionToCancel: MemberRecord['subscriptionToCancel']) =>
  done('readRecord', {
    kind: 'granted',
    record: {
      subscriptions: [
        { id: 12, planId: 104, status: 'pending' },
        { id: 11, planId: 102, status: 'active' },
      ],
      subscriptionToCancel,
    },
  })
const opened = (open: Attempt) => done('openAttempt', { attempt: open })
const paymentEnded = (kind: PaymentOutput['kind'], message = '') => done('payment', { kind, message })
const reconciled = (kind: ReconciliationOutput['kind']) => done('reconciliation', { kind })

const press = (input: PlanChangeInput, ...events: EventObject[]) => runEvents(planChangeMachine, input, ...events)
const runMember = (...events: EventObject[]) => press({ member, request }, ...events)
/** The attempt is opened and its calls are about to be sent. */
const runToPayment = (...events: EventObject[]) =>
  runMember(claimedFree, record(subscriptionToCancel), opened(attempt), ...events)
const runGuestToPayment = (...events: EventObject[]) =>
  press(
    { member, request: { ...request, subscriptionToCancel: undefined } },
    claimedFree,
    record(undefined),
    opened(guestAttempt),
    ...events,
  )
const runResumed = (...events: EventObject[]) =>
  press({ member, request: undefined }, claimedInterrupted(interruptedAttempt), ...events)
/** The last input of the actor `id`, and how often it was invoked. */
const lastInputOf = ({ invocations }: ReturnType<typeof runEvents>, id: string) => {
  const inputs = invocations.filter(([one]) => one === id).map(([, input]) => input)
  return { times: inputs.length, input: inputs.at(-1) }
}

describe('planChange', () => {
  it('first checks for another open attempt of this member and sends nothing', () => {
    const { value, invocations, executedActions, tags, context, can } = runMember()
    expect(value).toBe('claiming')
    expect(invocations).toEqual([['holdAttempt', { member }]])
    expect(executedActions).toEqual([])
    expect(tags).toEqual([])
    expect(context).toEqual({
      member,
      request: { ...request, knownSubscriptionIds: [] },
      attempt: undefined,
      message: '',
      isAboutCard: false,
    })
    expect(can(...everything)).toEqual(['attempt.claimed', 'attempt.taken'])
  })

  it('waits while another tab pays, then reports a changed membership', { tags: 'pay.oneAttempt' }, () => {
    const waiting = runMember(takenElsewhere)
    expect(waiting.value).toBe('underWay')
    expect(waiting.invocations).toEqual([['holdAttempt', { member }]])
    expect(waiting.tags).toEqual([])
    expect(waiting.can(...everything)).toEqual(['attempt.freed'])
    const ended = runMember(takenElsewhere, freed)
    expect(ended.output).toEqual({
      kind: 'membershipChanged',
      message: '',
      request: { ...request, knownSubscriptionIds: [] },
    })
    expect(ended.executedActions).toEqual([])
  })

  it('ends without an interrupted attempt and without a request', () => {
    const { output, invocations, executedActions } = press({ member, request: undefined }, claimedFree)
    expect(output).toEqual({ kind: 'membershipChanged', message: '', request: undefined })
    expect(invocations).toEqual([['holdAttempt', { member }]])
    expect(executedActions).toEqual([])
  })

  it(
    'sends nothing before an interrupted cancellation is checked, and leaves it stored',
    { tags: 'cancel.oneAttempt' },
    () => {
      for (const input of [
        { member, request },
        { member, request: undefined },
      ]) {
        const { value, output, invocations, executedActions } = press(input, claimedCanceling)
        expect(value).toBe('cancellationOpen')
        expect(output).toMatchObject({ kind: 'cancellationOpen', message: '' })
        expect(invocations).toEqual([['holdAttempt', { member }]])
        expect(executedActions).toEqual([])
      }
    },
  )

  it('refuses a subscription without a provider id before it sends a call', () => {
    const withoutProviderId = { ...request, subscriptionToCancel: { ...subscriptionToCancel, providerId: '' } }
    const { value, output, invocations, executedActions } = press({ member, request: withoutProviderId }, claimedFree)
    expect(value).toBe('refused')
    expect(output).toEqual({
      kind: 'refused',
      message: 'Something went wrong in cancelling previous subscription',
      request: { ...withoutProviderId, knownSubscriptionIds: [] },
    })
    expect(invocations).toEqual([['holdAttempt', { member }]])
    expect(executedActions).toEqual(['closeAttempt'])
  })

  it('reads the member record', () => {
    const { value, invocations, tags, can } = runMember(claimedFree)
    expect(value).toBe('reading')
    expect(invocations).toEqual([
      ['holdAttempt', { member }],
      ['readRecord', { member }],
    ])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it.each<[string, PlanChangeInput['request'], MemberRecord['subscriptionToCancel']]>([
    ['has another subscription to cancel', request, { ...subscriptionToCancel, id: 13 }],
    ['no longer has a subscription to cancel', request, undefined],
    ['has an unexpected subscription to cancel', { ...request, subscriptionToCancel: undefined }, subscriptionToCancel],
  ])(
    'ends in membershipChanged if the record %s',
    { tags: 'pay.membershipChanged' },
    (_, requested, subscriptionToCancel) => {
      const { value, output, invocations, executedActions } = press(
        { member, request: requested },
        claimedFree,
        record(subscriptionToCancel),
      )
      expect(value).toBe('membershipChanged')
      expect(output).toMatchObject({ kind: 'membershipChanged', message: '' })
      expect(invocations.map(([id]) => id)).toEqual(['holdAttempt', 'readRecord'])
      expect(executedActions).toEqual([])
    },
  )

  it.each([
    ['member', request],
    ['guest', { ...request, subscriptionToCancel: undefined }],
  ])('refuses a %s with the host’s message or the specified one if the record can’t be read', (_, requested) => {
    const refused = (...response: EventObject[]) => press({ member, request: requested }, claimedFree, ...response)
    const withMessage = refused(
      done('readRecord', { kind: 'refused', message: 'Sorry, you are not allowed to do that.' }),
    )
    expect(withMessage.value).toBe('refused')
    expect(withMessage.output).toEqual({
      kind: 'refused',
      message: 'Sorry, you are not allowed to do that.',
      request: { ...requested, knownSubscriptionIds: [] },
    })
    expect(withMessage.invocations.map(([id]) => id)).toEqual(['holdAttempt', 'readRecord'])
    expect(withMessage.executedActions).toEqual(['closeAttempt'])
    const message = 'Something went wrong while fetching memberpress data'
    expect(refused(done('readRecord', { kind: 'refused', message: '' })).output).toMatchObject({ message })
    expect(refused(errored('readRecord')).output).toMatchObject({ kind: 'refused', message })
  })

  it('stores the attempt with the known subscriptions before it sends a call', { tags: 'pay.stored' }, () => {
    const { value, invocations, tags, context, can } = runMember(claimedFree, record(subscriptionToCancel))
    expect(value).toBe('opening')
    // A pending subscription is not known, because this attempt may complete it.
    expect(invocations.slice(2)).toEqual([['openAttempt', { request: fullRequest }]])
    expect(tags).toEqual(['busy'])
    expect(context).toMatchObject({ request: fullRequest, attempt: undefined })
    expect(can(...everything)).toEqual([])
  })

  it('refuses before it sends a call if the attempt can’t be stored', () => {
    const { value, output, invocations, executedActions } = runMember(
      claimedFree,
      record(subscriptionToCancel),
      errored('openAttempt'),
    )
    expect(value).toBe('refused')
    expect(output).toEqual({ kind: 'refused', message: 'Something went wrong', request: fullRequest })
    expect(invocations.map(([id]) => id)).toEqual(['holdAttempt', 'readRecord', 'openAttempt'])
    expect(executedActions).toEqual(['closeAttempt'])
  })

  it('sends the stored attempt and accepts no events meanwhile', () => {
    const { value, invocations, executedActions, tags, can } = runToPayment()
    expect(value).toBe('cancelThenPay')
    expect(invocations.slice(3)).toEqual([['payment', { attempt, member, isCanceled: false }]])
    expect(executedActions).toEqual([])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it('ends when the payment is paid', () => {
    const { value, output, executedActions } = runToPayment(paymentEnded('paid'))
    expect(value).toBe('paid')
    expect(output).toEqual({ kind: 'paid', message: '', request: attempt })
    expect(executedActions).toEqual(['closePaidAttempt'])
  })

  it('is refused if the cancellation is refused', () => {
    const { value, output, invocations, executedActions } = runToPayment(
      paymentEnded('notCanceled', 'This subscription can’t be ended.'),
    )
    expect(value).toBe('refused')
    expect(output).toEqual({ kind: 'refused', message: 'This subscription can’t be ended.', request: attempt })
    expect(invocations).toHaveLength(4)
    expect(executedActions).toEqual(['closeAttempt'])
  })

  it('is refused for a guest if the payment is refused', () => {
    const { value, output, invocations, executedActions } = runGuestToPayment(
      paymentEnded('refused', 'Your card was declined.'),
    )
    expect(value).toBe('refused')
    expect(output).toEqual({ kind: 'refused', message: 'Your card was declined.', request: guestAttempt })
    expect(invocations).toHaveLength(4)
    expect(executedActions).toEqual(['closeAttempt'])
  })

  it('passes on that the provider refused the card', { tags: 'card.refused' }, () => {
    const { output } = runGuestToPayment(
      done('payment', { kind: 'refused', message: 'Your card was declined.', isAboutCard: true }),
    )
    expect(output).toEqual({
      kind: 'refused',
      message: 'Your card was declined.',
      isAboutCard: true,
      request: guestAttempt,
    })
  })
})

describe('a payment refused after the cancellation', () => {
  const declined = paymentEnded('refused', 'Your card was declined.')
  const renewed = { ...attempt, payKey: 'pay-2' }
  const withNewKey = done('renewKey', { attempt: renewed })

  it('renews the key for the next try', () => {
    const { value, invocations, tags, can } = runToPayment(declined)
    expect(value).toBe('renewing')
    expect(invocations.slice(4)).toEqual([['renewKey', { attempt }]])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it.each([
    ['new', withNewKey, renewed],
    ['old', errored('renewKey'), attempt],
  ])(
    'ends in canceledNotPaid; a retry only pays, under the %s key',
    { tags: 'pay.canceledNotPaid' },
    (_, response, open) => {
      const question = runToPayment(declined, response)
      expect(question.value).toBe('canceledNotPaid')
      expect(question.tags).toEqual(['question'])
      expect(question.context).toMatchObject({ message: 'Your card was declined.', attempt: open })
      expect(question.can(...everything)).toEqual(['payment.retry', 'payment.leave'])
      expect(question.executedActions).toEqual([])
      const again = runToPayment(declined, response, retry)
      expect(again.value).toBe('payOnly')
      expect(lastInputOf(again, 'payment')).toEqual({
        times: 2,
        input: { attempt: open, member, isCanceled: true },
      })
      expect(again.context).toMatchObject({ message: '' })
    },
  )

  it('is refused again: the key is renewed again', () => {
    const again = runToPayment(declined, withNewKey, retry, paymentEnded('refused', 'Your card has expired.'))
    expect(again.value).toBe('renewing')
    expect(again.context).toMatchObject({ message: 'Your card has expired.', attempt: renewed })
    expect(lastInputOf(again, 'renewKey')).toEqual({ times: 2, input: { attempt: renewed } })
  })

  it('is paid by the retry, which accepts no events meanwhile', () => {
    const retried = runToPayment(declined, withNewKey, retry)
    expect(retried.tags).toEqual(['busy'])
    expect(retried.can(...everything)).toEqual([])
    expect(runToPayment(declined, withNewKey, retry, paymentEnded('paid')).output).toEqual({
      kind: 'paid',
      message: '',
      request: renewed,
    })
  })

  it('has an unknown outcome if the payment machine of the retry fails', () => {
    const { value, context } = runToPayment(declined, withNewKey, retry, errored('payment'))
    expect(value).toBe('awaitingPayment')
    expect(context).toMatchObject({ attempt: { payKey: 'pay-2', outcomeUnknown: { cancel: false, pay: true } } })
  })

  it('can be given up, with the message of the refusal', () => {
    const { value, output, executedActions } = runToPayment(declined, withNewKey, leave)
    expect(value).toBe('left')
    expect(output).toEqual({ kind: 'left', message: 'Your card was declined.', request: renewed })
    expect(executedActions).toEqual(['closeAttempt'])
  })
})

describe('an unknown outcome', () => {
  const outcomeUnknown = (cancel: boolean, pay: boolean, open = attempt) => ({
    ...open,
    outcomeUnknown: { cancel, pay },
  })

  it.each<[string, EventObject, Attempt, boolean, string]>([
    [
      'the cancellation',
      paymentEnded('cancelUnknown', 'The connection failed.'),
      outcomeUnknown(true, false),
      true,
      'The connection failed.',
    ],
    ['the payment', paymentEnded('paymentUnknown', 'Try later.'), outcomeUnknown(false, true), false, 'Try later.'],
    ['a payment under way', paymentEnded('underWay'), { ...outcomeUnknown(false, true), underWay: true }, false, ''],
    ['a failed payment machine', errored('payment'), outcomeUnknown(false, true), false, ''],
  ])('of %s is stored and read from the record', (_, response, open, isPaymentUnsent, message) => {
    const { value, invocations, executedActions, tags, context, can } = runToPayment(response)
    expect(value).toBe(isPaymentUnsent ? 'awaitingCancel' : 'awaitingPayment')
    expect(invocations.slice(4)).toEqual([['reconciliation', { attempt: open, member, isPaymentUnsent }]])
    expect(context).toMatchObject({ attempt: open, message })
    expect(executedActions).toEqual(['storeAttempt'])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it('stays unknown after later refusals', () => {
    const again = (...events: EventObject[]) => runResumed(reconciled('notCanceled'), retry, ...events)
    expect(lastInputOf(again(paymentEnded('cancelUnknown')), 'reconciliation').input).toEqual({
      attempt: interruptedAttempt,
      member,
      isPaymentUnsent: false,
    })
    expect(lastInputOf(again(paymentEnded('paymentUnknown')), 'reconciliation').input).toEqual({
      attempt: interruptedAttempt,
      member,
      isPaymentUnsent: false,
    })
    expect(again(paymentEnded('notCanceled', 'No.')).output).toEqual({
      kind: 'refused',
      message: 'No.',
      request: interruptedAttempt,
    })
    const twice = runToPayment(
      paymentEnded('cancelUnknown'),
      reconciled('notCanceled'),
      retry,
      paymentEnded('paymentUnknown'),
    )
    expect(lastInputOf(twice, 'reconciliation').input).toEqual({
      attempt: outcomeUnknown(true, true),
      member,
      isPaymentUnsent: false,
    })
  })

  it('is under way until a later response', () => {
    const { context } = runGuestToPayment(
      paymentEnded('underWay'),
      reconciled('notPaid'),
      retry,
      paymentEnded('paymentUnknown'),
    )
    expect(context).toMatchObject({ attempt: { underWay: false, outcomeUnknown: { pay: true } } })
  })

  it('of an interrupted attempt is read from the record before the new request', { tags: 'pay.stored' }, () => {
    for (const requested of [undefined, request]) {
      const { value, invocations, executedActions, context } = press(
        { member, request: requested },
        claimedInterrupted(interruptedAttempt),
      )
      expect(value).toBe('awaitingPayment')
      expect(invocations).toEqual([
        ['holdAttempt', { member }],
        ['reconciliation', { attempt: interruptedAttempt, member, isPaymentUnsent: false }],
      ])
      expect(context).toMatchObject({ attempt: interruptedAttempt })
      expect(executedActions).toEqual(['storeAttempt'])
      expect(
        press({ member, request: requested }, claimedInterrupted(interruptedAttempt), reconciled('paid')).output,
      ).toMatchObject({ request: interruptedAttempt })
    }
  })

  it('ends in paid if the record shows the payment', () => {
    const { value, output, executedActions } = runResumed(reconciled('paid'))
    expect(value).toBe('paid')
    expect(output).toEqual({ kind: 'paid', message: '', request: interruptedAttempt })
    expect(executedActions).toEqual(['storeAttempt', 'closePaidAttempt'])
  })

  it('ends in paid if the record shows the payment while only the cancellation is awaited', () => {
    const { value, output } = runToPayment(paymentEnded('cancelUnknown'), reconciled('paid'))
    expect(value).toBe('paid')
    expect(output).toMatchObject({ kind: 'paid' })
  })

  it('continues with the payment if only the cancellation succeeded', () => {
    const { value, invocations, context } = runToPayment(
      paymentEnded('cancelUnknown', 'The connection failed.'),
      reconciled('canceled'),
    )
    expect(value).toBe('payOnly')
    expect(invocations.at(-1)).toEqual(['payment', { attempt: outcomeUnknown(true, false), member, isCanceled: true }])
    expect(context).toMatchObject({ message: '' })
  })

  it('allows a retry of both calls under the same keys if the old subscription is active', () => {
    const question = runToPayment(paymentEnded('cancelUnknown', 'The connection failed.'), reconciled('notCanceled'))
    expect(question.value).toBe('notCanceled')
    expect(question.tags).toEqual(['question'])
    expect(question.context).toMatchObject({ message: 'The connection failed.' })
    expect(question.can(...everything)).toEqual(['payment.retry', 'payment.leave'])
    const again = runToPayment(
      paymentEnded('cancelUnknown', 'The connection failed.'),
      reconciled('notCanceled'),
      retry,
    )
    expect(again.value).toBe('cancelThenPay')
    expect(lastInputOf(again, 'payment')).toEqual({
      times: 2,
      input: { attempt: outcomeUnknown(true, false), member, isCanceled: false },
    })
    expect(again.context).toMatchObject({ message: '' })
    const { output, executedActions } = runToPayment(
      paymentEnded('cancelUnknown', 'The connection failed.'),
      reconciled('notCanceled'),
      leave,
    )
    expect(output).toEqual({ kind: 'left', message: 'The connection failed.', request: outcomeUnknown(true, false) })
    expect(executedActions).toEqual(['storeAttempt', 'closeAttempt'])
  })

  it('retries only the payment under the same key if the old subscription is canceled', () => {
    const question = runToPayment(paymentEnded('paymentUnknown', 'Try later.'), reconciled('notPaid'))
    expect(question.value).toBe('canceledNotPaid')
    expect(question.tags).toEqual(['question'])
    expect(question.context).toMatchObject({ message: 'Try later.' })
    const again = runToPayment(paymentEnded('paymentUnknown'), reconciled('notPaid'), retry)
    expect(lastInputOf(again, 'payment')).toEqual({
      times: 2,
      input: { attempt: outcomeUnknown(false, true), member, isCanceled: true },
    })
  })

  it('retries the payment under the same key if there was no subscription to cancel', { tags: 'pay.notPaid' }, () => {
    const question = runGuestToPayment(paymentEnded('paymentUnknown', 'Try later.'), reconciled('notPaid'))
    expect(question.value).toBe('notPaid')
    expect(question.tags).toEqual(['question'])
    expect(question.context).toMatchObject({ message: 'Try later.' })
    expect(question.can(...everything)).toEqual(['payment.retry', 'payment.leave'])
    const again = runGuestToPayment(paymentEnded('paymentUnknown'), reconciled('notPaid'), retry)
    expect(again.value).toBe('payOnly')
    expect(lastInputOf(again, 'payment')).toEqual({
      times: 2,
      input: { attempt: outcomeUnknown(false, true, guestAttempt), member, isCanceled: true },
    })
    const { value, output, executedActions } = runGuestToPayment(
      paymentEnded('paymentUnknown', 'Try later.'),
      reconciled('notPaid'),
      leave,
    )
    expect(value).toBe('left')
    expect(output).toEqual({ kind: 'left', message: 'Try later.', request: outcomeUnknown(false, true, guestAttempt) })
    expect(executedActions).toEqual(['storeAttempt', 'closeAttempt'])
  })

  it.each([
    ['the record shows no result', reconciled('outcomeUnknown')],
    ['the reconciliation fails', errored('reconciliation')],
  ])('stays unknown if %s: it can be checked again, not paid again', { tags: 'pay.outcomeUnknown' }, (_, response) => {
    const unknown = runToPayment(paymentEnded('cancelUnknown', 'The connection failed.'), response)
    expect(unknown.value).toBe('outcomeUnknown')
    expect(unknown.tags).toEqual(['question'])
    expect(unknown.can(...everything)).toEqual(['record.check'])
    expect(unknown.context).toMatchObject({ message: 'The connection failed.' })
    const again = runToPayment(paymentEnded('cancelUnknown', 'The connection failed.'), response, check)
    expect(again.value).toBe('awaitingPayment')
    // After “Check again”, a canceled subscription alone does not start the payment.
    expect(lastInputOf(again, 'reconciliation')).toEqual({
      times: 2,
      input: { attempt: outcomeUnknown(true, false), member, isPaymentUnsent: false },
    })
    expect(again.executedActions).toEqual(['storeAttempt', 'storeAttempt'])
    expect(runToPayment(paymentEnded('cancelUnknown'), response, check, reconciled('notPaid')).value).toBe(
      'canceledNotPaid',
    )
  })
})
