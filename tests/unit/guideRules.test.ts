import { afterEach, describe, expect, it, vi } from 'vitest'
import { type GuideDay, type GuideShow } from '../../machines/guide.setup.ts'
import {
  cellAt,
  cellsBetween,
  cellsOf,
  dayOf,
  marksOf,
  moveFocus,
  windowsOf,
  type Cell,
  type GridFocus,
  type GridKey,
} from '../../src/screens/guide/guideRules.ts'
import { spanText } from '../../src/screens/guide/guideTimes.ts'

const minute = 60_000
const hour = 60 * minute
const day: GuideDay = { from: 0, to: 24 * hour }
const show = (title: string, from: number, to: number): GuideShow => ({
  title,
  startsAt: from * hour,
  endsAt: to * hour,
  description: '',
})
/** The cells as text: `A 6–8`, `– 8–24` without a show. */
const textOf = (cells: readonly Cell[]) =>
  cells.map(({ from, to, shows }) => `${shows.map(({ title }) => title).join('+') || '–'} ${from / hour}–${to / hour}`)
const layout = (...shows: GuideShow[]) => textOf(cellsOf(shows, day))

afterEach(() => void vi.unstubAllEnvs())

describe('the day of the viewer', { tags: ['guide.day', 'guide.layout'] }, () => {
  it.each([
    ['UTC', '2026-11-21T12:00:00Z', '2026-11-21T00:00:00Z', 24],
    ['America/New_York', '2026-11-21T02:00:00Z', '2026-11-20T05:00:00Z', 24],
    ['Asia/Kolkata', '2026-11-21T20:00:00Z', '2026-11-21T18:30:00Z', 24],
    // Clocks go forward and back.
    ['America/New_York', '2026-03-08T15:00:00Z', '2026-03-08T05:00:00Z', 23],
    ['America/New_York', '2026-11-01T15:00:00Z', '2026-11-01T04:00:00Z', 25],
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', 23],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', 25],
  ])('in %s at %s begins at %s and has %d hours', (zone, now, from, hours) => {
    vi.stubEnv('TZ', zone)
    const today = dayOf('today', Date.parse(now))
    expect(new Date(today.from).toISOString()).toBe(new Date(from).toISOString())
    expect((today.to - today.from) / hour).toBe(hours)
    expect(dayOf('tomorrow', Date.parse(now)).from).toBe(today.to)
    expect(marksOf(today)).toHaveLength(hours * 2)
  })

  it('has the zone in the times of a show during which the clocks change', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const spanOf = (from: string, to: string) =>
      spanText({ startsAt: Date.parse(from), endsAt: Date.parse(to) }, 'en-US').replaceAll(/[\u2009\u202f]/g, ' ')
    expect(spanOf('2026-11-01T05:30:00Z', '2026-11-01T06:00:00Z')).toBe('1:30 AM EDT – 1:00 AM EST')
    expect(spanOf('2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z')).toBe('1:30 AM EST – 3:30 AM EDT')
    expect(spanOf('2026-11-01T04:30:00Z', '2026-11-01T05:00:00Z')).toBe('12:30 – 1:00 AM')
  })

  it('has no dates in the times of a show that ends at midnight or after it', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const spanOf = (from: string, to: string) =>
      spanText({ startsAt: Date.parse(from), endsAt: Date.parse(to) }, 'en-US').replaceAll(/[\u2009\u202f]/g, ' ')
    expect(spanOf('2026-11-26T04:30:00Z', '2026-11-26T05:00:00Z')).toBe('11:30 PM – 12:00 AM')
    expect(spanOf('2026-11-26T04:45:00Z', '2026-11-26T05:45:00Z')).toBe('11:45 PM – 12:45 AM')
    expect(spanOf('2026-11-26T03:30:00Z', '2026-11-26T04:30:00Z')).toBe('10:30 – 11:30 PM')
  })

  it('is requested in windows of at most 24 hours', () => {
    expect(windowsOf(day)).toEqual([day])
    expect(windowsOf({ from: 0, to: 23 * hour })).toEqual([{ from: 0, to: 23 * hour }])
    expect(windowsOf({ from: 0, to: 25 * hour })).toEqual([day, { from: 24 * hour, to: 25 * hour }])
  })
})

describe('the cells of a row', { tags: 'guide.layout' }, () => {
  it('fill the day', () => {
    expect(layout(show('A', 0, 8), show('B', 8, 24))).toEqual(['A 0–8', 'B 8–24'])
  })

  it('are in order, whatever the order of the host', () => {
    expect(layout(show('B', 8, 24), show('A', 0, 8))).toEqual(['A 0–8', 'B 8–24'])
  })

  it('have a place for missing shows', () => {
    expect(layout(show('A', 6, 8), show('B', 9, 10))).toEqual(['– 0–6', 'A 6–8', '– 8–9', 'B 9–10', '– 10–24'])
  })

  it('are one empty cell without shows, and with those of another day', () => {
    expect(layout()).toEqual(['– 0–24'])
    expect(layout(show('Yesterday', -24, -1), show('Until midnight', -1, 0), show('Later', 24, 30))).toEqual(['– 0–24'])
  })

  it('end with the day', () => {
    expect(layout(show('A', -3, 12), show('B', 12, 30))).toEqual(['A 0–12', 'B 12–24'])
  })

  it('never overlap: a show ends when the next one begins', () => {
    expect(layout(show('A', 0, 10), show('B', 8, 12), show('C', 9, 24))).toEqual(['A 0–8', 'B 8–9', 'C 9–24'])
    expect(layout(show('Long', 0, 24), show('Short', 6, 7))).toEqual(['Long 0–6', 'Short 6–7', '– 7–24'])
  })

  it('have a show only once, and one show at a time', () => {
    expect(layout(show('A', 0, 24), show('A', 0, 24))).toEqual(['A 0–24'])
    expect(layout(show('Short', 0, 6), show('Long', 0, 24))).toEqual(['Long 0–24'])
  })

  it('leave out shows without a duration', () => {
    expect(layout(show('None', 6, 6), show('Backward', 8, 7))).toEqual(['– 0–24'])
  })

  it('join runs of short shows, and leave a short show between long ones alone', () => {
    const sixth = (index: number) => show(String(index), index / 6, (index + 1) / 6)
    expect(layout(sixth(0), sixth(1), sixth(2), sixth(3), show('B', 4 / 6, 24))).toEqual([
      `0+1 0–${2 / 6}`,
      `2+3 ${2 / 6}–${4 / 6}`,
      `B ${4 / 6}–24`,
    ])
    expect(layout(show('A', 0, 6), show('B', 6, 6.1), show('C', 6.1, 24))).toEqual(['A 0–6', 'B 6–6.1', 'C 6.1–24'])
  })

  it('are at most one for each quarter of an hour with 5,000 shows in a day', () => {
    const length = (24 * hour) / 5_000
    const shows = Array.from({ length: 5_000 }, (_, index): GuideShow => ({
      title: `Show ${index}`,
      startsAt: index * length,
      endsAt: (index + 1) * length,
      description: '',
    }))
    const cells = cellsOf(shows, day)
    expect(cells.length).toBeLessThanOrEqual(96)
    expect(cells.flatMap((cell) => cell.shows)).toHaveLength(5_000)
    cells.forEach((cell, index) => expect(cell.from).toBeCloseTo(cells[index - 1]?.to ?? 0))
  })

  it('are those that a part of the day shows', () => {
    const cells = cellsOf([show('A', 0, 8), show('B', 8, 16), show('C', 16, 24)], day)
    expect(textOf(cellsBetween(cells, { from: 7 * hour, to: 9 * hour }))).toEqual(['A 0–8', 'B 8–16'])
    expect(textOf(cellsBetween(cells, { from: 8 * hour, to: 16 * hour }))).toEqual(['B 8–16'])
  })

  it('are found by a time, also one outside of the day', () => {
    const cells = cellsOf([show('A', 0, 8), show('B', 8, 24)], day)
    expect([-hour, 0, 7 * hour, 8 * hour, 30 * hour].map((at) => cellAt(cells, at))).toEqual([0, 0, 0, 1, 1])
  })
})

describe('the focus', { tags: 'guide.keyboard' }, () => {
  const rows = [
    cellsOf([show('A', 0, 8), show('B', 8, 24)], day),
    cellsOf([show('C', 0, 2), show('D', 2, 4), show('E', 4, 24)], day),
    cellsOf([], day),
  ]
  const move = (focus: Pick<GridFocus, 'row' | 'cell'> & { at?: number }, ...keys: GridKey[]) =>
    keys.reduce<GridFocus | undefined>((at, key) => at && moveFocus(at, key, { rows, page: 2 }), {
      at: rows[focus.row]?.[focus.cell]?.from ?? 0,
      ...focus,
    })

  it('moves by cell', () => {
    expect(move({ row: 1, cell: 0 }, 'ArrowRight')).toEqual({ row: 1, cell: 1, at: 2 * hour })
    expect(move({ row: 1, cell: 1 }, 'ArrowLeft')).toEqual({ row: 1, cell: 0, at: 0 })
    expect(move({ row: 1, cell: 0 }, 'End')).toEqual({ row: 1, cell: 2, at: 4 * hour })
  })

  it('reaches the channel left of its first show', () => {
    expect(move({ row: 1, cell: 0 }, 'ArrowLeft')).toMatchObject({ row: 1, cell: -1 })
    expect(move({ row: 1, cell: 2 }, 'Home')).toMatchObject({ row: 1, cell: -1 })
    expect(move({ row: 0, cell: -1 }, 'ArrowDown')).toMatchObject({ row: 1, cell: -1 })
  })

  it('keeps its time while it moves up and down', () => {
    expect(move({ row: 1, cell: 1 }, 'ArrowUp')).toEqual({ row: 0, cell: 0, at: 2 * hour })
    expect(move({ row: 1, cell: 1 }, 'ArrowUp', 'ArrowDown')).toEqual({ row: 1, cell: 1, at: 2 * hour })
    expect(move({ row: 0, cell: 1 }, 'ArrowDown', 'ArrowDown', 'ArrowUp')).toEqual({ row: 1, cell: 2, at: 8 * hour })
  })

  it('moves by page as far as there are rows', () => {
    expect(move({ row: 0, cell: 0 }, 'PageDown')).toMatchObject({ row: 2 })
    expect(move({ row: 1, cell: 0 }, 'PageDown')).toMatchObject({ row: 2 })
    expect(move({ row: 1, cell: 0 }, 'PageUp')).toMatchObject({ row: 0 })
  })

  it('leaves the grid at its edges', () => {
    expect(move({ row: 0, cell: 0 }, 'ArrowUp')).toBeUndefined()
    expect(move({ row: 2, cell: 0 }, 'ArrowDown')).toBeUndefined()
    expect(move({ row: 0, cell: -1 }, 'ArrowLeft')).toBeUndefined()
    expect(move({ row: 0, cell: 1 }, 'ArrowRight')).toBeUndefined()
    expect(move({ row: 2, cell: 0 }, 'PageDown')).toBeUndefined()
  })
})
