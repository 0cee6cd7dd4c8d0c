/** activeCheckout with the real checkout: when a checkout starts, continues and stops. */
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { activeCheckoutMachine, type ActiveCheckoutEvent } from '../../machines/activeCheckout.ts'
import { checkoutMachine } from '../../machines/checkout.ts'
import { type CheckoutInput, type OfferResult, type PayingMember } from '../../machines/payment.types.ts'
import { type PlanChangeEvent } from '../../machines/payment.types.ts'
import { planChangeMachine } from '../../machines/planChange.ts'
import { member } from './paymentFixtures.ts'
import { done, testExamples } from './runEvents.ts'

const input: CheckoutInput = {
  planId: 104,
  member,
  isMember: true,
  initialPaymentMethod: 'newCard',
  fromChannel: false,
}

const opened = { type: 'screen.opened', input }
const closed = { type: 'screen.closed' }
const paying = { type: 'xstate.snapshot.checkout', snapshot: { value: 'changing' } }
const choosing = { type: 'xstate.snapshot.checkout', snapshot: { value: { choosing: 'newCard' } } }
const left = done('checkout', { destination: 'packages' })

testExamples(activeCheckoutMachine, {
  'starts the checkout of the screen': {
    when: [opened],
    state: { open: 'idle' },
    shows: { destination: 'home' },
    starts: [
      ['checkout', input],
      ['watchSession', undefined],
    ],
  },
  'closes with the screen': { when: [opened, choosing, closed], state: 'closed' },
  'closes when the session ends': { when: [opened, { type: 'session.ended' }], state: 'closed' },
  pays: { when: [opened, paying], state: { open: 'paying' }, starts: [] },
  'is idle again after a refusal': { when: [opened, paying, choosing], state: { open: 'idle' }, starts: [] },
  'continues a payment without its screen': {
    when: [opened, paying, closed],
    state: { open: 'unattended' },
    starts: [],
  },
  'shows a payment on the next screen': {
    when: [opened, paying, closed, opened],
    state: { open: 'paying' },
    starts: [],
  },
  'closes after a refusal without its screen': { when: [opened, paying, closed, choosing], state: 'closed' },
  'stops a payment that no screen shows when the session ends': {
    when: [opened, paying, closed, { type: 'session.ended' }],
    state: 'closed',
  },
  'leads to the destination of the checkout': {
    when: [opened, paying, left],
    state: 'finished',
    shows: { destination: 'packages' },
  },
  'closes after the screen of the destination has opened': { when: [opened, paying, left, closed], state: 'closed' },
})

/** Opens a screen whose checkout loads its plan, or resolves an interrupted attempt. */
async function openScreen(isInterrupted: boolean) {
  let endSession = (): void => undefined
  const sendToPlanChange: ((event: PlanChangeEvent) => void)[] = []
  const planChange = planChangeMachine.provide({
    actors: {
      holdAttempt: fromCallback<PlanChangeEvent, { member: PayingMember }>(({ sendBack }) => {
        sendToPlanChange.push(sendBack)
      }),
    },
  })
  const checkout = checkoutMachine.provide({
    actors: {
      findAttempt: fromPromise<{ isOpen: boolean }, { member: PayingMember }>(async () => ({ isOpen: isInterrupted })),
      loadOffer: fromPromise<OfferResult, { planId: number; member: PayingMember }>(() => new Promise(() => undefined)),
      planChange,
    },
  })
  const actor = createActor(
    activeCheckoutMachine.provide({
      actors: {
        checkout,
        watchSession: fromCallback<ActiveCheckoutEvent>(({ sendBack }) => {
          endSession = () => sendBack({ type: 'session.ended' })
        }),
      },
    }),
  ).start()
  const open = (planId = 104) => actor.send({ type: 'screen.opened', input: { ...input, planId } })
  open()
  await waitFor(actor, (now) => now.matches({ open: isInterrupted ? 'paying' : 'idle' }))
  const checkoutOf = () => actor.getSnapshot().children.checkout
  return {
    actor,
    open,
    checkoutOf,
    close: () => actor.send({ type: 'screen.closed' }),
    endSession: () => endSession(),
    /** Another tab holds the attempt until it is freed. Then the membership may have changed. */
    endPayment: () => {
      for (const send of sendToPlanChange) {
        send({ type: 'attempt.taken' })
        send({ type: 'attempt.freed' })
      }
    },
  }
}

describe('activeCheckout', () => {
  it('stops the checkout when its screen is closed', async () => {
    const { actor, checkoutOf, close } = await openScreen(false)
    const checkout = checkoutOf()
    close()
    expect(actor.getSnapshot().value).toBe('closed')
    expect([checkout?.getSnapshot().status, checkoutOf()]).toEqual(['stopped', undefined])
  })

  it('starts a new checkout for another plan', { tags: 'pay.otherScreen' }, async () => {
    const { open, checkoutOf, close } = await openScreen(false)
    close()
    open(105)
    expect(checkoutOf()?.getSnapshot().context.input.planId).toBe(105)
  })

  it('continues a payment while other screens open and close', { tags: 'pay.otherScreen' }, async () => {
    const { actor, open, checkoutOf, close } = await openScreen(true)
    const checkout = checkoutOf()
    close()
    expect(actor.getSnapshot().value).toEqual({ open: 'unattended' })
    open(105)
    expect(actor.getSnapshot().value).toEqual({ open: 'paying' })
    close()
    expect([checkoutOf() === checkout, checkout?.getSnapshot().status]).toEqual([true, 'active'])
  })

  it('keeps the checkout when a payment ends on its screen', async () => {
    const { actor, checkoutOf, endPayment } = await openScreen(true)
    endPayment()
    await waitFor(actor, (now) => now.matches({ open: 'idle' }))
    expect(checkoutOf()?.getSnapshot().value).toBe('loading')
  })

  it('closes when a payment ends that no screen shows', async () => {
    const { actor, close, endPayment } = await openScreen(true)
    close()
    endPayment()
    await waitFor(actor, (now) => now.matches('closed'))
    expect(actor.getSnapshot().children.checkout).toBeUndefined()
  })

  it('stops a payment when the session ends', async () => {
    const { actor, checkoutOf, endSession } = await openScreen(true)
    const checkout = checkoutOf()
    endSession()
    expect([actor.getSnapshot().value, checkout?.getSnapshot().status]).toEqual(['closed', 'stopped'])
  })
})
