/** The list of screenshots, and the reasons for missing ones. */
import { describe, expect, it } from 'vitest'
import signIn from '../e2e/drivers/signIn.driver.ts'
import theme from '../e2e/drivers/theme.driver.ts'
import { summaryLines, createScreenshotIndex, createGalleryResult, touredStates } from '../e2e/galleryReport.ts'
import { parseGalleryIndex } from '../../tools/atlas/gallery.ts'

const shots = ['1440.light', '1440.dark', '390.light', '390.dark']

describe('the gallery', () => {
  it('lists the screenshots in the format that the atlas reads', () => {
    const index = createScreenshotIndex({
      signIn: ['open.invalid.390.light.webp', 'open.invalid.1440.dark.webp', 'open.390.light.webp', 'notes.txt'],
      copyLink: [],
    })
    expect(index).toEqual({ signIn: { 'open.invalid': ['1440.dark', '390.light'], open: ['390.light'] } })
    expect(parseGalleryIndex(index)).toEqual(index)
  })

  it('gives the reason for each state in which no tour ends a step', () => {
    const reached = new Set(['open', 'open.empty'])
    const { machine, states } = touredStates(signIn, reached)
    expect([machine, states['open'], states['open.empty']]).toEqual(['signIn', null, null])
    expect(states['open.cookiesBlocked']).toContain('Cookies')
    expect(states['signedIn']).toBe('No tour ends a step in it.')
    expect(touredStates(theme, new Set(['light', 'dark'])).states).toEqual({
      starting: 'It is transient.',
      light: null,
      dark: null,
    })
  })

  it('counts the screenshots and lists missing ones with the reason', () => {
    const index = { a: { complete: shots, incomplete: shots.slice(0, 3) }, theme: { dark: ['1440.dark', '390.dark'] } }
    const toured = [
      {
        machine: 'a',
        states: { complete: null, incomplete: null, first: 'It is transient.', second: 'It is transient.' },
      },
      { machine: 'theme', states: { dark: null } },
    ]
    const outcome = createGalleryResult(index, toured, [{ machine: 'a', width: '1440', line: 'a timeout' }])
    expect(summaryLines(outcome)).toEqual([
      '2 machines, 5 states, 9 screenshots: 2 states are complete, 1 incomplete, 2 cannot have screenshots.',
      '',
      'No screenshots, because no tour ends a step there:',
      "  a, 'first', 'second': It is transient.",
      '',
      'Missing, although a tour reaches them:',
      "  a, 'incomplete', 390.dark: the page left the state before the screenshot",
    ])
    expect(createGalleryResult(index, toured, [{ machine: 'a', width: '390', line: 'a timeout' }]).missing).toEqual([
      "a, 'incomplete', 390.dark: a tour failed before: a timeout",
    ])
    expect(createGalleryResult({ ...index, a: { complete: shots, incomplete: shots } }, toured, []).missing).toEqual([])
  })
})
