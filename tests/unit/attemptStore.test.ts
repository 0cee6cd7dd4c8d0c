import { describe, expect, it, vi } from 'vitest'
import { createActor, createMachine, toPromise, type AnyActorLogic } from 'xstate'
import { type Attempt, type PlanChangeRequest } from '../../machines/payment.types.ts'
import { createAttemptStore } from '../../src/actors/attemptStore.ts'
import { FakeLocks, createFakeStorage, type FakeStorage } from '../payments/fakeBrowser.ts'
import { deniedStorage } from './fakeStorage.ts'

const name = 'statecast.attempt'
const request: PlanChangeRequest = {
  planId: 104,
  paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  subscriptionToCancel: { id: 11, providerId: 'sub_11', gateway: 'card' },
  knownSubscriptionIds: [11],
}

const paid = { planId: 104, knownSubscriptionIds: [11] }

const emptyStorage = (): FakeStorage => createFakeStorage(() => undefined)

function setUpAttempts(storage = emptyStorage(), locks = new FakeLocks()) {
  let count = 0
  return {
    fakeStorage: storage,
    locks,
    attempts: createAttemptStore({ storage: () => storage, locks, uuid: () => `key-${++count}` }),
  }
}

/** Runs `holdAttempt` in a machine and records the events that the machine receives. */
function runHoldAttempt(
  attempts: ReturnType<typeof createAttemptStore>,
  member = 2,
  kind: 'payment' | 'cancellation' = 'payment',
) {
  const received: unknown[] = []
  const { holdAttempt }: { holdAttempt: AnyActorLogic } =
    kind === 'payment' ? attempts.createActors(member) : attempts.cancellationActors
  const machine = createMachine({
    invoke: { id: 'hold', src: holdAttempt, input: { member: { id: member, email: '', name: '' } } },
    on: { '*': { actions: ({ event }) => void received.push(event) } },
  })
  const actor = createActor(machine).start()
  return { received, stop: () => actor.stop() }
}

function openAttempt(attempts: ReturnType<typeof createAttemptStore>): Promise<{ attempt: Attempt }> {
  const actor = createActor(attempts.createActors(2).openAttempt, { input: { request } })
  const ended = toPromise(actor)
  actor.start()
  return ended
}

describe('the stored attempt', () => {
  it('is stored before the payment, with an idempotency key per call', { tags: 'pay.stored' }, async () => {
    const { attempts, fakeStorage } = setUpAttempts()
    const { attempt } = await openAttempt(attempts)
    expect(attempt).toMatchObject({ ...request, cancelKey: 'key-1', payKey: 'key-2', underWay: false })
    expect(JSON.parse(fakeStorage.getItem(name) ?? '')).toMatchObject({ state: 'open', member: 2, attempt: request })
    expect(attempts.isInterrupted(2)).toBe(true)
  })

  it('belongs to one member', async () => {
    const { attempts } = setUpAttempts()
    await openAttempt(attempts)
    expect(attempts.isInterrupted(3)).toBe(false)
    attempts.close(2, paid)
    expect([attempts.purchase(2), attempts.purchase(3)]).toEqual([expect.objectContaining(paid), undefined])
  })

  it('is not opened if storage rejects it or drops it', async () => {
    const full = {
      ...emptyStorage(),
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError')
      },
    }
    await expect(openAttempt(setUpAttempts(full).attempts)).rejects.toThrow()
    const dropping = { ...emptyStorage(), setItem: () => undefined }
    await expect(openAttempt(setUpAttempts(dropping).attempts)).rejects.toThrow('could not be stored')
  })

  it('is not opened without a request', async () => {
    const { attempts } = setUpAttempts()
    const actor = createActor(attempts.createActors(2).openAttempt, { input: { request: undefined } })
    const failed = toPromise(actor)
    actor.start()
    await expect(failed).rejects.toThrow('no request')
    expect(attempts.isInterrupted(2)).toBe(false)
  })

  it('gets a new payment key after a refusal and keeps the cancellation key', async () => {
    const { attempts, fakeStorage } = setUpAttempts()
    const { attempt } = await openAttempt(attempts)
    const renewed = await toPromise(createActor(attempts.createActors(2).renewKey, { input: { attempt } }).start())
    expect(renewed.attempt).toEqual({ ...attempt, payKey: 'key-3' })
    expect(JSON.parse(fakeStorage.getItem(name) ?? '')).toMatchObject({
      attempt: { cancelKey: 'key-1', payKey: 'key-3' },
    })
  })

  it('ends when it is closed; the paid plan stays stored', async () => {
    const { attempts, fakeStorage } = setUpAttempts()
    await openAttempt(attempts)
    attempts.close(2, undefined)
    expect([attempts.isInterrupted(2), fakeStorage.getItem(name)]).toEqual([false, null])
    attempts.close(2, paid)
    attempts.close(2, undefined)
    expect(attempts.purchase(2)).toMatchObject(paid)
  })

  it.each(['', '{', 'null', '{"state":"open"}', '{"state":"open","member":2,"attempt":{"planId":"104"}}'])(
    'is ignored if the stored value is invalid: %j',
    (text) => {
      const fakeStorage = emptyStorage()
      fakeStorage.setItem(name, text)
      expect(setUpAttempts(fakeStorage).attempts.isInterrupted(2)).toBe(false)
    },
  )

  it('is absent without storage, and closing it does not throw', () => {
    const attempts = createAttemptStore({ storage: deniedStorage, locks: undefined, uuid: () => '' })
    expect(attempts.isInterrupted(2)).toBe(false)
    expect(() => attempts.close(2, paid)).not.toThrow()
  })
})

const claimedFree = { type: 'attempt.claimed', attempt: undefined, isCancellationOpen: false }

describe('one attempt at a time', () => {
  it(
    'is claimed by the first page; the second receives attempt.taken, then attempt.freed',
    { tags: 'pay.oneAttempt' },
    async () => {
      const first = setUpAttempts()
      const one = runHoldAttempt(first.attempts)
      await vi.waitFor(() => expect(one.received).toEqual([claimedFree]))
      const other = runHoldAttempt(setUpAttempts(first.fakeStorage, first.locks).attempts)
      await vi.waitFor(() => expect(other.received).toEqual([{ type: 'attempt.taken' }]))
      one.stop()
      await vi.waitFor(() => expect(other.received).toEqual([{ type: 'attempt.taken' }, { type: 'attempt.freed' }]))
      other.stop()
    },
  )

  it('is no longer requested by a stopped actor', async () => {
    const first = setUpAttempts()
    const one = runHoldAttempt(first.attempts)
    await vi.waitFor(() => expect(one.received).toHaveLength(1))
    const other = runHoldAttempt(setUpAttempts(first.fakeStorage, first.locks).attempts)
    await vi.waitFor(() => expect(other.received).toEqual([{ type: 'attempt.taken' }]))
    other.stop()
    one.stop()
    await vi.waitFor(async () =>
      expect(await first.locks.request(name, { ifAvailable: true }, (lock) => lock !== null)).toBe(true),
    )
    const third = runHoldAttempt(setUpAttempts(first.fakeStorage, first.locks).attempts)
    await vi.waitFor(() => expect(third.received).toEqual([claimedFree]))
    expect(other.received).toEqual([{ type: 'attempt.taken' }])
    third.stop()
  })

  it('is claimed with the attempt read under the lock', async () => {
    const { attempts } = setUpAttempts()
    const { attempt } = await openAttempt(attempts)
    const { received, stop } = runHoldAttempt(attempts)
    await vi.waitFor(() => expect(received).toMatchObject([{ type: 'attempt.claimed', attempt: { payKey: 'key-2' } }]))
    expect(received).toMatchObject([{ attempt: request }])
    expect(attempt.payKey).toBe('key-2')
    stop()
  })

  it('is claimed immediately if the browser has no locks', () => {
    const attempts = createAttemptStore({ storage: () => emptyStorage(), locks: undefined, uuid: () => '' })
    const { received, stop } = runHoldAttempt(attempts)
    expect(received).toEqual([claimedFree])
    stop()
  })
})

describe('the stored cancellation', () => {
  const subscription = { id: 11, providerId: 'sub_11', gateway: 'card' } as const
  const openCancellation = (attempts: ReturnType<typeof createAttemptStore>, of: typeof subscription | undefined) => {
    const actor = createActor(attempts.cancellationActors.openAttempt, {
      input: { subscription: of, member: { id: 2, email: '', name: '' } },
    })
    const ended = toPromise(actor)
    actor.start()
    return ended
  }

  it('is stored with its key before the call, and ends when it is closed', { tags: 'cancel.reconcile' }, async () => {
    const { attempts, fakeStorage } = setUpAttempts()
    expect(await openCancellation(attempts, subscription)).toEqual({ subscriptionToCancel: subscription, key: 'key-1' })
    expect([attempts.isCancellationInterrupted(2), attempts.isCancellationInterrupted(3)]).toEqual([true, false])
    expect(attempts.isInterrupted(2)).toBe(false)
    attempts.closeCancellation()
    expect([attempts.isCancellationInterrupted(2), fakeStorage.getItem(name)]).toEqual([false, null])
  })

  it('is not opened without a subscription', async () => {
    await expect(openCancellation(setUpAttempts().attempts, undefined)).rejects.toThrow('no subscription')
  })

  it('is found by a payment, which leaves it open', { tags: 'cancel.oneAttempt' }, async () => {
    const { attempts, fakeStorage } = setUpAttempts()
    await openCancellation(attempts, subscription)
    attempts.close(2, undefined)
    const { received, stop } = runHoldAttempt(attempts)
    await vi.waitFor(() => expect(received).toEqual([{ ...claimedFree, isCancellationOpen: true }]))
    stop()
    const other = runHoldAttempt(setUpAttempts(fakeStorage).attempts, 3)
    await vi.waitFor(() => expect(other.received).toEqual([claimedFree]))
    other.stop()
  })

  it('leaves a payment open, and finds it', { tags: 'cancel.oneAttempt' }, async () => {
    const { attempts } = setUpAttempts()
    await openAttempt(attempts)
    attempts.closeCancellation()
    const { received, stop } = runHoldAttempt(attempts, 2, 'cancellation')
    await vi.waitFor(() =>
      expect(received).toEqual([{ type: 'attempt.claimed', attempt: undefined, openPaymentPlanId: 104 }]),
    )
    stop()
  })

  it('waits for a payment in another tab, and holds the lock of payments', { tags: 'cancel.oneAttempt' }, async () => {
    const first = setUpAttempts()
    const payment = runHoldAttempt(first.attempts)
    await vi.waitFor(() => expect(payment.received).toHaveLength(1))
    const cancellation = runHoldAttempt(first.attempts, 2, 'cancellation')
    await vi.waitFor(() => expect(cancellation.received).toEqual([{ type: 'attempt.taken' }]))
    payment.stop()
    await vi.waitFor(() =>
      expect(cancellation.received).toEqual([{ type: 'attempt.taken' }, { type: 'attempt.freed' }]),
    )
    cancellation.stop()
    const other = runHoldAttempt(first.attempts, 2, 'cancellation')
    await vi.waitFor(() => expect(other.received).toHaveLength(1))
    const waiting = runHoldAttempt(first.attempts)
    await vi.waitFor(() => expect(waiting.received).toEqual([{ type: 'attempt.taken' }]))
    other.stop()
    waiting.stop()
  })
})
