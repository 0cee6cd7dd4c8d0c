/** The list of pictures, and what is said of those that are not there. */
import { describe, expect, it } from 'vitest'
import signIn from '../browser/flows/signIn.flow.ts'
import { indexOf, missing, touredStates } from '../browser/gallery.ts'
import { readIndex } from '../../src/atlas/gallery.ts'

const shots = ['1440.light', '1440.dark', '390.light', '390.dark']

describe('the gallery', () => {
  it('lists the pictures that are there, in the words that the atlas reads', () => {
    const index = indexOf({
      signIn: ['open.invalid.390.light.webp', 'open.invalid.1440.dark.webp', 'open.390.light.webp', 'notes.txt'],
      copyLink: [],
    })
    expect(index).toEqual({ signIn: { 'open.invalid': ['1440.dark', '390.light'], open: ['390.light'] } })
    expect(readIndex(index)).toEqual(index)
  })

  it('says of each state why no tour rests in it', () => {
    const { machine, states } = touredStates(signIn, new Set(['open', 'open.empty']))
    expect([machine, states['open'], states['open.empty']]).toEqual(['signIn', null, null])
    expect(states['open.unkept']).toContain('Cookies')
    expect(states['admitted']).not.toBeNull()
  })

  it('names what has no picture, and the reason', () => {
    const index = { a: { all: shots, some: shots.slice(0, 3) }, theme: { dark: ['1440.dark', '390.dark'] } }
    const toured = [
      { machine: 'a', states: { all: null, some: null, never: 'it is left at once', nor: 'it is left at once' } },
      { machine: 'theme', states: { dark: null } },
    ]
    expect(missing(index, toured, [{ machine: 'a', width: '1440', line: 'a timeout' }])).toEqual([
      "a, 'some', 390.dark: its page had gone before the picture",
      "a, 'never', 'nor', 1440.light, 1440.dark, 390.light, 390.dark: it is left at once",
    ])
    expect(missing(index, toured, [{ machine: 'a', width: '390', line: 'a timeout' }])[0]).toBe(
      "a, 'some', 390.dark: a tour failed before: a timeout",
    )
  })
})
