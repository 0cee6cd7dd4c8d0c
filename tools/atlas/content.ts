/** What stands in a box and on a line, and how large that makes them. */
import { conditionOf, type Edge, type State, type Transition } from './graph.ts'
import { FACES, wrap, type Face, type Measure } from './measure.ts'
import { PAD, SCREEN, type Content, type Rect, type Row, type Words } from './picture.ts'
import { widthOfSign } from './signs.ts'

const ICON = 16
const CHIP = { height: 18, pad: 7, gap: 5 }
/** As wide as the words of a box may be, inside. */
const WIDEST = { leaf: 232, holder: 400, label: 230 }

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

/** What stands on a line. */
export const labelOf = (edge: Edge, measure: Measure): Rect & { rows: Row[] } => {
  const rows = stack(edge.transitions, 6, 3, WIDEST.label, measure)
  return { x: 0, y: 0, width: Math.ceil(rightmost(rows) + 6), height: Math.ceil(bottom(rows, 0) + 3), rows }
}
