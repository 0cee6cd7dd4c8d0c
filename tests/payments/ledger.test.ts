/**
 * Property-based test of the payment invariants: random user actions and host faults run the real client, with its
 * machines and actors, against the real sandbox. The ledger and the member records decide whether an invariant holds.
 * Seeded faults verify that each violation is detected.
 *
 * Assumption, as in the model check: the host finishes every call before the user gives up the attempt, no matter how
 * long that takes. `npm test` executes 300 runs and `npm run test:full` 500, with a fixed seed, so that the result is
 * reproducible. `npm run payments:random` executes more runs with a random seed (`PAYMENT_RUNS`, `PAYMENT_SEED`).
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign } from 'xstate'
import { unchangedClient, type PaymentChoice, type ClientVariant, type Invariant } from './customer.ts'
import { anyRun, findViolation, checkRandomRuns, executeRun, type Fault, type Run, type Step } from './randomRuns.ts'
import { createSandboxHost, type SandboxHost } from './sandboxHost.ts'
import { rewriteMachine, type Config } from './rewriteMachine.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Printed by `npm test` whether the test passes or fails. */
    figures?: string[]
  }
}

const runs = Number(process.env['PAYMENT_RUNS'] ?? 300)
const seed = Number(process.env['PAYMENT_SEED'] ?? 7)
const longTimeoutOf = (requirement: string) => ({ ...longTimeout, tags: requirement })
const longTimeout = { timeout: Math.max(600_000, runs * 600) }

let host: SandboxHost
beforeAll(async () => {
  host = await createSandboxHost()
})
afterAll(() => host.close())

describe('the real client against the real sandbox', () => {
  it('satisfies every payment invariant on random runs', longTimeout, async ({ task }) => {
    const startedAt = performance.now()
    const { failure, runs: done, counts } = await checkRandomRuns(host, { runs, seed })
    const perSecond = (done / ((performance.now() - startedAt) / 1_000)).toFixed(1)
    const figure = `${done} runs of the client against the sandbox, seed ${seed}, ${perSecond} a second`
    task.meta.figures = [figure]
    console.info(figure, counts)
    if (failure !== undefined) throw new Error(failure)
    expect(done).toBe(runs)
    // The runs must contain payments, cancellations and failed connections.
    if (runs < 300) return
    for (const call of [
      'create-subscription',
      'pay-from-save-card',
      'capture-paypal-subscription',
      'cancel-subscription',
      'cancel-paypal-subscription',
    ])
      expect(counts[`${call} 200`]).toBeGreaterThan(0)
    for (const state of ['canceled', 'notCanceled']) expect(counts[`profile ${state}`]).toBeGreaterThan(0)
    expect(counts['create-subscription connection lost']).toBeGreaterThan(0)
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
/** Pays with a new card; the response takes `ms`. */
const payLate = (ms: number, wait: number): Step =>
  payStep({ kind: 'newCard', number: '4242424242424242' }, { faults: [{ at: 'pay', fault: 'delay', ms }], wait })
const tryAgain = (more?: Partial<Step>): Step => step({ move: 'try again', presses: 1, bank: 'complete' }, more)
const exactRun = (who: Run['who'], ...steps: Step[]): fc.Arbitrary<Run> => fc.constant({ who, plan: 103, steps })

const cancelStep = (fault: Fault['fault'], wait: number): Step =>
  step({ move: 'cancel plan', presses: 1 }, { faults: [{ at: 'cancel', fault, ms: 0 }], wait })

describe('a cancellation whose connection is cut', () => {
  const runOf = async (who: Run['who'], ...steps: Step[]) => {
    const { trace, violations } = await executeRun(host, { who, plan: 103, steps })
    expect([...violations]).toEqual([])
    return {
      shown: trace.flatMap((line) => /^the first tab: shows ‘(.+)’$/.exec(line)?.[1] ?? []),
      calls: trace.flatMap(
        (line) => /^ {2}(cancel-[a-z-]+ \(..\)): (connection lost|200)/.exec(line)?.slice(1, 3).join(' ') ?? [],
      ),
      ledger: trace.flatMap((line) => /^ledger: (\w+ \w+)/.exec(line)?.[1] ?? []),
    }
  }

  it.each([
    ['member', 'cancel stripe'],
    ['paypal-member', 'cancel paypal'],
  ] as const)(
    'before it took effect is reported as not canceled, and takes effect once on the next try: %s',
    longTimeoutOf('cancel.notCanceled'),
    async (who, effect) => {
      const { shown, calls, ledger } = await runOf(who, cancelStep('cut-before', 45_000), tryAgain())
      expect(shown).toEqual(['notCanceled', 'canceled'])
      expect(ledger).toEqual([effect])
      const [first = '', second = ''] = calls
      expect(calls).toHaveLength(2)
      expect(first).toMatch(/connection lost$/)
      expect(second, 'the key of the first call').toBe(first.replace('connection lost', '200'))
    },
  )

  it(
    'before it took effect cancels nothing if the member keeps the plan',
    longTimeoutOf('cancel.notCanceled'),
    async () => {
      const { shown, calls, ledger } = await runOf(
        'member',
        cancelStep('cut-before', 45_000),
        step({ move: 'give up' }),
      )
      expect([shown, calls.length, ledger]).toEqual([['notCanceled'], 1, []])
    },
  )

  it.each([
    ['member', 'cancel stripe'],
    ['paypal-member', 'cancel paypal'],
  ] as const)(
    'after it took effect is reported as canceled, and is not sent again: %s',
    longTimeoutOf('cancel.reconcile'),
    async (who, effect) => {
      const { shown, calls, ledger } = await runOf(who, cancelStep('cut-after', 12_000))
      expect([shown, calls.length, ledger]).toEqual([['canceled'], 1, [effect]])
    },
  )

  it('is found after a reload, and no payment starts before', longTimeoutOf('cancel.oneAttempt'), async () => {
    const late: Step = step(
      { move: 'cancel plan', presses: 1 },
      { faults: [{ at: 'cancel', fault: 'delay', ms: 40_000 }], wait: 500 },
    )
    const { calls, ledger } = await runOf(
      'member',
      late,
      step({ move: 'reload' }),
      payStep({ kind: 'savedCard' }, { wait: 70_000 }),
    )
    expect(ledger).toEqual(['cancel stripe'])
    expect(calls).toHaveLength(1)
  })
})

type SeededFault = {
  mistake: string
  invariant: Invariant
  changes: Partial<ClientVariant>
  arbitrary?: fc.Arbitrary<Run>
}

const seededFaults: SeededFault[] = [
  {
    mistake: 'the client has other gateway ids than the host',
    invariant: 'at most one live subscription of the card gateway and PayPal',
    changes: { gateways: { card: 'another', paypal: 'others' } },
  },
  {
    mistake: 'a reload discards the attempt',
    invariant: 'at most one live subscription of the card gateway and PayPal',
    changes: { isStorageShared: false },
    arbitrary: exactRun(
      'guest',
      payLate(31_000, 0),
      step({ move: 'reload' }),
      payStep({ kind: 'newCard', number: '5555555555554444' }, { wait: 45_000 }),
    ),
  },
  {
    mistake: 'each tab pays independently',
    invariant: 'at most one live subscription of the card gateway and PayPal',
    changes: { isLocked: false, isStorageShared: false },
    arbitrary: exactRun(
      'guest',
      step({ move: 'open' }, { tab: 1 }),
      payLate(31_000, 500),
      payStep({ kind: 'newCard', number: '5555555555554444' }, { tab: 1, wait: 45_000 }),
    ),
  },
  {
    mistake: 'a retry with an unknown outcome uses another key',
    invariant: 'at most one charge for one confirmation',
    changes: { idempotencyKeyOf: () => crypto.randomUUID() },
    arbitrary: exactRun(
      'guest',
      payLate(40_000, 500),
      step({ move: 'reload' }, { wait: 12_000 }),
      step({ move: 'open' }, { wait: 12_000 }),
      tryAgain(),
    ),
  },
  {
    mistake: 'a refusal counts as final although the outcome of the same earlier call is unknown',
    invariant: 'at most one charge for one confirmation',
    changes: {
      payment: unchangedClient.payment.provide({
        actions: { setRefusal: assign({ kind: 'refused', message: 'Refused' }) },
      }),
    },
    arbitrary: exactRun(
      'member',
      payLate(70_000, 500),
      step({ move: 'reload' }, { wait: 12_000 }),
      step({ move: 'open' }, { wait: 12_000 }),
      tryAgain({ faults: [{ at: 'pay', fault: 'status-429', ms: 0 }] }),
      tryAgain({ wait: 70_000 }),
    ),
  },
  {
    mistake: 'PayPal’s window counts as approved as soon as it is open',
    invariant: 'no cancellation before the new payment method is ready',
    changes: {
      paypalPayment: rewriteMachine(unchangedClient.paypalPayment, 'states/awaitingApproval/always', () => ({
        target: 'approved',
      })),
    },
  },
  {
    mistake: 'a refused cancellation is followed by the payment',
    invariant: 'no charge after a failed cancellation',
    changes: { payment: unchangedClient.payment.provide({ guards: { wasCanceled: () => true } }) },
  },
  {
    mistake: 'a retry repeats the cancellation',
    invariant: 'a retry in canceledNotPaid sends no cancellation',
    changes: {
      planChange: rewriteMachine(unchangedClient.planChange, 'states/canceledNotPaid/on', () => ({
        'payment.retry': 'cancelThenPay',
      })),
    },
  },
  {
    mistake: 'a payment without a response is sent again',
    invariant: 'no payment call is repeated without user action',
    changes: {
      payment: rewriteMachine(unchangedClient.payment, 'states/charging/invoke', (was) => ({
        ...(was as Config),
        onError: { target: 'charging', reenter: true },
      })),
    },
  },
  {
    mistake: 'a payment without a response counts as not paid',
    invariant: 'the displayed result agrees with the ledger',
    changes: {
      planChange: rewriteMachine(unchangedClient.planChange, 'states/awaitingPayment/always', () => ({
        target: 'notPaid',
      })),
    },
  },
  {
    mistake: 'the card number replaces the payment method id',
    invariant: 'stored data contains only ids and keys',
    changes: { paymentMethodIdOf: (_, number) => number },
  },
  {
    mistake: 'a payment with an unknown outcome has no exit',
    invariant: 'every state has an exit',
    changes: { planChange: rewriteMachine(unchangedClient.planChange, 'states/outcomeUnknown/on', () => ({})) },
    arbitrary: exactRun(
      'guest',
      payLate(40_000, 500),
      step(
        { move: 'open' },
        { faults: Array.from({ length: 5 }, () => ({ at: 'member', fault: 'html', ms: 0 })), wait: 70_000 },
      ),
    ),
  },
]

describe('seeded faults are detected', () => {
  it.each(seededFaults)('$mistake', longTimeout, async ({ invariant, changes, arbitrary = anyRun }) => {
    const found = await findViolation(host, invariant, {
      variant: { ...unchangedClient, ...changes },
      arbitrary,
      runs: 400,
      seed: 5,
    })
    expect(found, 'no violation found').toBeDefined()
  })

  it('the same runs satisfy every invariant without the faults', longTimeout, async () => {
    for (const { arbitrary } of seededFaults) {
      for (const run of arbitrary ? fc.sample(arbitrary, 1) : [])
        expect([...(await executeRun(host, run)).violations]).toEqual([])
    }
  })
})
