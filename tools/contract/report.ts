import { type CheckResult, type CheckRow, type HostReport } from './checkHost.ts'

const validText: Readonly<Record<CheckResult, string>> = { valid: 'yes', invalid: 'no', missing: '-', skipped: '-' }

/** How many differences of a call are shown. */
const MAX_NOTES = 3

function notesText({ result, notes }: CheckRow): string {
  const shown = notes.slice(0, MAX_NOTES).join('; ')
  const rest = notes.length - MAX_NOTES
  return `${result === 'skipped' ? 'not called: ' : ''}${shown}${rest > 0 ? `; and ${rest} more` : ''}`
}

/** Whether a call of the specification fails or differs. */
export const isRefuted = ({ rows }: HostReport): boolean =>
  rows.some(({ origin, result }) => origin === 'specification' && result === 'invalid')

const count = (rows: readonly CheckRow[], result: CheckResult, origin?: CheckRow['origin']): number =>
  rows.filter((row) => row.result === result && (origin === undefined || row.origin === origin)).length

/** A table with one line per call, the totals, and the features that are off. */
export function formatTable({ isSignedIn, rows, featuresOff }: HostReport): string {
  const head = ['call', 'answered', 'valid', 'what differs']
  const cells = rows.map((row) => [row.call, String(row.answered ?? '-'), validText[row.result], notesText(row)])
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((line) => (line[column] ?? '').length)))
  const lines = [head, ...cells].map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const invalid = count(rows, 'invalid')
  return [
    ...lines,
    '',
    `${count(rows, 'valid')} calls valid, ${invalid} failed or different${invalid > 0 ? ` (${count(rows, 'invalid', 'specification')} of the specification)` : ''}, ${count(rows, 'missing')} missing, ${count(rows, 'skipped')} not called.`,
    ...(isSignedIn
      ? []
      : ['', 'The sign-in opened no session, so no other call was made. Check --host, --user and --password.']),
    ...(featuresOff.length > 0
      ? ['', 'Features that are off with this host:', ...featuresOff.map((feature) => `  ${feature}`)]
      : []),
    '',
  ].join('\n')
}

/** The same as JSON. */
export const formatJson = (host: URL, report: HostReport): string =>
  `${JSON.stringify({ host: host.href, passed: !isRefuted(report), featuresOff: report.featuresOff, calls: report.rows }, null, 2)}\n`
