import type { jsPDF } from 'jspdf'
import { loadChunk } from './loadChunk.ts'

/** The texts of an invoice. `facts` and `payment` are names and values. */
export type InvoiceText = {
  id: number
  brand: string
  /** The lines below the brand. */
  seller: readonly string[]
  facts: readonly (readonly [string, string])[]
  billedTo: readonly string[]
  lines: readonly { text: string; detail: string; amount: string }[]
  total: string
  payment: readonly (readonly [string, string])[]
}

/** `hasImages`: some lines are images, because the font of the file lacks their letters. */
export type InvoicePdf = { file: Blob; hasImages: boolean }

/** The letters of the built-in fonts of PDF, which are those of Windows-1252. */
const builtInLetters = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

// In points: US Letter with a margin of three quarters of an inch.
const margin = 54
const right = 612 - margin
const width = right - margin
const lineHeight = 1.4
/** Pixels per point of a line that is an image. */
const imageScale = 4

type Style = { size?: number; bold?: boolean; quiet?: boolean; align?: 'left' | 'right'; maxWidth?: number }

/** A line of text as an image, with the fonts of the browser. */
function drawLine(text: string, { size, bold, color }: { size: number; bold: boolean; color: string }) {
  const canvas = document.createElement('canvas')
  const font = `${bold ? 700 : 400} ${size * imageScale}px sans-serif`
  const measure = canvas.getContext('2d')
  if (!measure) throw new Error('This browser can’t draw the letters of this invoice. Print the page instead.')
  measure.font = font
  canvas.width = Math.max(1, Math.ceil(measure.measureText(text).width))
  canvas.height = Math.ceil(size * imageScale * lineHeight)
  // Setting the size resets the context.
  measure.font = font
  measure.fillStyle = color
  measure.fillText(text, 0, size * imageScale)
  return canvas
}

/** A cursor that writes lines from top to bottom. */
function createWriter(doc: jsPDF) {
  let hasImages = false
  /** Writes text with its first baseline at `y`. Returns the baseline of the next line. */
  const write = (text: string, x: number, y: number, style: Style = {}): number => {
    const { size = 10, bold = false, quiet = false, align = 'left', maxWidth = width } = style
    const color = quiet ? '#5c5f66' : '#17181a'
    if (builtInLetters.test(text)) {
      doc
        .setFont('helvetica', bold ? 'bold' : 'normal')
        .setFontSize(size)
        .setTextColor(color)
      const lines = doc.splitTextToSize(text, maxWidth) as string[]
      doc.text(lines, x, y, { align, lineHeightFactor: lineHeight })
      return y + lines.length * size * lineHeight
    }
    hasImages = true
    const image = drawLine(text, { size, bold, color })
    const scale = Math.min(1 / imageScale, maxWidth / image.width)
    const [imageWidth, imageHeight] = [image.width * scale, image.height * scale]
    const left = align === 'right' ? x - imageWidth : x
    // The baseline of the image is at the size of its font.
    doc.addImage(image, 'PNG', left, y - size * imageScale * scale, imageWidth, imageHeight)
    return y + size * lineHeight
  }
  const rule = (y: number) => doc.setDrawColor('#c9ccd1').setLineWidth(0.75).line(margin, y, right, y)
  return { write, rule, hasImages: () => hasImages }
}

/** Writes the invoice on a page of `doc`. */
export function writeInvoice(doc: jsPDF, invoice: InvoiceText): { hasImages: boolean } {
  const { write, rule, hasImages } = createWriter(doc)
  const half = width / 2 - 12
  const writeFacts = (facts: InvoiceText['facts'], x: number, y: number) =>
    facts.reduce((at, [name, value]) => {
      write(name, x, at, { quiet: true, maxWidth: 80 })
      return write(value, x + 90, at, { bold: true, maxWidth: right - x - 90 })
    }, y)
  const writeLines = (lines: readonly string[], y: number) =>
    lines.reduce((at, line) => write(line, margin, at, { maxWidth: half }), y)

  let y = write(invoice.brand, margin, margin + 18, { size: 18, bold: true, maxWidth: half })
  const factsEnd = writeFacts(invoice.facts, margin + width / 2 + 12, margin + 18)
  y = invoice.seller.reduce((at, line) => write(line, margin, at, { quiet: true, maxWidth: half }), y)
  y = write('Billed to', margin, Math.max(y, factsEnd) + 24, { bold: true })
  y = writeLines(invoice.billedTo, y) + 24
  write('Description', margin, y, { quiet: true })
  write('Amount', right, y, { quiet: true, align: 'right' })
  rule(y + 8)
  y += 26
  for (const { text, detail, amount } of invoice.lines) {
    write(amount, right, y, { align: 'right' })
    y = write(text, margin, y, { maxWidth: width - 120 })
    if (detail) y = write(detail, margin, y, { quiet: true, maxWidth: width - 120 })
    rule(y - 4)
    y += 16
  }
  write('Total', margin, y, { size: 12, bold: true })
  y = write(invoice.total, right, y, { size: 12, bold: true, align: 'right' }) + 24
  writeFacts(invoice.payment, margin, y)
  return { hasImages: hasImages() }
}

/**
 * Makes the PDF of an invoice. jsPDF is fetched once, when the first invoice is made.
 * @throws if jsPDF can't be fetched; the next call tries again
 */
export async function createInvoicePdf(invoice: InvoiceText, locale: string): Promise<InvoicePdf> {
  const library = await loadChunk(() => import('jspdf')).catch((cause: unknown) => {
    throw new Error('The PDF software didn’t load. Check your connection and try again.', { cause })
  })
  const doc = new library.jsPDF({ unit: 'pt', format: 'letter' })
  doc.setProperties({ title: `${invoice.brand} invoice ${invoice.id}` })
  doc.setLanguage(locale as Parameters<jsPDF['setLanguage']>[0])
  const { hasImages } = writeInvoice(doc, invoice)
  return { file: doc.output('blob'), hasImages }
}
