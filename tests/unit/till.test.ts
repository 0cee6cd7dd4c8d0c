import { describe, expect, it, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { checkoutMachine, type OfferAnswer } from '../../machines/checkout.ts'
import { planChangeMachine, type PlanChangeEvent } from '../../machines/planChange.ts'
import { type Payer } from '../../machines/reconciliation.ts'
import { openTill, type Checkout } from '../../src/app/checkoutStore.ts'

const input = {
  planId: 104,
  payer: { id: 2, email: 'member@statecast.test', name: 'Mara Member' },
  isMember: true,
  begins: 'newCard',
  fromChannel: false,
} as const

/** A checkout that waits for its plan, or, where an attempt was cut, is at the payment. */
const checkout = (isOpen: boolean) => {
  const planChange = planChangeMachine.provide({
    actors: { holdAttempt: fromCallback<PlanChangeEvent, { payer: Payer }>(() => undefined) },
  })
  return createActor(
    checkoutMachine.provide({
      actors: {
        recallAttempt: fromPromise<{ isOpen: boolean }, { payer: Payer }>(() => Promise.resolve({ isOpen })),
        loadOffer: fromPromise<OfferAnswer, { planId: number; payer: Payer }>(() => new Promise(() => undefined)),
        planChange,
      },
    }),
    { input },
  )
}

async function begun(isOpen: boolean) {
  const till = openTill()
  const actor = checkout(isOpen)
  const leave = till.begin(() => actor)
  await waitFor(actor, (now) => now.matches(isOpen ? 'changing' : 'loading'))
  return { till, actor, leave }
}

const isRunning = (actor: Checkout) => actor.getSnapshot().status === 'active'

describe('the till', () => {
  it('starts what a screen makes, and ends it when the screen goes', async () => {
    const { till, actor, leave } = await begun(false)
    expect([till.get() === actor, isRunning(actor)]).toEqual([true, true])
    leave()
    expect([till.get(), isRunning(actor)]).toEqual([undefined, false])
  })

  it('ends one plan’s checkout for another’s', async () => {
    const { till, actor } = await begun(false)
    const other = checkout(false)
    till.begin(() => other)
    expect([till.get() === other, isRunning(actor), isRunning(other)]).toEqual([true, false, true])
    till.close()
  })

  it('shows a payment under way to its end, whatever screen comes and goes', async () => {
    const { till, actor, leave } = await begun(true)
    leave()
    expect([till.get() === actor, isRunning(actor)]).toEqual([true, true])
    const make = vi.fn(() => checkout(false))
    const leaveOther = till.begin(make)
    leaveOther()
    expect(make).not.toHaveBeenCalled()
    expect([till.get() === actor, isRunning(actor)]).toEqual([true, true])
    till.close()
  })

  it('ends even a payment when whoever paid has left', async () => {
    const { till, actor } = await begun(true)
    till.close()
    till.close()
    expect([till.get(), isRunning(actor)]).toEqual([undefined, false])
  })

  it('tells its readers of every change, until they read no more', async () => {
    const { till, leave } = await begun(false)
    const read = vi.fn()
    const forget = till.subscribe(read)
    leave()
    expect(read).toHaveBeenCalledTimes(1)
    forget()
    till.begin(() => checkout(false))
    expect(read).toHaveBeenCalledTimes(1)
    till.close()
  })
})
