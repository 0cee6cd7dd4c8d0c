import { createActor, fromPromise, waitFor } from 'xstate'
import { checkoutMachine, type CheckoutInput, type OfferAnswer } from '../../../machines/checkout.ts'
import { confirmationMachine } from '../../../machines/confirmation.ts'
import { paymentMachine } from '../../../machines/payment.ts'
import { planChangeMachine } from '../../../machines/planChange.ts'
import { reconciliationMachine, type Payer } from '../../../machines/reconciliation.ts'
import { openAttempts } from '../../actors/attempt.ts'
import { memberQuery, planQuery, runningOf } from '../../actors/membership.ts'
import { paymentActors } from '../../actors/payments.ts'
import { remarks, say } from '../../actors/sessionTalk.ts'
import { HostUnreachable } from '../../api/outcome.ts'
import { type Root } from '../../app/root.tsx'
import { openProvider, provideCardPayment } from '../cardForm/provide.ts'
import { providePaypal } from '../paypal/provide.ts'
import { provideSavedCard } from '../savedCard/provide.ts'

export type CheckoutParts = ReturnType<typeof makeParts>

/** How long the way on may wait for the new role, in ms. */
const patience = 5_000

const made = new WeakMap<Root, { payer: Payer; parts: CheckoutParts }>()

/**
 * The checkout with all that it is made of, and the world behind it; once for whoever is signed in, because a payment
 * that one comes back to works on with the parts that it began with.
 */
export function provideCheckout(root: Root, payer: Payer): CheckoutParts {
  const known = made.get(root)
  if (known && JSON.stringify(known.payer) === JSON.stringify(payer)) return known.parts
  const parts = makeParts(root, payer)
  made.set(root, { payer, parts })
  return parts
}

/** The attempts of this browser. */
const attemptsOf = (page: Window) =>
  openAttempts({
    shelf: () => page.localStorage,
    locks: 'locks' in page.navigator ? page.navigator.locks : undefined,
    uuid: () => page.crypto.randomUUID(),
  })

function makeParts(root: Root, payer: Payer) {
  const { host, queryClient, session, configuration, tabs } = root
  const world = { host, queryClient, gateways: configuration.gateways }
  const attempts = attemptsOf(window)
  const stripe = openProvider(root)
  const payments = paymentActors(world)

  const payment = paymentMachine.provide({
    actors: { cancelSubscription: payments.cancelSubscription, pay: payments.pay, confirmCard: stripe.confirmCard },
  })
  const reconciliation = reconciliationMachine.provide({ actors: { readRecord: payments.readRecord } })

  const planChange = planChangeMachine.provide({
    actors: {
      ...attempts.actors(payer.id),
      readRecord: payments.readRecord,
      payment,
      reconciliation,
    },
    actions: {
      storeAttempt: ({ context: { attempt } }) => {
        if (attempt) attempts.store(payer.id, attempt)
      },
      closeAttempt: ({ context: { attempt, result } }) =>
        attempts.close(payer.id, result === 'paid' ? attempt?.planId : undefined),
    },
  })

  const checkout = checkoutMachine.provide({
    actors: {
      recallAttempt: fromPromise<{ isOpen: boolean }, { payer: Payer }>(() =>
        Promise.resolve({ isOpen: attempts.isCut(payer.id) }),
      ),
      loadOffer: fromPromise<OfferAnswer, { planId: number; payer: Payer }>(async ({ input: { planId } }) => {
        try {
          const [plan, member] = await Promise.all([
            queryClient.fetchQuery({ ...planQuery(world, String(planId)), staleTime: 0 }),
            queryClient.fetchQuery({ ...memberQuery(world, payer.id), staleTime: 0 }),
          ])
          const running = runningOf(member, configuration.gateways)
          return {
            kind: 'granted',
            offer: {
              planId: plan.id,
              title: plan.title,
              price: plan.price,
              ending: running?.ending,
              isForeign: running !== undefined && running.ending === undefined,
            },
          }
        } catch (failure) {
          // The words of the read are the words for the person; only a line that said nothing is a line lost.
          if (!(failure instanceof Error)) throw failure
          if (failure.cause instanceof HostUnreachable && failure.cause.serverText === '') throw failure
          return { kind: 'refused', message: failure.message }
        }
      }),
      savedCardPayment: provideSavedCard(root),
      cardPayment: provideCardPayment(root, stripe, payer.email),
      planChange,
      confirmation: confirmationMachine,
    },
    actions: {
      refreshMembership: () => {
        void queryClient.invalidateQueries({ queryKey: ['member'] })
        tabs.tell()
        say(session, remarks.membershipChanged())
      },
    },
  })

  return {
    stripe,
    /** Resolves once the role is the one that was paid for, as far as the host tells it in time. */
    roleIsKnown: () =>
      waitFor(
        session,
        (now) => !now.matches({ signedIn: { watch: 'doubting' } }) && !now.matches({ signedIn: { watch: 'checking' } }),
        { timeout: patience },
      ).then(
        () => undefined,
        () => undefined,
      ),
    make: (input: Omit<CheckoutInput, 'payer'>) =>
      createActor(checkout.provide({ actors: { paypalPayment: providePaypal(root) } }), { input: { ...input, payer } }),
  }
}
