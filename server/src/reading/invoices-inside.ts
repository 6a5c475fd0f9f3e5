import type { ExtractData } from '@usance/wire/ocr/calls'
import { attachmentsFromPdf } from '../e-invoice/attachments-from-pdf.ts'
import { invoicesAmong } from '../e-invoice/embedded-invoices.ts'
import { extractData } from './extract-data.ts'
import { kindOf } from './kind-of.ts'
import { type Reading, readingLimits } from './page.ts'
import { papersAmong, readMail } from './read-mail.ts'
import { schemaOf } from './schema/schemas.ts'

type Inside = Pick<Reading, 'embedded' | 'filesLeft'>

/**
 * What the e-invoices in a file say, without a look at its pages: of an XML, of the files in a PDF, and of those that hang on a mail.
 * A file without any says nothing. Orders and other documents beside an invoice do not count, as in the import.
 */
export async function invoicesInside(bytes: Uint8Array, fileName: string, today: string): Promise<ExtractData> {
  const inside = await documentsIn(bytes, fileName)
  const embedded = inside.embedded.filter((one) => invoicesAmong([one]).length > 0)
  const reading = { ...inside, embedded, fileName, part: null, pages: [], mail: null, parts: [], pagesLeft: 0 }
  return extractData(schemaOf('INVOICE')!, reading, today)
}

async function documentsIn(bytes: Uint8Array, name: string, depth = 0): Promise<Inside> {
  switch (kindOf(bytes)) {
    case 'pdf':
      return { embedded: await attachmentsFromPdf(bytes), filesLeft: 0 }
    case 'mail': {
      const { files, filesLeft } = readMail(bytes)
      const papers = papersAmong(files).filter((file) => kindOf(file.bytes) !== 'picture')
      const read = depth > 1 ? [] : papers.slice(0, readingLimits.parts)
      const found: Inside = { embedded: [], filesLeft: filesLeft + papers.length - read.length }
      for (const file of read) {
        const inside = await documentsIn(file.bytes, file.name, depth + 1).catch(() => ({ embedded: [], filesLeft: 1 }))
        found.embedded.push(...inside.embedded)
        found.filesLeft += inside.filesLeft
      }
      return found
    }
    case 'picture':
      return { embedded: [], filesLeft: 0 }
    default:
      // Whatever it looks like: one that holds no e-invoice says nothing.
      return { embedded: [{ name, bytes }], filesLeft: 0 }
  }
}
