import { configChangeRoutes } from './approval/config-change/routes.ts'
import { doneTaskSource, openTaskSource, ownApprovalSource } from './approval/workflow/list.ts'
import { workflowRoutes } from './approval/workflow/routes.ts'
import { ledgerRoutes } from './books/ledger/routes.ts'
import { contractSource } from './finance/contract/list.ts'
import { contractRoutes } from './finance/contract/routes.ts'
import { costSource } from './finance/cost/list.ts'
import { costRoutes } from './finance/cost/routes.ts'
import { feeBillSource } from './finance/fee-bill/list.ts'
import { financeOrderSource } from './finance/finance-order/list.ts'
import { financeOrderRoutes } from './finance/finance-order/routes.ts'
import { intentRoutes } from './finance/intent/routes.ts'
import { bankPoolAssetSource, facilityAccountSource, interestSource, poolAssetSource } from './finance/pool/list.ts'
import { poolRoutes } from './finance/pool/routes.ts'
import { writeOffRoutes } from './finance/write-off/routes.ts'
import type { Route } from './http/context.ts'
import type { Content } from './http/server.ts'
import { arRoutes } from './insight/ar/routes.ts'
import { assistantRoutes } from './insight/assistant/routes.ts'
import { mountAssistantStream } from './insight/assistant/stream.ts'
import { homeRoutes } from './insight/home/routes.ts'
import { outlookRoutes } from './insight/outlook/routes.ts'
import { proofFileRoutes } from './insight/proof-file/routes.ts'
import { amortizationSource } from './insight/report/amortization.ts'
import { bankProofSource, collectSource, orderFileSource, templetSource } from './insight/report/proofs.ts'
import { reportRoutes } from './insight/report/routes.ts'
import { subledgerSource } from './insight/report/subledgers.ts'
import { searchRoutes } from './insight/search/routes.ts'
import { trackingRoutes } from './insight/tracking/routes.ts'
import { listRoutes } from './list/routes.ts'
import type { Source } from './list/source.ts'
import { accountSource } from './party/account/list.ts'
import { accountRoutes } from './party/account/routes.ts'
import { apiKeyRoutes } from './party/api-key/routes.ts'
import { systemBankSource } from './party/bank-account/list.ts'
import { bankAccountChangeRoutes, bankAccountRoutes } from './party/bank-account/routes.ts'
import { channelPartnerSource } from './party/channel-partner/list.ts'
import { channelPartnerRoutes } from './party/channel-partner/routes.ts'
import { systemCompanySource } from './party/company/list.ts'
import { companyRoutes } from './party/company/routes.ts'
import { onboardingRoutes } from './party/onboarding/routes.ts'
import { realNameRoutes } from './party/real-name/routes.ts'
import { sessionRoutes } from './party/session/routes.ts'
import { userCenterRoutes } from './party/user-center/routes.ts'
import { configRoutes } from './platform/config/routes.ts'
import { dynamicFormRoutes } from './platform/dynamic-form/routes.ts'
import { fileRoutes } from './platform/file/routes.ts'
import { helpRoutes } from './platform/help/routes.ts'
import { internationalRoutes } from './platform/international/routes.ts'
import { listViewRoutes } from './platform/list-view/routes.ts'
import { mailRoutes } from './platform/mail/routes.ts'
import { auditSource } from './platform/monitor/list.ts'
import { monitorRoutes } from './platform/monitor/routes.ts'
import { notificationRoutes } from './platform/notification/routes.ts'
import { mountNoticeStream } from './platform/notification/stream.ts'
import { ocrRoutes } from './platform/ocr/routes.ts'
import { paperRoutes } from './platform/paper/routes.ts'
import { referenceRoutes } from './platform/reference/routes.ts'
import { webhookRoutes } from './platform/webhook/routes.ts'
import { cutOffRoutes } from './settlement/cut-off/routes.ts'
import { directPaymentRoutes } from './settlement/direct-payment/routes.ts'
import { endOfDayRoutes } from './settlement/end-of-day/routes.ts'
import { financingPaymentSource, paymentSource, releaseRefundSource } from './settlement/payment/list.ts'
import { paymentRoutes } from './settlement/payment/routes.ts'
import { paymentFileSource } from './settlement/payment-file/list.ts'
import { paymentFileRoutes } from './settlement/payment-file/routes.ts'
import { collectionSource, repaymentDetailSource, repaymentSource } from './settlement/repayment/list.ts'
import { mountProviderEndpoint } from './settlement/repayment/provider-endpoint.ts'
import { providerRoutes } from './settlement/repayment/provider-routes.ts'
import { repaymentRoutes } from './settlement/repayment/routes.ts'
import { deductionSource } from './trade/adjustment/list.ts'
import { adjustmentRoutes } from './trade/adjustment/routes.ts'
import { confirmationSource, invoiceSource } from './trade/invoice/list.ts'
import { invoiceRoutes } from './trade/invoice/routes.ts'
import { purchaseOrderSource } from './trade/purchase-order/list.ts'
import { purchaseOrderRoutes } from './trade/purchase-order/routes.ts'

/** The SELECT behind every list page: one line here. */
const sources: Source[] = [
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
  ...listViewRoutes,
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

/** What the web server answers: every call, the streams, and the endpoint of the payment provider. */
export const serverContent = (): Content => ({
  routes: allRoutes(),
  mounts: [mountNoticeStream, mountAssistantStream, mountProviderEndpoint],
})
