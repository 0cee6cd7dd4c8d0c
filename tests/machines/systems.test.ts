/** Machines that talk, together: every path of the company is played by live machines in one another. */
import { describe, expect, it } from 'vitest'
import { readChart } from '../../tools/model-testing/chart.ts'
import { essentialPaths, runSystem, type ActorTree } from '../../tools/model-testing/systemRun.ts'
import { systemSizeText } from '../../tools/model-testing/systemFormats.ts'
import { replaySystemPath } from '../../tools/model-testing/replaySystemPath.ts'
import { loadModels } from '../paths/loadModels.ts'
import { type Model } from '../../tools/model-testing/model.ts'
import { actorTrees } from './actorTrees.ts'

const envNumber = (name: string): number | undefined =>
  process.env[name] === undefined ? undefined : Number(process.env[name])

describe.each(Object.entries(actorTrees))('%s with those that it talks to', (name, cast) => {
  const begun = performance.now()
  const company = runSystem(cast)
  const ms = Math.round(performance.now() - begun)

  it('is walked whole, and every machine keeps its invariants in company', ({ task }) => {
    task.meta.figures = [
      `${name} with those that it talks to: ${systemSizeText(company)}, walked in ${ms} ms`,
      ...[...company.coverage].map(([machine, coverage]) => {
        const { states, transitions } = coverage.report()
        return `  ${machine}: ${states.seen}/${states.of} states and ${transitions.seen}/${transitions.of} transitions in company`
      }),
    ]
    expect(company.broken).toEqual([])
    expect(company.limited).toBe(false)
  })

  it('plays live what the paths say: everything that a single step can do, and more from elsewhere', async () => {
    const played = new Set(essentialPaths(company.paths))
    // PLAY=1 plays all of them; else, of the others, as many as take a few seconds.
    const every = envNumber('PLAY') ?? Math.max(1, Math.ceil(company.paths.length / 400))
    company.paths.forEach((path, i) => i % every === 0 && played.add(path))
    for (const path of played) await replaySystemPath(cast, path)
    expect(played.size).toBeGreaterThan(0)
  })
})

/** Machines that run another one which no cast plays, each as a sentence that says what to do. */
function machinesWithoutTree(models: readonly Model[], known: Readonly<Record<string, ActorTree>>): string[] {
  const names = models.map(({ name }) => name)
  const played = new Set<string>()
  const visit = ({ model, children = {} }: ActorTree): void => {
    for (const [src, child] of Object.entries(children)) {
      played.add(`${model.name} ${src}`)
      visit(child)
    }
  }
  Object.values(known).forEach(visit)
  return models.flatMap(({ name, machine }) =>
    [...new Set(readChart(machine).invocations.map(({ src }) => src))]
      .filter((src) => names.includes(src) && src !== name && !played.has(`${name} ${src}`))
      .map(
        (src) =>
          `${name} runs ${src}: give it a cast in tests/machines/actorTrees.ts, so that both are walked together`,
      ),
  )
}

it('every machine that runs another one is walked together with it', async () => {
  const models = await loadModels()
  // Systems do not replay what a parent sends to a child, nor the snapshots of a child yet.
  expect(machinesWithoutTree(models, actorTrees)).toEqual([
    'livePlayer runs streamRenewal: give it a cast in tests/machines/actorTrees.ts, so that both are walked together',
    'profileEdit runs locationPicker: give it a cast in tests/machines/actorTrees.ts, so that both are walked together',
  ])
  const { checkout } = actorTrees
  expect(machinesWithoutTree(models, { checkout: { model: checkout.model } })).toContain(
    'checkout runs planChange: give it a cast in tests/machines/actorTrees.ts, so that both are walked together',
  )
})
