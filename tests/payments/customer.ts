/**
 * One customer at one browser: tabs in which the real checkout runs with the real actors, what the person does in them,
 * and what is promised about it. Nothing of the product is replaced but the two providers' own scripts and dialogs.
 */
import { QueryClient } from '@tanstack/react-query'
import { createActor, fromPromise, type AnyActorRef, type AnyEventObject } from 'xstate'
import { cardPaymentMachine, type CardForm, type PaymentMethodAnswer } from '../../machines/cardPayment.ts'
import { checkoutMachine, type OfferAnswer } from '../../machines/checkout.ts'
import { confirmationMachine } from '../../machines/confirmation.ts'
import { paymentMachine, type ConfirmAnswer } from '../../machines/payment.ts'
import { paypalPaymentMachine } from '../../machines/paypalPayment.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import {
  reconciliationMachine,
  type Attempt,
  type Draft,
  type Means,
  type Payer,
} from '../../machines/reconciliation.ts'
import { savedCardPaymentMachine } from '../../machines/savedCardPayment.ts'
import { openAttempts } from '../../src/actors/attempt.ts'
import { memberQuery, planQuery, runningOf } from '../../src/actors/membership.ts'
import { paymentActors } from '../../src/actors/payments.ts'
import { paypalOrderActors } from '../../src/actors/paypalOrder.ts'
import { savedCardActors } from '../../src/actors/savedCards.ts'
import { defaults } from '../../src/app/configuration.ts'
import { createHostClient } from '../../src/api/client.ts'
import { Locks, openShelf, type Shelf } from './browserStandIn.ts'
import { isLive, type LedgerRow, type Login, type RealHost } from './realHost.ts'

export type Promise_ = (typeof promises)[number]
export const promises = [
  'a money call belongs to the attempt that is kept',
  'at most one effective charge for one confirmation',
  'never two live subscriptions of the card gateway and PayPal',
  'no cancellation before the new means stands',
  'nothing captured when the cancel failed',
  'trying again after cancelled, not paid sends no cancel',
  'no money call is repeated by itself',
  'the words agree with the ledger',
  'what is remembered holds ids and keys only',
  'no state without a way on',
  'the record says what the ledger says',
] as const

/** What is built differently, to see that it is noticed. */
export type Product = {
  checkout: typeof checkoutMachine
  planChange: typeof planChangeMachine
  payment: typeof paymentMachine
  reconciliation: typeof reconciliationMachine
  paypalPayment: typeof paypalPaymentMachine
  gateways: { card: string; paypal: string }
  /** What the provider's field gives for a card number: without one, the id that the provider made. */
  tokenOf: (id: string, number: string) => string
  isLocked: boolean
  /** What is kept is kept for all tabs and for the next page in them. */
  isShared: boolean
  /** The header of a money call as it arrives. */
  keyOf: (key: string) => string
}
export const product: Product = {
  checkout: checkoutMachine,
  planChange: planChangeMachine,
  payment: paymentMachine,
  reconciliation: reconciliationMachine,
  paypalPayment: paypalPaymentMachine,
  gateways: defaults.gateways,
  tokenOf: (id) => id,
  isLocked: true,
  isShared: true,
  keyOf: (key) => key,
}

export type Bank = 'complete' | 'fail' | 'close' | 'lost' | 'lost after'
export type Choice =
  { kind: 'savedCard' } | { kind: 'newCard'; number: string } | { kind: 'paypal'; isApproved: boolean }

type Confirmation = { keys: Set<string>; attempt: Attempt }

const uuid = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
const words = ['paid', 'notPaid', 'cancelledNotPaid', 'notCancelled', 'refused']
const names = ['the first tab', 'the second tab'] as const
const keyed = /\/payment\/v1\/(create-subscription|pay-from-save-card|capture-paypal-subscription|cancel-.*)$/

const isAttempt = (draft: Draft): draft is Attempt => 'payKey' in draft

/** Ids, keys, numbers of plans and nothing else. */
const isHarmless = (text: string): boolean => {
  const kept: unknown = JSON.parse(text)
  const allowed =
    /^(?:state|member|attempt|planId|means|kind|paymentMethodId|subscriptionId|ending|id|providerId|gateway|known|\d+|cancelKey|payKey|underWay)$/
  const sayable =
    /^(?:open|paid|savedCard|newCard|paypal|card|pm_\w+|sub_\w+|I-\w+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|)$/
  const check = (value: unknown): boolean => {
    if (typeof value === 'string') return sayable.test(value)
    if (typeof value === 'number') return value < 1e9
    if (typeof value !== 'object' || value === null) return typeof value === 'boolean'
    return Object.entries(value).every(([name, inner]) => allowed.test(name) && check(inner))
  }
  return check(kept)
}

export type Customer = ReturnType<typeof customerOf>

export function customerOf(host: RealHost, login: Login, planId: number, made: Product = product) {
  const { time } = host
  const { token, ...payer } = host.customer(login)
  const story: string[] = []
  const broken = new Map<Promise_, string>()
  const confirmations = new Map<string, Confirmation>()
  const fail = (promise: Promise_, why: string) => {
    if (broken.has(promise)) return
    broken.set(promise, why)
    story.push(`  ✗ ${promise}: ${why}`)
  }
  let drawn = 0
  const newShelf = () =>
    openShelf((text) => {
      if (!isHarmless(text)) fail('what is remembered holds ids and keys only', text)
    })
  const shared = newShelf()
  const locks = new Locks(made.isLocked)
  type Tab = ReturnType<typeof openTab>
  const tabs: (Tab | undefined)[] = [undefined, undefined]
  let bank: Bank = 'complete'
  let seeded = new Set<number>()
  const tokens = new Set<string>()

  const keptOn = (shelf: Shelf): Attempt | undefined => {
    const kept = JSON.parse(shelf.getItem('statecast.attempt') ?? 'null') as { attempt?: Attempt } | null
    return kept?.attempt
  }
  const confirmationOf = (key: string | null | undefined): Confirmation | undefined =>
    [...confirmations.values()].find(({ keys }) => keys.has(key ?? ''))

  async function stands(means: Means): Promise<boolean> {
    if (means.kind === 'newCard') return tokens.has(means.paymentMethodId)
    if (means.kind === 'savedCard') return (await host.savedCards(payer.id)).includes(means.paymentMethodId)
    const answer = await host.post('/sandbox/paypal/v1/subscriptions/read', { id: means.subscriptionId })
    return ['APPROVED', 'ACTIVE'].includes(((await answer.json()) as { status: string }).status)
  }

  /** The line of a tab: what moves money is looked at as it leaves. */
  const lineOf = (tab: { shelf: Shelf; allowed: { cancel: number; pay: number }; from: unknown }) =>
    async function send(request: Request): Promise<Response> {
      const [, call = ''] = keyed.exec(new URL(request.url).pathname) ?? []
      const key = request.headers.get('idempotency-key') ?? ''
      let passed = request
      if (call !== '') {
        const kind = call.startsWith('cancel') ? 'cancel' : 'pay'
        const attempt = keptOn(tab.shelf)
        if (!attempt || key !== (kind === 'cancel' ? attempt.cancelKey : attempt.payKey))
          fail('a money call belongs to the attempt that is kept', `${call} under the key ${key}`)
        const known = attempt && confirmations.get(attempt.cancelKey)
        if (attempt && known) known.keys.add(key)
        else if (attempt) confirmations.set(attempt.cancelKey, { keys: new Set([key]), attempt })
        if (kind === 'cancel' && attempt && !(await stands(attempt.means)))
          fail('no cancellation before the new means stands', `${call} before ${attempt.means.kind} stands ready`)
        tab.allowed[kind] -= 1
        if (tab.allowed[kind] < 0) {
          const isAgain = kind === 'cancel' && tab.from === 'cancelledNotPaid'
          fail(
            isAgain ? 'trying again after cancelled, not paid sends no cancel' : 'no money call is repeated by itself',
            `${call} was sent though nobody pressed for it`,
          )
        }
        passed = new Request(request, { headers: { ...Object.fromEntries(request.headers) } })
        const arrives = made.keyOf(key)
        passed.headers.set('idempotency-key', arrives)
        if (arrives !== key) confirmationOf(key)?.keys.add(arrives)
      }
      const said = (words: string) => void (call !== '' && story.push(`  ${call} (${key.slice(-2)}): ${words}`))
      try {
        const response = await host.send(passed)
        if (call !== '') {
          const text = await response.clone().text()
          said(`${response.status} ${text.slice(0, 70).replaceAll(/\s+/g, ' ')}`)
        }
        return response
      } catch (cause) {
        said('the line is cut')
        throw cause
      }
    }

  function openTab(place: number) {
    const shelf = made.isShared ? shared : newShelf()
    const tab = { place, shelf, allowed: { cancel: 0, pay: 0 }, from: undefined as unknown, number: '4242424242424242' }
    const line = lineOf(tab)
    const client = createHostClient({
      token: () => token,
      xsrf: () => 'x',
      baseUrl: 'http://statecast.test',
      fetch: line,
    })
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } })
    const world = { host: client, queryClient, gateways: made.gateways }
    const attempts = openAttempts({ shelf: () => shelf, locks, uuid: () => uuid(++drawn) })
    const payments = paymentActors(world)
    const planChange = made.planChange.provide({
      actors: {
        ...attempts.actors(payer.id),
        readRecord: payments.readRecord,
        payment: made.payment.provide({
          actors: {
            cancelSubscription: payments.cancelSubscription,
            pay: payments.pay,
            confirmCard: fromPromise<ConfirmAnswer, { clientSecret: string }>(async ({ input }) => {
              const answer = await askBank(input.clientSecret)
              return answer
            }),
          },
        }),
        reconciliation: made.reconciliation.provide({ actors: { readRecord: payments.readRecord } }),
      },
      actions: {
        storeAttempt: ({ context: { attempt } }) => {
          if (attempt) attempts.store(payer.id, attempt)
        },
        closeAttempt: ({ context: { attempt, result } }) =>
          attempts.close(payer.id, result === 'paid' ? attempt?.planId : undefined),
      },
    })
    const checkout = made.checkout.provide({
      actors: {
        recallAttempt: fromPromise<{ isOpen: boolean }, { payer: Payer }>(() =>
          Promise.resolve({ isOpen: attempts.isCut(payer.id) }),
        ),
        loadOffer: fromPromise<OfferAnswer, { planId: number; payer: Payer }>(async () => {
          const [plan, member] = await Promise.all([
            queryClient.fetchQuery({ ...planQuery(world, String(planId)), staleTime: 0 }),
            queryClient.fetchQuery(memberQuery(world, payer.id)),
          ])
          const running = runningOf(member, made.gateways)
          const { id, title, price } = plan
          const isForeign = running !== undefined && running.ending === undefined
          return { kind: 'granted', offer: { planId: id, title, price, ending: running?.ending, isForeign } }
        }),
        savedCardPayment: savedCardPaymentMachine.provide({ actors: savedCardActors(world) }),
        cardPayment: cardPaymentMachine.provide({
          actors: {
            loadProvider: fromPromise(() => Promise.resolve(undefined)),
            createPaymentMethod: fromPromise<PaymentMethodAnswer, { form: CardForm }>(async () => {
              const card = { number: tab.number, exp_month: 12, exp_year: 2030, cvc: '123' }
              const answer = await host.post('/sandbox/stripe/v1/payment_methods', card)
              const body = (await answer.json()) as { paymentMethod?: { id: string }; error?: { message: string } }
              if (!body.paymentMethod) return { kind: 'refused', message: body.error?.message ?? '' }
              tokens.add(body.paymentMethod.id)
              return { kind: 'granted', paymentMethodId: made.tokenOf(body.paymentMethod.id, tab.number) }
            }),
          },
        }),
        paypalPayment: made.paypalPayment.provide({
          actors: { loadScript: fromPromise(() => Promise.resolve(undefined)), ...paypalOrderActors(world) },
        }),
        planChange,
        confirmation: confirmationMachine,
      },
      actions: { refreshMembership: () => void queryClient.invalidateQueries({ queryKey: ['member'] }) },
    })
    const isMember = ['member', 'paypal-member', 'manual-member'].includes(login)
    const begins = isMember ? 'savedCard' : 'newCard'
    const actor = createActor(checkout, {
      input: { planId, payer, isMember, begins, fromChannel: false },
      clock: time.clock,
    })
    actor.start()
    return Object.assign(tab, { actor, judged: undefined as unknown })
  }

  async function askBank(clientSecret: string): Promise<ConfirmAnswer> {
    story.push(`  the bank’s dialog: ${bank}`)
    const read = await host.post('/sandbox/stripe/v1/payment_intents/read', { client_secret: clientSecret })
    const { paymentIntent } = (await read.json()) as { paymentIntent?: { status: string } }
    if (paymentIntent?.status === 'succeeded') return { kind: 'confirmed' }
    if (paymentIntent?.status !== 'requires_action') return { kind: 'refused', message: '' }
    if (bank === 'close') return { kind: 'refused', message: '' }
    if (bank === 'lost') throw new Error('The bank’s answer was lost')
    const answer = await host.post('/sandbox/stripe/v1/payment_intents/authenticate', {
      client_secret: clientSecret,
      outcome: bank === 'fail' ? 'fail' : 'complete',
    })
    const { error } = (await answer.json()) as { error?: { message: string } }
    if (bank === 'lost after') throw new Error('The bank’s answer was lost')
    return error ? { kind: 'refused', message: error.message } : { kind: 'confirmed' }
  }

  const planChangeOf = (tab: Tab) => tab.actor.getSnapshot().children.planChange?.getSnapshot()
  const valueOf = (tab: Tab | undefined): string => {
    if (!tab) return 'closed'
    const { value, status } = tab.actor.getSnapshot()
    if (status === 'done') return 'done'
    const inner = value === 'changing' ? planChangeOf(tab)?.value : undefined
    return inner === undefined ? JSON.stringify(value) : String(inner)
  }

  const chargesOf = (ledger: readonly LedgerRow[], attempt: Attempt): number => {
    const keys = confirmations.get(attempt.cancelKey)?.keys ?? new Set()
    return ledger.filter(({ kind, idempotencyKey }) => kind !== 'cancel' && keys.has(idempotencyKey ?? '')).length
  }

  /**
   * What a page says of the money, against what is true when it begins to say so. While the host is still at a call,
   * nobody can know.
   */
  async function judgeWords(): Promise<void> {
    for (const tab of tabs) {
      if (!tab) continue
      const { result } = tab.actor.getSnapshot().context
      const inner = planChangeOf(tab)
      const said = String(inner?.value ?? result?.kind)
      const spoken = inner ?? result
      const draft = inner ? inner.context.attempt : result?.draft
      const attempt = draft && isAttempt(draft) ? draft : undefined
      if (tab.judged === spoken) continue
      tab.judged = spoken
      if (time.paused() > 0 || !words.includes(said) || (said === 'refused' && !attempt)) continue
      const ledger = await host.ledger()
      const live = (await host.subscriptions(payer.id)).filter(isLive)
      const isCharged = attempt ? chargesOf(ledger, attempt) > 0 : false
      const ending = attempt?.ending?.id
      const isEndingLive = live.some(({ id }) => id === ending)
      const stands = ending === undefined || isEndingLive
      const lies = {
        paid: !isCharged || !live.some(({ plan }) => plan === planId),
        notPaid: isCharged,
        cancelledNotPaid: isCharged || isEndingLive,
        notCancelled: isCharged || !stands,
        refused: attempt !== undefined && (isCharged || !stands),
      }[said as 'paid']
      if (lies) {
        const truth = `${isCharged ? 'charged' : 'not charged'}, ${stands ? 'nothing ended' : 'the old one ended'}`
        fail('the words agree with the ledger', `‘${said}’, but the ledger says: ${truth}`)
      }
    }
  }

  const settle = async (): Promise<void> => {
    await host.settle()
    await judgeWords()
  }
  const pass = (ms: number) => time.pass(ms, settle)

  const tell = (place: number, words: string) => void story.push(`${names[place]}: ${words}`)
  const rest = async (ms: number) => {
    if (ms > 0) story.push(`${ms / 1_000} s go by`)
    await pass(ms)
    await settle()
  }

  /** Whoever gives up has waited for the host to come to its end. */
  const hostIsDone = async () => {
    for (let waits = 0; time.paused() > 0 && waits < 60; waits += 1) await pass(2_000)
    await settle()
  }

  const children = (tab: Tab) => tab.actor.getSnapshot().children

  async function choose(tab: Tab, choice: Choice): Promise<boolean> {
    const { actor } = tab
    if (actor.getSnapshot().matches('unloaded')) actor.send({ type: 'offer.retry' })
    await settle()
    if (!actor.getSnapshot().matches('choosing')) return false
    actor.send({ type: 'means.choose', means: choice.kind })
    await settle()
    children(tab).savedCardPayment?.send({ type: 'cards.retry' })
    await settle()
    return actor.getSnapshot().matches('choosing')
  }

  /** A view that has gone takes no press. */
  const press = (tab: Tab, presses: number, child: AnyActorRef, event: AnyEventObject) => {
    Object.assign(tab.allowed, { cancel: 1, pay: 1 })
    tab.from = undefined
    for (let pressed = 0; pressed < presses; pressed += 1)
      if (child.getSnapshot().status === 'active') child.send(event)
  }

  const moves = {
    async pay(tab: Tab, choice: Choice, presses: number): Promise<void> {
      if (!(await choose(tab, choice))) return
      const { savedCardPayment, cardPayment, paypalPayment } = children(tab)
      if (choice.kind === 'savedCard' && savedCardPayment) {
        tell(tab.place, `${payer.name} presses Pay Now${presses > 1 ? ' twice' : ''}, with the saved card`)
        press(tab, presses, savedCardPayment, { type: 'payment.press' })
      } else if (choice.kind !== 'paypal' && cardPayment) {
        tab.number = choice.kind === 'newCard' ? choice.number : tab.number
        tell(tab.place, `${payer.name} presses Pay${presses > 1 ? ' twice' : ''}, with the card ${tab.number}`)
        cardPayment.send({ type: 'card.changed', card: 'complete' })
        const form = { cardholderName: payer.name, billingAddress: '1 Main Street', country: '', state: '', city: '' }
        press(tab, presses, cardPayment, { type: 'form.submit', ...form })
      } else if (choice.kind === 'paypal' && paypalPayment) {
        tell(tab.place, `${payer.name} opens PayPal’s window and ${choice.isApproved ? 'approves' : 'cancels'}`)
        Object.assign(tab.allowed, { cancel: 1, pay: 1 })
        paypalPayment.send({ type: 'window.open' })
        await settle()
        const { value, context } = paypalPayment.getSnapshot()
        if (value !== 'awaitingApproval') return
        if (!choice.isApproved) return paypalPayment.send({ type: 'window.cancelled' })
        await host.post('/sandbox/paypal/v1/subscriptions/approve', { id: context.subscriptionId })
        press(tab, presses, paypalPayment, { type: 'window.approved' })
      }
    },
    tryAgain(tab: Tab, presses: number): void {
      const from = valueOf(tab)
      const child = children(tab).planChange
      if (!child?.getSnapshot().can({ type: 'payment.retry' })) return
      tell(tab.place, `${payer.name} presses Try again${presses > 1 ? ' twice' : ''} at ‘${from}’`)
      press(tab, presses, child, { type: 'payment.retry' })
      if (from === 'cancelledNotPaid') tab.allowed.cancel = 0
      tab.from = from
    },
    checkAgain(tab: Tab): void {
      const child = children(tab).planChange
      if (!child?.getSnapshot().can({ type: 'record.check' })) return
      tell(tab.place, `${payer.name} presses Check again`)
      Object.assign(tab.allowed, { cancel: 0, pay: 0 })
      child.send({ type: 'record.check' })
    },
    async giveUp(tab: Tab): Promise<void> {
      if (!children(tab).planChange?.getSnapshot().can({ type: 'payment.leave' })) return
      await hostIsDone()
      const child = children(tab).planChange
      tell(tab.place, `${payer.name} gives up at ‘${valueOf(tab)}’`)
      child?.send({ type: 'payment.leave' })
    },
    close(place: number): void {
      const tab = tabs[place]
      if (!tab) return
      tell(place, `closed at ‘${valueOf(tab)}’`)
      tab.actor.stop()
      tabs[place] = undefined
    },
    open(place: number): void {
      if (tabs[place]) return
      tell(place, `${login} opens the page of plan ${planId}`)
      tabs[place] = openTab(place)
    },
  }

  /** Faults of the step that begins; those of the one before are over. */
  async function setFaults(faults: readonly { call: string; fault: string; ms?: number }[], areAnySet: boolean) {
    if (areAnySet) await host.post('/sandbox/faults', undefined, 'DELETE')
    for (const one of faults) {
      story.push(
        `the host: ${one.fault}${one.ms === undefined ? '' : ` of ${one.ms / 1_000} s`} at the next ${one.call}`,
      )
      await host.post('/sandbox/faults', { ...one, times: 1 })
    }
  }

  const isAtRest = (place: number): boolean => {
    const tab = tabs[place]
    if (!tab) return true
    const shown = tab.actor.getSnapshot()
    return shown.status === 'done' || shown.matches('choosing') || shown.matches('unloaded')
  }

  /** The person comes to an end with everything: it has to be possible. */
  async function comeToAnEnd(): Promise<void> {
    story.push('the faults are over, and everything is brought to an end')
    for (let turn = 0; turn < 60; turn += 1) {
      for (const tab of tabs) {
        if (!tab) continue
        moves.checkAgain(tab)
        await settle()
        await moves.giveUp(tab)
        await settle()
      }
      if (isAtRest(0) && isAtRest(1)) break
      await pass(5_000)
      await settle()
    }
    await hostIsDone()
    for (const place of [0, 1])
      if (!isAtRest(place)) fail('no state without a way on', `${names[place]} stays at ‘${valueOf(tabs[place])}’`)
  }

  /** By the ledger alone. */
  async function judgeLedger(): Promise<void> {
    const ledger = await host.ledger()
    const live = new Set(seeded)
    const counted = new Map<Confirmation, number>()
    for (const row of ledger) {
      const id = Number(row.subscriptionId)
      if (row.member !== payer.id)
        fail('a money call belongs to the attempt that is kept', 'another member was charged')
      if (row.kind === 'cancel') {
        live.delete(id)
        continue
      }
      const confirmation = confirmationOf(row.idempotencyKey)
      if (!confirmation) {
        fail('a money call belongs to the attempt that is kept', `a ${row.kind} under a key of nobody`)
        continue
      }
      counted.set(confirmation, (counted.get(confirmation) ?? 0) + 1)
      if ((counted.get(confirmation) ?? 0) > 1)
        fail('at most one effective charge for one confirmation', `${row.kind} of subscription ${id} is one more`)
      const { ending } = confirmation.attempt
      if (ending && live.has(ending.id))
        fail('nothing captured when the cancel failed', `subscription ${ending.id} stands beside ${id}`)
      live.add(id)
      if (live.size > 1)
        fail('never two live subscriptions of the card gateway and PayPal', `${[...live].join(' and ')} are live`)
    }
    const record = (await host.subscriptions(payer.id)).filter(isLive).map(({ id }) => id)
    if (record.join() !== [...live].sort((one, other) => one - other).join())
      fail('the record says what the ledger says', `${record.join()} and not ${[...live].join()}`)
    story.push(
      ...ledger.map(
        ({ kind, provider, plan, subscriptionId }) => `ledger: ${kind} ${provider} ${plan} ${subscriptionId}`,
      ),
    )
  }

  return {
    story,
    broken,
    tabs,
    moves,
    setFaults,
    settle,
    rest,
    valueOf,
    answerOfBank: (next: Bank) => void (bank = next),
    async begin() {
      await host.putBack()
      seeded = new Set((await host.subscriptions(payer.id)).filter(isLive).map(({ id }) => id))
      moves.open(0)
      await settle()
    },
    async end() {
      await setFaults([], true)
      await comeToAnEnd()
      await judgeLedger()
      moves.close(0)
      moves.close(1)
      await host.settle()
    },
  }
}
