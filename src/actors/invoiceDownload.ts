import { fromPromise } from 'xstate'
import { type FileResult } from '../../machines/fileDownload.ts'
import { createInvoicePdf, type InvoiceText } from '../platform/invoicePdf.ts'
import { saveFile } from '../platform/saveFile.ts'

/** The actors that save an invoice as PDF. `invoice` is called when the download starts. */
export const createInvoiceDownloadActors = ({
  invoice,
  locale,
}: {
  invoice: () => Promise<InvoiceText>
  locale: string
}) => ({
  makeFile: fromPromise<FileResult>(async () => {
    const text = await invoice()
    const { file, hasImages } = await createInvoicePdf(text, locale)
    saveFile(`${text.brand.toLowerCase()}-invoice-${text.id}.pdf`, file)
    const note = hasImages ? 'The PDF font doesn’t have some of the letters, so those lines are images.' : ''
    return { kind: 'saved', note }
  }),
})
