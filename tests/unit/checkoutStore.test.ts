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

/** A checkout that waits for its plan, or, where an attempt was cut, is at the payment. */
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
  return { till: checkoutStore, actor, leave }
}

const isRunning = (actor: CheckoutActor) => actor.getSnapshot().status === 'active'

describe('the till', () => {
  it('starts what a screen makes, and ends it when the screen goes', async () => {
    const { till, actor, leave } = await startCheckout(false)
    expect([till.get() === actor, isRunning(actor)]).toEqual([true, true])
    leave()
    expect([till.get(), isRunning(actor)]).toEqual([undefined, false])
  })

  it('ends one plan’s checkout for another’s', async () => {
    const { till, actor } = await startCheckout(false)
    const other = createCheckout(false)
    till.start(() => other)
    expect([till.get() === other, isRunning(actor), isRunning(other)]).toEqual([true, false, true])
    till.stop()
  })

  it('shows a payment under way to its end, whatever screen comes and goes', async () => {
    const { till, actor, leave } = await startCheckout(true)
    leave()
    expect([till.get() === actor, isRunning(actor)]).toEqual([true, true])
    const make = vi.fn(() => createCheckout(false))
    const leaveOther = till.start(make)
    leaveOther()
    expect(make).not.toHaveBeenCalled()
    expect([till.get() === actor, isRunning(actor)]).toEqual([true, true])
    till.stop()
  })

  it('ends even a payment when whoever paid has left', async () => {
    const { till, actor } = await startCheckout(true)
    till.stop()
    till.stop()
    expect([till.get(), isRunning(actor)]).toEqual([undefined, false])
  })

  it('tells its readers of every change, until they read no more', async () => {
    const { till, leave } = await startCheckout(false)
    const read = vi.fn()
    const forget = till.subscribe(read)
    leave()
    expect(read).toHaveBeenCalledTimes(1)
    forget()
    till.start(() => createCheckout(false))
    expect(read).toHaveBeenCalledTimes(1)
    till.stop()
  })
})
