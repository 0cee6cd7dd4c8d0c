/** Machines that talk, together: every path of the company is played by live machines in one another. */
import { describe, expect, it } from 'vitest'
import { essential, rehearse, sizeWords } from '../model/company.ts'
import { perform } from '../model/companyStage.ts'
import { casts } from './together.ts'

const number = (name: string): number | undefined =>
  process.env[name] === undefined ? undefined : Number(process.env[name])

describe.each(Object.entries(casts))('%s with those that it talks to', (name, cast) => {
  const begun = performance.now()
  const company = rehearse(cast)
  const ms = Math.round(performance.now() - begun)

  it('is walked whole, and every machine keeps its invariants in company', ({ task }) => {
    task.meta.figures = [
      `${name} with those that it talks to: ${sizeWords(company)}, walked in ${ms} ms`,
      ...[...company.coverage].map(([machine, coverage]) => {
        const { states, transitions } = coverage.report()
        return `  ${machine}: ${states.seen}/${states.of} states and ${transitions.seen}/${transitions.of} transitions in company`
      }),
    ]
    expect(company.broken).toEqual([])
    expect(company.limited).toBe(false)
  })

  it('plays live what the paths say: everything that a single step can do, and more from elsewhere', () => {
    const played = new Set(essential(company.paths))
    // PLAY=1 plays all of them; else, of the others, as many as take a few seconds.
    const every = number('PLAY') ?? Math.max(1, Math.ceil(company.paths.length / 400))
    company.paths.forEach((path, i) => i % every === 0 && played.add(path))
    for (const path of played) perform(cast, path)
    expect(played.size).toBeGreaterThan(0)
  })
})
