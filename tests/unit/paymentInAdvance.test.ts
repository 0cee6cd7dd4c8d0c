import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createActor, createMachine, fromPromise, toPromise, type AnyActorLogic } from 'xstate'
import { type CardForm, type PaymentMethodResult } from '../../machines/cardPayment.ts'
import { type PayingMember, type RecordResult } from '../../machines/payment.types.ts'
import { createAttemptStore } from '../../src/actors/attemptStore.ts'
import { createPaymentInAdvance } from '../../src/actors/paymentInAdvance.ts'
import { createFakeStorage, FakeLocks } from '../payments/fakeBrowser.ts'

const member: PayingMember = { id: 5, email: '', name: '' }
const form: CardForm = { cardholderName: 'Gus', billingAddress: '1 Main Street', country: 'US', state: '', city: '' }
const granted: PaymentMethodResult = { kind: 'granted', paymentMethodId: 'pm_1' }
const refused: PaymentMethodResult = { kind: 'refused', message: 'Your card was declined.', isAboutCard: true }

/** A tab with the actors of a payment, whose host and provider respond when the test says so. */
function openTab(locks: FakeLocks | undefined) {
  const log: string[] = []
  const provider = {
    resolve: (_: PaymentMethodResult): void => undefined,
    reject: (_: Error): void => undefined,
  }
  const response = new Promise<PaymentMethodResult>((resolve, reject) => Object.assign(provider, { resolve, reject }))
  let reads = 0
  const attempts = createAttemptStore({
    storage: () => createFakeStorage(() => undefined),
    locks,
    uuid: () => crypto.randomUUID(),
  })
  const inAdvance = createPaymentInAdvance({
    lockInAdvance: () => {
      log.push('lock')
      return attempts.lockInAdvance()
    },
    createPaymentMethod: fromPromise<PaymentMethodResult, { form: CardForm }>(() => {
      log.push('payment method')
      return response
    }),
    readRecord: fromPromise<RecordResult, { member: PayingMember }>(() => {
      log.push('record')
      reads += 1
      return Promise.resolve({ kind: 'refused', message: `read ${reads}` })
    }),
    member,
  })
  const creating = createActor(inAdvance.createPaymentMethod, { input: { form } })
  const created = toPromise(creating)
  const hold = () => {
    const received: string[] = []
    const { holdAttempt }: { holdAttempt: AnyActorLogic } = attempts.createActors(member.id, inAdvance.takeLock)
    const actor = createActor(
      createMachine({
        invoke: { src: holdAttempt, input: { member } },
        on: { '*': { actions: ({ event }) => void received.push(event.type) } },
      }),
    ).start()
    return { received, stop: () => actor.stop() }
  }
  const read = () => {
    const actor = createActor(inAdvance.readRecord, { input: { member } })
    const result = toPromise(actor)
    actor.start()
    return result
  }
  const { approach, press } = inAdvance
  return { log, provider, approach, press, creating, created, hold, read }
}

const isFree = async (locks: FakeLocks): Promise<boolean> =>
  locks.request('statecast.attempt', { ifAvailable: true }, (lock) => lock !== null)

describe('while the provider creates a payment method', () => {
  it('the lock is taken and the record is read, after the request to the provider', async () => {
    const tab = openTab(new FakeLocks())
    tab.creating.start()
    await wait()
    expect(tab.log).toEqual(['payment method', 'lock', 'record'])
  })

  it('no other tab can start a payment, and the attempt takes the lock and the record once', async () => {
    const locks = new FakeLocks()
    const tab = openTab(locks)
    tab.creating.start()
    await wait()
    const other = openTab(locks).hold()
    await wait()
    expect(other.received).toEqual(['attempt.taken'])

    tab.provider.resolve(granted)
    expect(await tab.created).toEqual(granted)
    const attempt = tab.hold()
    await wait()
    expect(attempt.received).toEqual(['attempt.claimed'])
    expect(await tab.read()).toEqual({ kind: 'refused', message: 'read 1' })
    expect(await tab.read(), 'a later read is a new one').toEqual({ kind: 'refused', message: 'read 2' })
    expect(other.received).toEqual(['attempt.taken'])

    attempt.stop()
    await wait()
    expect(other.received).toEqual(['attempt.taken', 'attempt.freed'])
  })

  it('nothing is read while another tab pays', async () => {
    const locks = new FakeLocks()
    openTab(locks).hold()
    await wait()
    const tab = openTab(locks)
    tab.creating.start()
    tab.provider.resolve(granted)
    await tab.created
    const attempt = tab.hold()
    await wait()
    expect(tab.log).not.toContain('record')
    expect(attempt.received).toEqual(['attempt.taken'])
  })
})

describe('when Pay is pressed', () => {
  it('the lock is taken and the record is read before the click, once', async () => {
    const tab = openTab(new FakeLocks())
    const release = tab.press()
    await wait()
    expect(tab.log).toEqual(['lock', 'record'])
    tab.creating.start()
    release()
    tab.provider.resolve(granted)
    await tab.created
    const attempt = tab.hold()
    await wait()
    expect(attempt.received).toEqual(['attempt.claimed'])
    expect(await tab.read()).toEqual({ kind: 'refused', message: 'read 1' })
    expect(tab.log).toEqual(['lock', 'record', 'payment method'])
  })

  it('the lock is free again if no click follows', async () => {
    const locks = new FakeLocks()
    const tab = openTab(locks)
    const release = tab.press()
    await wait()
    expect(await isFree(locks)).toBe(false)
    release()
    await wait()
    expect(await isFree(locks)).toBe(true)
    tab.creating.start()
    await wait()
    expect(tab.log).toEqual(['lock', 'record', 'payment method', 'lock', 'record'])
  })

  it('a second press keeps the lock of the first', async () => {
    const tab = openTab(new FakeLocks())
    tab.press()
    tab.press()
    await wait()
    expect(tab.log).toEqual(['lock', 'record'])
  })

  it('a press during an attempt does not keep the next attempt from paying', async () => {
    const tab = openTab(new FakeLocks())
    const attempt = tab.hold()
    await wait()
    tab.press()
    await wait()
    attempt.stop()
    await wait()
    tab.creating.start()
    tab.provider.resolve(granted)
    await tab.created
    const next = tab.hold()
    await wait()
    expect(next.received).toEqual(['attempt.claimed'])
  })
})

describe('when a mouse moves over Pay', () => {
  it('the lock is taken, and the press reads the record without waiting for it', async () => {
    const locks = new FakeLocks()
    const tab = openTab(locks)
    const leave = tab.approach()
    await wait()
    expect(tab.log).toEqual(['lock'])
    tab.press()
    await Promise.resolve()
    expect(tab.log).toEqual(['lock', 'record'])

    leave()
    await wait()
    expect(await isFree(locks), 'the press has the lock now').toBe(false)
    tab.creating.start()
    tab.provider.resolve(granted)
    await tab.created
    const attempt = tab.hold()
    await wait()
    expect(attempt.received).toEqual(['attempt.claimed'])
  })

  it('the lock is free again if no press follows', async () => {
    const locks = new FakeLocks()
    const tab = openTab(locks)
    const leave = tab.approach()
    await wait()
    expect(await isFree(locks)).toBe(false)
    leave()
    await wait()
    expect(await isFree(locks)).toBe(true)
    tab.press()
    await wait()
    expect(tab.log).toEqual(['lock', 'lock', 'record'])
  })

  it('nothing is requested while this tab has the lock, which the attempt could not get then', async () => {
    const tab = openTab(new FakeLocks())
    tab.press()
    tab.approach()
    await wait()
    tab.creating.start()
    tab.approach()
    await wait()
    expect(tab.log).toEqual(['lock', 'record', 'payment method'])
  })

  it('a press after an attempt requests the lock that was not free during the attempt', async () => {
    const locks = new FakeLocks()
    const tab = openTab(locks)
    const attempt = tab.hold()
    await wait()
    tab.approach()
    await wait()
    attempt.stop()
    await wait()
    tab.press()
    await wait()
    expect(tab.log).toEqual(['lock', 'lock', 'record'])
  })

  it('another way of paying gets the lock', async () => {
    const tab = openTab(new FakeLocks())
    tab.approach()
    await wait()
    const attempt = tab.hold()
    await wait()
    expect(attempt.received).toEqual(['attempt.claimed'])
  })
})

it('nothing is read in advance without Web Locks, because another tab could pay after the read', async () => {
  const tab = openTab(undefined)
  tab.creating.start()
  await wait()
  expect(tab.log).not.toContain('record')
  tab.provider.resolve(granted)
  await tab.created
  const attempt = tab.hold()
  await wait()
  expect(attempt.received).toEqual(['attempt.claimed'])
  expect(await tab.read()).toEqual({ kind: 'refused', message: 'read 1' })
})

describe('without an attempt, the lock is released and the record is dropped', () => {
  const ends: [string, (tab: ReturnType<typeof openTab>) => void][] = [
    ['the payment method is refused', (tab) => tab.provider.resolve(refused)],
    ['the provider fails', (tab) => tab.provider.reject(new Error('no connection'))],
    ['the form is left', (tab) => void tab.creating.stop()],
    ['no attempt follows', (tab) => tab.provider.resolve(granted)],
  ]
  it.each(ends)('if %s', async (_, end) => {
    const locks = new FakeLocks()
    const tab = openTab(locks)
    tab.creating.start()
    await wait()
    expect(await isFree(locks)).toBe(false)
    end(tab)
    await tab.created.catch(() => undefined)
    await wait(1)
    expect(await isFree(locks)).toBe(true)
    expect(await tab.read()).toEqual({ kind: 'refused', message: 'read 2' })
  })
})
