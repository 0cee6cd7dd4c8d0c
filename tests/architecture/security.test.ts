/** docs/security.md states every requirement of the compared chapters once, and the files and tests it names exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../server/install.mjs'

/** The levels of the requirements in each section of OWASP ASVS 5.0.0, in order. `113` is 3.2.1, 3.2.2 and 3.2.3. */
const levelsBySection: Readonly<Record<string, string>> = {
  ...{ '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333', '3.6': '3', '3.7': '22333' },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
}

const expectedRows = Object.entries(levelsBySection).flatMap(([section, levels]) =>
  [...levels].map((level, i) => `${section}.${i + 1} level ${level}`),
)

type Row = { readonly requirements: readonly string[]; readonly state: string; readonly reason: string }

/** The rows of the tables of requirements: `| 3.2.1, 3.2.2 text | 1, 1 | state | reason |`. */
const rowsOf = (page: string): Row[] =>
  [
    ...page.matchAll(/^\| *(\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) [^|]*\| *([\d, ]+?) *\| *([^|]+?) *\| *([^|]*?) *\|$/gm),
  ].map(([, ids = '', levels = '', state = '', reason = '']) => {
    const levelOf = levels.split(', ')
    return { requirements: ids.split(', ').map((id, i) => `${id} level ${levelOf[i] ?? ''}`), state, reason }
  })

/** Words in “quotation marks” after a file are words of that file. */
const references = /`([\w./-]+\.(?:test|spec)\.tsx?|(?:docs|server|src)\/[\w./-]+\.\w+)`((?:,? (?:and )?“[^”]+”)*)/g

function brokenReferences(page: string): string[] {
  return [...page.matchAll(references)].flatMap(([, file = '', quotes = '']) => {
    if (!existsSync(join(root, file))) return [`${file} does not exist`]
    const text = readFileSync(join(root, file), 'utf8')
    return [...quotes.matchAll(/“([^”]+)”/g)].flatMap(([, words = '']) =>
      text.includes(words) ? [] : [`${file} does not contain “${words}”`],
    )
  })
}

function unfoundedRows(rows: readonly Row[]): string[] {
  return rows.flatMap(({ requirements, state, reason }) => {
    const name = requirements[0] ?? ''
    if (!['kept', 'deviation', 'not applicable'].includes(state)) return [`${name}: ${state}`]
    const isShown = /`(tests\/[\w./-]+\.(test|spec)\.tsx?|docs\/[\w.-]+\.md)`|\]\(#/.test(reason)
    return reason === '' || (state === 'kept' && !isShown) ? [`${name} has no test`] : []
  })
}

describe('docs/security.md', () => {
  const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8')
  const rows = rowsOf(page)

  it('has every requirement once, with its level', () => {
    expect(rows.flatMap(({ requirements }) => requirements)).toEqual(expectedRows)
  })
  it('has a test for what is kept, and a reason for everything else', () => {
    expect(unfoundedRows(rows)).toEqual([])
    expect(unfoundedRows(rowsOf('| 3.1.1 text | 3 | kept | somewhere |\n| 3.2.1 text | 1 | partly | text |'))).toEqual([
      '3.1.1 level 3 has no test',
      '3.2.1 level 1: partly',
    ])
  })
  it('names files and tests that exist', () => {
    expect(brokenReferences(page)).toEqual([])
    expect(
      brokenReferences('`such.test.ts`, `tests/no/such.test.ts` and `docs/security.md` “ASVS”, “no such words”'),
    ).toEqual([
      'such.test.ts does not exist',
      'tests/no/such.test.ts does not exist',
      'docs/security.md does not contain “no such words”',
    ])
  })
})
