import type { Route } from '../http/context.ts'
import { listRoutes } from '../list/routes.ts'
import type { Source } from '../list/source.ts'
import { accountSource } from './account/list.ts'
import { accountRoutes } from './account/routes.ts'
import { deductionSource } from './adjustment/list.ts'
import { adjustmentRoutes } from './adjustment/routes.ts'
import { apiKeyRoutes } from './api-key/routes.ts'
import { arRoutes } from './ar/routes.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { systemBankSource } from './bank-account/list.ts'
import { bankAccountChangeRoutes, bankAccountRoutes } from './bank-account/routes.ts'
import { channelPartnerSource } from './channel-partner/list.ts'
import { channelPartnerRoutes } from './channel-partner/routes.ts'
import { systemCompanySource } from './company/list.ts'
import { companyRoutes } from './company/routes.ts'
import { configRoutes } from './config/routes.ts'
import { configChangeRoutes } from './config-change/routes.ts'
import { contractSource } from './contract/list.ts'
import { contractRoutes } from './contract/routes.ts'
import { costSource } from './cost/list.ts'
import { costRoutes } from './cost/routes.ts'
import { cutOffRoutes } from './cut-off/routes.ts'
import { directPaymentRoutes } from './direct-payment/routes.ts'
import { dynamicFormRoutes } from './dynamic-form/routes.ts'
import { endOfDayRoutes } from './end-of-day/routes.ts'
import { feeBillSource } from './fee-bill/list.ts'
import { fileRoutes } from './file/routes.ts'
import { financeOrderSource } from './finance-order/list.ts'
import { financeOrderRoutes } from './finance-order/routes.ts'
import { helpRoutes } from './help/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { intentRoutes } from './intent/routes.ts'
import { internationalRoutes } from './international/routes.ts'
import { confirmationSource, invoiceSource } from './invoice/list.ts'
import { invoiceRoutes } from './invoice/routes.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { auditSource } from './monitor/list.ts'
import { monitorRoutes } from './monitor/routes.ts'
import { notificationRoutes } from './notification/routes.ts'
import { ocrRoutes } from './ocr/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { outlookRoutes } from './outlook/routes.ts'
import { paperRoutes } from './paper/routes.ts'
import { financingPaymentSource, paymentSource, releaseRefundSource } from './payment/list.ts'
import { paymentRoutes } from './payment/routes.ts'
import { paymentFileSource } from './payment-file/list.ts'
import { paymentFileRoutes } from './payment-file/routes.ts'
import { bankPoolAssetSource, facilityAccountSource, interestSource, poolAssetSource } from './pool/list.ts'
import { poolRoutes } from './pool/routes.ts'
import { proofFileRoutes } from './proof-file/routes.ts'
import { purchaseOrderSource } from './purchase-order/list.ts'
import { purchaseOrderRoutes } from './purchase-order/routes.ts'
import { realNameRoutes } from './real-name/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { collectionSource, repaymentDetailSource, repaymentSource } from './repayment/list.ts'
import { providerRoutes } from './repayment/provider-routes.ts'
import { repaymentRoutes } from './repayment/routes.ts'
import { amortizationSource } from './report/amortization.ts'
import { bankProofSource, collectSource, orderFileSource, templetSource } from './report/proofs.ts'
import { reportRoutes } from './report/routes.ts'
import { subledgerSource } from './report/subledgers.ts'
import { searchRoutes } from './search/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { trackingRoutes } from './tracking/routes.ts'
import { userCenterRoutes } from './user-center/routes.ts'
import { webhookRoutes } from './webhook/routes.ts'
import { doneTaskSource, openTaskSource, ownApprovalSource } from './workflow/list.ts'
import { workflowRoutes } from './workflow/routes.ts'
import { writeOffRoutes } from './write-off/routes.ts'

/** The SELECT behind every list page: one line here. */
export const sources: Source<any>[] = [
  costSource,
  poolAssetSource,
  bankPoolAssetSource,
  facilityAccountSource,
  interestSource,
  collectionSource,
  repaymentDetailSource,
  repaymentSource,
  financeOrderSource,
  financingPaymentSource,
  feeBillSource,
  paymentSource,
  paymentFileSource,
  releaseRefundSource,
  invoiceSource,
  confirmationSource,
  deductionSource,
  purchaseOrderSource,
  contractSource,
  openTaskSource,
  doneTaskSource,
  ownApprovalSource,
  systemCompanySource,
  systemBankSource,
  auditSource,
  accountSource,
  subledgerSource,
  channelPartnerSource,
  amortizationSource,
  bankProofSource,
  templetSource,
  collectSource,
  orderFileSource,
]

/** The table of contents of the server: every module's calls. */
export const allRoutes = (): Route[] => [
  ...costRoutes,
  ...writeOffRoutes,
  ...poolRoutes,
  ...endOfDayRoutes,
  ...onboardingRoutes,
  ...realNameRoutes,
  ...referenceRoutes,
  ...providerRoutes,
  ...repaymentRoutes,
  ...reportRoutes,
  ...paperRoutes,
  ...proofFileRoutes,
  ...channelPartnerRoutes,
  ...ledgerRoutes,
  ...notificationRoutes,
  ...paymentRoutes,
  ...paymentFileRoutes,
  ...cutOffRoutes,
  ...apiKeyRoutes,
  ...arRoutes,
  ...bankAccountRoutes,
  ...bankAccountChangeRoutes,
  ...configRoutes,
  ...configChangeRoutes,
  ...contractRoutes,
  ...dynamicFormRoutes,
  ...fileRoutes,
  ...financeOrderRoutes,
  ...internationalRoutes,
  ...helpRoutes,
  ...homeRoutes,
  ...searchRoutes,
  ...invoiceRoutes,
  ...ocrRoutes,
  ...adjustmentRoutes,
  ...directPaymentRoutes,
  ...purchaseOrderRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...companyRoutes,
  ...intentRoutes,
  ...mailRoutes,
  ...monitorRoutes,
  ...userCenterRoutes,
  ...webhookRoutes,
  ...assistantRoutes,
  ...outlookRoutes,
  ...trackingRoutes,
  ...workflowRoutes,
  ...sources.flatMap(listRoutes),
]
