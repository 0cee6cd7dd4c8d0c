/** The content and the size of boxes and labels. */
import { conditionOf, type Edge, type State, type Transition } from './graph.ts'
import { TEXT_STYLES, wrapText, type TextStyle, type MeasureText } from './textMeasure.ts'
import { PADDING, SCREEN_SIZE, type Content, type Rect, type Row, type PlacedText } from './chartLayout.ts'
import { MIN_HEIGHT_FOR_NAME, minWidthForName } from './distantNames.ts'

const ICON = 16
const CHIP = { height: 18, pad: 7, gap: 5 }
/** The maximum width of the text in a box, without padding. */
const MAX_WIDTH = { leaf: 232, compound: 400, label: 230 }

/** Lays out the text of a transition, with its upper left corner at `x`, `y`. */
function rowOf(transition: Transition, x: number, y: number, width: number, measure: MeasureText): Row {
  const cause = transition.cause.text
  const condition = conditionOf(transition)
  const inner = x + ICON
  const { leading } = TEXT_STYLES.cause
  const causeWidth = measure(cause, 'cause')
  const gap = 6
  const fits = condition === '' || causeWidth + gap + measure(condition, 'row') <= width - ICON
  const texts: PlacedText[] = [{ text: cause, style: 'cause', isQuiet: false, x: inner, y: y + 12.5 }]
  let right = causeWidth
  let lines = 1
  if (condition !== '' && fits) {
    texts.push({ text: condition, style: 'row', isQuiet: true, x: inner + causeWidth + gap, y: y + 12.5 })
    right += gap + measure(condition, 'row')
  } else if (condition !== '') {
    for (const line of wrapText(condition, 'row', width - ICON, measure)) {
      texts.push({ text: line, style: 'row', isQuiet: true, x: inner, y: y + 12.5 + lines * leading })
      right = Math.max(right, measure(line, 'row'))
      lines += 1
    }
  }
  return {
    transition,
    texts,
    icon: { x, y: y + 2.5 },
    x,
    y,
    width: ICON + right,
    height: lines * leading,
  }
}

function rowsOf(transitions: readonly Transition[], x: number, y: number, width: number, measure: MeasureText): Row[] {
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

/** Returns the content of a state: name, tags, description, actors, actions and internal transitions. */
export function contentOf(state: State, measure: MeasureText, hasScreen = false): Content {
  const isCompound = state.children.length > 0
  const widest = isCompound ? MAX_WIDTH.compound : MAX_WIDTH.leaf
  const texts: PlacedText[] = []
  const chips: (Rect & { text: string })[] = []
  const rules: number[] = []
  let y = PADDING.y
  let right = 0
  const addText = (text: string, style: TextStyle, isQuiet: boolean, x = PADDING.x): void => {
    const { leading, size } = TEXT_STYLES[style]
    texts.push({ text, style, isQuiet, x, y: y + (leading + size * 0.72) / 2 })
    right = Math.max(right, x + measure(text, style))
    y += leading
  }

  addText(state.name, 'name', false)
  let x = right + 10
  for (const tag of state.tags) {
    const width = measure(tag, 'row') + 2 * CHIP.pad
    if (x + width > PADDING.x + widest && x > PADDING.x) {
      x = PADDING.x
      y += CHIP.height + 4
    }
    chips.push({ text: tag, x, y: y - CHIP.height - 1, width, height: CHIP.height })
    right = Math.max(right, x + width)
    x += width + CHIP.gap
  }
  if (state.description !== undefined) {
    y += 3
    for (const line of wrapText(state.description, 'text', widest, measure)) addText(line, 'text', true)
  }
  const activities = [
    ...state.invokes.map(({ id, src }) => ['runs', id === src ? id : `${id} (${src})`] as const),
    ...state.entry.map((name) => ['entry', name] as const),
    ...state.exit.map((name) => ['exit', name] as const),
  ]
  if (activities.length > 0) {
    y += 8
    rules.push(y)
    y += 6
    for (const [what, name] of activities) {
      const start = y
      addText(what, 'row', true)
      y = start
      addText(name, 'row', false, PADDING.x + 38)
    }
  }
  let rows: Row[] = []
  if (state.internalTransitions.length > 0) {
    y += 8
    rules.push(y)
    y += 6
    rows = rowsOf(state.internalTransitions, PADDING.x, y, widest, measure)
    y = bottom(rows, y)
    right = Math.max(right, rightmost(rows))
  }
  const screen = hasScreen && !isCompound ? { x: PADDING.x, y: y + 10 } : undefined
  if (screen) right = Math.max(right, screen.x + SCREEN_SIZE.wide + SCREEN_SIZE.gap + SCREEN_SIZE.narrow)
  const bottomEdge = (screen ? screen.y + SCREEN_SIZE.height : y) + PADDING.y
  const height = Math.ceil(isCompound ? bottomEdge : Math.max(bottomEdge, MIN_HEIGHT_FOR_NAME))
  const minWidth = isCompound ? 96 : Math.max(96, minWidthForName(state.name, screen?.y ?? height, measure))
  return { width: Math.ceil(Math.max(right + PADDING.x, minWidth)), height, texts, chips, rows, rules, screen }
}

export const labelOf = (edge: Edge, measure: MeasureText): Rect & { rows: Row[] } => {
  const rows = rowsOf(edge.transitions, 6, 3, MAX_WIDTH.label, measure)
  return { x: 0, y: 0, width: Math.ceil(rightmost(rows) + 6), height: Math.ceil(bottom(rows, 0) + 3), rows }
}
