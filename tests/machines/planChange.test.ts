import { describe, expect, it } from 'vitest'
import { type PaymentOutput } from '../../machines/payment.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import { type Attempt, type MemberRecord, type PlanChangeInput } from '../../machines/payment.types.ts'
import { type ReconciliationOutput } from '../../machines/reconciliation.ts'
import { done, runEvents, errored } from './runEvents.ts'

type Happened = Parameters<typeof runEvents>[2]

const payingMember = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const subscriptionToCancel = { id: 11, providerId: 'sub_11', gateway: 'card' } as const
const paymentMethod = { kind: 'savedCard', paymentMethodId: 'pm_1' } as const
const request = { planId: 104, paymentMethod, subscriptionToCancel }
const fullRequest = { ...request, knownSubscriptionIds: [11] }
const attempt: Attempt = {
  ...fullRequest,
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
  outcomeUnknown: { cancel: false, pay: false },
}
/** A guest ends nothing. */
const first: Attempt = { ...attempt, subscriptionToCancel: undefined }
const interruptedAttempt: Attempt = { ...attempt, planId: 103, outcomeUnknown: { cancel: true, pay: true } }

const claimedFree = { type: 'attempt.claimed', attempt: undefined }
const claimedInterrupted = (open: Attempt) => ({ type: 'attempt.claimed', attempt: open })
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

const press = (input: PlanChangeInput, ...events: Happened[]) => runEvents(planChangeMachine, input, ...events)
const runMember = (...events: Happened[]) => press({ member: payingMember, request }, ...events)
/** The attempt is opened and its calls are about to be sent. */
const runToPayment = (...events: Happened[]) =>
  runMember(claimedFree, record(subscriptionToCancel), opened(attempt), ...events)
const runGuestToPayment = (...events: Happened[]) =>
  press(
    { member: payingMember, request: { ...request, subscriptionToCancel: undefined } },
    claimedFree,
    record(undefined),
    opened(first),
    ...events,
  )
const runResumed = (...events: Happened[]) =>
  press({ member: payingMember, request: undefined }, claimedInterrupted(interruptedAttempt), ...events)
/** What `who` was asked with last, and how often it was asked. */
const lastInputOf = ({ invocations: asked }: ReturnType<typeof runEvents>, who: string) => {
  const questions = asked.filter(([id]) => id === who).map(([, question]) => question)
  return { times: questions.length, question: questions.at(-1) }
}

describe('one press of Pay', () => {
  it('first asks, for this payer, whether another attempt is open, and sends nothing', () => {
    const { value, invocations: asked, executedActions: told, tags, context, can } = runMember()
    expect(value).toBe('claiming')
    expect(asked).toEqual([['holdAttempt', { member: payingMember }]])
    expect(told).toEqual([])
    expect(tags).toEqual([])
    expect(context).toEqual({
      member: payingMember,
      request: { ...request, knownSubscriptionIds: [] },
      attempt: undefined,
      message: '',
    })
    expect(can(...everything)).toEqual(['attempt.claimed', 'attempt.taken'])
  })

  it('stands aside while another tab pays, and has to be looked at anew when that is over', () => {
    const aside = runMember(takenElsewhere)
    expect(aside.value).toBe('underWay')
    expect(aside.invocations).toEqual([['holdAttempt', { member: payingMember }]])
    expect(aside.tags).toEqual([])
    expect(aside.can(...everything)).toEqual(['attempt.freed'])
    const over = runMember(takenElsewhere, freed)
    expect(over.output).toEqual({
      kind: 'membershipChanged',
      message: '',
      request: { ...request, knownSubscriptionIds: [] },
    })
    expect(over.executedActions).toEqual([])
  })

  it('with nothing to clear up and nothing to pay is over', () => {
    const {
      output,
      invocations: asked,
      executedActions: told,
    } = press({ member: payingMember, request: undefined }, claimedFree)
    expect(output).toEqual({ kind: 'membershipChanged', message: '', request: undefined })
    expect(asked).toEqual([['holdAttempt', { member: payingMember }]])
    expect(told).toEqual([])
  })

  it('whose old subscription has no name at its gateway is refused before anything is sent', () => {
    const nameless = { ...request, subscriptionToCancel: { ...subscriptionToCancel, providerId: '' } }
    const {
      value,
      output,
      invocations: asked,
      executedActions: told,
    } = press({ member: payingMember, request: nameless }, claimedFree)
    expect(value).toBe('refused')
    expect(output).toEqual({
      kind: 'refused',
      message: 'Something went wrong in cancelling previous subscription',
      request: { ...nameless, knownSubscriptionIds: [] },
    })
    expect(asked).toEqual([['holdAttempt', { member: payingMember }]])
    expect(told).toEqual(['closeAttempt'])
  })

  it('reads the record of the payer anew', () => {
    const { value, invocations: asked, tags, can } = runMember(claimedFree)
    expect(value).toBe('reading')
    expect(asked).toEqual([
      ['holdAttempt', { member: payingMember }],
      ['readRecord', { member: payingMember }],
    ])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it.each<[string, PlanChangeInput['request'], MemberRecord['subscriptionToCancel']]>([
    ['has another subscription to end', request, { ...subscriptionToCancel, id: 13 }],
    ['has nothing to end any more', request, undefined],
    ['has something to end after all', { ...request, subscriptionToCancel: undefined }, subscriptionToCancel],
  ])('is membershipChanged where the record %s', (_, wished, subscriptionToCancel) => {
    const {
      value,
      output,
      invocations: asked,
      executedActions: told,
    } = press({ member: payingMember, request: wished }, claimedFree, record(subscriptionToCancel))
    expect(value).toBe('membershipChanged')
    expect(output).toMatchObject({ kind: 'membershipChanged', message: '' })
    expect(asked.map(([id]) => id)).toEqual(['holdAttempt', 'readRecord'])
    expect(told).toEqual([])
  })

  it.each([
    ['member', request],
    ['guest', { ...request, subscriptionToCancel: undefined }],
  ])('of a %s whose record can’t be read is refused in the words of the host, or their own', (_, wished) => {
    const refused = (...answer: Happened[]) => press({ member: payingMember, request: wished }, claimedFree, ...answer)
    const said = refused(done('readRecord', { kind: 'refused', message: 'Sorry, you are not allowed to do that.' }))
    expect(said.value).toBe('refused')
    expect(said.output).toEqual({
      kind: 'refused',
      message: 'Sorry, you are not allowed to do that.',
      request: { ...wished, knownSubscriptionIds: [] },
    })
    expect(said.invocations.map(([id]) => id)).toEqual(['holdAttempt', 'readRecord'])
    expect(said.executedActions).toEqual(['closeAttempt'])
    const message = 'Something went wrong while fetching memberpress data'
    expect(refused(done('readRecord', { kind: 'refused', message: '' })).output).toMatchObject({ message })
    expect(refused(errored('readRecord')).output).toMatchObject({ kind: 'refused', message })
  })

  it('is kept, with what counts already, before anything is sent', () => {
    const { value, invocations: asked, tags, context, can } = runMember(claimedFree, record(subscriptionToCancel))
    expect(value).toBe('opening')
    // What is pending may become paid by this very attempt.
    expect(asked.slice(2)).toEqual([['openAttempt', { request: fullRequest }]])
    expect(tags).toEqual(['busy'])
    expect(context).toMatchObject({ request: fullRequest, attempt: undefined })
    expect(can(...everything)).toEqual([])
  })

  it('that can’t be kept is refused before anything is sent', () => {
    const {
      value,
      output,
      invocations: asked,
      executedActions: told,
    } = runMember(claimedFree, record(subscriptionToCancel), errored('openAttempt'))
    expect(value).toBe('refused')
    expect(output).toEqual({ kind: 'refused', message: 'Something went wrong', request: fullRequest })
    expect(asked.map(([id]) => id)).toEqual(['holdAttempt', 'readRecord', 'openAttempt'])
    expect(told).toEqual(['closeAttempt'])
  })

  it('sends the attempt that was kept, and takes no other press meanwhile', () => {
    const { value, invocations: asked, executedActions: told, tags, can } = runToPayment()
    expect(value).toBe('cancelThenPay')
    expect(asked.slice(3)).toEqual([['payment', { attempt, member: payingMember, isCancelled: false }]])
    expect(told).toEqual([])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it('that is paid is over', () => {
    const { value, output, executedActions: told } = runToPayment(paymentEnded('paid'))
    expect(value).toBe('paid')
    expect(output).toEqual({ kind: 'paid', message: '', request: attempt })
    expect(told).toEqual(['closePaidAttempt'])
  })

  it('whose cancellation is refused ended nothing and paid nothing', () => {
    const {
      value,
      output,
      invocations: asked,
      executedActions: told,
    } = runToPayment(paymentEnded('notCancelled', 'This subscription can’t be ended.'))
    expect(value).toBe('refused')
    expect(output).toEqual({ kind: 'refused', message: 'This subscription can’t be ended.', request: attempt })
    expect(asked).toHaveLength(4)
    expect(told).toEqual(['closeAttempt'])
  })

  it('of a guest whose payment is refused paid nothing', () => {
    const {
      value,
      output,
      invocations: asked,
      executedActions: told,
    } = runGuestToPayment(paymentEnded('refused', 'Your card was declined.'))
    expect(value).toBe('refused')
    expect(output).toEqual({ kind: 'refused', message: 'Your card was declined.', request: first })
    expect(asked).toHaveLength(4)
    expect(told).toEqual(['closeAttempt'])
  })
})

describe('refused after the old subscription was ended', () => {
  const declined = paymentEnded('refused', 'Your card was declined.')
  const renewed = { ...attempt, payKey: 'pay-2' }
  const withNewKey = done('renewKey', { attempt: renewed })

  it('the next try gets another key', () => {
    const { value, invocations: asked, tags, can } = runToPayment(declined)
    expect(value).toBe('renewing')
    expect(asked.slice(4)).toEqual([['renewKey', { attempt }]])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it.each([
    ['new', withNewKey, renewed],
    ['old, where the new one can’t be kept,', errored('renewKey'), attempt],
  ])('it is cancelled and not paid; trying again only pays, under the %s key', (_, answer, open) => {
    const asks = runToPayment(declined, answer)
    expect(asks.value).toBe('cancelledNotPaid')
    expect(asks.tags).toEqual(['question'])
    expect(asks.context).toMatchObject({ message: 'Your card was declined.', attempt: open })
    expect(asks.can(...everything)).toEqual(['payment.retry', 'payment.leave'])
    expect(asks.executedActions).toEqual([])
    const again = runToPayment(declined, answer, retry)
    expect(again.value).toBe('payOnly')
    expect(lastInputOf(again, 'payment')).toEqual({
      times: 2,
      question: { attempt: open, member: payingMember, isCancelled: true },
    })
    expect(again.context).toMatchObject({ message: '' })
  })

  it('it can be given up, with the words of the refusal', () => {
    const { value, output, executedActions: told } = runToPayment(declined, withNewKey, leave)
    expect(value).toBe('left')
    expect(output).toEqual({ kind: 'left', message: 'Your card was declined.', request: renewed })
    expect(told).toEqual(['closeAttempt'])
  })
})

describe('what nobody answered', () => {
  const outcomeUnknown = (cancel: boolean, pay: boolean, open = attempt) => ({
    ...open,
    outcomeUnknown: { cancel, pay },
  })

  it.each<[string, Happened, Attempt, boolean, string]>([
    [
      'the cancellation',
      paymentEnded('cancelUnknown', 'The line was cut.'),
      outcomeUnknown(true, false),
      true,
      'The line was cut.',
    ],
    ['the payment', paymentEnded('paymentUnknown', 'Try later.'), outcomeUnknown(false, true), false, 'Try later.'],
    ['a payment under way', paymentEnded('underWay'), { ...outcomeUnknown(false, true), underWay: true }, false, ''],
    ['a payment that broke', errored('payment'), outcomeUnknown(false, true), false, ''],
  ])('(%s) is kept as that and read from the record', (_, answer, open, isPaymentUnsent, message) => {
    const { value, invocations: asked, executedActions: told, tags, context, can } = runToPayment(answer)
    expect(value).toBe(isPaymentUnsent ? 'awaitingCancel' : 'awaitingPayment')
    expect(asked.slice(4)).toEqual([['reconciliation', { attempt: open, member: payingMember, isPaymentUnsent }]])
    expect(context).toMatchObject({ attempt: open, message })
    expect(told).toEqual(['storeAttempt'])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it('stays unanswered whatever is answered later', () => {
    const again = (...events: Happened[]) => runResumed(reconciled('notCancelled'), retry, ...events)
    expect(lastInputOf(again(paymentEnded('cancelUnknown')), 'reconciliation').question).toEqual({
      attempt: interruptedAttempt,
      member: payingMember,
      isPaymentUnsent: false,
    })
    expect(lastInputOf(again(paymentEnded('paymentUnknown')), 'reconciliation').question).toEqual({
      attempt: interruptedAttempt,
      member: payingMember,
      isPaymentUnsent: false,
    })
    expect(again(paymentEnded('notCancelled', 'No.')).output).toEqual({
      kind: 'refused',
      message: 'No.',
      request: interruptedAttempt,
    })
    const twice = runToPayment(
      paymentEnded('cancelUnknown'),
      reconciled('notCancelled'),
      retry,
      paymentEnded('paymentUnknown'),
    )
    expect(lastInputOf(twice, 'reconciliation').question).toEqual({
      attempt: outcomeUnknown(true, true),
      member: payingMember,
      isPaymentUnsent: false,
    })
  })

  it('is under way as long as that was the last that was said of it', () => {
    const { context } = runGuestToPayment(
      paymentEnded('underWay'),
      reconciled('notPaid'),
      retry,
      paymentEnded('paymentUnknown'),
    )
    expect(context).toMatchObject({ attempt: { underWay: false, outcomeUnknown: { pay: true } } })
  })

  it('and was cut by a reload is read from the record first, whatever was pressed now', () => {
    for (const wished of [undefined, request]) {
      const {
        value,
        invocations: asked,
        executedActions: told,
        context,
      } = press({ member: payingMember, request: wished }, claimedInterrupted(interruptedAttempt))
      expect(value).toBe('awaitingPayment')
      expect(asked).toEqual([
        ['holdAttempt', { member: payingMember }],
        ['reconciliation', { attempt: interruptedAttempt, member: payingMember, isPaymentUnsent: false }],
      ])
      expect(context).toMatchObject({ attempt: interruptedAttempt })
      expect(told).toEqual(['storeAttempt'])
      expect(
        press({ member: payingMember, request: wished }, claimedInterrupted(interruptedAttempt), reconciled('paid'))
          .output,
      ).toMatchObject({ request: interruptedAttempt })
    }
  })

  it('and turns out to be paid is paid', () => {
    const { value, output, executedActions: told } = runResumed(reconciled('paid'))
    expect(value).toBe('paid')
    expect(output).toEqual({ kind: 'paid', message: '', request: interruptedAttempt })
    expect(told).toEqual(['storeAttempt', 'closePaidAttempt'])
  })

  it('and only ended the old subscription goes on to pay, without ending it again', () => {
    const {
      value,
      invocations: asked,
      context,
    } = runToPayment(paymentEnded('cancelUnknown', 'The line was cut.'), reconciled('ended'))
    expect(value).toBe('payOnly')
    expect(asked.at(-1)).toEqual([
      'payment',
      { attempt: outcomeUnknown(true, false), member: payingMember, isCancelled: true },
    ])
    expect(context).toMatchObject({ message: '' })
  })

  it('and left the old subscription standing can be tried again, the cancellation included, under the same keys', () => {
    const question = runToPayment(paymentEnded('cancelUnknown', 'The line was cut.'), reconciled('notCancelled'))
    expect(question.value).toBe('notCancelled')
    expect(question.tags).toEqual(['question'])
    expect(question.context).toMatchObject({ message: 'The line was cut.' })
    expect(question.can(...everything)).toEqual(['payment.retry', 'payment.leave'])
    const again = runToPayment(paymentEnded('cancelUnknown', 'The line was cut.'), reconciled('notCancelled'), retry)
    expect(again.value).toBe('cancelThenPay')
    expect(lastInputOf(again, 'payment')).toEqual({
      times: 2,
      question: { attempt: outcomeUnknown(true, false), member: payingMember, isCancelled: false },
    })
    expect(again.context).toMatchObject({ message: '' })
    const { output, executedActions: told } = runToPayment(
      paymentEnded('cancelUnknown', 'The line was cut.'),
      reconciled('notCancelled'),
      leave,
    )
    expect(output).toEqual({ kind: 'left', message: 'The line was cut.', request: outcomeUnknown(true, false) })
    expect(told).toEqual(['storeAttempt', 'closeAttempt'])
  })

  it('and is not paid, the old subscription ended, only pays when tried again, under the same key', () => {
    const question = runToPayment(paymentEnded('paymentUnknown', 'Try later.'), reconciled('notPaid'))
    expect(question.value).toBe('cancelledNotPaid')
    expect(question.tags).toEqual(['question'])
    expect(question.context).toMatchObject({ message: 'Try later.' })
    const again = runToPayment(paymentEnded('paymentUnknown'), reconciled('notPaid'), retry)
    expect(lastInputOf(again, 'payment')).toEqual({
      times: 2,
      question: { attempt: outcomeUnknown(false, true), member: payingMember, isCancelled: true },
    })
  })

  it('and is not paid, with nothing to end, is the same payment when tried again, under the same key', () => {
    const question = runGuestToPayment(paymentEnded('paymentUnknown', 'Try later.'), reconciled('notPaid'))
    expect(question.value).toBe('notPaid')
    expect(question.tags).toEqual(['question'])
    expect(question.context).toMatchObject({ message: 'Try later.' })
    expect(question.can(...everything)).toEqual(['payment.retry', 'payment.leave'])
    const again = runGuestToPayment(paymentEnded('paymentUnknown'), reconciled('notPaid'), retry)
    expect(again.value).toBe('payOnly')
    expect(lastInputOf(again, 'payment')).toEqual({
      times: 2,
      question: { attempt: outcomeUnknown(false, true, first), member: payingMember, isCancelled: true },
    })
    const {
      value,
      output,
      executedActions: told,
    } = runGuestToPayment(paymentEnded('paymentUnknown', 'Try later.'), reconciled('notPaid'), leave)
    expect(value).toBe('left')
    expect(output).toEqual({ kind: 'left', message: 'Try later.', request: outcomeUnknown(false, true, first) })
    expect(told).toEqual(['storeAttempt', 'closeAttempt'])
  })

  it.each([
    ['nobody can say', reconciled('outcomeUnknown')],
    ['the reading broke', errored('reconciliation')],
  ])('and of which %s is unclear: it can be checked again, never paid again', (_, answer) => {
    const unclear = runToPayment(paymentEnded('cancelUnknown', 'The line was cut.'), answer)
    expect(unclear.value).toBe('outcomeUnknown')
    expect(unclear.tags).toEqual(['question'])
    expect(unclear.can(...everything)).toEqual(['record.check'])
    expect(unclear.context).toMatchObject({ message: 'The line was cut.' })
    const again = runToPayment(paymentEnded('cancelUnknown', 'The line was cut.'), answer, check)
    expect(again.value).toBe('awaitingPayment')
    // The person has been asked: an ended subscription alone does not pay by itself any more.
    expect(lastInputOf(again, 'reconciliation')).toEqual({
      times: 2,
      question: { attempt: outcomeUnknown(true, false), member: payingMember, isPaymentUnsent: false },
    })
    expect(again.executedActions).toEqual(['storeAttempt', 'storeAttempt'])
    expect(runToPayment(paymentEnded('cancelUnknown'), answer, check, reconciled('notPaid')).value).toBe(
      'cancelledNotPaid',
    )
  })
})
