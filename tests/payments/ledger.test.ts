/**
 * The second proof about money: the real client code, with its real machines and actors, is run by chance against the
 * real sandbox, with the faults of the host and the moves of a person, and judged by the ledger and the records alone.
 * Each promise is also broken on purpose once, so that it is known to be seen.
 *
 * Taken for granted, as in the model check: the host comes to an end with a call before the person gives the attempt
 * up, however long that takes. `npm test` takes 1,000 runs of a known seed, so that it says the same of the same code;
 * `npm run money` looks further, with a seed of its own (`MONEY_RUNS`, `MONEY_SEED`).
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign } from 'xstate'
import { product, type Choice, type Product, type Promise_ } from './customer.ts'
import { anyRun, finds, prove, take, type Run, type Step } from './moneyRuns.ts'
import { openRealHost, type RealHost } from './realHost.ts'
import { rewritten, type Config } from './rewritten.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Printed by `npm test` whether the test passes or fails. */
    figures?: string[]
  }
}

const runs = Number(process.env['MONEY_RUNS'] ?? 1_000)
const seed = Number(process.env['MONEY_SEED'] ?? 7)
const long = { timeout: Math.max(600_000, runs * 600) }

let host: RealHost
beforeAll(async () => {
  host = await openRealHost()
})
afterAll(() => host.end())

describe('the real client at the real sandbox', () => {
  it('keeps every promise about money on random runs', long, async ({ task }) => {
    const began = performance.now()
    const { failure, runs: done, seen } = await prove(host, { runs, seed })
    const perSecond = (done / ((performance.now() - began) / 1_000)).toFixed(1)
    const figure = `${done} runs of the client against the sandbox, seed ${seed}, ${perSecond} a second`
    task.meta.figures = [figure]
    console.info(figure, seen)
    if (failure !== undefined) throw new Error(failure)
    expect(done).toBe(runs)
    // Runs that never pay, end or are cut prove nothing.
    if (runs < 1_000) return
    for (const call of [
      'create-subscription',
      'pay-from-save-card',
      'capture-paypal-subscription',
      'cancel-subscription',
    ])
      expect(seen[`${call} 200`]).toBeGreaterThan(0)
    expect(seen['create-subscription the line is cut']).toBeGreaterThan(0)
  })

  // This seed once found a page that believed the no to a second try, while the first was being paid.
  it('knows that a no to the second try says nothing of the first', long, async () => {
    const { failure } = await prove(host, { runs: 100, seed: 20261121 })
    expect(failure).toBeUndefined()
  })
})

const step = (what: Step['what'], more: Partial<Step> = {}): Step => ({
  tab: 0,
  what,
  faults: [],
  isRushed: false,
  wait: 0,
  ...more,
})
const pays = (choice: Choice, more: Partial<Step> = {}): Step =>
  step({ move: 'pay', choice, presses: 1, bank: 'complete' }, more)
const only = (who: Run['who'], ...steps: Step[]): fc.Arbitrary<Run> => fc.constant({ who, plan: 103, steps })

type Planted = { mistake: string; promise: Promise_; made: Partial<Product>; drawn?: fc.Arbitrary<Run> }

const planted: Planted[] = [
  {
    mistake: 'the page names other gateways than the host',
    promise: 'never two live subscriptions of the card gateway and PayPal',
    made: { gateways: { card: 'another', paypal: 'others' } },
  },
  {
    mistake: 'a reload forgets the attempt',
    promise: 'never two live subscriptions of the card gateway and PayPal',
    made: { isShared: false },
    drawn: only(
      'guest',
      pays({ kind: 'newCard', number: '4242424242424242' }, { faults: [{ at: 'pay', fault: 'delay', ms: 31_000 }] }),
      step({ move: 'reload' }),
      pays({ kind: 'newCard', number: '5555555555554444' }, { wait: 45_000 }),
    ),
  },
  {
    mistake: 'each tab pays for itself',
    promise: 'never two live subscriptions of the card gateway and PayPal',
    made: { isLocked: false, isShared: false },
    drawn: only(
      'guest',
      step({ move: 'look' }, { tab: 1 }),
      pays(
        { kind: 'newCard', number: '4242424242424242' },
        { faults: [{ at: 'pay', fault: 'delay', ms: 31_000 }], wait: 500 },
      ),
      pays({ kind: 'newCard', number: '5555555555554444' }, { tab: 1, wait: 45_000 }),
    ),
  },
  {
    mistake: 'an unanswered payment is tried again under a key that the host does not know again',
    promise: 'at most one effective charge for one confirmation',
    made: { keyOf: () => crypto.randomUUID() },
    drawn: only(
      'guest',
      pays(
        { kind: 'newCard', number: '4242424242424242' },
        { faults: [{ at: 'pay', fault: 'delay', ms: 40_000 }], wait: 500 },
      ),
      step({ move: 'reload' }, { wait: 12_000 }),
      step({ move: 'look' }, { wait: 12_000 }),
      step({ move: 'try again', presses: 1, bank: 'complete' }),
    ),
  },
  {
    mistake: 'a no is believed although the same call was sent before and never answered',
    promise: 'at most one effective charge for one confirmation',
    made: {
      payment: product.payment.provide({ actions: { rememberRefusal: assign({ kind: 'refused', message: 'No' }) } }),
    },
    drawn: only(
      'member',
      pays(
        { kind: 'newCard', number: '4242424242424242' },
        { faults: [{ at: 'pay', fault: 'delay', ms: 70_000 }], wait: 500 },
      ),
      step({ move: 'reload' }, { wait: 12_000 }),
      step({ move: 'look' }, { wait: 12_000 }),
      step(
        { move: 'try again', presses: 1, bank: 'complete' },
        { faults: [{ at: 'pay', fault: 'status-429', ms: 0 }] },
      ),
      step({ move: 'try again', presses: 1, bank: 'complete' }, { wait: 70_000 }),
    ),
  },
  {
    mistake: 'PayPal’s window counts as approved as soon as it is open',
    promise: 'no cancellation before the new means stands',
    made: {
      paypalPayment: rewritten(product.paypalPayment, 'states/awaitingApproval/always', () => ({ target: 'approved' })),
    },
  },
  {
    mistake: 'whatever the cancellation was answered, it is paid',
    promise: 'nothing captured when the cancel failed',
    made: { payment: product.payment.provide({ guards: { wasEnded: () => true } }) },
  },
  {
    mistake: 'trying again begins with the cancellation',
    promise: 'trying again after cancelled, not paid sends no cancel',
    made: { planChange: rewritten(product.planChange, 'states/cancelledNotPaid/entry', () => []) },
  },
  {
    mistake: 'a payment that nobody answered is sent again',
    promise: 'no money call is repeated by itself',
    made: {
      payment: rewritten(product.payment, 'states/charging/invoke', (was) => ({
        ...(was as Config),
        onError: { target: 'charging', reenter: true },
      })),
    },
  },
  {
    mistake: 'a payment that nobody answered is called not paid',
    promise: 'the words agree with the ledger',
    made: { planChange: rewritten(product.planChange, 'states/reconciling/always', () => ({ target: 'notPaid' })) },
  },
  {
    mistake: 'the card’s number stands for its id',
    promise: 'what is remembered holds ids and keys only',
    made: { tokenOf: (_, number) => number },
  },
  {
    mistake: 'an unclear payment is left to itself',
    promise: 'no state without a way on',
    made: { planChange: rewritten(product.planChange, 'states/unclear/on', () => ({})) },
    drawn: only(
      'guest',
      pays(
        { kind: 'newCard', number: '4242424242424242' },
        { faults: [{ at: 'pay', fault: 'delay', ms: 40_000 }], wait: 500 },
      ),
      step(
        { move: 'look' },
        { faults: Array.from({ length: 5 }, () => ({ at: 'member', fault: 'html', ms: 0 })), wait: 70_000 },
      ),
    ),
  },
]

describe('a promise that is broken on purpose is seen', () => {
  it.each(planted)('$mistake', long, async ({ promise, made, drawn = anyRun }) => {
    const found = await finds(host, promise, { made: { ...product, ...made }, drawn, runs: 400, seed: 5 })
    expect(found, 'nobody saw it').toBeDefined()
  })

  it('and the same runs keep it when nothing is broken', long, async () => {
    for (const { drawn } of planted) {
      for (const run of drawn ? fc.sample(drawn, 1) : []) expect([...(await take(host, run)).broken]).toEqual([])
    }
  })
})
