import { describe, expect, it } from 'vitest'
import { elapsed, timeOfDay } from '../../../src/ui/channel/showTimes.ts'

const at = (time: string): string => `2026-11-21T${time}:00.000Z`
const elapsedShare = (startsAt: string | undefined, endsAt: string | undefined, now: string): number =>
  elapsed({ title: 'News', startsAt, endsAt }, Date.parse(now))

describe('how much of a show is over', () => {
  it.each([
    ['nothing before it begins', at('08:00'), 0],
    ['nothing at its first moment', at('09:00'), 0],
    ['a quarter', at('09:15'), 0.25],
    ['all at its last moment', at('10:00'), 1],
    ['all, and not more, when it has ended', at('11:00'), 1],
  ])('%s', (_, now, expected) => {
    expect(elapsedShare(at('09:00'), at('10:00'), now)).toBe(expected)
  })

  it.each([
    ['it has no beginning', undefined, at('10:00')],
    ['it has no end', at('09:00'), undefined],
    ['a time is none', 'soon', at('10:00')],
    ['it ends when it begins', at('09:00'), at('09:00')],
    ['it ends before it begins', at('10:00'), at('09:00')],
  ])('is nothing where %s', (_, start, end) => {
    expect(elapsedShare(start, end, at('09:30'))).toBe(0)
  })

  it('goes by the moment, not by how its zone is written', () => {
    expect(elapsedShare('2026-11-21T04:00:00-05:00', at('10:00'), at('09:30'))).toBe(0.5)
  })
})

describe('a time of day', () => {
  const local = new Date(2026, 10, 21, 21, 30).toISOString()

  it('is told by the viewer’s clock and in their way', () => {
    expect(timeOfDay(local, 'en-US').replace(/\s/u, ' ')).toBe('9:30 PM')
    expect(timeOfDay(local, 'de-DE')).toBe('21:30')
  })

  it.each([[undefined], [''], ['later'], ['2026-13-01T00:00:00Z']])('is nothing for %o', (moment) => {
    expect(timeOfDay(moment, 'en-US')).toBe('')
  })
})
