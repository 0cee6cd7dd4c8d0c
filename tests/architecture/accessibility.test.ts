/** `npm run accessibility` checks every leaf state at every size. */
import { describe, expect, it } from 'vitest'
import { leavesOf } from '../../tools/model-testing/chart.ts'
import config from '../e2e/accessibility.config.ts'
import { createAccessibilityResult } from '../e2e/accessibilityReport.ts'
import guide from '../e2e/drivers/guide.driver.ts'
import shareLink from '../e2e/drivers/shareLink.driver.ts'
import { actorStatesOf, assignChecks, planTours } from '../e2e/pageDriver.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

describe('npm run accessibility', () => {
  it('runs the short tours and the check of their completeness, at every size', () => {
    const [project] = config.projects ?? []
    expect(project?.use?.accessibilitySizes).toEqual(sizes)
    const titles = ['short tour 1 of 2: 3 steps', 'tour 1 of 2: 3 steps', 'the page driver is complete']
    const { grep } = project ?? {}
    if (!(grep instanceof RegExp)) throw new Error('The project selects by one expression.')
    const selected = titles.filter((title) => grep.test(`tours.spec.ts guide ${title}`))
    expect(selected).toEqual([titles[0], titles[2]])
  })

  it.each([guide, shareLink])('checks each leaf state of $model.name once', (driver) => {
    const { tours } = planTours(driver).core
    const checks = assignChecks(tours)
    for (const [tour, leaves] of checks) {
      const shown = new Set(actorStatesOf(tour).flatMap(({ snapshot }) => leavesOf(snapshot)))
      expect([...leaves].filter((leaf) => !shown.has(leaf))).toEqual([])
    }
    expect([...checks.values()].flatMap((assigned) => [...assigned]).sort()).toEqual(
      Object.keys(driver.config.states).sort(),
    )
  })

  it('lists the violations by rule and fails', () => {
    const help = 'Scrollable region must have keyboard access'
    const violations = [{ rule: 'scrollable-region-focusable', help, selectors: ['.menu', '.list'] }]
    const planned = [{ machine: 'guide', leaves: ['grid.open', 'search'] }]
    const [size] = sizes.slice(2)
    const checks = [{ machine: 'guide', leaves: ['grid.open', 'search'], size: size ?? null, violations }]
    expect(createAccessibilityResult(planned, checks, sizes.slice(2, 3))).toEqual({
      isPassed: false,
      lines: [
        '1 machine, 2 states at 1 size: 2 of 2 checked, 2 violations.',
        '',
        `scrollable-region-focusable: ${help} (2)`,
        "  guide, 'grid.open', 'search', 844 × 390: .menu",
        "  guide, 'grid.open', 'search', 844 × 390: .list",
      ],
    })
  })

  it('fails for a state that was not checked at a size', () => {
    const planned = [{ machine: 'guide', leaves: ['search'] }]
    const checks = sizes.map((size) => ({ machine: 'guide', leaves: ['search'], size, violations: [] }))
    expect(createAccessibilityResult(planned, checks, sizes)).toEqual({
      isPassed: true,
      lines: ['1 machine, 1 state at 5 sizes: 5 of 5 checked, 0 violations.'],
    })
    expect(createAccessibilityResult(planned, checks.slice(1), sizes)).toEqual({
      isPassed: false,
      lines: [
        '1 machine, 1 state at 5 sizes: 4 of 5 checked, 0 violations.',
        '',
        'Not checked:',
        "  guide, 'search', 390 × 844",
      ],
    })
    expect(createAccessibilityResult([], [], sizes).isPassed, 'nothing was selected').toBe(false)
  })
})
