import { describe, it } from 'vitest'
import { paypalPaymentMachine } from '../../machines/paypalPayment.ts'
import { done, errored, expectRun, runEvents } from './runEvents.ts'

const opened = { type: 'window.open' }
const approved = { type: 'window.approved' }
const canceled = { type: 'window.canceled' }
const failed = { type: 'window.failed' }
const retry = { type: 'script.retry' }
const runWith = (refusal: string | undefined, ...events: Parameters<typeof runEvents>[2][]) => {
  const run = runEvents(paypalPaymentMachine, { planId: 102, title: 'Monthly', refusal }, ...events)
  return { ...run, possible: run.can(opened, approved, canceled, failed, retry) }
}
const runPaypal = (...events: Parameters<typeof runEvents>[2][]) => runWith(undefined, ...events)
const loaded = done('loadScript')
const product = done('createProduct', { kind: 'granted', id: 'PROD-1' })
const subscription = done('createSubscription', { kind: 'granted', id: 'I-1' })
const untouched = { planId: 102, title: 'Monthly', productId: '', subscriptionId: '', isClosed: false, message: '' }
const withProduct = { ...untouched, productId: 'PROD-1' }
const withSubscription = { ...withProduct, subscriptionId: 'I-1' }
const scriptRequest = ['loadScript', undefined]
const productRequest = ['createProduct', { planId: 102, title: 'Monthly' }]
const subscriptionRequest = ['createSubscription', { planId: 102, productId: 'PROD-1' }]
const fallback = 'Something went wrong in creating new subscription'
const closedMessage = 'Subscription has been cancelled'

describe('PayPal', () => {
  it('loads its script first and creates nothing before its button is pressed', { tags: 'paypal.script' }, () => {
    const common = { invocations: [scriptRequest], context: untouched }
    expectRun(runPaypal(), { ...common, value: 'pending', tags: ['busy'], possible: [] })
    expectRun(runPaypal(loaded), { ...common, value: { resolved: 'idle' }, tags: [], possible: ['window.open'] })
  })

  it('can be loaded again after a failure', { tags: 'paypal.script' }, () => {
    expectRun(runPaypal(errored('loadScript')), { value: 'rejected', tags: [], possible: ['script.retry'] })
    expectRun(runPaypal(errored('loadScript'), retry), {
      value: 'pending',
      invocations: [scriptRequest, scriptRequest],
    })
  })

  it('shows why the last capture was refused until the window opens again', () => {
    const message = 'PayPal declined the payment.'
    expectRun(runWith(message, loaded), { value: { resolved: 'failed' }, context: { ...untouched, message } })
    expectRun(runWith(message, loaded, opened), { context: untouched })
  })

  it('creates the product of the plan, then a subscription to it, and waits for approval', () => {
    const possible = ['window.open', 'window.canceled']
    expectRun(runPaypal(loaded, opened), {
      value: 'creatingProduct',
      invocations: [scriptRequest, productRequest],
      tags: ['busy'],
      possible,
    })
    const invocations = [scriptRequest, productRequest, subscriptionRequest]
    expectRun(runPaypal(loaded, opened, product), {
      value: 'creatingSubscription',
      invocations,
      tags: ['busy'],
      possible,
    })
    expectRun(runPaypal(loaded, opened, product, subscription), {
      value: 'awaitingApproval',
      invocations,
      tags: [],
      context: withSubscription,
      possible: ['window.approved', 'window.canceled', 'window.failed'],
    })
  })

  it('ends with the approved subscription as the payment method', { tags: 'paypal.approved' }, () => {
    expectRun(runPaypal(loaded, opened, product, subscription, approved), {
      value: 'approved',
      output: { paymentMethod: { kind: 'paypal', subscriptionId: 'I-1' } },
    })
  })

  it.each([
    ['failed', failed, fallback],
    ['canceled', canceled, closedMessage],
  ])(
    'is %s with a message and opens again with the created subscription',
    { tags: ['paypal.canceled', 'paypal.failure', 'paypal.once'] },
    (resolved, event, message) => {
      const created = [loaded, opened, product, subscription]
      const context = { ...withSubscription, message }
      expectRun(runPaypal(...created, event), { value: { resolved }, context, possible: ['window.open'] })
      expectRun(runPaypal(...created, event, opened), {
        value: 'awaitingApproval',
        context: withSubscription,
        invocations: [scriptRequest, productRequest, subscriptionRequest],
      })
    },
  )

  it.each([
    ['product', [canceled, product, subscription]],
    ['subscription', [product, canceled, subscription]],
  ])('is canceled if it is closed while the %s is created, and opens again with the result', (_, events) => {
    expectRun(runPaypal(loaded, opened, canceled), { context: { ...untouched, isClosed: true } })
    expectRun(runPaypal(loaded, opened, ...events), {
      value: { resolved: 'canceled' },
      context: { ...withSubscription, message: closedMessage, isClosed: true },
    })
    expectRun(runPaypal(loaded, opened, ...events, opened), { value: 'awaitingApproval', context: withSubscription })
  })

  it.each([
    ['product', [canceled, opened, product, subscription]],
    ['subscription', [product, canceled, opened, subscription]],
  ])('waits for approval if it is closed and opened again while the %s is created', (_, events) => {
    expectRun(runPaypal(loaded, opened, ...events), {
      value: 'awaitingApproval',
      invocations: [scriptRequest, productRequest, subscriptionRequest],
    })
  })

  const refusals = (id: string): [string, Parameters<typeof runEvents>[2]][] => [
    ['PayPal does not answer.', done(id, { kind: 'refused', message: 'PayPal does not answer.' })],
    [fallback, done(id, { kind: 'refused', message: '' })],
    [fallback, errored(id)],
    [fallback, errored(id, 'cut')],
    [fallback, errored(id, null)],
  ]
  const creations = [
    {
      before: [],
      id: 'createProduct',
      state: 'creatingProduct',
      context: untouched,
      requests: [productRequest, productRequest],
    },
    {
      before: [product],
      id: 'createSubscription',
      state: 'creatingSubscription',
      context: withProduct,
      requests: [productRequest, subscriptionRequest, subscriptionRequest],
    },
  ]
  it.each(
    creations.flatMap((creation) =>
      refusals(creation.id).map((refusal) => [creation.id, creation, ...refusal] as const),
    ),
  )(
    'repeats %s after a refusal (%#)',
    { tags: ['paypal.failure', 'pay.errors'] },
    (_, { before, state, context, requests }, message, refusal) => {
      const events = [loaded, opened, ...before, refusal]
      expectRun(runPaypal(...events), { value: { resolved: 'failed' }, context: { ...context, message }, tags: [] })
      expectRun(runPaypal(...events, opened), { value: state, context, invocations: [scriptRequest, ...requests] })
    },
  )
})
