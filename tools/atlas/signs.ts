/** The names of states as they are written where a chart is seen from afar, and nothing else could be read. */
import { FACES, type Measure } from './measure.ts'
import { PAD, type Box, type Rect } from './picture.ts'

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
export function widthOfSign(name: string, height: number, measure: Measure): number {
  const most = Math.max(1, Math.floor((height - SIGN.room) / (SIGN.least * SIGN.line)))
  const widths = broken(name)
    .filter((lines) => lines.length <= most)
    .map((lines) => breadth(lines, measure))
  return Math.min(...widths) * SIGN.least + SIGN.room
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
export function signsOf(boxes: readonly Omit<Box, 'sign'>[], measure: Measure): Box[] {
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
