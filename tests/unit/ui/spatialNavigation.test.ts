import { describe, expect, it } from 'vitest'
import { nearestBox, type Box, type Direction } from '../../../src/ui/spatialNavigation.ts'

const box = (left: number, top: number, width = 100, height = 50): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

/** Three columns, two rows, 20 px between them. */
const grid = [box(0, 0), box(120, 0), box(240, 0), box(0, 70), box(120, 70), box(240, 70)]
const others = (from: number): Box[] => grid.filter((_, i) => i !== from)
const go = (from: number, direction: Direction): number => {
  const found = nearestBox(grid[from] as Box, others(from), direction, 1_000)
  return found < 0 ? found : grid.indexOf(others(from)[found] as Box)
}

describe('spatial navigation', () => {
  it.each<[number, Direction, number]>([
    [0, 'right', 1],
    [1, 'right', 2],
    [2, 'right', -1],
    [2, 'left', 1],
    [0, 'left', -1],
    [0, 'down', 3],
    [1, 'down', 4],
    [5, 'up', 2],
    [0, 'up', -1],
    [3, 'down', -1],
  ])('moves in a grid from card %i %s to card %i', (from, direction, to) => {
    expect(go(from, direction)).toBe(to)
  })

  it('is reversible between neighbors of the grid', () => {
    const back = { up: 'down', down: 'up', left: 'right', right: 'left' } as const
    for (const from of grid.keys()) {
      for (const direction of ['up', 'down', 'left', 'right'] as const) {
        const to = go(from, direction)
        if (to >= 0) expect([from, direction, go(to, back[direction])]).toEqual([from, direction, from])
      }
    }
  })

  it('prefers an aligned box to a closer one at the side', () => {
    const from = box(0, 0)
    const inLine = box(0, 200)
    const atSide = box(250, 60)
    expect(nearestBox(from, [atSide, inLine], 'down', 1_000)).toBe(1)
  })

  it('takes the closer of two aligned boxes, in any order', () => {
    const from = box(0, 0)
    expect(nearestBox(from, [box(0, 300), box(0, 100)], 'down', 1_000)).toBe(1)
    expect(nearestBox(from, [box(0, 100), box(0, 300)], 'down', 1_000)).toBe(0)
  })

  it('takes the box with the closest edge if a wide box faces several', () => {
    const search = box(0, 0, 340)
    expect(nearestBox(search, grid.slice(3), 'down', 1_000)).toBe(0)
  })

  it('finds nothing beyond the maximum distance', () => {
    expect(nearestBox(box(0, 0), [box(0, 700)], 'down', 600)).toBe(-1)
    expect(nearestBox(box(0, 0), [box(0, 700)], 'down', 650)).toBe(0)
    expect(nearestBox(box(0, 0), [], 'down', 650)).toBe(-1)
  })
})
