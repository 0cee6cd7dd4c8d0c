/**
 * From a graph to a picture: how large every box and label is, what the layout engine is asked, and what its answer
 * means in coordinates of the whole picture.
 */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import { conditionOf, holders, inOrder, ROOT, type Edge, type Graph, type State, type Transition } from './graph.ts'
import { FACES, wrap, type Face, type Measure } from './measure.ts'

export type Point = { readonly x: number; readonly y: number }
export type Rect = Point & { readonly width: number; readonly height: number }

/** One line of words in a box or label; `x` and `y` from its corner, `y` at the foot of the letters. */
export type Words = Point & { readonly text: string; readonly face: Face; readonly quiet: boolean }

/** A transition's place in a label or a box, with all of its lines. */
export type Row = Rect & { readonly transition: Transition; readonly words: readonly Words[]; readonly icon: Point }

/** What stands in a box, before anybody knows where the box is. */
export type Content = {
  readonly width: number
  readonly height: number
  readonly words: readonly Words[]
  readonly chips: readonly (Rect & { readonly text: string })[]
  readonly rows: readonly Row[]
  /** Heights at which a hairline parts what a state is from what it does. */
  readonly rules: readonly number[]
  /** Where its screen is shown, wide and narrow beside each other, when pictures are wanted and there are some. */
  readonly screen: Point | undefined
}

export type Box = Rect & {
  readonly state: State
  readonly content: Content
  readonly depth: number
  readonly sign: Signboard
}
/** The name as it is written where the whole chart is in view and nothing else could be read. */
export type Signboard = { readonly size: number; readonly lines: readonly (Point & { readonly text: string })[] }
export type Wire = {
  readonly edge: Edge
  readonly points: readonly Point[]
  readonly label: (Rect & { readonly rows: readonly Row[] }) | undefined
}
export type Start = Point & { readonly state: string; readonly points: readonly Point[] }
export type Picture = {
  readonly graph: Graph
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly wires: readonly Wire[]
  readonly starts: readonly Start[]
  /** Where the lines of a state to states in it begin. */
  readonly rings: readonly (Rect & { readonly state: string })[]
}

const PAD = { x: 14, y: 12 }
const ICON = 16
const CHIP = { height: 18, pad: 7, gap: 5 }
/** As wide as the words of a box may be, inside. */
const WIDEST = { leaf: 232, holder: 400, label: 230 }
export const START = 10
const MARGIN = 28

/** Screens in a box: 1440 by 900 and 390 by 844, equally high. */
export const SCREEN = { height: 140, wide: 224, narrow: 65, gap: 8 }

/** The lines of one transition, from the corner at `x`, `y`. */
function rowOf(transition: Transition, x: number, y: number, width: number, measure: Measure): Row {
  const cause = transition.cause.words
  const condition = conditionOf(transition)
  const inner = x + ICON
  const face = FACES.cause
  const causeWidth = measure(cause, 'cause')
  const gap = 6
  const fits = condition === '' || causeWidth + gap + measure(condition, 'row') <= width - ICON
  const words: Words[] = [{ text: cause, face: 'cause', quiet: false, x: inner, y: y + 12.5 }]
  let right = causeWidth
  let lines = 1
  if (condition !== '' && fits) {
    words.push({ text: condition, face: 'row', quiet: true, x: inner + causeWidth + gap, y: y + 12.5 })
    right += gap + measure(condition, 'row')
  } else if (condition !== '') {
    for (const line of wrap(condition, 'row', width - ICON, measure)) {
      words.push({ text: line, face: 'row', quiet: true, x: inner, y: y + 12.5 + lines * face.leading })
      right = Math.max(right, measure(line, 'row'))
      lines += 1
    }
  }
  return {
    transition,
    words,
    icon: { x, y: y + 2.5 },
    x,
    y,
    width: ICON + right,
    height: lines * face.leading,
  }
}

function stack(transitions: readonly Transition[], x: number, y: number, width: number, measure: Measure): Row[] {
  const rows: Row[] = []
  let at = y
  for (const transition of transitions) {
    const row = rowOf(transition, x, at, width, measure)
    rows.push(row)
    at += row.height + 2
  }
  return rows
}

const bottom = (rows: readonly Rect[], otherwise: number): number =>
  rows.reduce((low, row) => Math.max(low, row.y + row.height), otherwise)
const rightmost = (rows: readonly Rect[]): number => rows.reduce((most, row) => Math.max(most, row.x + row.width), 0)

/** How large a name is at least and at most where it is all that is drawn of a state, and the room around it. */
const SIGN = { least: 34, most: 38, line: 1.1, room: 14 }

/** A name in lines, broken where its words meet: `cancelledNotPaid` as `cancelled`, `NotPaid`. All ways to do it. */
function broken(name: string): string[][] {
  const [first = '', ...rest] = name.split(/(?=[A-Z])/)
  return rest.reduce<string[][]>(
    (ways, word) =>
      ways.flatMap((lines) => [
        [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${word}`],
        [...lines, word],
      ]),
    [[first]],
  )
}

/** How wide the longest of the lines is, in its own size. */
const breadth = (lines: readonly string[], measure: Measure): number =>
  Math.max(...lines.map((line) => measure(line, 'name'))) / FACES.name.size

/** How wide a state is at least, so that its name can be read from afar. */
function widthOfSign(name: string, height: number, measure: Measure): number {
  const most = Math.max(1, Math.floor((height - SIGN.room) / (SIGN.least * SIGN.line)))
  const widths = broken(name)
    .filter((lines) => lines.length <= most)
    .map((lines) => breadth(lines, measure))
  return Math.min(...widths) * SIGN.least + SIGN.room
}

/** What a state says of itself: name, tags, description, actors and actions, reactions. */
export function contentOf(state: State, measure: Measure, hasScreen = false): Content {
  const holds = state.children.length > 0
  const widest = holds ? WIDEST.holder : WIDEST.leaf
  const words: Words[] = []
  const chips: (Rect & { text: string })[] = []
  const rules: number[] = []
  let y = PAD.y
  let right = 0
  const say = (text: string, face: Face, quiet: boolean, x = PAD.x): void => {
    const { leading, size } = FACES[face]
    words.push({ text, face, quiet, x, y: y + (leading + size * 0.72) / 2 })
    right = Math.max(right, x + measure(text, face))
    y += leading
  }

  say(state.name, 'name', false)
  let x = right + 10
  for (const tag of state.tags) {
    const width = measure(tag, 'row') + 2 * CHIP.pad
    if (x + width > PAD.x + widest && x > PAD.x) {
      x = PAD.x
      y += CHIP.height + 4
    }
    chips.push({ text: tag, x, y: y - CHIP.height - 1, width, height: CHIP.height })
    right = Math.max(right, x + width)
    x += width + CHIP.gap
  }
  if (state.description !== undefined) {
    y += 3
    for (const line of wrap(state.description, 'text', widest, measure)) say(line, 'text', true)
  }
  const does = [
    ...state.invokes.map(({ id, src }) => ['runs', id === src ? id : `${id} (${src})`] as const),
    ...state.entry.map((name) => ['entry', name] as const),
    ...state.exit.map((name) => ['exit', name] as const),
  ]
  if (does.length > 0) {
    y += 8
    rules.push(y)
    y += 6
    for (const [what, name] of does) {
      const start = y
      say(what, 'row', true)
      y = start
      say(name, 'row', false, PAD.x + 38)
    }
  }
  let rows: Row[] = []
  if (state.reactions.length > 0) {
    y += 8
    rules.push(y)
    y += 6
    rows = stack(state.reactions, PAD.x, y, widest, measure)
    y = bottom(rows, y)
    right = Math.max(right, rightmost(rows))
  }
  const screen = hasScreen && !holds ? { x: PAD.x, y: y + 10 } : undefined
  if (screen) right = Math.max(right, screen.x + SCREEN.wide + SCREEN.gap + SCREEN.narrow)
  const height = Math.ceil((screen ? screen.y + SCREEN.height : y) + PAD.y)
  const least = holds ? 96 : Math.max(96, widthOfSign(state.name, screen?.y ?? height, measure))
  return { width: Math.ceil(Math.max(right + PAD.x, least)), height, words, chips, rows, rules, screen }
}

const labelOf = (edge: Edge, measure: Measure): Rect & { rows: Row[] } => {
  const rows = stack(edge.transitions, 6, 3, WIDEST.label, measure)
  return { x: 0, y: 0, width: Math.ceil(rightmost(rows) + 6), height: Math.ceil(bottom(rows, 0) + 3), rows }
}

/** How many steps a state is away from the start: lines lead on where they lead away from it. */
function ranksOf(graph: Graph): Map<string, number> {
  const ranks = new Map<string, number>()
  const waiting: [State, number][] = [[graph.root, 0]]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [state, rank] = next
    if (ranks.has(state.path)) continue
    ranks.set(state.path, rank)
    for (const holder of holders(graph, state.path).slice(1)) if (!ranks.has(holder)) ranks.set(holder, rank)
    const begun = state.children.filter(({ isInitial, isRegion }) => isInitial || isRegion)
    waiting.unshift(...begun.map((child): [State, number] => [child, rank]))
    for (const transition of state.outgoing)
      for (const path of transition.targets) {
        const target = graph.states.get(path)
        if (target) waiting.push([target, rank + 1])
      }
  }
  return ranks
}

/** Whether an edge leads a step further from the start, seen where the ways of its ends part. */
function leadsOn(graph: Graph, ranks: ReadonlyMap<string, number>, { source, target }: Edge): boolean {
  const [from, to] = [holders(graph, source).reverse(), holders(graph, target).reverse()]
  const parts = from.findIndex((path, i) => path !== to[i])
  const [a, b] = [from[parts], to[parts]]
  return a !== undefined && b !== undefined && (ranks.get(b) ?? 0) === (ranks.get(a) ?? 0) + 1
}

/** How large a name can be in the middle of a state, one line first. */
function waysOf(name: string, { width, height }: Rect, measure: Measure): { lines: string[]; size: number }[] {
  return broken(name)
    .map((lines) => ({
      lines,
      size: Math.min((width - SIGN.room) / breadth(lines, measure), (height - SIGN.room) / (lines.length * SIGN.line)),
    }))
    .sort((a, b) => a.lines.length - b.lines.length)
}

/** What a name has to itself: all of a box, or what is over its screen. */
const freeOf = ({ height, content }: Omit<Box, 'sign'>): number => content.screen?.y ?? height

/** In the middle of a state, at the head of one that holds others. All states of a chart are written in one size. */
function signsOf(boxes: readonly Omit<Box, 'sign'>[], measure: Measure): Box[] {
  const leaves = new Map(
    boxes
      .filter(({ state }) => state.children.length === 0)
      .map((box) => [box.state.path, waysOf(box.state.name, { ...box, height: freeOf(box) }, measure)]),
  )
  const size = Math.min(SIGN.most, ...[...leaves.values()].map((ways) => Math.max(...ways.map((way) => way.size))))
  return boxes.map((box): Box => {
    const { state, width, content } = box
    const way = leaves.get(state.path)?.find((one) => one.size >= size)
    if (!way) {
      const own = Math.min(size, content.height - 6, (width - 2 * PAD.x) / breadth([state.name], measure))
      return { ...box, sign: { size: own, lines: [{ text: state.name, x: PAD.x, y: PAD.y + own * 0.75 }] } }
    }
    const lines = way.lines.map((text, i) => ({
      text,
      x: (width - breadth([text], measure) * size) / 2,
      y: freeOf(box) / 2 + size * (0.35 + (i - (way.lines.length - 1) / 2) * SIGN.line),
    }))
    return { ...box, sign: { size, lines } }
  })
}

export type Direction = 'DOWN' | 'RIGHT'

/** For every state that holds others: the engine hands nothing down. */
const OPTIONS = (direction: Direction): Record<string, string> => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '11',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.labelLabel': '8',
  'elk.spacing.labelNode': '8',
  'elk.layered.spacing.nodeNodeBetweenLayers': '24',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '11',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.thoroughness': '10',
})

/** What the layout engine is asked. `read` tells what its answer means. The states of `screens` get room for theirs. */
export function question(
  graph: Graph,
  measure: Measure,
  direction: Direction,
  screens: ReadonlySet<string> = new Set(),
) {
  const contents = new Map(
    inOrder(graph.root).map((state) => [state.path, contentOf(state, measure, screens.has(state.path))]),
  )
  const labels = new Map(graph.edges.map((edge) => [edge.id, labelOf(edge, measure)]))
  const initialOf = (state: State): State | undefined => state.children.find(({ isInitial }) => isInitial)

  const isBelow = (path: string, holder: string): boolean => holder === ROOT || path.startsWith(`${holder}.`)
  /** States whose own transitions lead to states in them: such a line begins inside, at a ring. */
  const reachesIn = new Set(graph.edges.filter((edge) => isBelow(edge.target, edge.source)).map(({ source }) => source))
  const first = { 'elk.layered.layering.layerConstraint': 'FIRST' }

  const ranks = ranksOf(graph)

  const nodeOf = (state: State): ElkNode => {
    const content = contents.get(state.path)
    const { width = 0, height = 0 } = content ?? {}
    if (state.children.length === 0) return { id: state.path, width, height }
    const start = initialOf(state)
    return {
      id: state.path,
      layoutOptions: {
        ...OPTIONS(direction),
        'elk.padding': `[top=${height + 8},left=22,bottom=22,right=22]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        // The engine lays everything out to the right and turns it at the end, but not this pair.
        'elk.nodeSize.minimum': direction === 'DOWN' ? `(${height},${width})` : `(${width},${height})`,
      },
      children: [
        ...(start ? [{ id: `start ${state.path}`, width: START, height: START, layoutOptions: { ...first } }] : []),
        ...(reachesIn.has(state.path) ? [{ id: `inner ${state.path}`, width: START, height: START }] : []),
        ...state.children.map(nodeOf),
      ],
    }
  }
  const starts = inOrder(graph.root).flatMap((state): ElkExtendedEdge[] => {
    const start = initialOf(state)
    return start ? [{ id: `start ${state.path}`, sources: [`start ${state.path}`], targets: [start.path] }] : []
  })
  const edges = graph.edges.map((edge): ElkExtendedEdge => {
    const { width = 0, height = 0 } = labels.get(edge.id) ?? {}
    const inside = isBelow(edge.target, edge.source)
    return {
      id: edge.id,
      sources: [inside ? `inner ${edge.source}` : edge.source],
      targets: [edge.target],
      layoutOptions: {
        'elk.layered.priority.direction': leadsOn(graph, ranks, edge) ? '10' : '0',
      },
      labels: [{ text: edge.id, width, height, layoutOptions: { 'elk.edgeLabels.inline': 'true' } }],
    }
  })
  const asked: ElkNode = {
    id: 'picture',
    layoutOptions: {
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
      'elk.padding': `[top=${MARGIN},left=${MARGIN},bottom=${MARGIN},right=${MARGIN}]`,
      ...OPTIONS(direction),
    },
    children: [nodeOf(graph.root)],
    edges: [...starts, ...edges],
  }

  const read = (answer: ElkNode): Picture => {
    const rects = new Map<string, Rect>()
    const look = ({ id, x = 0, y = 0, width = 0, height = 0, children = [] }: ElkNode): void => {
      rects.set(id, { x, y, width, height })
      children.forEach(look)
    }
    look(answer)
    const lines = new Map((answer.edges ?? []).map((edge) => [edge.id, edge]))
    const pointsOf = (id: string): Point[] =>
      (lines.get(id)?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
        startPoint,
        ...bendPoints,
        endPoint,
      ])
    const none: Rect = { x: 0, y: 0, width: 0, height: 0 }
    const empty: Content = { width: 0, height: 0, words: [], chips: [], rows: [], rules: [], screen: undefined }
    return {
      graph,
      width: answer.width ?? 0,
      height: answer.height ?? 0,
      boxes: signsOf(
        inOrder(graph.root).map((state) => {
          const rect = rects.get(state.path) ?? none
          const content = contents.get(state.path) ?? empty
          const depth = state.path === ROOT ? 0 : state.path.split('.').length
          return { ...rect, state, content, depth }
        }),
        measure,
      ),
      wires: graph.edges.map((edge) => {
        const place = lines.get(edge.id)?.labels?.[0]
        const label = labels.get(edge.id)
        return {
          edge,
          points: pointsOf(edge.id),
          label: label && { ...label, x: place?.x ?? 0, y: place?.y ?? 0 },
        }
      }),
      rings: [...reachesIn].map((path) => ({ ...(rects.get(`inner ${path}`) ?? none), state: path })),
      starts: starts.map(({ id, targets }) => ({
        ...(rects.get(id) ?? none),
        state: targets[0] ?? '',
        points: pointsOf(id),
      })),
    }
  }
  return { asked, read }
}
