/** The pure rules of the guide: the day of the viewer, the cells of a row, and the way of the focus between them. */
import { type DayName, type GuideDay, type GuideShow } from '../../../machines/guide.setup.ts'

export const minute = 60_000
const hour = 60 * minute
/** A run of shows that are shorter than this shares cells of at least this length, in ms. */
const shortest = 15 * minute
/** The distance of two marks of the ruler in ms. */
const slot = 30 * minute

/** One cell of a row: a show, several short shows, or a time without a show. Times are ms, inside the day. */
export type Cell = { from: number; to: number; shows: readonly GuideShow[] }

/** The day from midnight to midnight in the zone of the viewer: 23 to 25 hours. */
export function dayOf(dayName: DayName, now: number): GuideDay {
  const date = new Date(now)
  const offset = dayName === 'today' ? 0 : 1
  const midnight = (days: number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
  return { from: midnight(offset), to: midnight(offset + 1) }
}

/** The windows of the schedule call for a day, each of at most 24 hours. */
export function windowsOf({ from, to }: GuideDay): GuideDay[] {
  const middle = from + 24 * hour
  return to <= middle
    ? [{ from, to }]
    : [
        { from, to: middle },
        { from: middle, to },
      ]
}

/** The start of each half hour of a day. */
export const marksOf = ({ from, to }: GuideDay): number[] =>
  Array.from({ length: Math.ceil((to - from) / slot) }, (_, index) => from + index * slot)

/** The shows of a day in order: without duplicates, none inside another. A show ends when the next one begins. */
function inOrder(shows: readonly GuideShow[], { from, to }: GuideDay): Cell[] {
  const cells: Cell[] = []
  for (const show of [...shows].sort((one, other) => one.startsAt - other.startsAt || other.endsAt - one.endsAt)) {
    const start = Math.max(from, show.startsAt)
    const end = Math.min(to, show.endsAt)
    if (end <= start) continue
    const before = cells.at(-1)
    if (before?.from === start) continue
    if (before) before.to = Math.min(before.to, start)
    cells.push({ from: start, to: end, shows: [show] })
  }
  return cells
}

/** Joins runs of short shows, so that every cell can be read and pressed. A short show between long ones stays alone. */
function joinShort(cells: readonly Cell[]): Cell[] {
  const joined: Cell[] = []
  let canGrow = false
  for (const cell of cells) {
    const before = joined.at(-1)
    const isShort = cell.to - cell.from < shortest
    if (canGrow && isShort && before?.to === cell.from) {
      before.to = cell.to
      before.shows = [...before.shows, ...cell.shows]
    } else joined.push({ ...cell })
    const last = joined.at(-1)
    canGrow = isShort && last !== undefined && last.to - last.from < shortest
  }
  return joined
}

/**
 * The cells of a row. They fill the day without a gap and without an overlap, whatever the host lists; a time without a
 * show is a cell without shows. A day without any show is one such cell.
 */
export function cellsOf(shows: readonly GuideShow[], day: GuideDay): Cell[] {
  const cells: Cell[] = []
  let end = day.from
  for (const cell of joinShort(inOrder(shows, day))) {
    if (cell.from > end) cells.push({ from: end, to: cell.from, shows: [] })
    cells.push(cell)
    end = cell.to
  }
  if (end < day.to) cells.push({ from: end, to: day.to, shows: [] })
  return cells
}

/** The index of the cell at a time; the first or last one for a time outside of the day. */
export function cellAt(cells: readonly Cell[], at: number): number {
  const index = cells.findIndex((cell) => at < cell.to)
  return index < 0 ? cells.length - 1 : index
}

/** The cells that a part of the day shows. */
export const cellsBetween = (cells: readonly Cell[], { from, to }: GuideDay): Cell[] =>
  cells.filter((cell) => cell.to > from && cell.from < to)

/**
 * The focus in the grid. `cell` is the index in its row, -1 for the name of the channel. `at` is the time that the
 * focus keeps while it moves up and down, in ms.
 */
export type GridFocus = { row: number; cell: number; at: number }

export type GridKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End' | 'PageUp' | 'PageDown'
const gridKeys: readonly string[] = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
] satisfies GridKey[]
export const isGridKey = (key: string): key is GridKey => gridKeys.includes(key)

/** Where a key moves the focus; undefined at the edge of the grid, which the focus then leaves, but not at the end of a row. */
export function moveFocus(
  focus: GridFocus,
  key: GridKey,
  { rows, page }: { rows: readonly (readonly Cell[])[]; page: number },
): GridFocus | undefined {
  const cells = rows[focus.row] ?? []
  const toRow = (row: number): GridFocus | undefined => {
    const target = rows[Math.min(rows.length - 1, Math.max(0, row))]
    if (target === undefined || row === focus.row) return undefined
    const index = rows.indexOf(target)
    if (index === focus.row) return undefined
    return { row: index, cell: focus.cell < 0 ? -1 : cellAt(target, focus.at), at: focus.at }
  }
  const toCell = (cell: number): GridFocus | undefined => {
    if (cell < -1 || cell >= cells.length) return undefined
    return { row: focus.row, cell, at: cells[cell]?.from ?? focus.at }
  }
  switch (key) {
    case 'ArrowUp':
      return focus.row === 0 ? undefined : toRow(focus.row - 1)
    case 'ArrowDown':
      return focus.row === rows.length - 1 ? undefined : toRow(focus.row + 1)
    case 'PageUp':
      return toRow(focus.row - page)
    case 'PageDown':
      return toRow(focus.row + page)
    case 'ArrowLeft':
      return toCell(focus.cell - 1)
    case 'ArrowRight':
      return toCell(focus.cell + 1)
    case 'Home':
      return toCell(-1)
    case 'End':
      return toCell(cells.length - 1)
  }
}
