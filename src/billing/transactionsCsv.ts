import { type Payment } from '../../machines/history.ts'
import { statusLabels } from './transactionText.ts'

const columns = ['Date', 'Invoice', 'Transaction', 'Plan', 'Method', 'Status', 'Amount', 'Currency']

/** Spreadsheets run a text that begins with one of these as a formula, also after white space. */
const formulaStart = /^\s*[=+\-@]|^[\t\r]/

/** Text as a field of RFC 4180. A leading apostrophe keeps a spreadsheet from running it as a formula. */
function textField(text: string): string {
  const shown = text === '—' ? '' : text
  const safe = formulaStart.test(shown) ? `'${shown}` : shown
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The payments as CSV (RFC 4180): dates in ISO 8601, amounts in major units with a decimal point. It begins with a byte
 * order mark, without which Excel does not read it as UTF-8.
 */
export function transactionsCsv(payments: readonly Payment[], currency: string): string {
  const rows = payments.map(({ date, id, number, plan, method, status, amount }) => [
    date,
    String(id),
    textField(number),
    textField(plan),
    textField(method),
    textField(statusLabels[status]),
    amount === undefined ? '' : amount.toFixed(2),
    currency,
  ])
  return `\uFEFF${[columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`
}
