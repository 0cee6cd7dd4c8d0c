import { createActor, fromPromise, type ActorLogic, type ActorRefFrom } from 'xstate'
import { type EventFrom, type SnapshotFrom } from 'xstate'
import { activeCheckoutMachine, type ActiveCheckoutEvent } from '../../../machines/activeCheckout.ts'
import { cardPaymentMachine } from '../../../machines/cardPayment.ts'
import { checkoutMachine } from '../../../machines/checkout.ts'
import { confirmationMachine } from '../../../machines/confirmation.ts'
import { paymentMachine } from '../../../machines/payment.ts'
import { planChangeMachine } from '../../../machines/planChange.ts'
import { type CheckoutInput, type OfferResult, type PayingMember } from '../../../machines/payment.types.ts'
import { reconciliationMachine } from '../../../machines/reconciliation.ts'
import { createBrowserAttemptStore } from '../../actors/attemptStore.ts'
import { createCardHolderLoader } from '../../actors/cardHolder.ts'
import { createPaymentInAdvance } from '../../actors/paymentInAdvance.ts'
import { memberQuery } from '../../queries/memberQuery.ts'
import { nextTask } from '../../ui/nextTask.ts'
import { browserRegion } from '../../platform/browserRegion.ts'
import { planQuery, unknownPlan } from '../../queries/planQuery.ts'
import { dayOf } from '../../billing/validUntil.ts'
import { offerOf } from '../../billing/offerOf.ts'
import { canBeSold } from '../../billing/paymentTerms.ts'
import { createPaymentActors } from '../../actors/payments.ts'
import { createSessionRequestActor, sendEvents, sessionEvents, sessionRequests } from '../../actors/sessionRequests.ts'
import { type CardProvider } from '../../actors/stripeProvider.ts'
import { createSessionWatcher } from '../../actors/watchSession.ts'
import { ReadError, toRefusedResult } from '../../api/readData.ts'
import { type Root } from '../../app/root.tsx'
import { createPageCardProvider } from '../cardForm/provide.ts'
import { providePaypal } from '../paypal/provide.ts'
import { loadReceipt } from '../receipt/loadReceipt.ts'
import { provideSavedCard } from '../savedCard/provide.ts'

type PayPointer = { pointerType: string; button: number; isPrimary: boolean; currentTarget: HTMLElement }

/** What the button Pay listens to, so that a payment is prepared before the click. */
export type PayHandlers = Record<'onPointerEnter' | 'onPointerDown', (event: PayPointer) => void> & {
  onFocus: (event: Pick<PayPointer, 'currentTarget'>) => void
  onKeyDown: (event: { key: string }) => void
}

/** The checkout of this page, the card provider, which its actors share with the card form, and the handlers of Pay. */
export type ActiveCheckout = {
  actor: ActorRefFrom<typeof activeCheckoutMachine>
  cardProvider: CardProvider
  payHandlers: PayHandlers
}

/** How long a mouse or the focus that rests on Pay prepares a payment, in ms. */
const APPROACH_MS = 1_000

/** How long after the release of a pointer or a key its click comes at most, in ms: a browser may wait for a second tap. */
const CLICK_MS = 300

type Preparation = Pick<ReturnType<typeof createPaymentInAdvance>, 'approach' | 'press'>

/** Prepares a payment until the event of the button, for a second at most. */
function approachUntil(end: 'pointerleave' | 'blur', button: HTMLElement, preparation: Preparation | undefined): void {
  if (!preparation) return
  const release = preparation.approach()
  button.addEventListener(end, release, { once: true })
  setTimeout(release, APPROACH_MS)
}

/** Prepares a payment until a click had time to follow one of the events. */
function pressUntil(ends: string[], preparation: Preparation | undefined): void {
  const release = preparation?.press()
  if (!release) return
  const end = new AbortController()
  for (const type of ends)
    window.addEventListener(
      type,
      () => {
        end.abort()
        setTimeout(release, CLICK_MS)
      },
      { signal: end.signal },
    )
}

/** `preparation` returns that of the current checkout. */
const createPayHandlers = (preparation: () => Preparation | undefined): PayHandlers => ({
  onPointerEnter: ({ pointerType, currentTarget }) => {
    if (pointerType === 'mouse') approachUntil('pointerleave', currentTarget, preparation())
  },
  onFocus: ({ currentTarget }) => approachUntil('blur', currentTarget, preparation()),
  onPointerDown: ({ button, isPrimary }) => {
    // A finger that scrolls causes no click.
    if (button === 0 && isPrimary) pressUntil(['pointerup', 'pointercancel'], preparation())
  },
  onKeyDown: ({ key }) => {
    // A window that loses the focus is not told that the key is up.
    if (key === 'Enter' || key === ' ') pressUntil(['keyup', 'focusout'], preparation())
  },
})

/** The checkout of this page. The first call creates it. */
export const provideActiveCheckout = (root: Root): ActiveCheckout =>
  root.activeCheckout(() => {
    const cardProvider = createPageCardProvider(root)
    let preparation: Preparation | undefined
    const machine = activeCheckoutMachine.provide({
      actors: {
        checkout: createPerStart(({ member }) => {
          const provided = provideCheckout(root, cardProvider, member)
          preparation = provided.preparation
          return provided.checkout
        }),
        watchSession: createSessionWatcher<ActiveCheckoutEvent>(root.session),
      },
    })
    return {
      actor: createActor(machine).start(),
      cardProvider,
      payHandlers: createPayHandlers(() => preparation),
    }
  })

/** Opens the screen of a checkout. Returns the function that closes it. */
export function openScreen({ actor }: ActiveCheckout, input: CheckoutInput): () => void {
  actor.send({ type: 'screen.opened', input })
  return () => actor.send({ type: 'screen.closed' })
}

type Checkout = typeof checkoutMachine

/** Provides the machine anew for each start, with the actors for its input. */
const createPerStart = (
  provide: (input: CheckoutInput) => Checkout,
): ActorLogic<SnapshotFrom<Checkout>, EventFrom<Checkout>, CheckoutInput> => ({
  getInitialSnapshot: (scope, input) => provide(input).getInitialSnapshot(scope, input),
  transition: (snapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
  start: (snapshot) => snapshot.machine.start(snapshot),
  getPersistedSnapshot: (snapshot) => snapshot.machine.getPersistedSnapshot(snapshot),
})

/** The checkout of one member, with new actors: PayPal's subscription must not be offered again on the next visit. */
function provideCheckout(root: Root, cardProvider: CardProvider, member: PayingMember) {
  const { api, queryClient, session, configuration, tabs } = root
  const dependencies = { api, queryClient, gateways: configuration.gateways }
  const region = browserRegion(navigator.languages)
  const attempts = createBrowserAttemptStore(window)
  const payments = createPaymentActors(dependencies)

  const payment = paymentMachine.provide({
    actors: {
      cancelSubscription: payments.cancelSubscription,
      pay: payments.pay,
      confirmCard: cardProvider.confirmCard,
    },
  })
  const reconciliation = reconciliationMachine.provide({ actors: { readRecord: payments.readRecord } })

  const inAdvance = createPaymentInAdvance({
    lockInAdvance: attempts.lockInAdvance,
    createPaymentMethod: cardProvider.createPaymentMethod(createCardHolderLoader(root, member.email)),
    readRecord: payments.readRecord,
    member,
  })

  const planChange = planChangeMachine.provide({
    actors: {
      ...attempts.createActors(member.id, inAdvance.takeLock),
      readRecord: inAdvance.readRecord,
      payment,
      reconciliation,
    },
    actions: {
      storeAttempt: ({ context: { attempt } }) => {
        if (attempt) attempts.store(member.id, attempt)
      },
      closeAttempt: () => attempts.close(member.id, undefined),
      closePaidAttempt: ({ context: { attempt } }) => attempts.close(member.id, attempt),
    },
  })

  const refreshMembership = () => {
    // The record from before the payment is stale; the session check reads the new one.
    const { queryKey } = memberQuery({ api }, member.id)
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (record) => record, { updatedAt: 0 })
    tabs.notify('data')
    sendEvents(session, sessionEvents.membershipChanged())
  }

  const checkout = checkoutMachine.provide({
    actors: {
      findAttempt: fromPromise<{ isOpen: boolean }, { member: PayingMember }>(() =>
        Promise.resolve({ isOpen: attempts.isInterrupted(member.id) }),
      ),
      loadOffer: fromPromise<OfferResult, { planId: number; member: PayingMember }>(async ({ input: { planId } }) => {
        try {
          const [plan, memberRecord] = await Promise.all([
            queryClient.query({ ...planQuery(dependencies, String(planId)), staleTime: 0 }),
            queryClient.query({ ...memberQuery(dependencies, member.id), staleTime: 0 }),
          ])
          const now = new Date()
          if (!canBeSold(plan, dayOf(now), configuration.money)) return { kind: 'incomplete' }
          // The receipt is shown right after the payment, which its code must not delay.
          loadReceipt().catch(() => undefined)
          return { kind: 'granted', offer: offerOf(plan, memberRecord, configuration.gateways, now, region) }
        } catch (failure) {
          if (failure instanceof ReadError && failure.code === unknownPlan) return { kind: 'unknown' }
          return toRefusedResult(failure)
        }
      }),
      savedCardPayment: provideSavedCard(root),
      paypalPayment: providePaypal(root),
      cardPayment: cardPaymentMachine.provide({
        actors: { loadProvider: cardProvider.loadProvider, createPaymentMethod: inAdvance.createPaymentMethod },
      }),
      planChange,
      confirmation: confirmationMachine,
      awaitRecheck: createSessionRequestActor(session, sessionRequests.awaitRecheck),
    },
    actions: {
      // The confirmation is rendered first.
      refreshMembership: () => void nextTask().then(refreshMembership),
    },
  })
  return { checkout, preparation: inAdvance }
}
