/** Each machine with its child machines and peers: invariants in every system state, and replay on live actors. */
import { expect, it } from 'vitest'
import { type ActorTree } from '../../tools/model-testing/actorTree.ts'
import { readChart } from '../../tools/model-testing/chart.ts'
import { type Model } from '../../tools/model-testing/model.ts'
import { loadModels } from '../paths/loadModels.ts'
import { actorTrees } from './actorTrees.ts'
import { testSystem } from './testSystem.ts'

// sessionPeers.test.ts tests the tree of the session.
for (const [name, tree] of Object.entries(actorTrees)) if (name !== 'session') testSystem(name, tree)

/** Machines that invoke another machine without a tree that has both. */
function machinesWithoutTree(models: readonly Model[], trees: Readonly<Record<string, ActorTree>>): string[] {
  const names = models.map(({ name }) => name)
  const inTree = new Set<string>()
  const visit = ({ model, children = {} }: ActorTree): void => {
    for (const [src, child] of Object.entries(children)) {
      inTree.add(`${model.name} ${src}`)
      visit(child)
    }
  }
  Object.values(trees).forEach(visit)
  return models.flatMap(({ name, machine }) =>
    [...new Set(readChart(machine).invocations.map(({ src }) => src))]
      .filter((src) => names.includes(src) && src !== name && !inTree.has(`${name} ${src}`))
      .map((src) => `${name} invokes ${src}: add both to a tree in tests/machines/actorTrees.ts`),
  )
}

it('every machine that invokes another machine has a tree with both', async () => {
  const models = await loadModels()
  expect(machinesWithoutTree(models, actorTrees)).toEqual([])
  const { checkout } = actorTrees
  expect(machinesWithoutTree(models, { checkout: { model: checkout.model } })).toContain(
    'checkout invokes planChange: add both to a tree in tests/machines/actorTrees.ts',
  )
})
