import type { EInvoice } from './e-invoice.ts'

export type RuleText = { 'en-US': string; 'zh-CN': string }

/** One reason for a finding: where it is and, for a sum, what it should have been. */
export type Breach = { field: string; expected?: string; actual?: string }

export type Rule = {
  id: string
  /** The rule is about a sum: the document does not add up. */
  arithmetic?: true
  /** A doubt to look into; the document may still be right. */
  warning?: true
  text: RuleText
  breaches: (document: EInvoice) => Breach[]
}
