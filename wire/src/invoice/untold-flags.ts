/** Flags of an invoice that tell of invoices of other companies; supplier and buyer do not read them. */
export const untoldFlags: readonly string[] = ['FORMER_PARTY', 'OTHER_SUPPLIER']

const untoldCodes = untoldFlags.map((flag) => `INVOICE_${flag}`)

/** Whether the warning of an order with this code may be read by its supplier and its buyers. */
export const isToldToParties = (code: string): boolean => !untoldCodes.includes(code)
