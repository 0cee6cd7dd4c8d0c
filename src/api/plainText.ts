/** The longest server text that is shown, in characters; a longer text ends in '…'. */
export const longestText = 300

/** The maximum number of characters that are processed, so that a text of megabytes does not block the page. */
const longestRead = 10_000

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  copy: '©',
  euro: '€',
}

const character = (point: number): string => {
  const unusable = !(point > 0 && point <= 0x10ffff) || (point >= 0xd800 && point <= 0xdfff)
  return unusable ? '' : String.fromCodePoint(point)
}

const decode = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return character(Number(decimal))
      if (hex !== undefined) return character(Number.parseInt(hex, 16))
      return entities[name ?? ''] ?? whole
    },
  )

/** Removes markup. An unclosed tag extends to the end, since its content is not text. */
const strip = (text: string): string =>
  text
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .replace(/<(script|style|iframe|template|title)\b[^]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<(?:br|hr|\/?(?:p|div|li|ul|ol|tr|table|h[1-6]|blockquote|pre))\b[^>]*(?:>|$)/gi, '\n')
    .replace(/<[a-z/!?][^>]*(?:>|$)/gi, '')

// Control characters except line ends and tabs, zero-width characters, and characters that change the text direction.
const invisibleCharacters = /[^\P{Cc}\n\r\t]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

const clean = (text: string): string => text.replace(invisibleCharacters, '')

/** Truncates at a character boundary, so that no surrogate pair is split. */
const cap = (text: string): string => {
  const characters = Array.from(text)
  return characters.length <= longestText
    ? text
    : `${characters
        .slice(0, longestText - 1)
        .join('')
        .trimEnd()}…`
}

// Markup is removed twice, because some plugins escape a message that already contains markup. The parts that remain may
// form the start of another tag, so `<` before a tag name is removed last.
const lines = (value: string): string[] =>
  strip(clean(decode(strip(clean(value)))))
    .replace(/<+([a-z/!?])?/gi, (run: string, next?: string) => next ?? run)
    .split(/[\r\n\u2028\u2029]+/)
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .filter((each) => each !== '')

/** Most texts of a long list: words with single spaces, without an entity, a tag or an invisible character. */
const isPlain = (text: string): boolean =>
  text.length <= longestText && /^(?:[^\s\p{C}&<]+(?: [^\s\p{C}&<]+)*)?$/u.test(text)

/**
 * The first line of a server text without its markup, at most `longestText` characters; '' for anything else. Messages
 * of the host contain HTML, and those of the membership service a stack trace after the first line. The text is never
 * parsed into a document, and the result is only rendered as text.
 */
export function plainText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return isPlain(value) ? value : cap(lines(value.slice(0, longestRead))[0] ?? '')
}

/** All paragraphs of a server text without its markup. */
export const plainParagraphs = (value: unknown): string[] =>
  typeof value === 'string' ? lines(value.slice(0, longestRead * 5)) : []
