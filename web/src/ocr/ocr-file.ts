import { type ExtractData, ocrEndings } from '@usance/wire/ocr/calls'
import { acceptedTypes, extensionOf, type StoredFile } from '../http/upload.ts'

/** A stored file with what was read from it. */
export type OcrFile = StoredFile & { extractData?: ExtractData }

/** Whether text can be read from a file, by the ending of its name in any case. */
export const ocrCapable = (fileName: string): boolean => (ocrEndings as readonly string[]).includes(extensionOf(fileName))

/** The types an uploader with reading accepts: the usual ones and Outlook mails. */
export const ocrTypes: readonly string[] = [...acceptedTypes, 'msg']

/** The values of a reading by the names of its fields, what is not printed left out. */
export const valuesOf = (data: ExtractData): Record<string, string> =>
  Object.fromEntries(data.fields.flatMap(({ name, found }) => (found ? [[name, found.value]] : [])))

/** How many fields were read, and how many of them somebody should look at. */
export const countsOf = (data: ExtractData) => ({
  read: data.fields.filter(({ found }) => found).length,
  doubtful: data.fields.filter(({ found, required }) => (found ? found.doubtful : required)).length,
})
