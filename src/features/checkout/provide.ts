import { createActor, fromPromise, waitFor } from 'xstate'
import { checkoutMachine, type CheckoutInput, type OfferAnswer } from '../../../machines/checkout.ts'
import { confirmationMachine } from '../../../machines/confirmation.ts'
import { paymentMachine } from '../../../machines/payment.ts'
import { planChangeMachine } from '../../../machines/planChange.ts'
import { type PayingMember } from '../../../machines/payment.types.ts'
import { reconciliationMachine } from '../../../machines/reconciliation.ts'
import { createAttemptStore } from '../../actors/attemptStore.ts'
import { memberQuery } from '../../queries/memberQuery.ts'
import { planQuery } from '../../queries/planQuery.ts'
import { currentPlanOf } from '../../billing/currentPlan.ts'
import { createPaymentActors } from '../../actors/payments.ts'
import { sessionEvents, sendEvents } from '../../actors/sessionRequests.ts'
import { HostUnreachable } from '../../api/apiResult.ts'
import { type Root } from '../../app/root.tsx'
import { createPageCardProvider, provideCardPayment } from '../cardForm/provide.ts'
import { providePaypal } from '../paypal/provide.ts'
import { provideSavedCard } from '../savedCard/provide.ts'

export type CheckoutParts = ReturnType<typeof createParts>

/** How long the redirect waits for the new role, in ms. */
const roleTimeout = 5_000

const partsByRoot = new WeakMap<Root, { member: PayingMember; parts: CheckoutParts }>()

/**
 * The checkout with its machines and actors. Created once per signed-in user, so that a payment which continues in the
 * background uses the same parts when the user returns.
 */
export function provideCheckout(root: Root, member: PayingMember): CheckoutParts {
  const known = partsByRoot.get(root)
  if (known && JSON.stringify(known.member) === JSON.stringify(member)) return known.parts
  const parts = createParts(root, member)
  partsByRoot.set(root, { member, parts })
  return parts
}

/** The attempt store in the local storage of this browser. */
const createBrowserAttemptStore = (page: Window) =>
  createAttemptStore({
    storage: () => page.localStorage,
    locks: 'locks' in page.navigator ? page.navigator.locks : undefined,
    uuid: () => page.crypto.randomUUID(),
  })

function createParts(root: Root, member: PayingMember) {
  const { api, queryClient, session, configuration, tabs } = root
  const dependencies = { api, queryClient, gateways: configuration.gateways }
  const attempts = createBrowserAttemptStore(window)
  const stripe = createPageCardProvider(root)
  const payments = createPaymentActors(dependencies)

  const payment = paymentMachine.provide({
    actors: { cancelSubscription: payments.cancelSubscription, pay: payments.pay, confirmCard: stripe.confirmCard },
  })
  const reconciliation = reconciliationMachine.provide({ actors: { readRecord: payments.readRecord } })

  const planChange = planChangeMachine.provide({
    actors: {
      ...attempts.createActors(member.id),
      readRecord: payments.readRecord,
      payment,
      reconciliation,
    },
    actions: {
      storeAttempt: ({ context: { attempt } }) => {
        if (attempt) attempts.store(member.id, attempt)
      },
      closeAttempt: () => attempts.close(member.id, undefined),
      closePaidAttempt: ({ context: { attempt } }) => attempts.close(member.id, attempt?.planId),
    },
  })

  const checkout = checkoutMachine.provide({
    actors: {
      recallAttempt: fromPromise<{ isOpen: boolean }, { member: PayingMember }>(() =>
        Promise.resolve({ isOpen: attempts.isInterrupted(member.id) }),
      ),
      loadOffer: fromPromise<OfferAnswer, { planId: number; member: PayingMember }>(async ({ input: { planId } }) => {
        try {
          const [plan, memberRecord] = await Promise.all([
            queryClient.query({ ...planQuery(dependencies, String(planId)), staleTime: 0 }),
            queryClient.query({ ...memberQuery(dependencies, member.id), staleTime: 0 }),
          ])
          const currentPlan = currentPlanOf(memberRecord, configuration.gateways)
          return {
            kind: 'granted',
            offer: {
              planId: plan.id,
              title: plan.title,
              price: plan.price,
              subscriptionToCancel: currentPlan?.subscriptionToCancel,
              hasOtherGatewaySubscription: currentPlan !== undefined && currentPlan.subscriptionToCancel === undefined,
            },
          }
        } catch (failure) {
          // A message of the server is shown to the user. Without one, the host counts as unreachable.
          if (!(failure instanceof Error)) throw failure
          if (failure.cause instanceof HostUnreachable && failure.cause.serverText === '') throw failure
          return { kind: 'refused', message: failure.message }
        }
      }),
      savedCardPayment: provideSavedCard(root),
      cardPayment: provideCardPayment(root, stripe, member.email),
      planChange,
      confirmation: confirmationMachine,
    },
    actions: {
      refreshMembership: () => {
        void queryClient.invalidateQueries({ queryKey: ['member'] })
        tabs.notify()
        sendEvents(session, sessionEvents.membershipChanged())
      },
    },
  })

  return {
    stripe,
    /** Resolves when the session has loaded the new role, at the latest after the timeout. */
    waitForRole: () =>
      waitFor(session, (now) => !now.hasTag('rechecking'), { timeout: roleTimeout }).then(
        () => undefined,
        () => undefined,
      ),
    createCheckout: (input: Omit<CheckoutInput, 'member'>) =>
      createActor(checkout.provide({ actors: { paypalPayment: providePaypal(root) } }), {
        input: { ...input, member },
      }),
  }
}
