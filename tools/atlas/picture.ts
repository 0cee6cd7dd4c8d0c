/** What a picture of a chart consists of, in its own units, and the measures that more than one part of it keeps to. */
import { type Edge, type Graph, type State, type Transition } from './graph.ts'
import { type TextStyle } from './textMeasure.ts'

export type Point = { readonly x: number; readonly y: number }
export type Rect = Point & { readonly width: number; readonly height: number }

/** One line of words in a box or label; `x` and `y` from its corner, `y` at the foot of the letters. */
export type PlacedText = Point & { readonly text: string; readonly style: TextStyle; readonly isQuiet: boolean }

/** A transition's place in a label or a box, with all of its lines. */
export type Row = Rect & {
  readonly transition: Transition
  readonly texts: readonly PlacedText[]
  readonly icon: Point
}

/** What stands in a box, before anybody knows where the box is. */
export type Content = {
  readonly width: number
  readonly height: number
  readonly texts: readonly PlacedText[]
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
  readonly distantName: DistantName
}
/** The name as it is written where the whole chart is in view and nothing else could be read. */
export type DistantName = { readonly size: number; readonly lines: readonly (Point & { readonly text: string })[] }
export type EdgeLine = {
  readonly edge: Edge
  readonly points: readonly Point[]
  readonly label: (Rect & { readonly rows: readonly Row[] }) | undefined
}
export type StartDot = Point & { readonly state: string; readonly points: readonly Point[] }
export type Picture = {
  readonly graph: Graph
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly edgeLines: readonly EdgeLine[]
  readonly starts: readonly StartDot[]
  /** Where the lines of a state to states in it begin. */
  readonly rings: readonly (Rect & { readonly state: string })[]
}

/** The room around the words of a box. */
export const PADDING = { x: 14, y: 12 }
export const START_SIZE = 10

/** Screens in a box: 1440 by 900 and 390 by 844, equally high. */
export const SCREEN_SIZE = { height: 140, wide: 224, narrow: 65, gap: 8 }
