import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { paypalPaymentMachine, type CreatedAnswer } from '../../machines/paypalPayment.ts'

/** PayPal's button is there; the host answers each creation when it is told to. */
async function begin() {
  const asked: string[] = []
  let answer: ((created: CreatedAnswer) => void) | undefined
  const create = (what: string) => (): Promise<CreatedAnswer> => {
    asked.push(what)
    return new Promise((resolve) => (answer = resolve))
  }
  const machine = paypalPaymentMachine.provide({
    actors: {
      loadScript: fromPromise(() => Promise.resolve(undefined)),
      createProduct: fromPromise(create('product')),
      createSubscription: fromPromise(create('subscription')),
    },
  })
  const actor = createActor(machine, { input: { planId: 102, title: 'Monthly', refusal: undefined } }).start()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  return {
    actor,
    asked,
    created: async (id: string) => {
      answer?.({ kind: 'granted', id })
      await settle()
    },
  }
}

describe('PayPal’s window', () => {
  it('closed and opened again: product and subscription are created once', async () => {
    const { actor, asked, created } = await begin()
    actor.send({ type: 'window.open' })
    await created('PROD-1')
    await created('I-1')
    actor.send({ type: 'window.cancelled' })
    expect(actor.getSnapshot().value).toEqual({ resolved: 'cancelled' })
    expect(actor.getSnapshot().context.message).toBe('Subscription has been cancelled')
    actor.send({ type: 'window.open' })
    actor.send({ type: 'window.approved' })
    expect(actor.getSnapshot().output).toEqual({ means: { kind: 'paypal', subscriptionId: 'I-1' } })
    expect(asked).toEqual(['product', 'subscription'])
  })

  it('closed before the subscription is there is cancelled as soon as it is', async () => {
    const { actor, created } = await begin()
    actor.send({ type: 'window.open' })
    actor.send({ type: 'window.cancelled' })
    await created('PROD-1')
    await created('I-1')
    expect(actor.getSnapshot().value).toEqual({ resolved: 'cancelled' })
  })

  it.each(['product', 'subscription'])(
    'closed and opened again while the %s is created waits for approval',
    async (which) => {
      const { actor, asked, created } = await begin()
      actor.send({ type: 'window.open' })
      if (which === 'subscription') await created('PROD-1')
      actor.send({ type: 'window.cancelled' })
      actor.send({ type: 'window.open' })
      if (which === 'product') await created('PROD-1')
      await created('I-1')
      expect(actor.getSnapshot().value).toBe('awaitingApproval')
      expect(asked).toEqual(['product', 'subscription'])
    },
  )
})
