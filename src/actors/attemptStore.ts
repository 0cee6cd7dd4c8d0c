import * as v from 'valibot'
import { fromCallback, fromPromise, type EventObject } from 'xstate'
import { type CancellationAttempt, type CancellationEvent } from '../../machines/cancellation.setup.ts'
import {
  type Attempt,
  type PayingMember,
  type PlanChangeEvent,
  type PlanChangeRequest,
  type SubscriptionToCancel,
} from '../../machines/payment.types.ts'
import { type Purchase } from '../billing/receipt.ts'
import { createStoredItem, type ItemStorage } from '../platform/storedItem.ts'

/** The key in local storage. The value has ids and keys, never a card. Signing out removes it. */
const storageKey = 'statecast.attempt'

const paymentMethodSchema = v.variant('kind', [
  v.object({ kind: v.literal('savedCard'), paymentMethodId: v.string() }),
  v.object({ kind: v.literal('newCard'), paymentMethodId: v.string() }),
  v.object({ kind: v.literal('paypal'), subscriptionId: v.string() }),
])

const subscriptionSchema = v.object({
  id: v.number(),
  providerId: v.string(),
  gateway: v.picklist(['card', 'paypal']),
})

const attemptSchema = v.object({
  planId: v.number(),
  paymentMethod: paymentMethodSchema,
  subscriptionToCancel: v.optional(subscriptionSchema),
  knownSubscriptionIds: v.array(v.number()),
  cancelKey: v.string(),
  payKey: v.string(),
  underWay: v.boolean(),
})

const storedAttemptSchema = v.variant('state', [
  v.object({ state: v.literal('open'), member: v.number(), attempt: attemptSchema }),
  v.object({
    state: v.literal('paid'),
    member: v.number(),
    planId: v.number(),
    knownSubscriptionIds: v.optional(v.array(v.number()), []),
  }),
  v.object({
    state: v.literal('canceling'),
    member: v.number(),
    attempt: v.object({ subscriptionToCancel: subscriptionSchema, key: v.string() }),
  }),
])

type StoredAttempt = v.InferOutput<typeof storedAttemptSchema>

type Dependencies = {
  storage: () => ItemStorage
  /** Undefined if the browser has no Web Locks. Tabs then do not exclude each other. */
  locks: Pick<LockManager, 'request'> | undefined
  uuid: () => string
}

/** The lock of an attempt, requested before the attempt starts. */
export type LockInAdvance = {
  /** Resolves with false if another attempt holds the lock, or if the browser has no locks. */
  readonly granted: Promise<boolean>
  readonly release: () => void
}

/** The payment or the cancellation of this browser: at most one in all its tabs. */
export function createAttemptStore({ storage: getStorage, locks, uuid }: Dependencies) {
  const item = createStoredItem(getStorage, storageKey, storedAttemptSchema)
  /** Throws if the attempt is not stored: a reload would lose track of the payment. */
  const write = (stored: StoredAttempt) => {
    if (!item.set(stored)) throw new Error('The attempt could not be stored')
  }
  const interruptedAttemptOf = (member: number): Attempt | undefined => {
    const found = item.get()
    return found?.state === 'open' && found.member === member
      ? {
          ...found.attempt,
          subscriptionToCancel: found.attempt.subscriptionToCancel,
          // The interruption may have happened before or after either response.
          outcomeUnknown: { cancel: true, pay: true },
        }
      : undefined
  }

  const interruptedCancellationOf = (member: number): CancellationAttempt | undefined => {
    const found = item.get()
    return found?.state === 'canceling' && found.member === member ? found.attempt : undefined
  }
  /**
   * Holds the lock of this browser while it runs. Sends `claimed` when it gets the lock. `takeLock` returns a lock that was
   * requested in advance.
   */
  const createLockHolder = <Event extends EventObject>(
    claimed: (member: number) => Event,
    takeLock: () => LockInAdvance | undefined = () => undefined,
  ) =>
    fromCallback<Event, { member: PayingMember }>(({ input: { member }, sendBack }) => {
      const claim = () => sendBack(claimed(member.id))
      if (!locks) {
        claim()
        return
      }
      const controller = new AbortController()
      const released = new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve()))
      const inAdvance = takeLock()
      if (inAdvance) controller.signal.addEventListener('abort', inAdvance.release)
      const requestLock = async () => {
        if (await inAdvance?.granted) {
          if (!controller.signal.aborted) claim()
          return
        }
        const isTaken = await locks.request(storageKey, { ifAvailable: true }, async (lock) => {
          if (!lock) return true
          if (!controller.signal.aborted) claim()
          await released
          return false
        })
        if (!isTaken || controller.signal.aborted) return
        sendBack({ type: 'attempt.taken' })
        await locks.request(storageKey, { signal: controller.signal }, () => sendBack({ type: 'attempt.freed' }))
      }
      // The only error is the abort of a lock request.
      requestLock().catch(() => undefined)
      return () => controller.abort()
    })

  return {
    /** Whether a reload or a crash interrupted an attempt of this member, so that its outcome must be checked. */
    isInterrupted: (member: number): boolean => interruptedAttemptOf(member) !== undefined,

    /** What this member's last attempt paid for in this browser; undefined without one. */
    purchase: (member: number): Purchase | undefined => {
      const found = item.get()
      return found?.state === 'paid' && found.member === member ? found : undefined
    },

    /** Stores the current attempt. */
    store: (member: number, now: Attempt): void => void item.set({ state: 'open', member, attempt: now }),

    /** Closes the attempt. With `paid`, stores what was paid; otherwise removes an open attempt. */
    close(member: number, paid: Purchase | undefined): void {
      if (paid) {
        const { planId, knownSubscriptionIds } = paid
        item.set({ state: 'paid', member, planId, knownSubscriptionIds })
      } else if (item.get()?.state === 'open') item.remove()
    },

    /** Requests the lock before an attempt starts. Without Web Locks it is not granted: other tabs are not excluded. */
    lockInAdvance: (): LockInAdvance => {
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      const granted = new Promise<boolean>((resolve) => {
        if (!locks) return resolve(false)
        const hold = (lock: Lock | null) => {
          resolve(lock !== null)
          return lock ? released : undefined
        }
        locks.request(storageKey, { ifAvailable: true }, hold).catch(() => resolve(false))
      })
      return { granted, release }
    },

    createActors: (member: number, takeLock?: () => LockInAdvance | undefined) => ({
      /** Sends the stored payment when it gets the lock. */
      holdAttempt: createLockHolder<PlanChangeEvent>(
        () => ({
          type: 'attempt.claimed',
          attempt: interruptedAttemptOf(member),
          isCancellationOpen: interruptedCancellationOf(member) !== undefined,
        }),
        takeLock,
      ),

      openAttempt: fromPromise<{ attempt: Attempt }, { request: PlanChangeRequest | undefined }>(
        ({ input: { request } }) => {
          if (!request) throw new Error('openAttempt: the input has no request')
          const opened: Attempt = {
            ...request,
            cancelKey: uuid(),
            payKey: uuid(),
            underWay: false,
            outcomeUnknown: { cancel: false, pay: false },
          }
          write({ state: 'open', member, attempt: opened })
          return Promise.resolve({ attempt: opened })
        },
      ),

      renewKey: fromPromise<{ attempt: Attempt }, { attempt: Attempt }>(({ input }) => {
        const renewed: Attempt = { ...input.attempt, payKey: uuid(), underWay: false }
        write({ state: 'open', member, attempt: renewed })
        return Promise.resolve({ attempt: renewed })
      }),
    }),

    /** Whether a reload or a crash interrupted a cancellation of this member, so that its outcome must be checked. */
    isCancellationInterrupted: (member: number): boolean => interruptedCancellationOf(member) !== undefined,

    /** Removes an open cancellation. */
    closeCancellation(): void {
      if (item.get()?.state === 'canceling') item.remove()
    },

    cancellationActors: {
      /** Sends the stored cancellation and the plan of a stored payment when it gets the lock. */
      holdAttempt: createLockHolder<CancellationEvent>((member) => ({
        type: 'attempt.claimed',
        attempt: interruptedCancellationOf(member),
        openPaymentPlanId: interruptedAttemptOf(member)?.planId,
      })),

      openAttempt: fromPromise<
        CancellationAttempt,
        { subscription: SubscriptionToCancel | undefined; member: PayingMember }
      >(({ input: { subscription, member } }) => {
        if (!subscription) throw new Error('openAttempt: the input has no subscription')
        const attempt: CancellationAttempt = { subscriptionToCancel: subscription, key: uuid() }
        write({ state: 'canceling', member: member.id, attempt })
        return Promise.resolve(attempt)
      }),
    },
  }
}

/** The attempt store in the local storage of this browser. */
export const createBrowserAttemptStore = (page: Window) =>
  createAttemptStore({
    storage: () => page.localStorage,
    locks: 'locks' in page.navigator ? page.navigator.locks : undefined,
    uuid: () => page.crypto.randomUUID(),
  })
