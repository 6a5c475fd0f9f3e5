import type { ExtractData } from '@usance/wire/ocr/calls'
import { attachmentsFromPdf } from '../e-invoice/attachments-from-pdf.ts'
import { invoicesAmong } from '../e-invoice/embedded-invoices.ts'
import { extractData } from './extract-data.ts'
import { kindOf } from './kind-of.ts'
import { type Reading, readingLimits } from './page.ts'
import { readMail } from './read-mail.ts'
import { schemaOf } from './schema/schemas.ts'

type Inside = Reading['embedded']

/**
 * What the e-invoices in a file say, without a look at its pages: of an XML, of the files in a PDF, and of those that hang on a mail.
 * A file without any says nothing. Orders and other documents beside an invoice do not count, as in the import.
 */
export async function invoicesInside(bytes: Uint8Array, fileName: string, today: string): Promise<ExtractData> {
  const embedded = (await documentsIn(bytes, fileName)).filter((one) => invoicesAmong([one]).length > 0)
  return extractData(schemaOf('INVOICE')!, { fileName, pages: [], embedded, mail: null, parts: [], pagesLeft: 0 }, today)
}

async function documentsIn(bytes: Uint8Array, name: string, depth = 0): Promise<Inside> {
  switch (kindOf(bytes)) {
    case 'pdf':
      return attachmentsFromPdf(bytes)
    case 'mail': {
      if (depth > 1) return []
      const found: Inside = []
      for (const file of readMail(bytes).files.slice(0, readingLimits.parts))
        found.push(...(await documentsIn(file.bytes, file.name, depth + 1).catch(() => [])))
      return found
    }
    case 'picture':
      return []
    default:
      // An XML need not say in its first line that it is one.
      return [{ name, bytes }]
  }
}
