import { describe, expect, it } from 'vitest'
import { elapsedFraction, showsAt, timeOfDay } from '../../../src/ui/channel/showTimes.ts'

const at = (time: string): string => `2026-11-21T${time}:00.000Z`
const elapsedShare = (startsAt: string | undefined, endsAt: string | undefined, now: string): number =>
  elapsedFraction({ title: 'News', startsAt, endsAt }, Date.parse(now))

describe('the progress of a show', () => {
  it.each([
    ['is 0 before the start', at('08:00'), 0],
    ['is 0 at the start', at('09:00'), 0],
    ['is 0.25 after a quarter', at('09:15'), 0.25],
    ['is 1 at the end', at('10:00'), 1],
    ['is 1 after the end', at('11:00'), 1],
  ])('%s', (_, now, expected) => {
    expect(elapsedShare(at('09:00'), at('10:00'), now)).toBe(expected)
  })

  it.each([
    ['it has no start', undefined, at('10:00')],
    ['it has no end', at('09:00'), undefined],
    ['a time is invalid', 'soon', at('10:00')],
    ['the end equals the start', at('09:00'), at('09:00')],
    ['the end is before the start', at('10:00'), at('09:00')],
  ])('is 0 if %s', (_, start, end) => {
    expect(elapsedShare(start, end, at('09:30'))).toBe(0)
  })

  it('compares times across time zones', () => {
    expect(elapsedShare('2026-11-21T04:00:00-05:00', at('10:00'), at('09:30'))).toBe(0.5)
  })
})

describe('a time of day', () => {
  const local = new Date(2026, 10, 21, 21, 30).toISOString()

  it('is formatted in the viewer’s time zone and locale', () => {
    expect(timeOfDay(local, 'en-US').replace(/\s/u, ' ')).toBe('9:30 PM')
    expect(timeOfDay(local, 'de-DE')).toBe('21:30')
  })

  it.each([[undefined], [''], ['later'], ['2026-13-01T00:00:00Z']])('is empty for %o', (moment) => {
    expect(timeOfDay(moment, 'en-US')).toBe('')
  })
})

describe('the shows at a time', { tags: ['guide.phone', 'watch.offAir'] }, () => {
  const show = (title: string, startsAt: number, endsAt: number) => ({ title, startsAt, endsAt })

  it('are the running and the next one', () => {
    const shows = [show('B', 8, 24), show('A', 6, 8)]
    const titles = (time: number) => {
      const { now, next } = showsAt(shows, time)
      return [now?.title, next?.title]
    }
    expect([titles(5), titles(6), titles(8)]).toEqual([
      [undefined, 'A'],
      ['A', 'B'],
      ['B', undefined],
    ])
  })

  it('is the one that began last when two overlap', () => {
    expect(showsAt([show('A', 0, 24), show('B', 6, 7)], 6.5).now?.title).toBe('B')
  })
})
