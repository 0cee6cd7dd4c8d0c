import { expect, it } from 'vitest'
import { createActor, fromPromise, type AnyActorLogic } from 'xstate'
import { requireAttempt } from '../../machines/planChange.setup.ts'
import { loadModel, machineNames } from '../paths/loadModels.ts'
import { member } from './paymentFixtures.ts'

/** Resolves to the error of an actor, or to 'no error'. */
const outcomeOf = (logic: AnyActorLogic): Promise<unknown> =>
  new Promise((resolve) => {
    const actor = createActor(logic, { input: {} })
    actor.subscribe({ error: resolve, complete: () => resolve('no error') })
    actor.start()
  })

const onlyMachine = process.env['MACHINE']

it.each(machineNames().filter((name) => onlyMachine === undefined || name === onlyMachine))(
  '%s throws the name of each actor and action that is not provided',
  async (name) => {
    const { actors, actions } = (await loadModel(name))?.machine.implementations ?? {}
    for (const [actor, logic] of Object.entries((actors ?? {}) as Record<string, AnyActorLogic>))
      expect(await outcomeOf(logic)).toEqual(new Error(`${name}: provide ${actor}`))
    for (const [action, run] of Object.entries((actions ?? {}) as Record<string, () => void>))
      if (!('resolve' in run)) expect(run).toThrow(`${name}: provide ${action}`)
  },
)

it('planChange requires an attempt where it sends one', () => {
  expect(() =>
    requireAttempt({ member, request: undefined, attempt: undefined, message: '', isAboutCard: false }),
  ).toThrow('planChange: provide an attempt')
})

it('distinguishes a provided actor from a missing one', async () => {
  expect(await outcomeOf(fromPromise(() => Promise.resolve()))).toBe('no error')
})
