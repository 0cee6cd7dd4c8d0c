import { describe, expect, it } from 'vitest'
import { type PaymentOutput } from '../../machines/payment.ts'
import { planChangeMachine, type PlanChangeInput } from '../../machines/planChange.ts'
import { type Attempt, type MemberRecord, type ReconciliationOutput } from '../../machines/reconciliation.ts'
import { done, follow, lost } from './follow.ts'

type Happened = Parameters<typeof follow>[2]

const payer = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
const ending = { id: 11, providerId: 'sub_11', gateway: 'card' } as const
const means = { kind: 'savedCard', paymentMethodId: 'pm_1' } as const
const wish = { planId: 104, means, ending }
const draft = { ...wish, known: [11] }
const attempt: Attempt = {
  ...draft,
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
  unanswered: { cancel: false, pay: false },
}
/** A guest ends nothing. */
const first: Attempt = { ...attempt, ending: undefined }
const cut: Attempt = { ...attempt, planId: 103, unanswered: { cancel: true, pay: true } }

const free = { type: 'attempt.claimed', attempt: undefined }
const claimed = (open: Attempt) => ({ type: 'attempt.claimed', attempt: open })
const taken = { type: 'attempt.taken' }
const freed = { type: 'attempt.freed' }
const retry = { type: 'payment.retry' }
const leave = { type: 'payment.leave' }
const check = { type: 'record.check' }
const everything = [free, taken, freed, retry, leave, check]
const record = (toEnd: MemberRecord['toEnd']) =>
  done('readRecord', {
    kind: 'granted',
    record: {
      subscriptions: [
        { id: 12, planId: 104, status: 'pending' },
        { id: 11, planId: 102, status: 'active' },
      ],
      toEnd,
    },
  })
const kept = (open: Attempt) => done('openAttempt', { attempt: open })
const pays = (kind: PaymentOutput['kind'], message = '') => done('payment', { kind, message })
const shows = (kind: ReconciliationOutput['kind']) => done('reconciliation', { kind })

const press = (input: PlanChangeInput, ...events: Happened[]) => follow(planChangeMachine, input, ...events)
const member = (...events: Happened[]) => press({ payer, wish }, ...events)
/** The attempt is opened and its calls are about to be sent. */
const sends = (...events: Happened[]) => member(free, record(ending), kept(attempt), ...events)
const guestSends = (...events: Happened[]) =>
  press({ payer, wish: { ...wish, ending: undefined } }, free, record(undefined), kept(first), ...events)
const resumes = (...events: Happened[]) => press({ payer, wish: undefined }, claimed(cut), ...events)
/** What `who` was asked with last, and how often it was asked. */
const last = ({ asked }: ReturnType<typeof follow>, who: string) => {
  const questions = asked.filter(([id]) => id === who).map(([, question]) => question)
  return { times: questions.length, question: questions.at(-1) }
}

describe('one press of Pay', () => {
  it('first asks, for this payer, whether another attempt is open, and sends nothing', () => {
    const { value, asked, told, tags, context, can } = member()
    expect(value).toBe('claiming')
    expect(asked).toEqual([['holdAttempt', { payer }]])
    expect(told).toEqual([])
    expect(tags).toEqual([])
    expect(context).toEqual({
      payer,
      wish: { ...wish, known: [] },
      attempt: undefined,
      isEnded: false,
      unsent: false,
      message: '',
      result: 'left',
    })
    expect(can(...everything)).toEqual(['attempt.claimed', 'attempt.taken'])
  })

  it('stands aside while another tab pays, and has to be looked at anew when that is over', () => {
    const aside = member(taken)
    expect(aside.value).toBe('underWay')
    expect(aside.asked).toEqual([['holdAttempt', { payer }]])
    expect(aside.tags).toEqual([])
    expect(aside.can(...everything)).toEqual(['attempt.freed'])
    const over = member(taken, freed)
    expect(over.output).toEqual({ kind: 'superseded', message: '', draft: { ...wish, known: [] } })
    expect(over.told).toEqual([])
  })

  it('with nothing to clear up and nothing to pay is over', () => {
    const { output, asked, told } = press({ payer, wish: undefined }, free)
    expect(output).toEqual({ kind: 'superseded', message: '', draft: undefined })
    expect(asked).toEqual([['holdAttempt', { payer }]])
    expect(told).toEqual([])
  })

  it('whose old subscription has no name at its gateway is refused before anything is sent', () => {
    const nameless = { ...wish, ending: { ...ending, providerId: '' } }
    const { value, output, asked, told } = press({ payer, wish: nameless }, free)
    expect(value).toBe('refused')
    expect(output).toEqual({
      kind: 'refused',
      message: 'Something went wrong in cancelling previous subscription',
      draft: { ...nameless, known: [] },
    })
    expect(asked).toEqual([['holdAttempt', { payer }]])
    expect(told).toEqual(['closeAttempt'])
  })

  it('reads the record of the payer anew', () => {
    const { value, asked, tags, can } = member(free)
    expect(value).toBe('reading')
    expect(asked).toEqual([
      ['holdAttempt', { payer }],
      ['readRecord', { payer }],
    ])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it.each<[string, PlanChangeInput['wish'], MemberRecord['toEnd']]>([
    ['has another subscription to end', wish, { ...ending, id: 13 }],
    ['has nothing to end any more', wish, undefined],
    ['has something to end after all', { ...wish, ending: undefined }, ending],
  ])('is superseded where the record %s', (_, wished, toEnd) => {
    const { value, output, asked, told } = press({ payer, wish: wished }, free, record(toEnd))
    expect(value).toBe('superseded')
    expect(output).toMatchObject({ kind: 'superseded', message: '' })
    expect(asked.map(([id]) => id)).toEqual(['holdAttempt', 'readRecord'])
    expect(told).toEqual([])
  })

  it.each([
    ['member', wish],
    ['guest', { ...wish, ending: undefined }],
  ])('of a %s whose record can’t be read is refused in the words of the host, or their own', (_, wished) => {
    const refused = (...answer: Happened[]) => press({ payer, wish: wished }, free, ...answer)
    const said = refused(done('readRecord', { kind: 'refused', message: 'Sorry, you are not allowed to do that.' }))
    expect(said.value).toBe('refused')
    expect(said.output).toEqual({
      kind: 'refused',
      message: 'Sorry, you are not allowed to do that.',
      draft: { ...wished, known: [] },
    })
    expect(said.asked.map(([id]) => id)).toEqual(['holdAttempt', 'readRecord'])
    expect(said.told).toEqual(['closeAttempt'])
    const message = 'Something went wrong while fetching memberpress data'
    expect(refused(done('readRecord', { kind: 'refused', message: '' })).output).toMatchObject({ message })
    expect(refused(lost('readRecord')).output).toMatchObject({ kind: 'refused', message })
  })

  it('is kept, with what counts already, before anything is sent', () => {
    const { value, asked, tags, context, can } = member(free, record(ending))
    expect(value).toBe('opening')
    // What is pending may become paid by this very attempt.
    expect(asked.slice(2)).toEqual([['openAttempt', { draft }]])
    expect(tags).toEqual(['busy'])
    expect(context).toMatchObject({ wish: draft, attempt: undefined })
    expect(can(...everything)).toEqual([])
  })

  it('that can’t be kept is refused before anything is sent', () => {
    const { value, output, asked, told } = member(free, record(ending), lost('openAttempt'))
    expect(value).toBe('refused')
    expect(output).toEqual({ kind: 'refused', message: 'Something went wrong', draft })
    expect(asked.map(([id]) => id)).toEqual(['holdAttempt', 'readRecord', 'openAttempt'])
    expect(told).toEqual(['closeAttempt'])
  })

  it('sends the attempt that was kept, and takes no other press meanwhile', () => {
    const { value, asked, told, tags, can } = sends()
    expect(value).toBe('paying')
    expect(asked.slice(3)).toEqual([['payment', { attempt, payer, isEnded: false }]])
    expect(told).toEqual([])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it('that is paid is over', () => {
    const { value, output, told } = sends(pays('paid'))
    expect(value).toBe('paid')
    expect(output).toEqual({ kind: 'paid', message: '', draft: attempt })
    expect(told).toEqual(['closeAttempt'])
  })

  it('whose cancellation is refused ended nothing and paid nothing', () => {
    const { value, output, asked, told } = sends(pays('notCancelled', 'This subscription can’t be ended.'))
    expect(value).toBe('refused')
    expect(output).toEqual({ kind: 'refused', message: 'This subscription can’t be ended.', draft: attempt })
    expect(asked).toHaveLength(4)
    expect(told).toEqual(['closeAttempt'])
  })

  it('of a guest whose payment is refused paid nothing', () => {
    const { value, output, asked, told } = guestSends(pays('refused', 'Your card was declined.'))
    expect(value).toBe('refused')
    expect(output).toEqual({ kind: 'refused', message: 'Your card was declined.', draft: first })
    expect(asked).toHaveLength(4)
    expect(told).toEqual(['closeAttempt'])
  })
})

describe('refused after the old subscription was ended', () => {
  const declined = pays('refused', 'Your card was declined.')
  const renewed = { ...attempt, payKey: 'pay-2' }
  const withNewKey = done('renewKey', { attempt: renewed })

  it('the next try gets another key', () => {
    const { value, asked, tags, can } = sends(declined)
    expect(value).toBe('renewing')
    expect(asked.slice(4)).toEqual([['renewKey', { attempt }]])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it.each([
    ['new', withNewKey, renewed],
    ['old, where the new one can’t be kept,', lost('renewKey'), attempt],
  ])('it is cancelled and not paid; trying again only pays, under the %s key', (_, answer, open) => {
    const asks = sends(declined, answer)
    expect(asks.value).toBe('cancelledNotPaid')
    expect(asks.tags).toEqual(['question'])
    expect(asks.context).toMatchObject({ message: 'Your card was declined.', isEnded: true, attempt: open })
    expect(asks.can(...everything)).toEqual(['payment.retry', 'payment.leave'])
    expect(asks.told).toEqual([])
    const again = sends(declined, answer, retry)
    expect(again.value).toBe('paying')
    expect(last(again, 'payment')).toEqual({ times: 2, question: { attempt: open, payer, isEnded: true } })
    expect(again.context).toMatchObject({ message: '' })
  })

  it('it can be given up, with the words of the refusal', () => {
    const { value, output, told } = sends(declined, withNewKey, leave)
    expect(value).toBe('left')
    expect(output).toEqual({ kind: 'left', message: 'Your card was declined.', draft: renewed })
    expect(told).toEqual(['closeAttempt'])
  })
})

describe('what nobody answered', () => {
  const unanswered = (cancel: boolean, pay: boolean, open = attempt) => ({ ...open, unanswered: { cancel, pay } })

  it.each<[string, Happened, Attempt, boolean, string]>([
    ['the cancellation', pays('unended', 'The line was cut.'), unanswered(true, false), true, 'The line was cut.'],
    ['the payment', pays('unanswered', 'Try later.'), unanswered(false, true), false, 'Try later.'],
    ['a payment under way', pays('underWay'), { ...unanswered(false, true), underWay: true }, false, ''],
    ['a payment that broke', lost('payment'), unanswered(false, true), false, ''],
  ])('(%s) is kept as that and read from the record', (_, answer, open, unsent, message) => {
    const { value, asked, told, tags, context, can } = sends(answer)
    expect(value).toBe('reconciling')
    expect(asked.slice(4)).toEqual([['reconciliation', { attempt: open, payer, unsent }]])
    expect(context).toMatchObject({ attempt: open, message })
    expect(told).toEqual(['storeAttempt'])
    expect(tags).toEqual(['busy'])
    expect(can(...everything)).toEqual([])
  })

  it('stays unanswered whatever is answered later', () => {
    const again = (...events: Happened[]) => resumes(shows('standing'), retry, ...events)
    expect(last(again(pays('unended')), 'reconciliation').question).toEqual({ attempt: cut, payer, unsent: false })
    expect(last(again(pays('unanswered')), 'reconciliation').question).toEqual({ attempt: cut, payer, unsent: false })
    expect(again(pays('notCancelled', 'No.')).output).toEqual({ kind: 'refused', message: 'No.', draft: cut })
    const twice = sends(pays('unended'), shows('standing'), retry, pays('unanswered'))
    expect(last(twice, 'reconciliation').question).toEqual({ attempt: unanswered(true, true), payer, unsent: false })
  })

  it('is under way as long as that was the last that was said of it', () => {
    const { context } = guestSends(pays('underWay'), shows('notPaid'), retry, pays('unanswered'))
    expect(context).toMatchObject({ attempt: { underWay: false, unanswered: { pay: true } } })
  })

  it('and was cut by a reload is read from the record first, whatever was pressed now', () => {
    for (const wished of [undefined, wish]) {
      const { value, asked, told, context } = press({ payer, wish: wished }, claimed(cut))
      expect(value).toBe('reconciling')
      expect(asked).toEqual([
        ['holdAttempt', { payer }],
        ['reconciliation', { attempt: cut, payer, unsent: false }],
      ])
      expect(context).toMatchObject({ attempt: cut })
      expect(told).toEqual(['storeAttempt'])
      expect(press({ payer, wish: wished }, claimed(cut), shows('paid')).output).toMatchObject({ draft: cut })
    }
  })

  it('and turns out to be paid is paid', () => {
    const { value, output, told } = resumes(shows('paid'))
    expect(value).toBe('paid')
    expect(output).toEqual({ kind: 'paid', message: '', draft: cut })
    expect(told).toEqual(['storeAttempt', 'closeAttempt'])
  })

  it('and only ended the old subscription goes on to pay, without ending it again', () => {
    const { value, asked, context } = sends(pays('unended', 'The line was cut.'), shows('ended'))
    expect(value).toBe('paying')
    expect(asked.at(-1)).toEqual(['payment', { attempt: unanswered(true, false), payer, isEnded: true }])
    expect(context).toMatchObject({ message: '' })
  })

  it('and left the old subscription standing can be tried again, the cancellation included, under the same keys', () => {
    const question = sends(pays('unended', 'The line was cut.'), shows('standing'))
    expect(question.value).toBe('notCancelled')
    expect(question.tags).toEqual(['question'])
    expect(question.context).toMatchObject({ message: 'The line was cut.', isEnded: false })
    expect(question.can(...everything)).toEqual(['payment.retry', 'payment.leave'])
    const again = sends(pays('unended', 'The line was cut.'), shows('standing'), retry)
    expect(again.value).toBe('paying')
    expect(last(again, 'payment')).toEqual({
      times: 2,
      question: { attempt: unanswered(true, false), payer, isEnded: false },
    })
    expect(again.context).toMatchObject({ message: '' })
    const { output, told } = sends(pays('unended', 'The line was cut.'), shows('standing'), leave)
    expect(output).toEqual({ kind: 'left', message: 'The line was cut.', draft: unanswered(true, false) })
    expect(told).toEqual(['storeAttempt', 'closeAttempt'])
  })

  it('and is not paid, the old subscription ended, only pays when tried again, under the same key', () => {
    const question = sends(pays('unanswered', 'Try later.'), shows('notPaid'))
    expect(question.value).toBe('cancelledNotPaid')
    expect(question.tags).toEqual(['question'])
    expect(question.context).toMatchObject({ message: 'Try later.', isEnded: true })
    const again = sends(pays('unanswered'), shows('notPaid'), retry)
    expect(last(again, 'payment')).toEqual({
      times: 2,
      question: { attempt: unanswered(false, true), payer, isEnded: true },
    })
  })

  it('and is not paid, with nothing to end, is the same payment when tried again, under the same key', () => {
    const question = guestSends(pays('unanswered', 'Try later.'), shows('notPaid'))
    expect(question.value).toBe('notPaid')
    expect(question.tags).toEqual(['question'])
    expect(question.context).toMatchObject({ message: 'Try later.', isEnded: false })
    expect(question.can(...everything)).toEqual(['payment.retry', 'payment.leave'])
    const again = guestSends(pays('unanswered'), shows('notPaid'), retry)
    expect(again.value).toBe('paying')
    expect(last(again, 'payment')).toEqual({
      times: 2,
      question: { attempt: unanswered(false, true, first), payer, isEnded: false },
    })
    const { value, output, told } = guestSends(pays('unanswered', 'Try later.'), shows('notPaid'), leave)
    expect(value).toBe('left')
    expect(output).toEqual({ kind: 'left', message: 'Try later.', draft: unanswered(false, true, first) })
    expect(told).toEqual(['storeAttempt', 'closeAttempt'])
  })

  it.each([
    ['nobody can say', shows('unclear')],
    ['the reading broke', lost('reconciliation')],
  ])('and of which %s is unclear: it can be checked again, never paid again', (_, answer) => {
    const unclear = sends(pays('unended', 'The line was cut.'), answer)
    expect(unclear.value).toBe('unclear')
    expect(unclear.tags).toEqual(['question'])
    expect(unclear.can(...everything)).toEqual(['record.check'])
    expect(unclear.context).toMatchObject({ message: 'The line was cut.' })
    const again = sends(pays('unended', 'The line was cut.'), answer, check)
    expect(again.value).toBe('reconciling')
    // The person has been asked: an ended subscription alone does not pay by itself any more.
    expect(last(again, 'reconciliation')).toEqual({
      times: 2,
      question: { attempt: unanswered(true, false), payer, unsent: false },
    })
    expect(again.told).toEqual(['storeAttempt', 'storeAttempt'])
    expect(sends(pays('unended'), answer, check, shows('notPaid')).value).toBe('cancelledNotPaid')
  })
})
