import { describe, expect, it } from 'vitest'
import { createChannelMatch, emptyFilter, hasFilter } from '../../machines/channelFilter.ts'

const channel = { category: 'World', region: 'West', texts: ['Café Nord', undefined, 'Eleven Time Zones'] }

describe('a channel', { tags: 'channels.list' }, () => {
  it.each([
    [{}, true],
    [{ category: 'World' }, true],
    [{ category: 'Weather' }, false],
    [{ region: 'West' }, true],
    [{ region: 'South' }, false],
    [{ category: 'World', region: 'South' }, false],
    [{ text: 'cafe' }, true],
    [{ text: ' ZONES  café ' }, true],
    [{ text: 'cafe weather' }, false],
    [{ category: 'Weather', text: 'cafe' }, false],
    [{ text: 'undefined' }, false],
    // The texts do not run together.
    [{ text: 'nordeleven' }, false],
  ])('with the filter %o is shown: %s', (part, isShown) => {
    const matchesOf = createChannelMatch(({ texts }: typeof channel) => texts)
    expect(matchesOf({ ...emptyFilter, ...part })(channel)).toBe(isShown)
  })

  it('is searched in texts that are made once', () => {
    let count = 0
    const matchesOf = createChannelMatch(({ texts }: typeof channel) => {
      count += 1
      return texts
    })
    matchesOf(emptyFilter)(channel)
    expect(count, 'without a search').toBe(0)
    for (const text of ['c', 'ca']) matchesOf({ ...emptyFilter, text })(channel)
    expect(count).toBe(1)
  })

  it('may be left out by each part of a filter', () => {
    expect(hasFilter(emptyFilter)).toBe(false)
    for (const part of [{ category: 'World' }, { region: 'West' }, { text: ' ' }])
      expect(hasFilter({ ...emptyFilter, ...part })).toBe(true)
  })
})
