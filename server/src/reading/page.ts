/** Left, top, right and bottom in the page's own unit, from its upper left corner. */
export type Box = [number, number, number, number]

/** A run of text as it stands on a page; confidence from 0 to 1, 1 where the file itself says what is written. */
export type Run = { text: string; box: Box; confidence: number }

/** One page: its size in the unit of the boxes (points of a PDF, pixels of a picture) and its runs of text. */
export type Page = {
  number: number
  width: number
  height: number
  source: 'text' | 'ocr'
  runs: Run[]
  /** How far the lines of a photographed page lean (radians). */
  lean?: number
  /** Quarter turns clockwise that set a picture upright. */
  turns?: number
}

/** A mail as its own header fields say it. Addresses are never written to. */
export type Mail = {
  subject: string | null
  fromName: string | null
  fromEmail: string | null
  recipients: { name: string | null; email: string | null; type: string | null }[]
  /** ISO instant. */
  date: string | null
  body: string | null
  attachments: { name: string | null; bytes: number; mail: boolean }[]
}

/** What was read from a file before anybody asks what it means. */
export type Reading = {
  /** The name of the file the pages come from: the upload itself, or the attachment of a mail. */
  fileName: string
  /** The place of that attachment in the mail, as "2", or "1.2" in a mail on it; null for the upload itself. */
  part: string | null
  pages: Page[]
  /** Embedded XML files, the invoice by its standard name first. */
  embedded: { name: string; bytes: Uint8Array }[]
  mail: Mail | null
  /** Readings of a mail's attachments. */
  parts: Reading[]
  /** Pages that were not read, or not as the pictures that they are, most often because there were too many. */
  pagesLeft: number
  /** Files of a mail that may be papers and were not read. */
  filesLeft: number
}

/** A page to be drawn as a picture: of the file itself or of the attachment in a place of a mail, turned as it was read. */
export type PageToDraw = { page: number; part?: string | undefined; turns: number }

/** Why a file could not be read at all. */
export type ReadingFault = 'unreadable' | 'encrypted' | 'too-large' | 'too-slow' | 'died' | 'no-text' | 'not-capable'

export class ReadingError extends Error {
  override readonly name = 'ReadingError'
  constructor(readonly fault: ReadingFault) {
    super(fault)
  }
}

/** Limits that keep one file from holding the reader: pages by text, pages by picture, points of a picture. */
export const readingLimits = { textPages: 50, ocrPages: 6, pixels: 60_000_000, parts: 10, runs: 40_000 }
