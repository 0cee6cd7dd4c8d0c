import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, type AnyActorLogic, type AnyStateMachine } from 'xstate'
import { cardPaymentMachine } from '../../machines/cardPayment.ts'
import { paymentMachine } from '../../machines/payment.ts'
import { paypalPaymentMachine } from '../../machines/paypalPayment.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import { requireAttempt } from '../../machines/planChange.setup.ts'
import { savedCardPaymentMachine } from '../../machines/savedCardPayment.ts'
import { member } from './paymentFixtures.ts'

/** Resolves to the error of an actor, or to 'no error'. */
const outcomeOf = (logic: AnyActorLogic): Promise<unknown> =>
  new Promise((resolve) => {
    const actor = createActor(logic, { input: {} })
    actor.subscribe({ error: resolve, complete: () => resolve('no error') })
    actor.start()
  })

describe.each<[string, AnyStateMachine, string[]]>([
  [
    'planChange',
    planChangeMachine,
    ['holdAttempt', 'readRecord', 'openAttempt', 'renewKey', 'payment', 'reconciliation'],
  ],
  ['payment', paymentMachine, ['cancelSubscription', 'pay', 'confirmCard']],
  ['cardPayment', cardPaymentMachine, ['loadProvider', 'createPaymentMethod']],
  ['savedCardPayment', savedCardPaymentMachine, ['loadCards']],
  ['paypalPayment', paypalPaymentMachine, ['loadScript', 'createProduct', 'createSubscription']],
])('%s', (name, { implementations }, actors) => {
  it('throws the name of each actor that is not provided', async () => {
    const needed = implementations.actors as Record<string, AnyActorLogic>
    expect(Object.keys(needed)).toEqual(actors)
    for (const [actor, logic] of Object.entries(needed))
      expect(await outcomeOf(logic)).toEqual(new Error(`${name}: provide ${actor}`))
  })
})

it('planChange requires its actions that store and close an attempt', () => {
  const { storeAttempt, closeAttempt, closePaidAttempt } = planChangeMachine.implementations.actions as Record<
    string,
    () => void
  >
  expect(storeAttempt).toThrow('planChange: provide storeAttempt')
  expect(closeAttempt).toThrow('planChange: provide closeAttempt')
  expect(closePaidAttempt).toThrow('planChange: provide closePaidAttempt')
})

it('planChange requires an attempt where it sends one', () => {
  expect(() => requireAttempt({ member, request: undefined, attempt: undefined, message: '' })).toThrow(
    'planChange: provide an attempt',
  )
})

it('distinguishes a provided actor from a missing one', async () => {
  expect(await outcomeOf(fromPromise(() => Promise.resolve()))).toBe('no error')
})
