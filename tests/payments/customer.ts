/**
 * One customer with one browser: the tabs run the real checkout or cancellation with the real actors. Checks the payment invariants.
 * Only the scripts and dialogs of the two payment providers are fake.
 */
import { QueryClient } from '@tanstack/react-query'
import { createActor, fromPromise, type AnyActorRef, type AnyEventObject, type Snapshot } from 'xstate'
import { cardPaymentMachine, type CardForm, type PaymentMethodResult } from '../../machines/cardPayment.ts'
import { cancellationMachine } from '../../machines/cancellation.ts'
import { type CancellationAttempt } from '../../machines/cancellation.setup.ts'
import { checkoutMachine } from '../../machines/checkout.ts'
import { confirmationMachine } from '../../machines/confirmation.ts'
import { paymentMachine, type ConfirmResult } from '../../machines/payment.ts'
import { paypalPaymentMachine } from '../../machines/paypalPayment.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import {
  type Attempt,
  type OfferResult,
  type PlanChangeRequest,
  type PaymentMethod,
  type PayingMember,
} from '../../machines/payment.types.ts'
import { reconciliationMachine } from '../../machines/reconciliation.ts'
import { savedCardPaymentMachine } from '../../machines/savedCardPayment.ts'
import { createAttemptStore } from '../../src/actors/attemptStore.ts'
import { createPaymentInAdvance } from '../../src/actors/paymentInAdvance.ts'
import { memberQuery } from '../../src/queries/memberQuery.ts'
import { planQuery } from '../../src/queries/planQuery.ts'
import { subscriptionToCancel, type SubscriptionToCancel } from '../../src/billing/subscriptionToCancel.ts'
import { offerOf } from '../../src/billing/offerOf.ts'
import { createPaymentActors } from '../../src/actors/payments.ts'
import { createPaypalOrderActors } from '../../src/actors/paypalOrder.ts'
import { createSavedCardPaymentActors } from '../../src/actors/savedCards.ts'
import { defaults } from '../../src/app/configuration.ts'
import { createApiClient } from '../../src/api/apiClient.ts'
import { FakeLocks, createFakeStorage, type FakeStorage } from './fakeBrowser.ts'
import { isLive, type LedgerRow, type Login, type SandboxHost } from './sandboxHost.ts'

export type Invariant = (typeof invariants)[number]
export const invariants = [
  'a payment call belongs to the stored attempt',
  'a cancel call belongs to the stored cancellation',
  'at most one charge for one confirmation',
  'at most one live subscription of the card gateway and PayPal',
  'no cancellation before the new payment method is ready',
  'no charge after a failed cancellation',
  'a retry in canceledNotPaid sends no cancellation',
  'no payment call is repeated without user action',
  'the displayed result agrees with the ledger',
  'stored data contains only ids and keys',
  'every state has an exit',
  'the member record agrees with the ledger',
  'each charge and each cancellation has one email',
] as const

/** Replaces parts of the client, to seed a fault. */
export type ClientVariant = {
  checkout: typeof checkoutMachine
  planChange: typeof planChangeMachine
  cancellation: typeof cancellationMachine
  payment: typeof paymentMachine
  reconciliation: typeof reconciliationMachine
  paypalPayment: typeof paypalPaymentMachine
  gateways: { card: string; paypal: string }
  /** The payment method id that the provider's card field returns. */
  paymentMethodIdOf: (id: string, number: string) => string
  isLocked: boolean
  /** All tabs use the same storage, which persists across reloads. */
  isStorageShared: boolean
  /** The Idempotency-Key header that the host receives. */
  idempotencyKeyOf: (key: string) => string
}
export const unchangedClient: ClientVariant = {
  checkout: checkoutMachine,
  planChange: planChangeMachine,
  cancellation: cancellationMachine,
  payment: paymentMachine,
  reconciliation: reconciliationMachine,
  paypalPayment: paypalPaymentMachine,
  gateways: defaults.gateways,
  paymentMethodIdOf: (id) => id,
  isLocked: true,
  isStorageShared: true,
  idempotencyKeyOf: (key) => key,
}

export type BankOutcome = 'complete' | 'fail' | 'close' | 'lost' | 'lost after'
export type PaymentChoice =
  | { kind: 'savedCard' }
  | { kind: 'newCard'; number: string }
  | { kind: 'paypal'; isApproved: boolean }

type Confirmation = { keys: Set<string>; attempt: Attempt }

const uuid = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
const checkedStates = ['paid', 'notPaid', 'canceledNotPaid', 'notCanceled', 'refused']
const tabNames = ['the first tab', 'the second tab'] as const
const paymentCallPattern =
  /\/payment\/v1\/(create-subscription|pay-from-save-card|capture-paypal-subscription|cancel-.*)$/

const isAttempt = (request: PlanChangeRequest): request is Attempt => 'payKey' in request

/** Whether a stored text contains only ids, keys and plan numbers. */
const hasOnlyIdsAndKeys = (text: string): boolean => {
  const stored: unknown = JSON.parse(text)
  const allowedName =
    /^(?:state|member|attempt|planId|paymentMethod|kind|paymentMethodId|subscriptionId|subscriptionToCancel|id|providerId|gateway|knownSubscriptionIds|\d+|cancelKey|payKey|key|underWay)$/
  const allowedText =
    /^(?:open|paid|canceling|savedCard|newCard|paypal|card|pm_\w+|sub_\w+|I-\w+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|)$/
  const check = (value: unknown): boolean => {
    if (typeof value === 'string') return allowedText.test(value)
    if (typeof value === 'number') return value < 1e9
    if (typeof value !== 'object' || value === null) return typeof value === 'boolean'
    return Object.entries(value).every(([name, inner]) => allowedName.test(name) && check(inner))
  }
  return check(stored)
}

export function createCustomer(
  host: SandboxHost,
  login: Login,
  planId: number,
  variant: ClientVariant = unchangedClient,
) {
  const { time } = host
  const { token, ...member } = host.customer(login)
  const trace: string[] = []
  const violations = new Map<Invariant, string>()
  const confirmations = new Map<string, Confirmation>()
  const fail = (invariant: Invariant, why: string) => {
    if (violations.has(invariant)) return
    violations.set(invariant, why)
    trace.push(`  ✗ ${invariant}: ${why}`)
  }
  let uuidCount = 0
  const createStorage = () =>
    createFakeStorage((text) => {
      if (!hasOnlyIdsAndKeys(text)) fail('stored data contains only ids and keys', text)
    })
  const sharedStorage = createStorage()
  const locks = new FakeLocks(variant.isLocked)
  type Tab = ReturnType<typeof createTab>
  const tabs: (Tab | undefined)[] = [undefined, undefined]
  type Profile = ReturnType<typeof createProfile>
  const profiles: (Profile | undefined)[] = [undefined, undefined]
  let bankOutcome: BankOutcome = 'complete'
  let seeded = new Set<number>()
  const tokens = new Set<string>()

  type Stored = { state: 'open'; attempt: Attempt } | { state: 'canceling'; attempt: CancellationAttempt } | null
  const storedIn = (storage: FakeStorage): Stored =>
    JSON.parse(storage.getItem('statecast.attempt') ?? 'null') as Stored
  const storedAttemptIn = (storage: FakeStorage): Attempt | undefined => {
    const stored = storedIn(storage)
    return stored?.state === 'open' ? stored.attempt : undefined
  }
  const storedCancellationIn = (storage: FakeStorage): CancellationAttempt | undefined => {
    const stored = storedIn(storage)
    return stored?.state === 'canceling' ? stored.attempt : undefined
  }
  const confirmationOf = (key: string | null | undefined): Confirmation | undefined =>
    [...confirmations.values()].find(({ keys }) => keys.has(key ?? ''))

  async function isPaymentMethodReady(paymentMethod: PaymentMethod): Promise<boolean> {
    if (paymentMethod.kind === 'newCard') return tokens.has(paymentMethod.paymentMethodId)
    if (paymentMethod.kind === 'savedCard')
      return (await host.savedCards(member.id)).includes(paymentMethod.paymentMethodId)
    const response = await host.post('/sandbox/paypal/v1/subscriptions/read', { id: paymentMethod.subscriptionId })
    return ['APPROVED', 'ACTIVE'].includes(((await response.json()) as { status: string }).status)
  }

  /** The `fetch` of a tab. Checks every payment call before it sends it. */
  type Caller = { storage: FakeStorage; allowed: { cancel: number; pay: number }; from: unknown; isProfile: boolean }
  const createFetch = (tab: Caller) =>
    async function send(request: Request): Promise<Response> {
      const [, call = ''] = paymentCallPattern.exec(new URL(request.url).pathname) ?? []
      const key = request.headers.get('idempotency-key') ?? ''
      let passed = request
      if (call !== '') {
        const kind = call.startsWith('cancel') ? 'cancel' : 'pay'
        const attempt = storedAttemptIn(tab.storage)
        if (tab.isProfile && storedCancellationIn(tab.storage)?.key !== key)
          fail('a cancel call belongs to the stored cancellation', `${call} under the key ${key}`)
        if (!tab.isProfile && (!attempt || key !== (kind === 'cancel' ? attempt.cancelKey : attempt.payKey)))
          fail('a payment call belongs to the stored attempt', `${call} under the key ${key}`)
        const known = attempt && confirmations.get(attempt.cancelKey)
        if (attempt && known) known.keys.add(key)
        else if (attempt) confirmations.set(attempt.cancelKey, { keys: new Set([key]), attempt })
        if (kind === 'cancel' && attempt && !(await isPaymentMethodReady(attempt.paymentMethod)))
          fail(
            'no cancellation before the new payment method is ready',
            `${call} before ${attempt.paymentMethod.kind} is ready`,
          )
        tab.allowed[kind] -= 1
        if (tab.allowed[kind] < 0) {
          const isCancelRetry = kind === 'cancel' && tab.from === 'canceledNotPaid'
          fail(
            isCancelRetry
              ? 'a retry in canceledNotPaid sends no cancellation'
              : 'no payment call is repeated without user action',
            `${call} was sent without user action`,
          )
        }
        passed = new Request(request, { headers: { ...Object.fromEntries(request.headers) } })
        const sentKey = variant.idempotencyKeyOf(key)
        passed.headers.set('idempotency-key', sentKey)
        if (sentKey !== key) confirmationOf(key)?.keys.add(sentKey)
      }
      const logResponse = (text: string) => void (call !== '' && trace.push(`  ${call} (${key.slice(-2)}): ${text}`))
      try {
        const response = await host.send(passed)
        if (call !== '') {
          const text = await response.clone().text()
          logResponse(`${response.status} ${text.slice(0, 70).replaceAll(/\s+/g, ' ')}`)
        }
        return response
      } catch (cause) {
        logResponse('connection lost')
        throw cause
      }
    }

  /** The connection of a page to the host and to the storage. */
  function createPage(index: number, isProfile: boolean) {
    const storage = variant.isStorageShared ? sharedStorage : createStorage()
    const page = {
      index,
      isProfile,
      storage,
      allowed: { cancel: 0, pay: 0 },
      from: undefined as unknown,
      checked: undefined as unknown,
      number: '4242424242424242',
    }
    const client = createApiClient({
      token: () => token,
      xsrf: () => 'x',
      baseUrl: 'http://statecast.test',
      fetch: createFetch(page),
    })
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } })
    const dependencies = { api: client, queryClient, gateways: variant.gateways }
    const attempts = createAttemptStore({ storage: () => storage, locks, uuid: () => uuid(++uuidCount) })
    return { page, queryClient, dependencies, attempts, payments: createPaymentActors(dependencies) }
  }

  /** The profile in a tab, which runs the cancellation. */
  function createProfile(index: number) {
    const { page, queryClient, dependencies, attempts, payments } = createPage(index, true)
    const actor = createActor(
      variant.cancellation.provide({
        actors: {
          ...attempts.cancellationActors,
          readRecord: payments.readRecord,
          cancelSubscription: payments.cancelSubscription,
          reconciliation: variant.reconciliation.provide({ actors: { readRecord: payments.readRecord } }),
        },
        actions: {
          closeAttempt: () => attempts.closeCancellation(),
          refreshMembership: () => void queryClient.invalidateQueries({ queryKey: ['member'] }),
        },
      }),
      { input: { member, isInterrupted: attempts.isCancellationInterrupted(member.id) }, clock: time.clock },
    )
    actor.start()
    /** The subscription that the profile offers to cancel; undefined without one or if the record can't be read. */
    const readSubscription = async () => {
      const found = await queryClient.query(memberQuery(dependencies, member.id)).catch(() => undefined)
      return found && subscriptionToCancel(found, variant.gateways)
    }
    return Object.assign(page, { actor, readSubscription })
  }

  function createTab(index: number) {
    const { page: tab, queryClient, dependencies, attempts, payments } = createPage(index, false)
    const inAdvance = createPaymentInAdvance({
      lockInAdvance: attempts.lockInAdvance,
      createPaymentMethod: fromPromise<PaymentMethodResult, { form: CardForm }>(async () => {
        const card = { number: tab.number, exp_month: 12, exp_year: 2030, cvc: '123' }
        const response = await host.post('/sandbox/stripe/v1/payment_methods', card)
        const body = (await response.json()) as { paymentMethod?: { id: string }; error?: { message: string } }
        if (!body.paymentMethod) return { kind: 'refused', message: body.error?.message ?? '', isAboutCard: true }
        tokens.add(body.paymentMethod.id)
        return { kind: 'granted', paymentMethodId: variant.paymentMethodIdOf(body.paymentMethod.id, tab.number) }
      }),
      readRecord: payments.readRecord,
      member,
    })
    const planChange = variant.planChange.provide({
      actors: {
        ...attempts.createActors(member.id, inAdvance.takeLock),
        readRecord: inAdvance.readRecord,
        payment: variant.payment.provide({
          actors: {
            cancelSubscription: payments.cancelSubscription,
            pay: payments.pay,
            confirmCard: fromPromise<ConfirmResult, { clientSecret: string }>(({ input }) =>
              askBank(input.clientSecret),
            ),
          },
        }),
        reconciliation: variant.reconciliation.provide({ actors: { readRecord: payments.readRecord } }),
      },
      actions: {
        storeAttempt: ({ context: { attempt } }) => {
          if (attempt) attempts.store(member.id, attempt)
        },
        closeAttempt: () => attempts.close(member.id, undefined),
        closePaidAttempt: ({ context: { attempt } }) => attempts.close(member.id, attempt),
      },
    })
    const checkout = variant.checkout.provide({
      actors: {
        findAttempt: fromPromise<{ isOpen: boolean }, { member: PayingMember }>(() =>
          Promise.resolve({ isOpen: attempts.isInterrupted(member.id) }),
        ),
        loadOffer: fromPromise<OfferResult, { planId: number; member: PayingMember }>(async () => {
          const [plan, memberRecord] = await Promise.all([
            queryClient.query({ ...planQuery(dependencies, String(planId)), staleTime: 0 }),
            queryClient.query(memberQuery(dependencies, member.id)),
          ])
          return { kind: 'granted', offer: offerOf(plan, memberRecord, variant.gateways, new Date(), 'US') }
        }),
        savedCardPayment: savedCardPaymentMachine.provide({ actors: createSavedCardPaymentActors(dependencies) }),
        cardPayment: cardPaymentMachine.provide({
          actors: {
            loadProvider: fromPromise(() => Promise.resolve(undefined)),
            createPaymentMethod: inAdvance.createPaymentMethod,
          },
        }),
        paypalPayment: variant.paypalPayment.provide({
          actors: {
            loadScript: fromPromise(() => Promise.resolve(undefined)),
            ...createPaypalOrderActors(dependencies),
          },
        }),
        planChange,
        confirmation: confirmationMachine,
        awaitRecheck: fromPromise(() => Promise.resolve(undefined)),
      },
      actions: { refreshMembership: () => void queryClient.invalidateQueries({ queryKey: ['member'] }) },
    })
    const isMember = ['member', 'paypal-member', 'manual-member'].includes(login)
    const initialPaymentMethod = isMember ? 'savedCard' : 'newCard'
    const actor = createActor(checkout, {
      input: { planId, member, isMember, initialPaymentMethod, fromChannel: false },
      clock: time.clock,
    })
    actor.start()
    return Object.assign(tab, { actor })
  }

  async function askBank(clientSecret: string): Promise<ConfirmResult> {
    trace.push(`  bank dialog: ${bankOutcome}`)
    const read = await host.post('/sandbox/stripe/v1/payment_intents/read', { client_secret: clientSecret })
    const { paymentIntent } = (await read.json()) as { paymentIntent?: { status: string } }
    if (paymentIntent?.status === 'succeeded') return { kind: 'confirmed' }
    if (paymentIntent?.status !== 'requires_action') return { kind: 'refused', message: '' }
    if (bankOutcome === 'close') return { kind: 'refused', message: '' }
    if (bankOutcome === 'lost') throw new Error('connection to the bank lost')
    const response = await host.post('/sandbox/stripe/v1/payment_intents/authenticate', {
      client_secret: clientSecret,
      outcome: bankOutcome === 'fail' ? 'fail' : 'complete',
    })
    const { error } = (await response.json()) as { error?: { message: string } }
    if (bankOutcome === 'lost after') throw new Error('connection to the bank lost')
    return error ? { kind: 'refused', message: error.message } : { kind: 'confirmed' }
  }

  const planChangeOf = (tab: Tab) => tab.actor.getSnapshot().children.planChange?.getSnapshot()
  const valueOf = (tab: Tab | undefined): string => {
    if (!tab) return 'closed'
    const { value, status } = tab.actor.getSnapshot()
    if (status === 'done') return 'done'
    const inner = value === 'changing' ? planChangeOf(tab)?.value : undefined
    return inner ?? JSON.stringify(value)
  }

  const chargesOf = (ledger: readonly LedgerRow[], attempt: Attempt): number => {
    const keys = confirmations.get(attempt.cancelKey)?.keys ?? new Set()
    return ledger.filter(({ kind, idempotencyKey }) => kind !== 'cancel' && keys.has(idempotencyKey ?? '')).length
  }

  /**
   * Compares the result that each page displays with the ledger, once, when the page first displays it. Skipped while
   * the host is still processing a call, because the result is not final.
   */
  async function checkPaymentTexts(): Promise<void> {
    for (const tab of tabs) {
      if (!tab) continue
      const { result: checkoutResult } = tab.actor.getSnapshot().context
      const inner = planChangeOf(tab)
      const kind = String(inner?.value ?? checkoutResult?.kind)
      const result = inner ?? checkoutResult
      const request = inner ? inner.context.attempt : checkoutResult?.request
      const attempt = request && isAttempt(request) ? request : undefined
      if (tab.checked === result) continue
      tab.checked = result
      if (time.paused() > 0 || !checkedStates.includes(kind) || (kind === 'refused' && !attempt)) continue
      const ledger = await host.ledger()
      const live = (await host.subscriptions(member.id)).filter(isLive)
      const isCharged = attempt ? chargesOf(ledger, attempt) > 0 : false
      const subscriptionToCancel = attempt?.subscriptionToCancel?.id
      const isEndingLive = live.some(({ id }) => id === subscriptionToCancel)
      const isUncanceled = subscriptionToCancel === undefined || isEndingLive
      const isContradicted = {
        paid: !isCharged || !live.some(({ plan }) => plan === planId),
        notPaid: isCharged,
        canceledNotPaid: isCharged || isEndingLive,
        notCanceled: isCharged || !isUncanceled,
        refused: attempt !== undefined && (isCharged || !isUncanceled),
      }[kind as 'paid']
      if (isContradicted) {
        const ledgerText = `${isCharged ? 'charged' : 'not charged'}, ${isUncanceled ? 'nothing canceled' : 'old subscription canceled'}`
        fail('the displayed result agrees with the ledger', `‘${kind}’, but the ledger records: ${ledgerText}`)
      }
    }
  }

  const logStep = (index: number, text: string) => void trace.push(`${tabNames[index]}: ${text}`)
  const pathOf = (profile: Profile): string => {
    const { value } = profile.actor.getSnapshot()
    return typeof value === 'string' ? value : value.attempting
  }

  /** Compares what each profile says about a cancellation with the record, once, when it first says so. */
  async function checkCancellationTexts(): Promise<void> {
    for (const profile of profiles) {
      if (!profile) continue
      const state = pathOf(profile)
      const { attempt } = profile.actor.getSnapshot().context
      if (profile.checked === state) continue
      profile.checked = state
      if (!attempt || !['canceled', 'refused', 'notCanceled'].includes(state)) continue
      logStep(profile.index, `shows ‘${state}’`)
      if (time.paused() > 0) continue
      const live = (await host.subscriptions(member.id)).filter(isLive)
      const isActive = live.some(({ id }) => id === attempt.subscriptionToCancel.id)
      if (isActive === (state === 'canceled'))
        fail(
          'the displayed result agrees with the ledger',
          `‘${state}’, but the plan is ${isActive ? '' : 'not '}active`,
        )
    }
  }

  const settle = async (): Promise<void> => {
    await host.settle()
    await checkPaymentTexts()
    await checkCancellationTexts()
  }
  const advance = (ms: number) => time.advance(ms, settle)

  const wait = async (ms: number) => {
    if (ms > 0) trace.push(`${ms / 1_000} s pass`)
    await advance(ms)
    await settle()
  }

  /** Users give up only after the host has finished (an assumption of ledger.test.ts). */
  const waitForHost = async () => {
    for (let waits = 0; time.paused() > 0 && waits < 60; waits += 1) await advance(2_000)
    await settle()
  }

  const children = (tab: Tab) => tab.actor.getSnapshot().children

  async function choose(tab: Tab, choice: PaymentChoice): Promise<boolean> {
    const { actor } = tab
    if (actor.getSnapshot().matches('failed')) actor.send({ type: 'offer.retry' })
    await settle()
    if (actor.getSnapshot().matches('warned')) actor.send({ type: 'warning.accept' })
    if (!actor.getSnapshot().matches('choosing')) return false
    actor.send({ type: 'paymentMethod.choose', paymentMethod: choice.kind })
    await settle()
    children(tab).savedCardPayment?.send({ type: 'cards.retry' })
    await settle()
    return actor.getSnapshot().matches('choosing')
  }

  /** A stopped actor has no view, so its buttons cannot be pressed. */
  const press = (tab: Pick<Tab, 'allowed' | 'from'>, presses: number, child: AnyActorRef, event: AnyEventObject) => {
    Object.assign(tab.allowed, { cancel: 1, pay: 1 })
    tab.from = undefined
    for (let pressed = 0; pressed < presses; pressed += 1)
      if ((child.getSnapshot() as Snapshot<unknown>).status === 'active') child.send(event)
  }

  const profileEvents = {
    tryAgain: [{ type: 'cancellation.retry' }, { type: 'plan.confirm' }],
    giveUp: [{ type: 'plan.keep' }],
  } as const

  const moves = {
    /** Opens the profile in this tab, and presses Cancel plan in its question. */
    async cancelPlan(tabIndex: number, presses: number): Promise<void> {
      if (!profiles[tabIndex]) {
        moves.close(tabIndex)
        moves.openProfile(tabIndex)
        await settle()
      }
      const profile = profiles[tabIndex]
      // A delayed record needs the simulated clock, so the profile offers nothing yet.
      let subscription: SubscriptionToCancel | undefined
      void profile?.readSubscription().then((found) => (subscription = found))
      await settle()
      if (!profile || !subscription || !profile.actor.getSnapshot().can({ type: 'plan.cancel', subscription })) return
      logStep(tabIndex, `${member.name} presses Cancel plan${presses > 1 ? ' twice' : ''}`)
      profile.actor.send({ type: 'plan.cancel', subscription })
      press(profile, presses, profile.actor, { type: 'plan.confirm' })
    },
    openProfile(tabIndex: number): void {
      logStep(tabIndex, `${login} opens the profile`)
      profiles[tabIndex] = createProfile(tabIndex)
    },
    /** Presses the button of a cancellation, if it is there. */
    answerOnProfile({ index, actor, allowed }: Profile, answer: keyof typeof profileEvents): void {
      const event = profileEvents[answer].find((one) => actor.getSnapshot().can(one))
      if (!event) return
      logStep(index, `${member.name} answers ${event.type}`)
      if (answer === 'tryAgain') Object.assign(allowed, { cancel: 1, pay: 0 })
      actor.send(event)
    },
    async pay(tab: Tab, choice: PaymentChoice, presses: number): Promise<void> {
      if (!(await choose(tab, choice))) return
      const { savedCardPayment, cardPayment, paypalPayment } = children(tab)
      if (choice.kind === 'savedCard' && savedCardPayment) {
        logStep(tab.index, `${member.name} presses Pay Now${presses > 1 ? ' twice' : ''}, with the saved card`)
        press(tab, presses, savedCardPayment, { type: 'payment.press' })
      } else if (choice.kind !== 'paypal' && cardPayment) {
        tab.number = choice.kind === 'newCard' ? choice.number : tab.number
        logStep(tab.index, `${member.name} presses Pay${presses > 1 ? ' twice' : ''}, with the card ${tab.number}`)
        cardPayment.send({ type: 'card.changed', card: 'complete' })
        const form = { cardholderName: member.name, billingAddress: '1 Main Street', country: '', state: '', city: '' }
        press(tab, presses, cardPayment, { type: 'form.submit', ...form })
      } else if (choice.kind === 'paypal' && paypalPayment) {
        logStep(tab.index, `${member.name} opens PayPal’s window and ${choice.isApproved ? 'approves' : 'cancels'}`)
        Object.assign(tab.allowed, { cancel: 1, pay: 1 })
        paypalPayment.send({ type: 'window.open' })
        await settle()
        const { value, context } = paypalPayment.getSnapshot()
        if (value !== 'awaitingApproval') return
        if (!choice.isApproved) {
          paypalPayment.send({ type: 'window.canceled' })
          return
        }
        await host.post('/sandbox/paypal/v1/subscriptions/approve', { id: context.subscriptionId })
        press(tab, presses, paypalPayment, { type: 'window.approved' })
      }
    },
    tryAgain(tab: Tab, presses: number): void {
      const from = valueOf(tab)
      const child = children(tab).planChange
      if (!child?.getSnapshot().can({ type: 'payment.retry' })) return
      logStep(tab.index, `${member.name} presses Try again${presses > 1 ? ' twice' : ''} at ‘${from}’`)
      press(tab, presses, child, { type: 'payment.retry' })
      if (from === 'canceledNotPaid') tab.allowed.cancel = 0
      tab.from = from
    },
    checkAgainOnProfile({ index, actor, allowed }: Profile): void {
      if (!actor.getSnapshot().can({ type: 'record.check' })) return
      logStep(index, `${member.name} presses Check again`)
      Object.assign(allowed, { cancel: 0, pay: 0 })
      actor.send({ type: 'record.check' })
    },
    checkAgain(tab: Tab): void {
      const child = children(tab).planChange
      if (!child?.getSnapshot().can({ type: 'record.check' })) return
      logStep(tab.index, `${member.name} presses Check again`)
      Object.assign(tab.allowed, { cancel: 0, pay: 0 })
      child.send({ type: 'record.check' })
    },
    async giveUp(tab: Tab): Promise<void> {
      if (!children(tab).planChange?.getSnapshot().can({ type: 'payment.leave' })) return
      await waitForHost()
      const child = children(tab).planChange
      logStep(tab.index, `${member.name} gives up in ‘${valueOf(tab)}’`)
      child?.send({ type: 'payment.leave' })
    },
    close(tabIndex: number): void {
      const profile = profiles[tabIndex]
      if (profile) {
        logStep(tabIndex, `closed at ‘${pathOf(profile)}’`)
        profile.actor.stop()
        profiles[tabIndex] = undefined
      }
      const tab = tabs[tabIndex]
      if (!tab) return
      logStep(tabIndex, `closed at ‘${valueOf(tab)}’`)
      tab.actor.stop()
      tabs[tabIndex] = undefined
    },
    open(tabIndex: number): void {
      if (tabs[tabIndex]) return
      logStep(tabIndex, `${login} opens the page of plan ${planId}`)
      tabs[tabIndex] = createTab(tabIndex)
    },
  }

  /** Sets the faults of the next step and removes those of the previous one. */
  async function setFaults(faults: readonly { call: string; fault: string; ms?: number }[], areFaultsSet: boolean) {
    if (areFaultsSet) await host.post('/sandbox/faults', undefined, 'DELETE')
    for (const one of faults) {
      trace.push(
        `the host: ${one.fault}${one.ms === undefined ? '' : ` of ${one.ms / 1_000} s`} at the next ${one.call}`,
      )
      await host.post('/sandbox/faults', { ...one, times: 1 })
    }
  }

  const isIdle = (index: number): boolean => {
    const profile = profiles[index]
    const shownOnProfile = profile?.actor.getSnapshot()
    if (shownOnProfile?.matches('starting') || shownOnProfile?.matches('attempting')) return false
    const tab = tabs[index]
    if (!tab) return true
    const shown = tab.actor.getSnapshot()
    return shown.status === 'done' || shown.matches('choosing') || shown.matches('warned') || shown.matches('failed')
  }

  /** Completes every attempt without faults. Each one must end. */
  async function finishAttempts(): Promise<void> {
    trace.push('Remove all faults and complete every attempt')
    for (let attempts = 0; attempts < 60; attempts += 1) {
      // Only the profile resolves an interrupted cancellation.
      if (storedCancellationIn(sharedStorage) && !profiles.some(Boolean)) moves.openProfile(0)
      for (const profile of profiles) {
        if (!profile) continue
        moves.checkAgainOnProfile(profile)
        await settle()
        await waitForHost()
        moves.answerOnProfile(profile, 'giveUp')
        await settle()
      }
      for (const tab of tabs) {
        if (!tab) continue
        moves.checkAgain(tab)
        await settle()
        await moves.giveUp(tab)
        await settle()
      }
      if (isIdle(0) && isIdle(1) && !storedCancellationIn(sharedStorage)) break
      await advance(5_000)
      await settle()
    }
    await waitForHost()
    for (const index of [0, 1])
      if (!isIdle(index)) fail('every state has an exit', `${tabNames[index]} stays at ‘${valueOf(tabs[index])}’`)
  }

  /** Checks the invariants that the ledger alone decides. */
  async function checkLedger(): Promise<void> {
    const ledger = await host.ledger()
    const live = new Set(seeded)
    const counted = new Map<Confirmation, number>()
    for (const row of ledger) {
      const id = Number(row.subscriptionId)
      if (row.member !== member.id) fail('a payment call belongs to the stored attempt', 'another member was charged')
      if (row.kind === 'cancel') {
        live.delete(id)
        continue
      }
      const confirmation = confirmationOf(row.idempotencyKey)
      if (!confirmation) {
        fail('a payment call belongs to the stored attempt', `a ${row.kind} under an unknown key`)
        continue
      }
      counted.set(confirmation, (counted.get(confirmation) ?? 0) + 1)
      if ((counted.get(confirmation) ?? 0) > 1)
        fail('at most one charge for one confirmation', `${row.kind} of subscription ${id} is an additional charge`)
      const { subscriptionToCancel } = confirmation.attempt
      if (subscriptionToCancel && live.has(subscriptionToCancel.id))
        fail(
          'no charge after a failed cancellation',
          `subscription ${subscriptionToCancel.id} is still active beside ${id}`,
        )
      live.add(id)
      if (live.size > 1)
        fail('at most one live subscription of the card gateway and PayPal', `${[...live].join(' and ')} are live`)
    }
    const record = (await host.subscriptions(member.id)).filter(isLive).map(({ id }) => id)
    if (record.join() !== [...live].sort((one, other) => one - other).join())
      fail('the member record agrees with the ledger', `${record.join()} and not ${[...live].join()}`)
    const emails = (await host.emails()).map(({ subject }) => (/ is canceled$/.test(subject) ? 'cancel' : 'charge'))
    const expected = ledger.map(({ kind }) => (kind === 'cancel' ? 'cancel' : 'charge'))
    if (emails.join() !== expected.join())
      fail('each charge and each cancellation has one email', `${emails.join()} and not ${expected.join()}`)
    trace.push(
      ...ledger.map(
        ({ kind, provider, plan, subscriptionId }) => `ledger: ${kind} ${provider} ${plan} ${subscriptionId}`,
      ),
    )
  }

  return {
    trace,
    violations,
    tabs,
    profiles,
    moves,
    setFaults,
    settle,
    wait,
    waitForHost,
    valueOf,
    setBankOutcome: (next: BankOutcome) => void (bankOutcome = next),
    async begin() {
      await host.reset()
      seeded = new Set((await host.subscriptions(member.id)).filter(isLive).map(({ id }) => id))
      moves.open(0)
      await settle()
    },
    async end() {
      await setFaults([], true)
      await finishAttempts()
      await checkLedger()
      moves.close(0)
      moves.close(1)
      await host.settle()
    },
  }
}
