import { z } from 'zod'
import { Money } from '../fields.ts'

const approvalSigns = [
  'INVOICE_REDUCTION_WAITS',
  'INVOICE_PAYMENT_WAITS',
  'INVOICE_DISPUTED',
  'PAYMENT_WITH_BANK',
  'DOCUMENT_WITH_BANK',
  'RECEIPT_MAYBE_RETURN',
] as const

/** What is known of a document, or a file of the bank, behind an approval at the moment of reading; a dispute has no amount. */
export const ApprovalSign = z.object({
  code: z.enum(approvalSigns),
  docNo: z.string(),
  amount: Money.nullable(),
  currency: z.string(),
})
export type ApprovalSign = z.infer<typeof ApprovalSign>
