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
import { unchangedClient, type PaymentChoice, type ClientVariant, type Invariant } from './customer.ts'
import { anyRun, findViolation, checkRandomRuns, executeRun, type Run, type Step } from './randomRuns.ts'
import { createSandboxHost, type SandboxHost } from './sandboxHost.ts'
import { rewriteMachine, type Config } from './rewriteMachine.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Printed by `npm test` whether the test passes or fails. */
    figures?: string[]
  }
}

const runs = Number(process.env['MONEY_RUNS'] ?? 1_000)
const seed = Number(process.env['MONEY_SEED'] ?? 7)
const longTimeout = { timeout: Math.max(600_000, runs * 600) }

let host: SandboxHost
beforeAll(async () => {
  host = await createSandboxHost()
})
afterAll(() => host.close())

describe('the real client at the real sandbox', () => {
  it('keeps every promise about money on random runs', longTimeout, async ({ task }) => {
    const began = performance.now()
    const { failure, runs: done, counts: seen } = await checkRandomRuns(host, { runs, seed })
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
  it('knows that a no to the second try says nothing of the first', longTimeout, async () => {
    const { failure } = await checkRandomRuns(host, { runs: 100, seed: 20261121 })
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
const payStep = (choice: PaymentChoice, more: Partial<Step> = {}): Step =>
  step({ move: 'pay', choice, presses: 1, bank: 'complete' }, more)
const exactRun = (who: Run['who'], ...steps: Step[]): fc.Arbitrary<Run> => fc.constant({ who, plan: 103, steps })

type SeededFault = {
  mistake: string
  invariant: Invariant
  changes: Partial<ClientVariant>
  arbitrary?: fc.Arbitrary<Run>
}

const seededFaults: SeededFault[] = [
  {
    mistake: 'the page names other gateways than the host',
    invariant: 'never two live subscriptions of the card gateway and PayPal',
    changes: { gateways: { card: 'another', paypal: 'others' } },
  },
  {
    mistake: 'a reload forgets the attempt',
    invariant: 'never two live subscriptions of the card gateway and PayPal',
    changes: { isStorageShared: false },
    arbitrary: exactRun(
      'guest',
      payStep({ kind: 'newCard', number: '4242424242424242' }, { faults: [{ at: 'pay', fault: 'delay', ms: 31_000 }] }),
      step({ move: 'reload' }),
      payStep({ kind: 'newCard', number: '5555555555554444' }, { wait: 45_000 }),
    ),
  },
  {
    mistake: 'each tab pays for itself',
    invariant: 'never two live subscriptions of the card gateway and PayPal',
    changes: { isLocked: false, isStorageShared: false },
    arbitrary: exactRun(
      'guest',
      step({ move: 'look' }, { tab: 1 }),
      payStep(
        { kind: 'newCard', number: '4242424242424242' },
        { faults: [{ at: 'pay', fault: 'delay', ms: 31_000 }], wait: 500 },
      ),
      payStep({ kind: 'newCard', number: '5555555555554444' }, { tab: 1, wait: 45_000 }),
    ),
  },
  {
    mistake: 'an unanswered payment is tried again under a key that the host does not know again',
    invariant: 'at most one effective charge for one confirmation',
    changes: { idempotencyKeyOf: () => crypto.randomUUID() },
    arbitrary: exactRun(
      'guest',
      payStep(
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
    invariant: 'at most one effective charge for one confirmation',
    changes: {
      payment: unchangedClient.payment.provide({
        actions: { setRefusal: assign({ kind: 'refused', message: 'No' }) },
      }),
    },
    arbitrary: exactRun(
      'member',
      payStep(
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
    invariant: 'no cancellation before the new means stands',
    changes: {
      paypalPayment: rewriteMachine(unchangedClient.paypalPayment, 'states/awaitingApproval/always', () => ({
        target: 'approved',
      })),
    },
  },
  {
    mistake: 'whatever the cancellation was answered, it is paid',
    invariant: 'nothing captured when the cancel failed',
    changes: { payment: unchangedClient.payment.provide({ guards: { wasEnded: () => true } }) },
  },
  {
    mistake: 'trying again begins with the cancellation',
    invariant: 'trying again after cancelled, not paid sends no cancel',
    changes: {
      planChange: rewriteMachine(unchangedClient.planChange, 'states/cancelledNotPaid/on', () => ({
        'payment.retry': 'cancelThenPay',
      })),
    },
  },
  {
    mistake: 'a payment that nobody answered is sent again',
    invariant: 'no money call is repeated by itself',
    changes: {
      payment: rewriteMachine(unchangedClient.payment, 'states/charging/invoke', (was) => ({
        ...(was as Config),
        onError: { target: 'charging', reenter: true },
      })),
    },
  },
  {
    mistake: 'a payment that nobody answered is called not paid',
    invariant: 'the words agree with the ledger',
    changes: {
      planChange: rewriteMachine(unchangedClient.planChange, 'states/awaitingPayment/always', () => ({
        target: 'notPaid',
      })),
    },
  },
  {
    mistake: 'the card’s number stands for its id',
    invariant: 'what is remembered holds ids and keys only',
    changes: { paymentMethodIdOf: (_, number) => number },
  },
  {
    mistake: 'an unclear payment is left to itself',
    invariant: 'no state without a way on',
    changes: { planChange: rewriteMachine(unchangedClient.planChange, 'states/outcomeUnknown/on', () => ({})) },
    arbitrary: exactRun(
      'guest',
      payStep(
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
  it.each(seededFaults)(
    '$mistake',
    longTimeout,
    async ({ invariant: promise, changes: made, arbitrary: drawn = anyRun }) => {
      const found = await findViolation(host, promise, {
        made: { ...unchangedClient, ...made },
        drawn,
        runs: 400,
        seed: 5,
      })
      expect(found, 'nobody saw it').toBeDefined()
    },
  )

  it('and the same runs keep it when nothing is broken', longTimeout, async () => {
    for (const { arbitrary: drawn } of seededFaults) {
      for (const run of drawn ? fc.sample(drawn, 1) : [])
        expect([...(await executeRun(host, run)).violations]).toEqual([])
    }
  })
})
