import { describe, expect, it } from 'vitest'
import { type Payment } from '../../../machines/history.ts'
import { transactionsCsv } from '../../../src/billing/transactionsCsv.ts'

const payment: Payment = {
  id: 309,
  number: 'ch_309',
  date: '2026-01-01T02:00:00.000Z',
  year: '2026',
  plan: 'Monthly',
  amount: 19.99,
  method: 'Card',
  status: 'complete',
}

/** The rows below the heading. */
const rowsOf = (...payments: readonly Partial<Payment>[]): string[] =>
  transactionsCsv(
    payments.map((changes) => ({ ...payment, ...changes })),
    'USD',
  )
    .split('\r\n')
    .slice(1, -1)

describe('the CSV of the billing history', { tags: 'history.csv' }, () => {
  it('has a heading, ISO dates, and amounts as numbers with their currency', () => {
    expect(transactionsCsv([payment], 'USD')).toBe(
      '\uFEFFDate,Invoice,Transaction,Plan,Method,Status,Amount,Currency\r\n' +
        '2026-01-01T02:00:00.000Z,309,ch_309,Monthly,Card,Paid,19.99,USD\r\n',
    )
    expect(rowsOf({ amount: 0 }, { amount: undefined, date: '', plan: '—', method: '—' })).toEqual([
      '2026-01-01T02:00:00.000Z,309,ch_309,Monthly,Card,Paid,0.00,USD',
      ',309,ch_309,,,Paid,,USD',
    ])
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1+1', "' =1+1"],
    ['\t=1+1', "'\t=1+1"],
    ['=HYPERLINK("https://evil.test","x")', '"\'=HYPERLINK(""https://evil.test"",""x"")"'],
  ])('does not let %j run as a formula', { tags: 'history.csvFormulas' }, (text, field) => {
    expect(rowsOf({ plan: text, number: text })).toEqual([
      `2026-01-01T02:00:00.000Z,309,${field},${field},Card,Paid,19.99,USD`,
    ])
  })

  it('quotes separators, quotes and line breaks', () => {
    expect(rowsOf({ plan: 'A, "B"\nC' })).toEqual([
      '2026-01-01T02:00:00.000Z,309,ch_309,"A, ""B""\nC",Card,Paid,19.99,USD',
    ])
  })
})
