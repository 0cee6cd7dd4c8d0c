/** Lines with round corners and an arrowhead, as SVG paths. */
import { type Point } from './chartLayout.ts'

const RADIUS = 8
const ARROWHEAD = { length: 9, half: 4 }

const pointTowards = (from: Point, to: Point, distance: number): Point => {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length === 0) return from
  const share = distance / length
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

const rounded = (n: number): number => Math.round(n * 10) / 10
const coordinates = ({ x, y }: Point): string => `${rounded(x)} ${rounded(y)}`
const lengthBetween = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y)

/** Returns a line through the points. It ends at the base of the arrowhead. */
export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (first === undefined || last === undefined) return ''
  const before = rest.at(-2) ?? first
  const end = pointTowards(last, before, Math.min(ARROWHEAD.length - 1, lengthBetween(before, last)))
  const path = [`M${coordinates(first)}`]
  let from = first
  rest.forEach((point, i) => {
    const next = rest[i + 1]
    if (next === undefined) {
      path.push(`L${coordinates(end)}`)
      return
    }
    const radius = Math.min(RADIUS, lengthBetween(from, point) / 2, lengthBetween(point, next) / 2)
    path.push(
      `L${coordinates(pointTowards(point, from, radius))}`,
      `Q${coordinates(point)} ${coordinates(pointTowards(point, next, radius))}`,
    )
    from = point
  })
  return path.join('')
}

export function arrowheadPath(points: readonly Point[]): string {
  const last = points.at(-1)
  const before = points.at(-2)
  if (last === undefined || before === undefined) return ''
  const base = pointTowards(last, before, ARROWHEAD.length)
  const across = { x: (last.y - base.y) / ARROWHEAD.length, y: (base.x - last.x) / ARROWHEAD.length }
  const side = (sign: number): Point => ({
    x: base.x + sign * ARROWHEAD.half * across.x,
    y: base.y + sign * ARROWHEAD.half * across.y,
  })
  return `M${coordinates(last)}L${coordinates(side(1))}L${coordinates(side(-1))}Z`
}

function distance({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length))
  return Math.hypot(from.x + along * dx - x, from.y + along * dy - y)
}

export function nearestLine<Line extends { readonly points: readonly Point[] }>(
  lines: readonly Line[],
  point: Point,
): Line | undefined {
  let [best, least]: [Line | undefined, number] = [undefined, Infinity]
  for (const line of lines)
    line.points.slice(1).forEach((to, i) => {
      const far = distance(point, line.points[i] ?? to, to)
      if (far < least) [best, least] = [line, far]
    })
  return best
}
