import type { BusinessType } from '@usance/domain/approval-flows'
import type { FactKind } from '@usance/wire/workflow/fact'
import { configChangeApprovals } from './approval/config-change/propose.ts'
import type { Decision } from './approval/workflow/decision.ts'
import type { Facts, NoFacts } from './approval/workflow/facts.ts'
import { costApprovals } from './finance/cost/decide-fee-adjustment.ts'
import { financeOrderApprovals } from './finance/finance-order/decide-order.ts'
import { writeOffApprovals } from './finance/write-off/decide-write-off.ts'
import { userApprovals } from './party/account/user-change.ts'
import { bankAccountApprovals } from './party/bank-account/change-account.ts'
import { onboardingApprovals } from './party/onboarding/decide.ts'
import { directPaymentApprovals } from './settlement/direct-payment/decisions.ts'
import { paymentApprovals } from './settlement/payment/instruct-payment.ts'
import { paymentFileApprovals } from './settlement/payment-file/decision.ts'
import { repaymentApprovals } from './settlement/repayment/decisions.ts'
import { adjustmentApprovals } from './trade/adjustment/decide-adjustment.ts'

/** These kinds of object are not put up for approval: an order is adjusted by its maker, a template is a change of configuration. */
type WithoutApproval = 'PO_ADJUSTMENT' | 'CONTRACT_TEMPLATE'

/** A kind that tells facts beside the decision has them; every other one says why it has none. */
type DecisionOn<T extends BusinessType> = Decision<T extends FactKind ? Facts : NoFacts>

/** What becomes of each kind of object at the end of its approval: one line for each noun. */
export const allApprovals: { [T in Exclude<BusinessType, WithoutApproval>]: DecisionOn<T> } = {
  ...directPaymentApprovals,
  ...bankAccountApprovals,
  ...paymentApprovals,
  ...repaymentApprovals,
  ...paymentFileApprovals,
  ...writeOffApprovals,
  ...financeOrderApprovals,
  ...costApprovals,
  ...adjustmentApprovals,
  ...userApprovals,
  ...onboardingApprovals,
  ...configChangeApprovals,
}
