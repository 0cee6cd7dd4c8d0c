/** The types of a laid-out chart, and shared sizes, in px of the chart. */
import { type Edge, type Graph, type State, type Transition } from './graph.ts'
import { type TextStyle } from './textMeasure.ts'

export type Point = { readonly x: number; readonly y: number }
export type Rect = Point & { readonly width: number; readonly height: number }

/** One line of text, relative to its box or label. `y` is the baseline. */
export type PlacedText = Point & { readonly text: string; readonly style: TextStyle; readonly isQuiet: boolean }

/** The rectangle of a transition in a label or a box, with its lines of text. */
export type Row = Rect & {
  readonly transition: Transition
  readonly texts: readonly PlacedText[]
  readonly icon: Point
}

/** The content of a box, without the position of the box. */
export type Content = {
  readonly width: number
  readonly height: number
  readonly texts: readonly PlacedText[]
  readonly chips: readonly (Rect & { readonly text: string })[]
  readonly rows: readonly Row[]
  /** The `y` of each hairline between the sections. */
  readonly rules: readonly number[]
  /** The position of the screenshots, wide and narrow side by side; undefined without screenshots. */
  readonly screen: Point | undefined
}

export type Box = Rect & {
  readonly state: State
  readonly content: Content
  readonly depth: number
  readonly distantName: DistantName
}
/** The name that is drawn when the chart is zoomed out. */
export type DistantName = { readonly size: number; readonly lines: readonly (Point & { readonly text: string })[] }
export type EdgeLine = {
  readonly edge: Edge
  readonly points: readonly Point[]
  readonly label: (Rect & { readonly rows: readonly Row[] }) | undefined
}
export type StartDot = Point & { readonly state: string; readonly points: readonly Point[] }
export type ChartLayout = {
  readonly graph: Graph
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly edgeLines: readonly EdgeLine[]
  readonly starts: readonly StartDot[]
  /** The starts of the lines from a state to its own descendants. */
  readonly rings: readonly (Rect & { readonly state: string })[]
}

export const PADDING = { x: 14, y: 12 }
export const START_SIZE = 10

/** The screenshots in a box: 1440 by 900 and 390 by 844, scaled to the same height. */
export const SCREEN_SIZE = { height: 140, wide: 224, narrow: 65, gap: 8 }
