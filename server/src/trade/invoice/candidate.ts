import type { Money } from '@usance/domain/money'

/** An invoice as its signs are looked for. */
export type Candidate = {
  id: string
  supplierId: string
  buyerId: string
  invoiceNo: string
  normNo: string
  normTaxNo: string | null
  fp1: Buffer
  fp2: Buffer
  fp3: Buffer
  issueDate: string
  amount: Money
  fileHashes: string[]
  /** Those of its papers that say what it is: no notes that changed it since, and nothing of its buyer's. */
  sayingHashes: string[]
  /** Those of them that lie in a group beside the invoice itself, as transport documents do. */
  besideHashes: string[]
  /** What is left to invoice on its purchase order, where it names one. */
  orderBalance: Money | null
  /** Whether it names a purchase order that its buyer has confirmed: one that nobody has seen explains nothing. */
  namesConfirmedOrder: boolean
}
