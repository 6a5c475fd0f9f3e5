import { accountCalls, accountList } from './account/calls.ts'
import { adjustmentCalls } from './adjustment/calls.ts'
import { deductionReport } from './adjustment/list.ts'
import { apiKeyCalls } from './api-key/calls.ts'
import { arCalls } from './ar/calls.ts'
import { assistantCalls } from './assistant/calls.ts'
import { bankAccountCalls } from './bank-account/calls.ts'
import { bankAccountChangeCalls } from './bank-account/change-calls.ts'
import { systemBankList } from './bank-account/list.ts'
import type { Call } from './call.ts'
import { channelPartnerCalls, channelPartnerList } from './channel-partner/list.ts'
import { companyCalls, systemCompanyList } from './company/calls.ts'
import { configCalls } from './config/calls.ts'
import { configChangeCalls } from './config-change/calls.ts'
import { contractCalls } from './contract/calls.ts'
import { contractList } from './contract/list.ts'
import { costCalls } from './cost/calls.ts'
import { costList } from './cost/list.ts'
import { cutOffCalls } from './cut-off/calls.ts'
import { directPaymentCalls } from './direct-payment/calls.ts'
import { dynamicFormCalls } from './dynamic-form/calls.ts'
import { endOfDayCalls } from './end-of-day/calls.ts'
import { feeBillList } from './fee-bill/list.ts'
import { fileCalls } from './file/calls.ts'
import { financeOrderCalls } from './finance-order/calls.ts'
import { financeOrderList } from './finance-order/list.ts'
import { helpCalls } from './help/calls.ts'
import { homeCalls } from './home/calls.ts'
import { intentCalls } from './intent/calls.ts'
import { internationalCalls } from './international/calls.ts'
import { invoiceCalls } from './invoice/calls.ts'
import { confirmationList, invoiceList } from './invoice/list.ts'
import { ledgerCalls } from './ledger/calls.ts'
import { type AnyList, listCalls } from './list.ts'
import { listViewCalls } from './list-view/calls.ts'
import { mailCalls } from './mail/calls.ts'
import { monitorCalls } from './monitor/calls.ts'
import { auditList } from './monitor/list.ts'
import { notificationCalls } from './notification/calls.ts'
import { ocrCalls } from './ocr/calls.ts'
import { onboardingCalls } from './onboarding/calls.ts'
import { outlookCalls } from './outlook/calls.ts'
import { paperCalls } from './paper/calls.ts'
import { paymentCalls } from './payment/calls.ts'
import { financingPaymentList, paymentList, releaseRefundList } from './payment/list.ts'
import { paymentFileCalls } from './payment-file/calls.ts'
import { paymentFileList } from './payment-file/list.ts'
import { poolCalls } from './pool/calls.ts'
import { bankPoolAssetList, facilityAccountList, interestList, poolAssetList } from './pool/list.ts'
import { proofFileCalls } from './proof-file/calls.ts'
import { purchaseOrderCalls } from './purchase-order/calls.ts'
import { purchaseOrderList } from './purchase-order/list.ts'
import { realNameCalls } from './real-name/calls.ts'
import { referenceCalls } from './reference/calls.ts'
import { repaymentCalls } from './repayment/calls.ts'
import { collectionList, repaymentDetailList, repaymentList } from './repayment/list.ts'
import { providerCalls } from './repayment/provider-calls.ts'
import { reportCalls } from './report/calls.ts'
import { amortizationList, bankProofList, collectList, orderFileList, subledgerList, templetList } from './report/list.ts'
import { searchCalls } from './search/calls.ts'
import { sessionCalls } from './session/calls.ts'
import { trackingCalls } from './tracking/calls.ts'
import { userCenterCalls } from './user-center/calls.ts'
import { webhookCalls } from './webhook/calls.ts'
import { workflowCalls } from './workflow/calls.ts'
import { doneTaskList, openTaskList, ownApprovalList } from './workflow/list.ts'
import { writeOffCalls } from './write-off/calls.ts'

/** Every group of calls: one line here, and the client, the API description and the suites know it. */
const callGroups = {
  cost: costCalls,
  writeOff: writeOffCalls,
  pool: poolCalls,
  endOfDay: endOfDayCalls,
  onboarding: onboardingCalls,
  realName: realNameCalls,
  reference: referenceCalls,
  provider: providerCalls,
  repayment: repaymentCalls,
  report: reportCalls,
  channelPartner: channelPartnerCalls,
  ledger: ledgerCalls,
  listView: listViewCalls,
  notification: notificationCalls,
  payment: paymentCalls,
  paymentFile: paymentFileCalls,
  cutOff: cutOffCalls,
  apiKey: apiKeyCalls,
  ar: arCalls,
  bankAccount: bankAccountCalls,
  bankAccountChange: bankAccountChangeCalls,
  config: configCalls,
  configChange: configChangeCalls,
  contract: contractCalls,
  dynamicForm: dynamicFormCalls,
  file: fileCalls,
  financeOrder: financeOrderCalls,
  international: internationalCalls,
  help: helpCalls,
  home: homeCalls,
  search: searchCalls,
  invoice: invoiceCalls,
  ocr: ocrCalls,
  adjustment: adjustmentCalls,
  directPayment: directPaymentCalls,
  purchaseOrder: purchaseOrderCalls,
  session: sessionCalls,
  account: accountCalls,
  company: companyCalls,
  intent: intentCalls,
  mail: mailCalls,
  monitor: monitorCalls,
  userCenter: userCenterCalls,
  webhook: webhookCalls,
  assistant: assistantCalls,
  outlook: outlookCalls,
  tracking: trackingCalls,
  workflow: workflowCalls,
  paper: paperCalls,
  proofFile: proofFileCalls,
} satisfies Record<string, Record<string, Call>>

/** Every list page: one line here. */
const listPages = [
  costList,
  poolAssetList,
  bankPoolAssetList,
  facilityAccountList,
  interestList,
  collectionList,
  repaymentDetailList,
  repaymentList,
  financeOrderList,
  financingPaymentList,
  feeBillList,
  paymentList,
  paymentFileList,
  releaseRefundList,
  invoiceList,
  confirmationList,
  deductionReport,
  purchaseOrderList,
  contractList,
  openTaskList,
  doneTaskList,
  ownApprovalList,
  systemCompanyList,
  systemBankList,
  auditList,
  accountList,
  subledgerList,
  channelPartnerList,
  amortizationList,
  bankProofList,
  templetList,
  collectList,
  orderFileList,
]
/** @internal For the test that each list has its titles. */
export type ListPage = (typeof listPages)[number]
export const lists: readonly AnyList[] = listPages

/** Every call of the product with its name, as `group.call`. */
export const allCalls = (): { name: string; call: Call }[] => [
  ...Object.entries(callGroups).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Call>).map(([name, call]) => ({ name: `${group}.${name}`, call })),
  ),
  ...lists.flatMap((list) =>
    Object.entries(listCalls(list)).map(([name, call]) => ({ name: `${list.id}.${name}`, call: call as Call })),
  ),
]
