import type { BusinessType } from './approval-flows.ts'

/**
 * Whether several objects of a kind may be passed with one press. What is decided alone has more to read than number, subject, amount
 * and warnings: a proposed wording, right, price or person, the proof of an account, the account of a payee, the
 * payments of a file, or how money is spread.
 */
export const decided: Record<BusinessType, 'together' | 'alone'> = {
  KYC: 'alone',
  USER: 'alone',
  STAFF_USER: 'alone',
  ROLE: 'alone',
  WORKFLOW: 'alone',
  BANK_ACCOUNT: 'alone',
  LIMIT: 'alone',
  BUYER_LIMIT: 'alone',
  DISCLOSURE: 'alone',
  PRODUCT: 'alone',
  RATE: 'alone',
  CALENDAR: 'alone',
  CONTRACT_TEMPLATE: 'alone',
  FEE_ADJUSTMENT: 'alone',
  WRITE_OFF: 'alone',
  REPAYMENT: 'alone',
  REPAYMENT_REVERSAL: 'alone',
  PO_ADJUSTMENT: 'together',
  INVOICE_ADJUSTMENT: 'together',
  DIRECT_PAYMENT: 'together',
  DIRECT_PAYMENT_REVERSAL: 'together',
  FINANCE_ORDER: 'together',
  PAYMENT: 'together',
  RELEASE: 'together',
  REFUND: 'alone',
  PAYMENT_FILE: 'alone',
}
