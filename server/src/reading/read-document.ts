import { attachmentsFromPdf } from '../e-invoice/attachments-from-pdf.ts'
import { kindOf } from './kind-of.ts'
import { type Reading, ReadingError, readingLimits } from './page.ts'
import { decodePicture } from './picture.ts'
import { type MailFile, papersAmong, readMail } from './read-mail.ts'
import { readPdf } from './read-pdf.ts'
import { readPicture } from './read-picture.ts'

/** Reads a PDF, a picture or an Outlook mail by what its bytes are, whatever its name says. */
export async function readDocument(bytes: Uint8Array, fileName: string, places: readonly number[] = []): Promise<Reading> {
  const part = places.length > 0 ? places.join('.') : null
  const reading: Reading = { fileName, part, pages: [], embedded: [], mail: null, parts: [], pagesLeft: 0, filesLeft: 0 }
  switch (kindOf(bytes)) {
    case 'pdf':
      return { ...reading, embedded: await attachmentsFromPdf(bytes), ...(await readPdf(bytes)) }
    case 'picture':
      return { ...reading, pages: [await readPicture(await decodePicture(bytes), 1)] }
    case 'mail': {
      const { mail, files, filesLeft } = readMail(bytes)
      const papers = papersAmong(files)
      const parts = places.length < 2 ? await partsOf(papers, places) : []
      return { ...reading, mail, parts, filesLeft: filesLeft + papers.length - parts.length }
    }
    case 'xml':
      return { ...reading, embedded: [{ name: fileName, bytes }] }
    default:
      throw new ReadingError('not-capable')
  }
}

/** The papers of a mail; one that cannot be read does not spoil the others. */
async function partsOf(files: readonly MailFile[], places: readonly number[]): Promise<Reading[]> {
  const parts: Reading[] = []
  for (const file of files.slice(0, readingLimits.parts)) {
    try {
      parts.push(await readDocument(file.bytes, file.name, [...places, file.place]))
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error
    }
  }
  return parts
}
