/** Flags of an invoice that tell of invoices of other companies; supplier and buyer do not read them. */
export const untoldFlags: readonly string[] = ['FORMER_PARTY', 'OTHER_SUPPLIER']

// What the bank reports of a payment is for those who send it.
const untoldCodes = [
  ...untoldFlags.map((flag) => `INVOICE_${flag}`),
  'PAYMENT_WITH_BANK',
  'DOCUMENT_WITH_BANK',
  'RECEIPT_MAYBE_RETURN',
]

/** Whether the warning of an order with this code may be read by its supplier and its buyers. */
export const isToldToParties = (code: string): boolean => !untoldCodes.includes(code)
