/** The tests of every actor tree. */
import { describe, expect, it } from 'vitest'
import { type ActorTree } from '../../tools/model-testing/actorTree.ts'
import { replaySystemPath } from '../../tools/model-testing/replaySystemPath.ts'
import { systemSizeText } from '../../tools/model-testing/systemFormats.ts'
import { essentialPaths, runSystem, type SystemRun } from '../../tools/model-testing/systemRun.ts'

/** `REPLAY_EVERY=1` replays every path. */
const replayInterval = process.env['REPLAY_EVERY']

/** Explores a tree, tests its invariants in every state and its paths on live actors, and returns the exploration. */
export function testSystem(name: string, tree: ActorTree): SystemRun {
  const startTime = performance.now()
  const system = runSystem(tree)
  const duration = Math.round(performance.now() - startTime)

  describe(`${name} and its actors`, () => {
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
  return system
}
