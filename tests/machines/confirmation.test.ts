import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { confirmationMachine, type ConfirmationInput } from '../../machines/confirmation.ts'

const begin = (input: ConfirmationInput) => {
  const clock = new SimulatedClock()
  return { clock, actor: createActor(confirmationMachine, { input, clock }).start() }
}

describe('after a payment', () => {
  it.each([
    ['newCard', true, false, 5, 'home'],
    ['newCard', false, false, 5, 'home'],
    ['newCard', false, true, 5, 'channel'],
    ['paypal', true, false, 6, 'success'],
    ['paypal', false, false, 6, 'success'],
    ['paypal', false, true, 6, 'channel'],
    ['savedCard', true, false, 1, 'packages'],
    ['savedCard', false, false, 2, 'packages'],
    ['savedCard', true, true, 1, 'channel'],
  ] as const)(
    'by %s (member: %s, from a channel: %s) redirects after %i s to %s',
    { tags: ['after.countdown', 'after.destination'] },
    (paymentMethod, isMember, fromChannel, limit, to) => {
      const { clock, actor } = begin({ paymentMethod, isMember, fromChannel })
      for (let second = 0; second < limit; second += 1) {
        const { context, status } = actor.getSnapshot()
        expect([status, context.seconds, context.limit]).toEqual(['active', second, limit])
        clock.increment(999)
        expect(actor.getSnapshot().context.seconds).toBe(second)
        clock.increment(1)
      }
      expect(actor.getSnapshot().output).toEqual({ destination: to })
    },
  )

  it.each([
    ['newCard', false, 'home'],
    ['paypal', false, 'home'],
    ['savedCard', false, 'home'],
    ['savedCard', true, 'channel'],
  ] as const)(
    'by %s (from a channel: %s) the user can start watching at once: %s',
    { tags: 'after.watch' },
    (paymentMethod, fromChannel, to) => {
      for (const isStopped of [false, true]) {
        const { actor } = begin({ paymentMethod, isMember: true, fromChannel })
        if (isStopped) actor.send({ type: 'redirect.stop' })
        actor.send({ type: 'watch.start' })
        expect(actor.getSnapshot().output).toEqual({ destination: to })
      }
    },
  )

  it('a stopped countdown stays stopped, and the user can still continue', { tags: 'after.stop' }, () => {
    const { clock, actor } = begin({ paymentMethod: 'newCard', isMember: false, fromChannel: false })
    clock.increment(1_000)
    actor.send({ type: 'redirect.stop' })
    clock.increment(60_000)
    expect([actor.getSnapshot().value, actor.getSnapshot().context.seconds]).toEqual(['stopped', 1])
    actor.send({ type: 'redirect.go' })
    expect(actor.getSnapshot().output).toEqual({ destination: 'home' })
  })
})
