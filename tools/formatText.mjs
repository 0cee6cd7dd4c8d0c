import { readFileSync } from 'node:fs'
import { format } from 'oxfmt'

const { ignorePatterns: _, ...options } = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'))

/**
 * Formats a generated text as `npm run format:write` does. `file` is a name whose extension tells the language. Throws if
 * the text has a syntax error.
 * @param {string} file
 * @param {string} text
 */
export async function formatText(file, text) {
  const { code, errors } = await format(file, text, options)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  return code
}
