import type { Box } from '../page.ts'

/** A value read from a document: in its plain form, as printed, how sure the reader is (0 to 1) and where it stands. */
export type Extracted = {
  value: string
  text: string
  confidence: number
  page: number | null
  box: Box | null
  source: 'e-invoice' | 'text' | 'ocr'
}

export type ExtractedLine = {
  description: string | null
  sku: string | null
  quantity: string | null
  unitPrice: string | null
  amount: string | null
}

/** Everything read from a document by its schema; a field that is not printed is absent. */
export type Extract = { fields: Record<string, Extracted>; lines: ExtractedLine[] }
