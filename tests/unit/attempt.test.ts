import { describe, expect, it, vi } from 'vitest'
import { createActor, createMachine, toPromise } from 'xstate'
import { type Attempt, type PlanChangeRequest } from '../../machines/payment.types.ts'
import { createAttemptStore } from '../../src/actors/attemptStore.ts'
import { FakeLocks, createFakeStorage, type FakeStorage } from '../payments/fakeBrowser.ts'

const name = 'statecast.attempt'
const request: PlanChangeRequest = {
  planId: 104,
  paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  subscriptionToCancel: { id: 11, providerId: 'sub_11', gateway: 'card' },
  knownSubscriptionIds: [11],
}

const emptyStorage = (): FakeStorage => createFakeStorage(() => undefined)

function setUpAttempts(storage = emptyStorage(), locks = new FakeLocks()) {
  let drawn = 0
  return {
    shelf: storage,
    locks,
    attempts: createAttemptStore({ storage: () => storage, locks, uuid: () => `key-${++drawn}` }),
  }
}

/** Runs `holdAttempt` as a machine would, and hears what it says. */
function runHoldAttempt(attempts: ReturnType<typeof createAttemptStore>, member = 2) {
  const received: unknown[] = []
  const { holdAttempt } = attempts.createActors(member)
  const machine = createMachine({
    invoke: { id: 'hold', src: holdAttempt, input: { payer: { id: member, email: '', name: '' } } },
    on: { '*': { actions: ({ event }) => void received.push(event) } },
  })
  const actor = createActor(machine).start()
  return { heard: received, stop: () => actor.stop() }
}

function openAttempt(attempts: ReturnType<typeof createAttemptStore>): Promise<{ attempt: Attempt }> {
  const actor = createActor(attempts.createActors(2).openAttempt, { input: { request } })
  const ended = toPromise(actor)
  actor.start()
  return ended
}

describe('the attempt of this browser', () => {
  it('is kept before anything is paid, with a key for each call that moves money', async () => {
    const { attempts, shelf } = setUpAttempts()
    const { attempt } = await openAttempt(attempts)
    expect(attempt).toMatchObject({ ...request, cancelKey: 'key-1', payKey: 'key-2', underWay: false })
    expect(JSON.parse(shelf.getItem(name) ?? '')).toMatchObject({ state: 'open', member: 2, attempt: request })
    expect(attempts.isInterrupted(2)).toBe(true)
  })

  it('is nobody else’s', async () => {
    const { attempts } = setUpAttempts()
    await openAttempt(attempts)
    expect(attempts.isInterrupted(3)).toBe(false)
    attempts.close(2, 104)
    expect([attempts.paidPlan(2), attempts.paidPlan(3)]).toEqual([104, undefined])
  })

  it('is not opened where it can’t be kept, so that nothing is paid that a reload would not know of', async () => {
    const full = {
      ...emptyStorage(),
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError')
      },
    }
    await expect(openAttempt(setUpAttempts(full).attempts)).rejects.toThrow()
    const deaf = { ...emptyStorage(), setItem: () => undefined }
    await expect(openAttempt(setUpAttempts(deaf).attempts)).rejects.toThrow('could not be kept')
  })

  it('is not opened for nothing', async () => {
    const { attempts } = setUpAttempts()
    const actor = createActor(attempts.createActors(2).openAttempt, { input: { request: undefined } })
    const failed = toPromise(actor)
    actor.start()
    await expect(failed).rejects.toThrow('nothing to pay for')
    expect(attempts.isInterrupted(2)).toBe(false)
  })

  it('pays by a new key after a refusal; the key that ends the old plan stays', async () => {
    const { attempts, shelf } = setUpAttempts()
    const { attempt } = await openAttempt(attempts)
    const renewed = await toPromise(createActor(attempts.createActors(2).renewKey, { input: { attempt } }).start())
    expect(renewed.attempt).toEqual({ ...attempt, payKey: 'key-3' })
    expect(JSON.parse(shelf.getItem(name) ?? '')).toMatchObject({ attempt: { cancelKey: 'key-1', payKey: 'key-3' } })
  })

  it('is over when it is closed, and what was paid is remembered as paid', async () => {
    const { attempts, shelf } = setUpAttempts()
    await openAttempt(attempts)
    attempts.close(2, undefined)
    expect([attempts.isInterrupted(2), shelf.getItem(name)]).toEqual([false, null])
    attempts.close(2, 104)
    attempts.close(2, undefined)
    expect(attempts.paidPlan(2)).toBe(104)
  })

  it.each(['', '{', 'null', '{"state":"open"}', '{"state":"open","member":2,"attempt":{"planId":"104"}}'])(
    'that is damaged (%j) is none',
    (text) => {
      const shelf = emptyStorage()
      shelf.setItem(name, text)
      expect(setUpAttempts(shelf).attempts.isInterrupted(2)).toBe(false)
    },
  )

  it('that storage refuses to tell is none, and refusing to close or keep it breaks nothing', () => {
    const closed = () => {
      throw new DOMException('', 'SecurityError')
    }
    const attempts = createAttemptStore({ storage: closed, locks: undefined, uuid: () => '' })
    expect(attempts.isInterrupted(2)).toBe(false)
    expect(() => attempts.close(2, 104)).not.toThrow()
  })
})

describe('one attempt at a time', () => {
  it('is claimed by the first page; the second hears that it is taken, and then that it is free', async () => {
    const first = setUpAttempts()
    const one = runHoldAttempt(first.attempts)
    await vi.waitFor(() => expect(one.heard).toEqual([{ type: 'attempt.claimed', attempt: undefined }]))
    const other = runHoldAttempt(setUpAttempts(first.shelf, first.locks).attempts)
    await vi.waitFor(() => expect(other.heard).toEqual([{ type: 'attempt.taken' }]))
    one.stop()
    await vi.waitFor(() => expect(other.heard).toEqual([{ type: 'attempt.taken' }, { type: 'attempt.freed' }]))
    other.stop()
  })

  it('is not waited for by a page that has gone', async () => {
    const first = setUpAttempts()
    const one = runHoldAttempt(first.attempts)
    await vi.waitFor(() => expect(one.heard).toHaveLength(1))
    const other = runHoldAttempt(setUpAttempts(first.shelf, first.locks).attempts)
    await vi.waitFor(() => expect(other.heard).toEqual([{ type: 'attempt.taken' }]))
    other.stop()
    one.stop()
    await vi.waitFor(async () =>
      expect(await first.locks.request(name, { ifAvailable: true }, (lock) => lock !== null)).toBe(true),
    )
    const third = runHoldAttempt(setUpAttempts(first.shelf, first.locks).attempts)
    await vi.waitFor(() => expect(third.heard).toEqual([{ type: 'attempt.claimed', attempt: undefined }]))
    expect(other.heard).toEqual([{ type: 'attempt.taken' }])
    third.stop()
  })

  it('is claimed with what was found under the lock', async () => {
    const { attempts } = setUpAttempts()
    const { attempt } = await openAttempt(attempts)
    const { heard, stop } = runHoldAttempt(attempts)
    await vi.waitFor(() => expect(heard).toMatchObject([{ type: 'attempt.claimed', attempt: { payKey: 'key-2' } }]))
    expect(heard).toMatchObject([{ attempt: request }])
    expect(attempt.payKey).toBe('key-2')
    stop()
  })

  it('is claimed at once where the browser has no locks', () => {
    const attempts = createAttemptStore({ storage: () => emptyStorage(), locks: undefined, uuid: () => '' })
    const { heard, stop } = runHoldAttempt(attempts)
    expect(heard).toEqual([{ type: 'attempt.claimed', attempt: undefined }])
    stop()
  })
})
