/** The state names of a zoomed-out chart, in which other text would be unreadable. */
import { TEXT_STYLES, type MeasureText } from './textMeasure.ts'
import { PADDING, type Box, type Rect } from './chartLayout.ts'

/** The minimum and maximum font size of these names, the line height and the padding. */
const DISTANT_NAME = { min: 34, max: 38, line: 1.1, padding: 14 }

/** The height of a state whose name has one line and is readable when zoomed out. */
export const MIN_HEIGHT_FOR_NAME = DISTANT_NAME.min * DISTANT_NAME.line + DISTANT_NAME.padding

/** Returns every way to break a name between its parts: `canceledNotPaid` as `canceled`, `NotPaid`. */
function lineBreaks(name: string): string[][] {
  const [first = '', ...rest] = name.split(/(?=[A-Z])/)
  return rest.reduce<string[][]>(
    (variants, word) =>
      variants.flatMap((lines) => [
        [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${word}`],
        [...lines, word],
      ]),
    [[first]],
  )
}

const widthOfLines = (lines: readonly string[], measure: MeasureText): number =>
  Math.max(...lines.map((line) => measure(line, 'name'))) / TEXT_STYLES.name.size

export function minWidthForName(name: string, height: number, measure: MeasureText): number {
  const maxLines = Math.max(1, Math.floor((height - DISTANT_NAME.padding) / (DISTANT_NAME.min * DISTANT_NAME.line)))
  const widths = lineBreaks(name)
    .filter((lines) => lines.length <= maxLines)
    .map((lines) => widthOfLines(lines, measure))
  return Math.min(...widths) * DISTANT_NAME.min + DISTANT_NAME.padding
}

/** Returns the line breaks of a name with the font size that fits each, fewest lines first. */
function nameLayouts(name: string, { width, height }: Rect, measure: MeasureText): { lines: string[]; size: number }[] {
  return lineBreaks(name)
    .map((lines) => ({
      lines,
      size: Math.min(
        (width - DISTANT_NAME.padding) / widthOfLines(lines, measure),
        (height - DISTANT_NAME.padding) / (lines.length * DISTANT_NAME.line),
      ),
    }))
    .sort((a, b) => a.lines.length - b.lines.length)
}

/** The height that a name can use: all of a box, or the part above its screenshot. */
const freeHeight = ({ height, content }: Omit<Box, 'distantName'>): number => content.screen?.y ?? height

/** Adds the names: centered in a leaf, at the head of a compound state. All leaves of a chart have one font size. */
export function withDistantNames(boxes: readonly Omit<Box, 'distantName'>[], measure: MeasureText): Box[] {
  const leaves = new Map(
    boxes
      .filter(({ state }) => state.children.length === 0)
      .map((box) => [box.state.path, nameLayouts(box.state.name, { ...box, height: freeHeight(box) }, measure)]),
  )
  const size = Math.min(
    DISTANT_NAME.max,
    ...[...leaves.values()].map((layouts) => Math.max(...layouts.map((nameLayout) => nameLayout.size))),
  )
  return boxes.map((box): Box => {
    const { state, width, content } = box
    const layout = leaves.get(state.path)?.find((one) => one.size >= size)
    if (!layout) {
      const own = Math.min(size, content.height - 6, (width - 2 * PADDING.x) / widthOfLines([state.name], measure))
      return {
        ...box,
        distantName: { size: own, lines: [{ text: state.name, x: PADDING.x, y: PADDING.y + own * 0.75 }] },
      }
    }
    const lines = layout.lines.map((text, i) => ({
      text,
      x: (width - widthOfLines([text], measure) * size) / 2,
      y: freeHeight(box) / 2 + size * (0.35 + (i - (layout.lines.length - 1) / 2) * DISTANT_NAME.line),
    }))
    return { ...box, distantName: { size, lines } }
  })
}
