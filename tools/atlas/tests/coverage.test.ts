import { describe, expect, it } from 'vitest'
import { mergeCoverage, parseCoverage } from '../coverage.ts'
import { criteria } from '../../model-testing/coverageFigures.ts'

const figures = Object.fromEntries(criteria.map((subject) => [subject, { seen: 1, of: 2 }]))

describe('the coverage files', () => {
  it('are read as far as they are valid', () => {
    const browser = { on: '2026-11-22', chart: '0', figures, missing: [], leftOut: [{ what: 'a', reason: 'b' }] }
    expect(parseCoverage({ machines: [{ machine: 'signIn', alone: { figures, missing: [] }, browser }] })).toEqual([
      { machine: 'signIn', alone: { figures, missing: [] }, browser, leftOut: [{ what: 'a', reason: 'b' }] },
    ])
  })

  it.each([
    [undefined, []],
    [{}, []],
    [{ machines: 3 }, []],
    [{ machines: [null, {}, { machine: 1 }] }, []],
    [
      { machines: [{ machine: 'a', alone: { figures: { states: 1 } }, browser: { figures: {}, leftOut: [1, {}] } }] },
      [{ machine: 'a', alone: undefined, browser: undefined, leftOut: [] }],
    ],
    [
      { machines: [{ machine: 'a', browser: { figures, missing: [], leftOut: [] } }] },
      [{ machine: 'a', alone: undefined, browser: undefined, leftOut: [] }],
    ],
  ])('omit invalid rows: %j', (given, rows) => {
    expect(parseCoverage(given)).toEqual(rows)
  })
})

it('merges the figures of the build with those of the browser', () => {
  const alone = { figures, missing: [] }
  const browser = { on: '2026-11-22', chart: '0', figures, missing: [] }
  const machines = parseCoverage({
    machines: [
      { machine: 'a', alone },
      { machine: 'b', alone },
    ],
  })
  const tours = parseCoverage({
    machines: [
      { machine: 'b', browser },
      { machine: 'removed', browser },
    ],
  })
  expect(mergeCoverage(machines, tours).map((row) => [row.machine, row.alone, row.browser])).toEqual([
    ['a', alone, undefined],
    ['b', alone, browser],
  ])
})
