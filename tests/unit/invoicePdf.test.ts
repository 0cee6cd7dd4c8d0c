import { jsPDF } from 'jspdf'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { writeInvoice, type InvoiceText } from '../../src/platform/invoicePdf.ts'

const invoice: InvoiceText = {
  id: 309,
  brand: 'Statecast',
  seller: ['Live US news, state by state'],
  facts: [['Invoice', '309']],
  billedTo: ['Zoë Müller'],
  lines: [{ text: 'Monthly', detail: 'Nov 1, 2026 to Dec 1, 2026', amount: '$19.99' }],
  total: '$19.99',
  payment: [['Paid with', 'Card']],
}

/** The texts of the PDF that a reader can select, and the texts that were drawn on a canvas. */
function write(changes: Partial<InvoiceText> = {}) {
  const drawn: string[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    measureText: (text: string) => ({ width: text.length * 40 }),
    fillText: (text: string) => void drawn.push(text),
  } as unknown as CanvasRenderingContext2D)
  const doc = new jsPDF({ unit: 'pt', format: 'letter' })
  vi.spyOn(doc, 'addImage').mockReturnValue(doc)
  const { hasImages } = writeInvoice(doc, { ...invoice, ...changes })
  const texts = [...doc.output().matchAll(/\(((?:[^()\\]|\\.)*)\) Tj/g)].map(([, text = '']) => text)
  return { texts, drawn, hasImages }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the PDF of an invoice', { tags: 'history.pdf' }, () => {
  it('has every text as selectable text', () => {
    const { texts, drawn, hasImages } = write()
    expect(texts).toEqual([
      ...['Statecast', 'Invoice', '309', 'Live US news, state by state', 'Billed to', 'Zoë Müller'],
      ...['Description', 'Amount', '$19.99', 'Monthly', 'Nov 1, 2026 to Dec 1, 2026', 'Total', '$19.99'],
      ...['Paid with', 'Card'],
    ])
    expect([drawn, hasImages]).toEqual([[], false])
  })

  it.each(['王秀英', 'Анна Ковалёва', 'محمد', 'Łukasz', '😀'])(
    'draws %s as an image and reports it',
    { tags: 'history.pdfImages' },
    (name) => {
      const { texts, drawn, hasImages } = write({ billedTo: [name, '12 Harbor Street'] })
      expect([drawn, hasImages]).toEqual([[name], true])
      expect(texts).toContain('12 Harbor Street')
    },
  )

  it('breaks a long line instead of cutting it off', () => {
    const name = 'Maximiliana '.repeat(12).trim()
    const { texts } = write({ billedTo: [name] })
    expect(texts.filter((text) => text.includes('Maximiliana')).join(' ')).toBe(name)
  })
})
