import type { Tx } from '../../database/database.ts'
import { feeAdjustmentDecision } from '../../finance/cost/decide-fee-adjustment.ts'
import { financeOrderDecision } from '../../finance/finance-order/decide-order.ts'
import { writeOffDecision } from '../../finance/write-off/decide-write-off.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { userChangeDecision } from '../../party/account/user-change.ts'
import { kycDecision } from '../../party/onboarding/decide.ts'
import { bankAccountDecision } from '../../settlement/bank-account/change-account.ts'
import { directPaymentDecision, takeBackDecision } from '../../settlement/direct-payment/decisions.ts'
import { paymentDecision } from '../../settlement/payment/instruct-payment.ts'
import { paymentFileDecision } from '../../settlement/payment-file/decision.ts'
import { repaymentDecision, reversalDecision } from '../../settlement/repayment/decisions.ts'
import { adjustmentDecision } from '../../trade/adjustment/decide-adjustment.ts'
import { configChangeDecision } from '../config-change/propose.ts'
import type { Instance } from './instance.ts'

/** What an object does with the outcome of its approval, in the transaction of the decision. */
export type Decision = {
  /**
   * The permission with which the object is read by who has no part in its approval; null where the object is not there. Kinds
   * without one are read by all companies of the approval and by staff, with `approval.view`.
   */
  viewRight?: (tx: Tx, businessId: string) => Promise<string | null>
  /** A hash of everything the approvers judge, computed from the rows as they are now. */
  contentHash: (tx: Tx, businessId: string) => Promise<string>
  /** What must be there before anybody passes a step; a refusal thrown here stops the decision. */
  mayPass?: (context: UseCaseContext, instance: Instance) => Promise<void>
  /** The last step has passed. A refusal thrown here undoes the decision. */
  passed: (context: UseCaseContext, instance: Instance) => Promise<void>
  /** Sent back for correction; the maker may edit and submit again, which opens a new round. */
  rejected: (context: UseCaseContext, instance: Instance, comment: string) => Promise<void>
  /** Refused for good. */
  refused: (context: UseCaseContext, instance: Instance, comment: string) => Promise<void>
}

/** Every kind of object that goes through approval: one line here. */
export const decisions: Record<string, Decision> = {
  KYC: kycDecision,
  USER: userChangeDecision,
  STAFF_USER: userChangeDecision,
  BANK_ACCOUNT: bankAccountDecision,
  REPAYMENT: repaymentDecision,
  REPAYMENT_REVERSAL: reversalDecision,
  LIMIT: configChangeDecision,
  BUYER_LIMIT: configChangeDecision,
  PRODUCT: configChangeDecision,
  RATE: configChangeDecision,
  ROLE: configChangeDecision,
  WORKFLOW: configChangeDecision,
  CALENDAR: configChangeDecision,
  FINANCE_ORDER: financeOrderDecision,
  INVOICE_ADJUSTMENT: adjustmentDecision,
  DIRECT_PAYMENT: directPaymentDecision,
  DIRECT_PAYMENT_REVERSAL: takeBackDecision,
  FEE_ADJUSTMENT: feeAdjustmentDecision,
  WRITE_OFF: writeOffDecision,
  PAYMENT: paymentDecision,
  RELEASE: paymentDecision,
  REFUND: paymentDecision,
  PAYMENT_FILE: paymentFileDecision,
}

/** The decision of a kind of object; a kind without one is a bug, because nobody would act on its outcome. */
export function decisionOf(businessType: string): Decision {
  const decision = decisions[businessType]
  if (!decision) throw new Error(`Nothing decides on ${businessType}.`)
  return decision
}
