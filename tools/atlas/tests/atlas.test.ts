// @vitest-environment node
import { fromPromise, setup } from 'xstate'
import { describe, expect, it } from 'vitest'
import { hashOf, routeAt, type AtlasRoute } from '../hashRoute.ts'
import { statesWithScreenshots, parseGalleryIndex, screenshotsOf } from '../gallery.ts'
import { readGraph } from '../graph.ts'
import { machineEntries, graphOf, requirements } from '../machines.ts'
import { createSearchIndex, findEntries } from '../searchIndex.ts'
import { arrowheadPath, linePath } from '../edgePath.ts'

describe('an address', () => {
  it('identifies each machine, state and transition', () => {
    const routes = machineEntries
      .map(graphOf)
      .flatMap(({ name, states, transitions }): AtlasRoute[] => [
        { machine: name, selected: undefined },
        ...[...states.keys()].map((path): AtlasRoute => ({ machine: name, selected: { kind: 'state', path } })),
        ...[...transitions.keys()].map((key): AtlasRoute => ({ machine: name, selected: { kind: 'transition', key } })),
      ])
    expect(new Set(routes.map(hashOf)).size).toBe(routes.length)
    for (const route of routes) expect(routeAt(hashOf(route))).toEqual(route)
  })
  it.each([
    ['', { machine: '', selected: undefined }],
    ['#/signIn/state', { machine: 'signIn', selected: undefined }],
    ['#/signIn/transition/open', { machine: 'signIn', selected: undefined }],
    ['#/%E0%A4%A', { machine: '%E0%A4%A', selected: undefined }],
  ])('is parsed as far as it is valid: %s', (hash, route) => {
    expect(routeAt(hash)).toEqual(route)
  })
})

describe('search', () => {
  const known = createSearchIndex(machineEntries.map(graphOf))
  it('finds states and events of all machines, the best match first', () => {
    expect(findEntries(known, 'signIn open.invalid').found[0]).toMatchObject({
      title: 'open.invalid',
      subtitle: 'signIn',
    })
    const events = findEntries(known, 'form.submit').found
    expect(new Set(events.map(({ route }) => route.machine)).size).toBeGreaterThan(1)
    expect(findEntries(known, 'LIVEPLAYER').found[0]).toMatchObject({ title: 'livePlayer', subtitle: 'machine' })
  })
  it('finds by description, tag, guard, action, actor and requirement', () => {
    const [[id, text] = ['', '']] = requirements
    const machine = setup({
      types: {} as { tags: 'pending'; events: { type: 'go' } },
      actors: { loadList: fromPromise(() => Promise.resolve()) },
      actions: { clearList: () => undefined },
      guards: { isFull: () => true },
    }).createMachine({
      id: 'example',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Waits for a click.',
          tags: 'pending',
          meta: { requirement: id },
          invoke: { id: 'loadList', src: 'loadList' },
          on: { go: { guard: 'isFull', actions: 'clearList' } },
        },
      },
    })
    const entries = createSearchIndex([readGraph(machine)])
    for (const query of ['waits for a click', 'pending', 'loadList', id, text])
      expect(findEntries(entries, query).found[0], query).toMatchObject({ title: 'waiting', subtitle: 'example' })
    for (const query of ['isFull', 'clearList'])
      expect(findEntries(entries, query).found[0]?.route.selected?.kind, query).toBe('transition')
  })
  it('ranks names first, finds nothing for unknown words, and counts the rest', () => {
    expect(findEntries(known, 'sign in').found[0]).toMatchObject({ title: 'signIn', subtitle: 'machine' })
    expect(findEntries(known, 'zzz')).toEqual({ found: [], more: 0 })
    expect(findEntries(known, '  ')).toEqual({ found: [], more: 0 })
    const { found, more } = findEntries(known, 'e')
    expect(found.length + more).toBeGreaterThan(500)
  })
})

describe('the gallery', () => {
  it('reads valid entries and ignores the others', () => {
    const index = parseGalleryIndex({ signIn: { 'open.empty': ['1440.dark', '390.light', 'big', 7] }, bad: 3 })
    expect(index).toEqual({ signIn: { 'open.empty': ['1440.dark', '390.light'] }, bad: {} })
    expect(parseGalleryIndex(null)).toEqual({})
    expect(screenshotsOf(index, 'signIn', 'elsewhere', 'light')).toEqual([])
    expect([...statesWithScreenshots(index, 'signIn')]).toEqual(['open.empty'])
    expect([...statesWithScreenshots(index, 'bad')]).toEqual([])
  })

  it('shows a state in the scheme of the page, or in the other one if that has no screenshot', () => {
    const index = { theme: { dark: ['1440.dark', '390.dark'], either: ['390.light', '390.dark'] } }
    const dark = [
      { address: 'gallery/theme/dark.390.dark.webp', width: 390, scheme: 'dark' },
      { address: 'gallery/theme/dark.1440.dark.webp', width: 1440, scheme: 'dark' },
    ]
    expect(screenshotsOf(index, 'theme', 'dark', 'dark')).toEqual(dark)
    expect(screenshotsOf(index, 'theme', 'dark', 'light')).toEqual(dark)
    expect(screenshotsOf(index, 'theme', 'either', 'light').map(({ scheme }) => scheme)).toEqual(['light'])
  })
})

describe('a line', () => {
  it('has round corners and ends before its arrowhead', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 0, y: 50 },
      { x: 40, y: 50 },
    ]
    expect(linePath(points)).toBe('M0 0L0 42Q0 50 8 50L32 50')
    expect(arrowheadPath(points)).toBe('M40 50L31 46L31 54Z')
    expect(linePath([])).toBe('')
    expect(arrowheadPath([{ x: 1, y: 1 }])).toBe('')
  })
})
