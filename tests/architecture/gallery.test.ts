/** The list of pictures, and what is said of those that are not there. */
import { describe, expect, it } from 'vitest'
import signIn from '../e2e/drivers/signIn.driver.ts'
import theme from '../e2e/drivers/theme.driver.ts'
import { summaryLines, createPictureIndex, createGalleryResult, touredStates } from '../e2e/galleryReport.ts'
import { parseGalleryIndex } from '../../tools/atlas/gallery.ts'

const shots = ['1440.light', '1440.dark', '390.light', '390.dark']

describe('the gallery', () => {
  it('lists the pictures that are there, in the words that the atlas reads', () => {
    const index = createPictureIndex({
      signIn: ['open.invalid.390.light.webp', 'open.invalid.1440.dark.webp', 'open.390.light.webp', 'notes.txt'],
      copyLink: [],
    })
    expect(index).toEqual({ signIn: { 'open.invalid': ['1440.dark', '390.light'], open: ['390.light'] } })
    expect(parseGalleryIndex(index)).toEqual(index)
  })

  it('says of each state why no tour rests in it', () => {
    const rested = new Set(['open', 'open.empty'])
    const { machine, states } = touredStates(signIn, rested)
    expect([machine, states['open'], states['open.empty']]).toEqual(['signIn', null, null])
    expect(states['open.cookiesBlocked']).toContain('Cookies')
    expect(states['signedIn']).toBe('No tour comes to rest in it.')
    expect(touredStates(theme, new Set(['light', 'dark'])).states).toEqual({
      opening: 'It is left at once: no screen of its own.',
      light: null,
      dark: null,
    })
  })

  it('counts, and names what has no picture, and the reason', () => {
    const index = { a: { all: shots, some: shots.slice(0, 3) }, theme: { dark: ['1440.dark', '390.dark'] } }
    const toured = [
      { machine: 'a', states: { all: null, some: null, never: 'It is left at once.', nor: 'It is left at once.' } },
      { machine: 'theme', states: { dark: null } },
    ]
    const outcome = createGalleryResult(index, toured, [{ machine: 'a', width: '1440', line: 'a timeout' }])
    expect(summaryLines(outcome)).toEqual([
      '2 machines, 5 states, 9 pictures: 2 states have all of theirs, 1 lack some, 2 can have none.',
      '',
      'Without a picture, since no browser can rest there:',
      "  a, 'never', 'nor': It is left at once.",
      '',
      'Missing, although a tour comes there:',
      "  a, 'some', 390.dark: its page had gone before the picture",
    ])
    expect(createGalleryResult(index, toured, [{ machine: 'a', width: '390', line: 'a timeout' }]).missing).toEqual([
      "a, 'some', 390.dark: a tour failed before: a timeout",
    ])
    expect(createGalleryResult({ ...index, a: { all: shots, some: shots } }, toured, []).missing).toEqual([])
  })
})
