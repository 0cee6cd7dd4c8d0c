import { describe, expect, it, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { checkoutMachine, type OfferAnswer } from '../../machines/checkout.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import { type PayingMember, type PlanChangeEvent } from '../../machines/payment.types.ts'
import { createCheckoutStore, type CheckoutActor } from '../../src/app/checkoutStore.ts'

const input = {
  planId: 104,
  member: { id: 2, email: 'member@statecast.test', name: 'Mara Member' },
  isMember: true,
  initialPaymentMethod: 'newCard',
  fromChannel: false,
} as const

/** A checkout that loads its plan or, with an interrupted attempt, resumes the payment. */
const createCheckout = (isOpen: boolean) => {
  const planChange = planChangeMachine.provide({
    actors: { holdAttempt: fromCallback<PlanChangeEvent, { member: PayingMember }>(() => undefined) },
  })
  return createActor(
    checkoutMachine.provide({
      actors: {
        recallAttempt: fromPromise<{ isOpen: boolean }, { member: PayingMember }>(() => Promise.resolve({ isOpen })),
        loadOffer: fromPromise<OfferAnswer, { planId: number; member: PayingMember }>(
          () => new Promise(() => undefined),
        ),
        planChange,
      },
    }),
    { input },
  )
}

async function startCheckout(isOpen: boolean) {
  const checkoutStore = createCheckoutStore()
  const actor = createCheckout(isOpen)
  const leave = checkoutStore.start(() => actor)
  await waitFor(actor, (now) => now.matches(isOpen ? 'changing' : 'loading'))
  return { checkoutStore, actor, leave }
}

const isRunning = (actor: CheckoutActor) => actor.getSnapshot().status === 'active'

describe('the checkout store', () => {
  it('starts the checkout of a screen and stops it when the screen unmounts', async () => {
    const { checkoutStore, actor, leave } = await startCheckout(false)
    expect([checkoutStore.get() === actor, isRunning(actor)]).toEqual([true, true])
    leave()
    expect([checkoutStore.get(), isRunning(actor)]).toEqual([undefined, false])
  })

  it('replaces the checkout of another plan', async () => {
    const { checkoutStore, actor } = await startCheckout(false)
    const other = createCheckout(false)
    checkoutStore.start(() => other)
    expect([checkoutStore.get() === other, isRunning(actor), isRunning(other)]).toEqual([true, false, true])
    checkoutStore.stop()
  })

  it('keeps a payment in flight when screens mount and unmount', async () => {
    const { checkoutStore, actor, leave } = await startCheckout(true)
    leave()
    expect([checkoutStore.get() === actor, isRunning(actor)]).toEqual([true, true])
    const make = vi.fn(() => createCheckout(false))
    const leaveOther = checkoutStore.start(make)
    leaveOther()
    expect(make).not.toHaveBeenCalled()
    expect([checkoutStore.get() === actor, isRunning(actor)]).toEqual([true, true])
    checkoutStore.stop()
  })

  it('stops a payment in flight on sign-out', async () => {
    const { checkoutStore, actor } = await startCheckout(true)
    checkoutStore.stop()
    checkoutStore.stop()
    expect([checkoutStore.get(), isRunning(actor)]).toEqual([undefined, false])
  })

  it('notifies its subscribers of every change until they unsubscribe', async () => {
    const { checkoutStore, leave } = await startCheckout(false)
    const read = vi.fn()
    const unsubscribe = checkoutStore.subscribe(read)
    leave()
    expect(read).toHaveBeenCalledTimes(1)
    unsubscribe()
    checkoutStore.start(() => createCheckout(false))
    expect(read).toHaveBeenCalledTimes(1)
    checkoutStore.stop()
  })
})
