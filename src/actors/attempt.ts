import * as v from 'valibot'
import { fromCallback, fromPromise } from 'xstate'
import { type PlanChangeEvent } from '../../machines/planChange.ts'
import { type Attempt, type Draft, type Payer } from '../../machines/reconciliation.ts'

/** Where the attempt lies, in local storage: ids and keys, never a card. It goes with the user at logout. */
const name = 'statecast.attempt'

const means = v.variant('kind', [
  v.object({ kind: v.literal('savedCard'), paymentMethodId: v.string() }),
  v.object({ kind: v.literal('newCard'), paymentMethodId: v.string() }),
  v.object({ kind: v.literal('paypal'), subscriptionId: v.string() }),
])

const attempt = v.object({
  planId: v.number(),
  means,
  ending: v.optional(v.object({ id: v.number(), providerId: v.string(), gateway: v.picklist(['card', 'paypal']) })),
  known: v.array(v.number()),
  cancelKey: v.string(),
  payKey: v.string(),
  underWay: v.boolean(),
})
/** Nobody knows how far an attempt had come that was cut. */
const unanswered = { cancel: true, pay: true }

const kept = v.variant('state', [
  v.object({ state: v.literal('open'), member: v.number(), attempt }),
  v.object({ state: v.literal('paid'), member: v.number(), planId: v.number() }),
])

type Kept = v.InferOutput<typeof kept>

type Page = {
  shelf: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Undefined in browsers and places without locks: then only this page knows of its own attempt. */
  locks: Pick<LockManager, 'request'> | undefined
  uuid: () => string
}

/** The attempt of this browser: one at a time in all its tabs. */
export function openAttempts({ shelf, locks, uuid }: Page) {
  const read = (): Kept | undefined => {
    try {
      return v.parse(kept, JSON.parse(shelf().getItem(name) ?? 'null'))
    } catch {
      return undefined
    }
  }
  /** Throws where it can't be kept: nothing is paid then, since a reload would not know of it. */
  const write = (what: Kept) => {
    const text = JSON.stringify(v.parse(kept, what))
    shelf().setItem(name, text)
    if (shelf().getItem(name) !== text) throw new Error('The attempt could not be kept')
  }
  const tryTo = (act: () => void) => {
    try {
      act()
    } catch {
      // Storage that has closed since: what it holds from before still tells that something is open.
      return
    }
  }
  const cutOf = (member: number): Attempt | undefined => {
    const found = read()
    return found?.state === 'open' && found.member === member
      ? { ...found.attempt, ending: found.attempt.ending, unanswered }
      : undefined
  }

  return {
    /** Whether an attempt of this member was cut, by a reload or a crash, and waits to be cleared up. */
    isCut: (member: number): boolean => cutOf(member) !== undefined,

    /** The plan that an attempt of this member ended paid for in this browser; undefined without one. */
    paidPlan: (member: number): number | undefined => {
      const found = read()
      return found?.state === 'paid' && found.member === member ? found.planId : undefined
    },

    /** Keeps the attempt as it now is. */
    store: (member: number, now: Attempt) => tryTo(() => write({ state: 'open', member, attempt: now })),

    /** Nothing is open any more; one that ended paid is remembered as that, by its plan. */
    close: (member: number, paidPlan: number | undefined) =>
      tryTo(() => {
        if (paidPlan !== undefined) write({ state: 'paid', member, planId: paidPlan })
        else if (read()?.state === 'open') shelf().removeItem(name)
      }),

    actors: (member: number) => ({
      /** Holds the one lock of this browser while it runs, and says what was found under it. */
      holdAttempt: fromCallback<PlanChangeEvent, { payer: Payer }>(({ sendBack }) => {
        const claim = () => sendBack({ type: 'attempt.claimed', attempt: cutOf(member) })
        if (!locks) {
          claim()
          return
        }
        const over = new AbortController()
        const done = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()))
        const ask = async () => {
          const isTaken = await locks.request(name, { ifAvailable: true }, async (lock) => {
            if (!lock) return true
            if (!over.signal.aborted) claim()
            await done
            return false
          })
          if (!isTaken || over.signal.aborted) return
          sendBack({ type: 'attempt.taken' })
          await locks.request(name, { signal: over.signal }, () => sendBack({ type: 'attempt.freed' }))
        }
        // What is asked for no more is not granted: that is all an error says here.
        ask().catch(() => undefined)
        return () => over.abort()
      }),

      openAttempt: fromPromise<{ attempt: Attempt }, { draft: Draft | undefined }>(({ input: { draft } }) => {
        if (!draft) throw new Error('There is nothing to pay for')
        const opened: Attempt = {
          ...draft,
          cancelKey: uuid(),
          payKey: uuid(),
          underWay: false,
          unanswered: { cancel: false, pay: false },
        }
        write({ state: 'open', member, attempt: opened })
        return Promise.resolve({ attempt: opened })
      }),

      renewKey: fromPromise<{ attempt: Attempt }, { attempt: Attempt }>(({ input }) => {
        const renewed: Attempt = { ...input.attempt, payKey: uuid(), underWay: false }
        write({ state: 'open', member, attempt: renewed })
        return Promise.resolve({ attempt: renewed })
      }),
    }),
  }
}

export type Attempts = ReturnType<typeof openAttempts>
