/** Measures texts and breaks them into lines. */

export type TextStyle = 'name' | 'text' | 'row' | 'cause'

/** Size, weight and line height of each text style; chart.css sets the same. */
export const TEXT_STYLES: Readonly<Record<TextStyle, { size: number; weight: number; leading: number }>> = {
  name: { size: 15, weight: 700, leading: 20 },
  text: { size: 12.5, weight: 400, leading: 17 },
  row: { size: 12, weight: 400, leading: 17 },
  cause: { size: 12.5, weight: 600, leading: 17 },
}

export const FONT_FAMILY = "'Schibsted Grotesk Variable', 'Schibsted fallback', Arial, sans-serif"

export type MeasureText = (text: string, style: TextStyle) => number

/** Measures with the fonts of the page and caches the results. */
export function createCanvasMeasure(): MeasureText {
  const context = document.createElement('canvas').getContext('2d')
  const known = new Map<string, number>()
  return (text, style) => {
    const key = `${style} ${text}`
    const before = known.get(key)
    if (before !== undefined) return before
    const { size, weight } = TEXT_STYLES[style]
    if (context) context.font = `${weight} ${size}px ${FONT_FAMILY}`
    const width = context?.measureText(text).width ?? text.length * size * 0.55
    known.set(key, width)
    return width
  }
}

/** Breaks a text at spaces into lines of at most `width`, of about the same length. */
export function wrapText(text: string, style: TextStyle, width: number, measure: MeasureText): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const fill = (limit: number): string[] => {
    const lines: string[] = []
    for (const word of words) {
      const last = lines.at(-1)
      if (last !== undefined && measure(`${last} ${word}`, style) <= limit) lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    return lines
  }
  const greedy = fill(width)
  if (greedy.length < 2) return greedy
  // Finds the narrowest width that needs no further line, so that the last line is not much shorter.
  let [low, high] = [width / 2, width]
  while (high - low > 4) {
    const middle = (low + high) / 2
    if (fill(middle).length > greedy.length) low = middle
    else high = middle
  }
  return fill(high)
}
