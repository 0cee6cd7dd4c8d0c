import { describe, expect, it } from 'vitest'
import { nearestBox, type Box, type Direction } from '../../../src/ui/spatialNavigation.ts'

const box = (left: number, top: number, width = 100, height = 50): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

/** Three columns, two rows, 20 px between them. */
const wall = [box(0, 0), box(120, 0), box(240, 0), box(0, 70), box(120, 70), box(240, 70)]
const others = (from: number): Box[] => wall.filter((_, i) => i !== from)
const go = (from: number, direction: Direction): number => {
  const found = nearestBox(wall[from] as Box, others(from), direction, 1_000)
  return found < 0 ? found : wall.indexOf(others(from)[found] as Box)
}

describe('where an arrow leads', () => {
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
  ])('on a wall, from card %i %s: card %i', (from, direction, to) => {
    expect(go(from, direction)).toBe(to)
  })

  it('leads there and back on every wall card that has a neighbour', () => {
    const back = { up: 'down', down: 'up', left: 'right', right: 'left' } as const
    for (const from of wall.keys()) {
      for (const direction of ['up', 'down', 'left', 'right'] as const) {
        const to = go(from, direction)
        if (to >= 0) expect([from, direction, go(to, back[direction])]).toEqual([from, direction, from])
      }
    }
  })

  it('prefers what is in line to what is near but aside', () => {
    const from = box(0, 0)
    const inLine = box(0, 200)
    const aside = box(250, 60)
    expect(nearestBox(from, [aside, inLine], 'down', 1_000)).toBe(1)
  })

  it('takes the nearer of two in line, in whatever order they stand', () => {
    const from = box(0, 0)
    expect(nearestBox(from, [box(0, 300), box(0, 100)], 'down', 1_000)).toBe(1)
    expect(nearestBox(from, [box(0, 100), box(0, 300)], 'down', 1_000)).toBe(0)
  })

  it('goes to the one whose near edge lies closest, where a wide thing faces several', () => {
    const search = box(0, 0, 340)
    expect(nearestBox(search, wall.slice(3), 'down', 1_000)).toBe(0)
  })

  it('leads nowhere beyond its reach, and nowhere when there is nothing', () => {
    expect(nearestBox(box(0, 0), [box(0, 700)], 'down', 600)).toBe(-1)
    expect(nearestBox(box(0, 0), [box(0, 700)], 'down', 650)).toBe(0)
    expect(nearestBox(box(0, 0), [], 'down', 650)).toBe(-1)
  })
})
