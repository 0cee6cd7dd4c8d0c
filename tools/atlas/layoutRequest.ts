/** Converts a graph to a request for the layout engine, and its response to a layout. */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import { contentOf, labelOf } from './boxContent.ts'
import { selfAndAncestors, statesInOrder, ROOT, type Edge, type Graph, type State } from './graph.ts'
import { type MeasureText } from './textMeasure.ts'
import { START_SIZE, type Content, type ChartLayout, type Point, type Rect } from './chartLayout.ts'
import { withDistantNames } from './distantNames.ts'

const MARGIN = 28

/** Returns the distance of each state from the initial state, in transitions. */
function ranksOf(graph: Graph): Map<string, number> {
  const ranks = new Map<string, number>()
  const waiting: [State, number][] = [[graph.root, 0]]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [state, rank] = next
    if (ranks.has(state.path)) continue
    ranks.set(state.path, rank)
    for (const ancestor of selfAndAncestors(graph, state.path).slice(1))
      if (!ranks.has(ancestor)) ranks.set(ancestor, rank)
    const entered = state.children.filter(({ isInitial, isRegion }) => isInitial || isRegion)
    waiting.unshift(...entered.map((child): [State, number] => [child, rank]))
    for (const transition of state.outgoing)
      for (const path of transition.targets) {
        const target = graph.states.get(path)
        if (target) waiting.push([target, rank + 1])
      }
  }
  return ranks
}

/** Whether an edge leads one step further from the start, compared where the ancestors of its ends differ. */
function leadsForward(graph: Graph, ranks: ReadonlyMap<string, number>, { source, target }: Edge): boolean {
  const [from, to] = [selfAndAncestors(graph, source).reverse(), selfAndAncestors(graph, target).reverse()]
  const parts = from.findIndex((path, i) => path !== to[i])
  const [a, b] = [from[parts], to[parts]]
  return a !== undefined && b !== undefined && (ranks.get(b) ?? 0) === (ranks.get(a) ?? 0) + 1
}

export type Direction = 'DOWN' | 'RIGHT'

/** Options for every compound state, because the engine does not inherit them. */
const layoutOptions = (direction: Direction): Record<string, string> => ({
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

/** Creates the request for the layout engine. `parse` converts its response. `statesWithScreen` reserve space for it. */
export function createLayoutRequest(
  graph: Graph,
  measure: MeasureText,
  direction: Direction,
  statesWithScreen: ReadonlySet<string> = new Set(),
) {
  const contents = new Map(
    statesInOrder(graph.root).map((state) => [state.path, contentOf(state, measure, statesWithScreen.has(state.path))]),
  )
  const labels = new Map(graph.edges.map((edge) => [edge.id, labelOf(edge, measure)]))
  const initialOf = (state: State): State | undefined => state.children.find(({ isInitial }) => isInitial)

  const isBelow = (path: string, ancestor: string): boolean => ancestor === ROOT || path.startsWith(`${ancestor}.`)
  /** States with transitions to their own descendants. These lines start inside the box, at a ring. */
  const statesWithInnerEdges = new Set(
    graph.edges.filter((edge) => isBelow(edge.target, edge.source)).map(({ source }) => source),
  )
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
        ...layoutOptions(direction),
        'elk.padding': `[top=${height + 8},left=22,bottom=22,right=22]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        // The engine lays out to the right and rotates the result, except for this pair of options.
        'elk.nodeSize.minimum': direction === 'DOWN' ? `(${height},${width})` : `(${width},${height})`,
      },
      children: [
        ...(start
          ? [{ id: `start ${state.path}`, width: START_SIZE, height: START_SIZE, layoutOptions: { ...first } }]
          : []),
        ...(statesWithInnerEdges.has(state.path)
          ? [{ id: `inner ${state.path}`, width: START_SIZE, height: START_SIZE }]
          : []),
        ...state.children.map(nodeOf),
      ],
    }
  }
  const starts = statesInOrder(graph.root).flatMap((state): ElkExtendedEdge[] => {
    const start = initialOf(state)
    return start ? [{ id: `start ${state.path}`, sources: [`start ${state.path}`], targets: [start.path] }] : []
  })
  const edges = graph.edges.map((edge): ElkExtendedEdge => {
    const { width = 0, height = 0 } = labels.get(edge.id) ?? {}
    const isInside = isBelow(edge.target, edge.source)
    return {
      id: edge.id,
      sources: [isInside ? `inner ${edge.source}` : edge.source],
      targets: [edge.target],
      layoutOptions: {
        'elk.layered.priority.direction': leadsForward(graph, ranks, edge) ? '10' : '0',
      },
      labels: [{ text: edge.id, width, height, layoutOptions: { 'elk.edgeLabels.inline': 'true' } }],
    }
  })
  const request: ElkNode = {
    id: 'chart',
    layoutOptions: {
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
      'elk.padding': `[top=${MARGIN},left=${MARGIN},bottom=${MARGIN},right=${MARGIN}]`,
      ...layoutOptions(direction),
    },
    children: [nodeOf(graph.root)],
    edges: [...starts, ...edges],
  }

  const parse = (response: ElkNode): ChartLayout => {
    const rects = new Map<string, Rect>()
    const collectRects = ({ id, x = 0, y = 0, width = 0, height = 0, children = [] }: ElkNode): void => {
      rects.set(id, { x, y, width, height })
      children.forEach(collectRects)
    }
    collectRects(response)
    const lines = new Map((response.edges ?? []).map((edge) => [edge.id, edge]))
    const pointsOf = (id: string): Point[] =>
      (lines.get(id)?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
        startPoint,
        ...bendPoints,
        endPoint,
      ])
    const none: Rect = { x: 0, y: 0, width: 0, height: 0 }
    const empty: Content = { width: 0, height: 0, texts: [], chips: [], rows: [], rules: [], screen: undefined }
    return {
      graph,
      width: response.width ?? 0,
      height: response.height ?? 0,
      boxes: withDistantNames(
        statesInOrder(graph.root).map((state) => {
          const rect = rects.get(state.path) ?? none
          const content = contents.get(state.path) ?? empty
          const depth = state.path === ROOT ? 0 : state.path.split('.').length
          return { ...rect, state, content, depth }
        }),
        measure,
      ),
      edgeLines: graph.edges.map((edge) => {
        const labelPosition = lines.get(edge.id)?.labels?.[0]
        const label = labels.get(edge.id)
        return {
          edge,
          points: pointsOf(edge.id),
          label: label && { ...label, x: labelPosition?.x ?? 0, y: labelPosition?.y ?? 0 },
        }
      }),
      rings: [...statesWithInnerEdges].map((path) => ({ ...(rects.get(`inner ${path}`) ?? none), state: path })),
      starts: starts.map(({ id, targets }) => ({
        ...(rects.get(id) ?? none),
        state: targets[0] ?? '',
        points: pointsOf(id),
      })),
    }
  }
  return { request, parse }
}
