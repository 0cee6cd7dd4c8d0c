/** Lines with round corners and a head, as SVG paths. */
import { type Point } from './picture.ts'

const RADIUS = 8
const HEAD = { length: 9, half: 4 }

const towards = (from: Point, to: Point, distance: number): Point => {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length === 0) return from
  const share = distance / length
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

const near = (n: number): number => Math.round(n * 10) / 10
const at = ({ x, y }: Point): string => `${near(x)} ${near(y)}`
const between = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y)

/** A line through the points; it ends where the head begins. */
export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (first === undefined || last === undefined) return ''
  const before = rest.at(-2) ?? first
  const end = towards(last, before, Math.min(HEAD.length - 1, between(before, last)))
  const path = [`M${at(first)}`]
  let from = first
  rest.forEach((point, i) => {
    const next = rest[i + 1]
    if (next === undefined) {
      path.push(`L${at(end)}`)
      return
    }
    const radius = Math.min(RADIUS, between(from, point) / 2, between(point, next) / 2)
    path.push(`L${at(towards(point, from, radius))}`, `Q${at(point)} ${at(towards(point, next, radius))}`)
    from = point
  })
  return path.join('')
}

/** The head at the end of a line. */
export function headPath(points: readonly Point[]): string {
  const last = points.at(-1)
  const before = points.at(-2)
  if (last === undefined || before === undefined) return ''
  const foot = towards(last, before, HEAD.length)
  const across = { x: (last.y - foot.y) / HEAD.length, y: (foot.x - last.x) / HEAD.length }
  const side = (sign: number): Point => ({
    x: foot.x + sign * HEAD.half * across.x,
    y: foot.y + sign * HEAD.half * across.y,
  })
  return `M${at(last)}L${at(side(1))}L${at(side(-1))}Z`
}

/** How far a point is from the piece of a line between two others. */
function distance({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length))
  return Math.hypot(from.x + along * dx - x, from.y + along * dy - y)
}

/** The line that passes nearest to a point. */
export function nearest<Line extends { readonly points: readonly Point[] }>(
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
