/** The supplier of the demo that finances a pool instead of single invoices. */
export const poolSupplier = 'SAIGON'
