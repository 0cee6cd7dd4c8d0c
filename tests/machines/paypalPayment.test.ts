import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { paypalPaymentMachine, type CreatedAnswer } from '../../machines/paypalPayment.ts'
import { done, runEvents, errored } from './runEvents.ts'

/** Starts the machine with a loaded script. `created` answers the pending creation. */
async function begin() {
  const requests: string[] = []
  let answer: ((created: CreatedAnswer) => void) | undefined
  const create = (what: string) => (): Promise<CreatedAnswer> => {
    requests.push(what)
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
    requests,
    created: async (id: string) => {
      answer?.({ kind: 'granted', id })
      await settle()
    },
  }
}

describe('PayPal’s window', () => {
  it('creates product and subscription once if it is closed and opened again', async () => {
    const { actor, requests, created } = await begin()
    actor.send({ type: 'window.open' })
    await created('PROD-1')
    await created('I-1')
    actor.send({ type: 'window.cancelled' })
    expect(actor.getSnapshot().value).toEqual({ resolved: 'cancelled' })
    expect(actor.getSnapshot().context.message).toBe('Subscription has been cancelled')
    actor.send({ type: 'window.open' })
    actor.send({ type: 'window.approved' })
    expect(actor.getSnapshot().output).toEqual({ paymentMethod: { kind: 'paypal', subscriptionId: 'I-1' } })
    expect(requests).toEqual(['product', 'subscription'])
  })

  it('is cancelled once the subscription is created if it was closed before', async () => {
    const { actor, created } = await begin()
    actor.send({ type: 'window.open' })
    actor.send({ type: 'window.cancelled' })
    await created('PROD-1')
    await created('I-1')
    expect(actor.getSnapshot().value).toEqual({ resolved: 'cancelled' })
  })

  it.each(['product', 'subscription'])(
    'waits for approval if it is closed and opened again while the %s is created',
    async (which) => {
      const { actor, requests, created } = await begin()
      actor.send({ type: 'window.open' })
      if (which === 'subscription') await created('PROD-1')
      actor.send({ type: 'window.cancelled' })
      actor.send({ type: 'window.open' })
      if (which === 'product') await created('PROD-1')
      await created('I-1')
      expect(actor.getSnapshot().value).toBe('awaitingApproval')
      expect(requests).toEqual(['product', 'subscription'])
    },
  )
})

const runPaypal = (...events: Parameters<typeof runEvents>[2][]) =>
  runEvents(paypalPaymentMachine, { planId: 102, title: 'Monthly', refusal: undefined }, ...events)
const opened = { type: 'window.open' }
const approved = { type: 'window.approved' }
const cancelled = { type: 'window.cancelled' }
const failed = { type: 'window.failed' }
const retry = { type: 'script.retry' }
const everything = [opened, approved, cancelled, failed, retry]
const loaded = done('loadScript')
const product = done('createProduct', { kind: 'granted', id: 'PROD-1' })
const subscription = done('createSubscription', { kind: 'granted', id: 'I-1' })
const untouched = { planId: 102, title: 'Monthly', productId: '', subscriptionId: '', isClosed: false, message: '' }
const scriptRequest = ['loadScript', undefined]
const productRequest = ['createProduct', { planId: 102, title: 'Monthly' }]
const subscriptionRequest = ['createSubscription', { planId: 102, productId: 'PROD-1' }]
const fallback = 'Something went wrong in creating new subscription'

describe('PayPal', () => {
  it('loads its script first and creates nothing before its button is pressed', () => {
    const pending = runPaypal()
    expect(pending.value).toBe('pending')
    expect(pending.invocations).toEqual([scriptRequest])
    expect(pending.tags).toEqual(['busy'])
    expect(pending.context).toEqual(untouched)
    expect(pending.can(...everything)).toEqual([])
    const idle = runPaypal(loaded)
    expect(idle.value).toEqual({ resolved: 'idle' })
    expect(idle.invocations).toEqual([scriptRequest])
    expect(idle.tags).toEqual([])
    expect(idle.context).toEqual(untouched)
    expect(idle.can(...everything)).toEqual(['window.open'])
  })

  it('can be loaded again after a failure', () => {
    const rejected = runPaypal(errored('loadScript'))
    expect(rejected.value).toBe('rejected')
    expect(rejected.tags).toEqual([])
    expect(rejected.can(...everything)).toEqual(['script.retry'])
    const again = runPaypal(errored('loadScript'), retry)
    expect(again.value).toBe('pending')
    expect(again.invocations).toEqual([scriptRequest, scriptRequest])
  })

  it('shows why the last capture was refused until the window opens again', () => {
    const input = { planId: 102, title: 'Monthly', refusal: 'PayPal declined the payment.' }
    const { value, context } = runEvents(paypalPaymentMachine, input, loaded)
    expect(value).toEqual({ resolved: 'failed' })
    expect(context).toEqual({ ...untouched, message: 'PayPal declined the payment.' })
    expect(runEvents(paypalPaymentMachine, input, loaded, opened).context).toEqual(untouched)
  })

  it('creates the product of the plan, then a subscription to it, and waits for approval', () => {
    const first = runPaypal(loaded, opened)
    expect(first.value).toBe('creatingProduct')
    expect(first.invocations).toEqual([scriptRequest, productRequest])
    expect(first.tags).toEqual(['busy'])
    expect(first.can(...everything)).toEqual(['window.open', 'window.cancelled'])
    const second = runPaypal(loaded, opened, product)
    expect(second.value).toBe('creatingSubscription')
    expect(second.invocations).toEqual([scriptRequest, productRequest, subscriptionRequest])
    expect(second.tags).toEqual(['busy'])
    expect(second.can(...everything)).toEqual(['window.open', 'window.cancelled'])
    const third = runPaypal(loaded, opened, product, subscription)
    expect(third.value).toBe('awaitingApproval')
    expect(third.invocations).toHaveLength(3)
    expect(third.tags).toEqual([])
    expect(third.context).toEqual({ ...untouched, productId: 'PROD-1', subscriptionId: 'I-1' })
    expect(third.can(...everything)).toEqual(['window.approved', 'window.cancelled', 'window.failed'])
  })

  it('ends with the approved subscription as the payment method', () => {
    const { value, output } = runPaypal(loaded, opened, product, subscription, approved)
    expect(value).toBe('approved')
    expect(output).toEqual({ paymentMethod: { kind: 'paypal', subscriptionId: 'I-1' } })
  })

  it('shows a failure and opens again with the created subscription', () => {
    const broken = runPaypal(loaded, opened, product, subscription, failed)
    expect(broken.value).toEqual({ resolved: 'failed' })
    expect(broken.context).toMatchObject({ message: fallback, subscriptionId: 'I-1' })
    expect(broken.can(...everything)).toEqual(['window.open'])
    const again = runPaypal(loaded, opened, product, subscription, failed, opened)
    expect(again.value).toBe('awaitingApproval')
    expect(again.context).toMatchObject({ message: '', isClosed: false })
    expect(again.invocations).toHaveLength(3)
  })

  it('clears the message of a closed window when it opens again', () => {
    const closed = runPaypal(loaded, opened, product, subscription, cancelled)
    expect(closed.value).toEqual({ resolved: 'cancelled' })
    expect(closed.context).toMatchObject({ message: 'Subscription has been cancelled' })
    expect(closed.can(...everything)).toEqual(['window.open'])
    expect(runPaypal(loaded, opened, product, subscription, cancelled, opened).context).toMatchObject({ message: '' })
  })

  it('is cancelled if it is closed during a creation, and opens again with the result', () => {
    expect(runPaypal(loaded, opened, cancelled).context).toEqual({ ...untouched, isClosed: true })
    const { value, context } = runPaypal(loaded, opened, product, cancelled, subscription)
    expect(value).toEqual({ resolved: 'cancelled' })
    expect(context).toMatchObject({ message: 'Subscription has been cancelled', isClosed: true })
    const again = runPaypal(loaded, opened, product, cancelled, subscription, opened)
    expect(again.value).toBe('awaitingApproval')
    expect(again.context).toMatchObject({ message: '', isClosed: false })
  })

  const refusals = (id: string): [string, Parameters<typeof runEvents>[2]][] => [
    ['PayPal does not answer.', done(id, { kind: 'refused', message: 'PayPal does not answer.' })],
    [fallback, done(id, { kind: 'refused', message: '' })],
    ['Service unavailable.', errored(id, { serverText: 'Service unavailable.' })],
    ['503', errored(id, { serverText: 503 })],
    [fallback, errored(id)],
    [fallback, errored(id, 'cut')],
    [fallback, errored(id, null)],
  ]

  it.each(refusals('createProduct'))('shows ‘%s’ without a product and creates it again', (message, refusal) => {
    const without = runPaypal(loaded, opened, refusal)
    expect(without.value).toEqual({ resolved: 'failed' })
    expect(without.context).toEqual({ ...untouched, message })
    expect(without.tags).toEqual([])
    const again = runPaypal(loaded, opened, refusal, opened)
    expect(again.value).toBe('creatingProduct')
    expect(again.context).toEqual(untouched)
    expect(again.invocations).toEqual([scriptRequest, productRequest, productRequest])
  })

  it.each(refusals('createSubscription'))(
    'shows ‘%s’ without a subscription and creates it again for the same product',
    (message, refusal) => {
      const without = runPaypal(loaded, opened, product, refusal)
      expect(without.value).toEqual({ resolved: 'failed' })
      expect(without.context).toEqual({ ...untouched, productId: 'PROD-1', message })
      expect(without.tags).toEqual([])
      const again = runPaypal(loaded, opened, product, refusal, opened)
      expect(again.value).toBe('creatingSubscription')
      expect(again.context).toEqual({ ...untouched, productId: 'PROD-1' })
      expect(again.invocations).toEqual([scriptRequest, productRequest, subscriptionRequest, subscriptionRequest])
    },
  )
})
