// @vitest-environment node
/** The charts show every state and transition of the machines, without overlaps. */
import ELK from 'elkjs/lib/elk.bundled.js'
import { createMachine } from 'xstate'
import { describe, expect, it } from 'vitest'
import { createLayoutRequest, type Direction } from '../layoutRequest.ts'
import { SCREEN_SIZE, type ChartLayout, type Rect } from '../chartLayout.ts'
import { statesInOrder, readGraph, ROOT } from '../graph.ts'
import { machineEntries, findEntry, graphOf } from '../machines.ts'
import { intentOf } from '../../../tests/atlas/machines.ts'
import { TEXT_STYLES, wrapText, type MeasureText } from '../textMeasure.ts'
import { nearestLine } from '../edgePath.ts'
import { machineNames } from '../../../tests/paths/loadModels.ts'

/** Approximates the width of the font of the page. */
const measure: MeasureText = (text, face) => text.length * TEXT_STYLES[face].size * 0.54

const engine = new ELK()
const layOut = async (name: string, direction: Direction, screens?: ReadonlySet<string>): Promise<ChartLayout> => {
  const entry = findEntry(name)
  if (!entry) throw new Error(`no machine ${name}`)
  const { request, parse } = createLayoutRequest(graphOf(entry), measure, direction, screens)
  return parse(await engine.layout(request))
}

type Config = Readonly<Record<string, unknown>>
const isConfig = (value: unknown): value is Config => typeof value === 'object' && value !== null
const values = (value: unknown): unknown[] => (isConfig(value) ? Object.values(value) : [])
const listed = (value: unknown): number => (value === undefined ? 0 : Array.isArray(value) ? value.length : 1)

/** Counts states and transitions in a configuration, without XState. */
function count(config: unknown): { states: number; transitions: number } {
  if (!isConfig(config)) return { states: 0, transitions: 0 }
  const lists = [
    ...values(config['on']),
    ...values(config['after']),
    config['always'],
    config['onDone'],
    ...[config['invoke'] ?? []]
      .flat()
      .flatMap((one) => (isConfig(one) ? [one['onDone'], one['onError'], one['onSnapshot']] : [])),
  ]
  const inside = values(config['states']).map(count)
  return {
    states: inside.reduce((sum, { states }) => sum + states + 1, 0),
    transitions: inside.reduce(
      (sum, { transitions }) => sum + transitions,
      lists.reduce<number>((sum, list) => sum + listed(list), 0),
    ),
  }
}

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const holds = (outer: Rect, inner: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

const pairs = <T>(list: readonly T[]): [T, T][] => list.flatMap((a, i) => list.slice(i + 1).map((b): [T, T] => [a, b]))

it('has every machine of machines/, with the first sentence of its comment', () => {
  expect(machineEntries.map(({ name }) => name)).toEqual(machineNames())
  for (const { name, machine, intent } of machineEntries) {
    expect(machine.id).toBe(name)
    expect(intent, name).toMatch(/^[A-Z].{10,}\.$/)
  }
  expect(intentOf('/**\n * a: does this,\n * and that.\n *\n *  picture\n */')).toBe('Does this, and that.')
})

it('reserves space for the screenshots of states at the bottom of the box', async () => {
  const layout = await layOut('livePlayer', 'DOWN', new Set(['offAir', 'lapsed', 'watching']))
  const shown = layout.boxes.filter(({ content }) => content.screen !== undefined)
  expect(shown.map(({ state }) => state.path).sort(), 'only atomic states').toEqual(['lapsed', 'offAir'])
  for (const { width, height, content } of shown) {
    if (!content.screen) continue
    const { x, y } = content.screen
    const screen = { x, y, width: SCREEN_SIZE.wide + SCREEN_SIZE.gap + SCREEN_SIZE.narrow, height: SCREEN_SIZE.height }
    expect(holds({ x: 0, y: 0, width, height }, screen)).toBe(true)
    const foot = Math.max(...content.texts.map((text) => text.y), ...content.rows.map((row) => row.y + row.height))
    expect(y).toBeGreaterThan(foot)
  }
})

describe.each(machineEntries.map(({ name }) => name))('%s', (name) => {
  const entry = findEntry(name)
  if (!entry) throw new Error(`no machine ${name}`)
  const graph = graphOf(entry)

  it('is read with every state and every transition of its configuration', () => {
    const { states, transitions } = count(entry.machine.config)
    expect(graph.states.size).toBe(states + 1)
    expect(graph.transitions.size).toBe(transitions)
    expect(states).toBeGreaterThan(0)
    expect(transitions).toBeGreaterThan(0)
  })

  it.each(['DOWN', 'RIGHT'] as const)('is drawn completely and without overlaps: %s', async (direction) => {
    const layout = await layOut(name, direction)
    const leaves = layout.boxes.filter(({ state }) => state.children.length === 0)
    const rows = [
      ...layout.edgeLines.flatMap(({ label }) => label?.rows ?? []),
      ...layout.boxes.flatMap(({ content }) => content.rows),
    ]
    expect(new Set(layout.boxes.map(({ state }) => state.path))).toEqual(new Set(graph.states.keys()))
    expect(new Set(rows.map(({ transition }) => transition.key))).toEqual(new Set(graph.transitions.keys()))
    expect(rows).toHaveLength(graph.transitions.size)
    for (const { points, edge } of layout.edgeLines) expect(points.length, edge.id).toBeGreaterThanOrEqual(2)

    const labels = layout.edgeLines.map(({ label, edge }) => ({
      ...(label ?? { x: 0, y: 0, width: 0, height: 0 }),
      name: edge.id,
    }))
    const solid = [
      ...leaves.map((box) => ({ x: box.x, y: box.y, width: box.width, height: box.height, name: box.state.path })),
      ...labels,
    ]
    expect(
      pairs(solid)
        .filter(([a, b]) => overlap(a, b))
        .map(([a, b]) => `${a.name} lies over ${b.name}`),
    ).toEqual([])

    for (const { state, content, ...box } of layout.boxes) {
      expect(content.width, `the text of ${state.path}`).toBeLessThanOrEqual(box.width)
      expect(content.height, `the text of ${state.path}`).toBeLessThanOrEqual(box.height)
    }
    // The names of a zoomed-out chart have one size and fit into their boxes.
    const sizes = new Set(leaves.map(({ distantName }) => distantName.size))
    expect(sizes.size).toBe(1)
    expect(Math.min(...sizes)).toBeGreaterThan(33.9)
    for (const { state, width, height, distantName } of leaves) {
      expect(distantName.lines.map(({ text }) => text).join('')).toBe(state.name)
      const inner = { x: 4, y: 4, width: width - 8, height: height - 8 }
      for (const { text, x, y } of distantName.lines) {
        const long = (measure(text, 'name') / TEXT_STYLES.name.size) * distantName.size
        const line = { x, y: y - distantName.size * 0.72, width: long, height: distantName.size * 0.72 }
        expect(holds(inner, line), `the name of ${state.path}`).toBe(true)
      }
    }

    const byPath = new Map(layout.boxes.map((box) => [box.state.path, box]))
    for (const box of layout.boxes)
      for (const child of box.state.children) {
        const inner = byPath.get(child.path)
        expect(inner && holds(box, inner), `${child.path} in ${box.state.path}`).toBe(true)
      }
    const whole = { x: 0, y: 0, width: layout.width, height: layout.height }
    for (const rect of solid) expect(holds(whole, rect), rect.name).toBe(true)
  })
})

it('reads kinds, tags, delays, guards, actions, requirements, and internal and external transitions', () => {
  const graph = readGraph(
    createMachine({
      id: 'sample',
      initial: 'open',
      on: { 'tab.closed': '.shut' },
      states: {
        open: {
          description: 'Something is open.',
          tags: ['busy'],
          meta: { requirement: 'a.state' },
          entry: 'begin',
          after: { 1500: 'both' },
          on: {
            'key.press': [
              { guard: 'isEnter', target: 'both', actions: ['note', 'tell'], meta: { requirement: ['a.b', 'a.c'] } },
              { actions: 'ring', description: 'Any other key.' },
            ],
          },
        },
        both: { type: 'parallel', states: { left: {}, right: {} }, onDone: 'shut' },
        shut: { type: 'final' },
      },
    }),
  )
  const rows = [...graph.transitions.values()].map(
    ({ source, targets, cause, guard, isElse: otherwise, actions, requirements }) => [
      source,
      cause.text,
      guard,
      otherwise,
      targets.join(),
      actions.join(),
      requirements.join(),
    ],
  )
  expect(rows).toEqual([
    [ROOT, 'tab.closed', undefined, false, 'shut', '', ''],
    ['open', 'key.press', 'isEnter', false, 'both', 'note,tell', 'a.b,a.c'],
    ['open', 'key.press', undefined, true, '', 'ring', ''],
    ['open', 'after 1.5 seconds', undefined, false, 'both', '', ''],
    ['both', 'both ended', undefined, false, 'shut', '', ''],
  ])
  expect(graph.states.get('open')).toMatchObject({
    description: 'Something is open.',
    tags: ['busy'],
    entry: ['begin'],
    exit: [],
    isInitial: true,
    requirements: ['a.state'],
  })
  expect(graph.states.get('open')?.internalTransitions.map(({ description }) => description)).toEqual([
    'Any other key.',
  ])
  expect(statesInOrder(graph.root).map(({ path, kind, isRegion }) => [path, kind, isRegion])).toEqual([
    [ROOT, 'compound', false],
    ['open', 'atomic', false],
    ['both', 'parallel', false],
    ['both.left', 'atomic', true],
    ['both.right', 'atomic', true],
    ['shut', 'final', false],
  ])
  expect(graph.edges.map(({ id, transitions }) => [id, transitions.length])).toEqual([
    ['open → both', 2],
    ['both → shut', 1],
    [`${ROOT} → shut`, 1],
  ])
})

it('breaks a text into lines of about the same length, which exceed the width only for a long word', () => {
  const lines = wrapText('one two three four five six seven', 'text', 100, measure)
  expect(lines.join(' ')).toBe('one two three four five six seven')
  for (const line of lines) expect(measure(line, 'text')).toBeLessThanOrEqual(100)
  expect(wrapText('incomprehensibilities', 'text', 20, measure)).toEqual(['incomprehensibilities'])
  expect(wrapText('', 'text', 20, measure)).toEqual([])
})

it('finds the line that is nearest to a point, including corners and ends', () => {
  const bent = {
    points: [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ],
  }
  const straight = {
    points: [
      { x: 0, y: 4 },
      { x: 6, y: 4 },
    ],
  }
  expect(nearestLine([bent, straight], { x: 3, y: 1 })).toBe(bent)
  expect(nearestLine([bent, straight], { x: 3, y: 3 })).toBe(straight)
  expect(nearestLine([bent, straight], { x: 9, y: 4 })).toBe(bent)
  expect(nearestLine<typeof bent>([], { x: 0, y: 0 })).toBeUndefined()
})
