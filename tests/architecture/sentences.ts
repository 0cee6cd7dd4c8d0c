/** Splits the text of a requirement into sentences. */

const ABBREVIATIONS = /\b(?:e\.g|i\.e|etc|vs)\./g
const CODE = /`[^`]*`/g
/** A quoted text; an apostrophe in a word does not end it. */
const QUOTATION = /(?<=‘).*?(?=’(?![\p{L}\p{N}]))/gu
/** The space after a sentence. A quoted sentence ends the one around it unless that continues in lower case. */
const BOUNDARY = /(?<=[.?!]) +|(?<=[.?!]’) +(?!\p{Ll})/gu

const hide = (text: string): string => '_'.repeat(text.length)

export function sentencesOf(text: string): string[] {
  // The hidden text has the same length, so that the boundaries are those of the text.
  const hidden = text
    .replaceAll(CODE, hide)
    .replaceAll(QUOTATION, (quoted) => hide(quoted.slice(0, -1)) + quoted.slice(-1))
    .replaceAll(ABBREVIATIONS, hide)
  const boundaries = [...hidden.matchAll(BOUNDARY)]
  const starts = [0, ...boundaries.map(({ index, 0: space }) => index + space.length)]
  const ends = [...boundaries.map(({ index }) => index), text.length]
  return starts.map((start, i) => text.slice(start, ends[i]))
}
