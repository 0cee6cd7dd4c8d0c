/** Random runs of the real client against the real sandbox, checked against the ledger. A failing run is shrunk. */
import fc from 'fast-check'
import {
  createCustomer,
  unchangedClient,
  type BankOutcome,
  type PaymentChoice,
  type ClientVariant,
  type Invariant,
} from './customer.ts'
import { type Login, type SandboxHost } from './sandboxHost.ts'

const paymentPath = '/wp-json/payment/v1'
const calls = {
  pay: ['create-subscription', 'pay-from-save-card', 'capture-paypal-subscription'],
  cancel: ['cancel-subscription', 'cancel-paypal-subscription'],
  cards: ['user-stripe-all-cards'],
  paypal: ['create-paypal-product', 'create-subscription-paypal'],
} as const
type FaultTarget = keyof typeof calls | 'member' | 'plan'

const callsOf = (target: FaultTarget): string[] => {
  if (target === 'member') return ['GET /wp-json/mp/v1/members/{id}']
  if (target === 'plan') return ['GET /wp-json/mp/v1/memberships/{id}']
  return calls[target].map((name) => `POST ${paymentPath}/${name}`)
}

export type Fault = { at: FaultTarget; fault: string; ms: number }
type UserAction =
  | { move: 'pay'; choice: PaymentChoice; presses: number; bank: BankOutcome }
  | { move: 'cancel plan'; presses: number }
  | { move: 'try again'; presses: number; bank: BankOutcome }
  | { move: 'check again' | 'give up' | 'reload' | 'close' | 'open' }
export type Step = { tab: number; what: UserAction; faults: Fault[]; isRushed: boolean; wait: number }
export type Run = { who: Login; plan: number; steps: Step[] }

const cardNumbers = [
  '4242424242424242',
  '5555555555554444',
  '4000000000000002',
  '4000000000009995',
  '4000000000000341',
  '4000002500003155',
  '4000002760003184',
  '4000008260003178',
] as const

const choice: fc.Arbitrary<PaymentChoice> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'savedCard' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('newCard' as const), number: fc.constantFrom(...cardNumbers) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('paypal' as const),
      isApproved: fc.constantFrom(true, true, true, false),
    }),
  },
)
const bank = fc.constantFrom<BankOutcome>('complete', 'complete', 'fail', 'close', 'lost', 'lost after')
const presses = fc.constantFrom(1, 1, 2)
const pay = fc.record({ move: fc.constant('pay' as const), choice, presses, bank })
const move: fc.Arbitrary<UserAction> = fc.oneof(
  { weight: 4, arbitrary: pay },
  { weight: 2, arbitrary: fc.record({ move: fc.constant('cancel plan' as const), presses }) },
  { weight: 5, arbitrary: fc.record({ move: fc.constant('try again' as const), presses, bank }) },
  {
    weight: 6,
    arbitrary: fc.record({
      move: fc.constantFrom('check again', 'give up', 'reload', 'reload', 'close', 'open'),
    }),
  },
)

const firstMove: fc.Arbitrary<UserAction> = fc.oneof(
  { weight: 4, arbitrary: pay },
  { weight: 1, arbitrary: fc.record({ move: fc.constant('cancel plan' as const), presses }) },
)

/** Delays below and above the client's timeout of 30 s, and above the timeout of the reconciliation. */
const fault: fc.Arbitrary<Fault> = fc.record({
  at: fc.constantFrom<FaultTarget>(
    'pay',
    'pay',
    'pay',
    'cancel',
    'cancel',
    'member',
    'member',
    'cards',
    'paypal',
    'plan',
  ),
  fault: fc.constantFrom(
    ...['delay', 'delay', 'cut-before', 'cut-after', 'cut-after', 'status-500', 'html', 'broken-json'],
    ...['empty', 'refuse', 'status-401', 'status-429'],
  ),
  ms: fc.constantFrom(4_000, 29_000, 31_000, 40_000, 70_000),
})
const faults = fc.array(fault, { maxLength: 3 })
const wait = fc.constantFrom(0, 0, 500, 3_000, 12_000, 45_000, 70_000)
const step = (moves: fc.Arbitrary<UserAction>): fc.Arbitrary<Step> =>
  fc.record({
    tab: fc.constantFrom(0, 0, 0, 1),
    what: moves,
    faults,
    isRushed: fc.constantFrom(false, false, false, true),
    wait,
  })

/** Any customer, plan, steps and faults. The first step is a payment or a cancellation. */
export const anyRun: fc.Arbitrary<Run> = fc.record({
  who: fc.constantFrom<Login>('member', 'member', 'paypal-member', 'manual-member', 'guest', 'lapsed'),
  plan: fc.constantFrom(101, 102, 103, 104),
  steps: fc
    .tuple(step(firstMove), fc.array(step(move), { maxLength: 5 }))
    .map(([first, more]) => [{ ...first, tab: 0 }, ...more]),
})

export type RunResult = { trace: string[]; violations: Map<Invariant, string>; ended: string }

export async function executeRun(
  host: SandboxHost,
  run: Run,
  variant: ClientVariant = unchangedClient,
): Promise<RunResult> {
  const customer = createCustomer(host, run.who, run.plan, variant)
  const { moves } = customer
  await customer.begin()
  let areFaultsSet = false
  for (const { tab: tabIndex, what: one, faults: stepFaults, isRushed, wait: ms } of run.steps) {
    const faultsToSet = stepFaults.flatMap(({ at, fault: kind, ms: delay }) =>
      callsOf(at).map((call) => ({ call, fault: kind, ...(kind === 'delay' && { ms: delay }) })),
    )
    if (faultsToSet.length > 0 || areFaultsSet) await customer.setFaults(faultsToSet, areFaultsSet)
    areFaultsSet = faultsToSet.length > 0
    if (one.move === 'reload' || one.move === 'close') moves.close(tabIndex)
    if (one.move === 'pay' && customer.profiles[tabIndex]) moves.close(tabIndex)
    const profile = customer.profiles[tabIndex]
    if (one.move !== 'close' && one.move !== 'cancel plan' && !profile) moves.open(tabIndex)
    if (!isRushed) await customer.settle()
    const tab = customer.tabs[tabIndex]
    if (one.move === 'cancel plan') await moves.cancelPlan(tabIndex, one.presses)
    if (profile && one.move === 'try again') moves.answerOnProfile(profile, 'tryAgain')
    if (profile && one.move === 'check again') moves.checkAgainOnProfile(profile)
    if (profile && one.move === 'give up') {
      await customer.waitForHost()
      moves.answerOnProfile(profile, 'giveUp')
    }
    if ('bank' in one) customer.setBankOutcome(one.bank)
    if (tab && one.move === 'pay') await moves.pay(tab, one.choice, one.presses)
    if (tab && one.move === 'try again') moves.tryAgain(tab, one.presses)
    if (tab && one.move === 'check again') moves.checkAgain(tab)
    if (tab && one.move === 'give up') await moves.giveUp(tab)
    if (!isRushed) await customer.settle()
    if (ms > 0) await customer.wait(ms)
  }
  const ended = customer.valueOf(customer.tabs[0])
  await customer.end()
  return { trace: customer.trace, violations: customer.violations, ended }
}

export type CheckResult = { runs: number; seed: number; failure: string | undefined; counts: Record<string, number> }

/** Executes random runs. `failure` contains the smallest trace that violates an invariant, and how to reproduce it. */
export async function checkRandomRuns(
  host: SandboxHost,
  {
    runs,
    seed,
    variant = unchangedClient,
    arbitrary = anyRun,
  }: { runs: number; seed: number; variant?: ClientVariant; arbitrary?: fc.Arbitrary<Run> },
): Promise<CheckResult> {
  const counts: Record<string, number> = {}
  const property = fc.asyncProperty(arbitrary, async (run) => {
    const { trace, violations, ended } = await executeRun(host, run, variant)
    for (const line of trace) {
      const [, call, outcome] = /^ {2}([a-z-]+) \(\d\d\): (connection lost|\d+)/.exec(line) ?? []
      const [, state] = /^[a-z ]+: shows ‘(.+)’$/.exec(line) ?? []
      if (state) counts[`profile ${state}`] = (counts[`profile ${state}`] ?? 0) + 1
      if (call) counts[`${call} ${outcome}`] = (counts[`${call} ${outcome}`] ?? 0) + 1
    }
    counts[`ended ${ended}`] = (counts[`ended ${ended}`] ?? 0) + 1
    if (violations.size > 0)
      throw new Error([...violations].map(([invariant, why]) => `${invariant}: ${why}`).join('\n'))
  })
  const report = await fc.check(property, { numRuns: runs, seed })
  if (!report.failed) return { runs: report.numRuns, seed, failure: undefined, counts }
  const [smallest] = report.counterexample ?? []
  const smallestResult = smallest ? await executeRun(host, smallest, variant) : undefined
  const failure = [
    ...[...(smallestResult?.violations ?? [])].map(([invariant, why]) => `Violated: ${invariant} (${why})`),
    `Seed ${seed}, path ${report.counterexamplePath ?? ''}, after ${report.numRuns} runs: npm run payments:random -- --seed ${seed}`,
    ...(smallestResult?.trace ?? [String(report.errorInstance)]),
  ].join('\n')
  return { runs: report.numRuns, seed, failure, counts }
}

/** Returns the first random run that violates the invariant, or undefined after `runs` runs. */
export async function findViolation(
  host: SandboxHost,
  invariant: Invariant,
  {
    variant,
    arbitrary = anyRun,
    runs,
    seed,
  }: { variant: ClientVariant; arbitrary?: fc.Arbitrary<Run>; runs: number; seed: number },
): Promise<{ after: number; trace: string[] } | undefined> {
  let after = 0
  for (const run of fc.sample(arbitrary, { numRuns: runs, seed })) {
    after += 1
    const { violations, trace } = await executeRun(host, run, variant)
    if (violations.has(invariant)) return { after, trace }
  }
  return undefined
}
