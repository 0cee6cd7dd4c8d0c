/** Each machine with its child machines and peers: invariants in every system state, and replay on live actors. */
import { describe, expect, it } from 'vitest'
import { type ActorTree } from '../../tools/model-testing/actorTree.ts'
import { readChart } from '../../tools/model-testing/chart.ts'
import { type Model } from '../../tools/model-testing/model.ts'
import { replaySystemPath } from '../../tools/model-testing/replaySystemPath.ts'
import { systemSizeText } from '../../tools/model-testing/systemFormats.ts'
import { essentialPaths, runSystem } from '../../tools/model-testing/systemRun.ts'
import { loadModels } from '../paths/loadModels.ts'
import { actorTrees } from './actorTrees.ts'

/** `REPLAY_EVERY=1` replays every path. */
const replayInterval = process.env['REPLAY_EVERY']

describe.each(Object.entries(actorTrees))('%s and its actors', (name, tree) => {
  const startTime = performance.now()
  const system = runSystem(tree)
  const duration = Math.round(performance.now() - startTime)

  it('keep their invariants in every system state', ({ task }) => {
    task.meta.figures = [
      `${name} and its actors: ${systemSizeText(system)}, explored in ${duration} ms`,
      ...[...system.coverage].map(([machine, coverage]) => {
        const { states, transitions } = coverage.report()
        return `  ${machine}: ${states.seen}/${states.of} states, ${transitions.seen}/${transitions.of} transitions`
      }),
    ]
    expect(system.broken).toEqual([])
    expect(system.limited).toBe(false)
  })

  it('replay the essential paths, and a sample of the others, on live actors', async () => {
    const replayed = new Set(essentialPaths(system.paths))
    const interval = replayInterval === undefined ? Math.ceil(system.paths.length / 400) : Number(replayInterval)
    system.paths.forEach((path, i) => i % interval === 0 && replayed.add(path))
    for (const path of replayed) await replaySystemPath(tree, path)
    expect(replayed.size).toBeGreaterThan(0)
  })
})

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
