/** The names of states as they are written where a chart is seen from afar, and nothing else could be read. */
import { TEXT_STYLES, type MeasureText } from './textMeasure.ts'
import { PADDING, type Box, type Rect } from './picture.ts'

/** How large a name is at least and at most where it is all that is drawn of a state, and the room around it. */
const DISTANT_NAME = { least: 34, most: 38, line: 1.1, room: 14 }

/** A name in lines, broken where its words meet: `cancelledNotPaid` as `cancelled`, `NotPaid`. All ways to do it. */
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

/** How wide the longest of the lines is, in its own size. */
const widthOfLines = (lines: readonly string[], measure: MeasureText): number =>
  Math.max(...lines.map((line) => measure(line, 'name'))) / TEXT_STYLES.name.size

/** How wide a state is at least, so that its name can be read from afar. */
export function minWidthForName(name: string, height: number, measure: MeasureText): number {
  const most = Math.max(1, Math.floor((height - DISTANT_NAME.room) / (DISTANT_NAME.least * DISTANT_NAME.line)))
  const widths = lineBreaks(name)
    .filter((lines) => lines.length <= most)
    .map((lines) => widthOfLines(lines, measure))
  return Math.min(...widths) * DISTANT_NAME.least + DISTANT_NAME.room
}

/** How large a name can be in the middle of a state, one line first. */
function nameLayouts(name: string, { width, height }: Rect, measure: MeasureText): { lines: string[]; size: number }[] {
  return lineBreaks(name)
    .map((lines) => ({
      lines,
      size: Math.min(
        (width - DISTANT_NAME.room) / widthOfLines(lines, measure),
        (height - DISTANT_NAME.room) / (lines.length * DISTANT_NAME.line),
      ),
    }))
    .sort((a, b) => a.lines.length - b.lines.length)
}

/** What a name has to itself: all of a box, or what is over its screen. */
const freeHeight = ({ height, content }: Omit<Box, 'distantName'>): number => content.screen?.y ?? height

/** In the middle of a state, at the head of one that holds others. All states of a chart are written in one size. */
export function withDistantNames(boxes: readonly Omit<Box, 'distantName'>[], measure: MeasureText): Box[] {
  const leaves = new Map(
    boxes
      .filter(({ state }) => state.children.length === 0)
      .map((box) => [box.state.path, nameLayouts(box.state.name, { ...box, height: freeHeight(box) }, measure)]),
  )
  const size = Math.min(
    DISTANT_NAME.most,
    ...[...leaves.values()].map((ways) => Math.max(...ways.map((nameLayout) => nameLayout.size))),
  )
  return boxes.map((box): Box => {
    const { state, width, content } = box
    const way = leaves.get(state.path)?.find((one) => one.size >= size)
    if (!way) {
      const own = Math.min(size, content.height - 6, (width - 2 * PADDING.x) / widthOfLines([state.name], measure))
      return {
        ...box,
        distantName: { size: own, lines: [{ text: state.name, x: PADDING.x, y: PADDING.y + own * 0.75 }] },
      }
    }
    const lines = way.lines.map((text, i) => ({
      text,
      x: (width - widthOfLines([text], measure) * size) / 2,
      y: freeHeight(box) / 2 + size * (0.35 + (i - (way.lines.length - 1) / 2) * DISTANT_NAME.line),
    }))
    return { ...box, distantName: { size, lines } }
  })
}
