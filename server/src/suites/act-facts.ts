import { bankAccountStatuses } from '@usance/domain/states/bank-account'
import { collectionStatuses } from '@usance/domain/states/collection'
import { contractStatuses } from '@usance/domain/states/contract'
import { directPaymentStatuses } from '@usance/domain/states/direct-payment'
import { financeOrderStatuses } from '@usance/domain/states/finance-order'
import { invoiceStatuses } from '@usance/domain/states/invoice'
import { bankVerificationStatuses } from '@usance/domain/states/kyc'
import { paymentStatuses } from '@usance/domain/states/payment'
import { pricingOfferStatuses } from '@usance/domain/states/pricing-offer'
import { purchaseOrderStatuses } from '@usance/domain/states/purchase-order'
import { repaymentStatuses } from '@usance/domain/states/repayment'
import { userStatuses } from '@usance/domain/states/user'
import type { RecordKind } from '@usance/wire/act'

/** Acts that several parties may do on the same record in their own right, by the matrix of the design. */
export const severalParties: Record<string, readonly string[]> = {
  'invoice.uploadConfirmation': ['BUYER', 'PLATFORM'],
  'purchaseOrder.confirm': ['BUYER', 'PLATFORM'],
  'purchaseOrder.returnToSupplier': ['BUYER', 'PLATFORM'],
  'adjustment.add': ['SUPPLIER', 'BUYER', 'PLATFORM'],
  'directPayment.report': ['SUPPLIER', 'BUYER'],
  'contract.sign': ['SUPPLIER', 'BUYER', 'FUNDER', 'COMPANY'],
  'bankAccountChange.disable': ['COMPANY', 'PLATFORM'],
  'account.sendInvite': ['COMPANY', 'PLATFORM'],
  'account.disable': ['COMPANY', 'PLATFORM'],
  'account.activate': ['COMPANY', 'PLATFORM'],
  'account.remove': ['COMPANY', 'PLATFORM'],
  'account.resetPassword': ['COMPANY', 'PLATFORM'],
  'account.resetFactor': ['COMPANY', 'PLATFORM'],
  'intent.accept': ['SUPPLIER', 'COMPANY'],
  'intent.reject': ['SUPPLIER', 'COMPANY'],
  'intent.editIntent': ['SUPPLIER', 'PLATFORM'],
  'onboarding.save': ['BUYER', 'COMPANY'],
  'onboarding.autoKyc': ['BUYER', 'COMPANY'],
  'onboarding.submit': ['BUYER', 'COMPANY'],
  'pool.bankFigures': ['FUNDER', 'PLATFORM'],
  'realName.verifyBank': ['SUPPLIER', 'COMPANY'],
  'realName.verifyMoney': ['SUPPLIER', 'COMPANY'],
  // Each for its own systems.
  'webhook.add': ['COMPANY', 'PLATFORM'],
}
/** Calls with several permissions, each sufficient by itself. */
export const alternatives = ['endOfDay.run', 'workflow.approve', 'bankAccountChange.disable']
/** Acts that go on outside the transaction, which is rolled back. */
export const goesOn = ['endOfDay.run']

/** The table, column and statuses of each kind of record with states. */
export const states: Partial<Record<RecordKind, [table: string, column: string, statuses: readonly string[]]>> = {
  financeOrder: ['finance_order', 'status', financeOrderStatuses],
  invoice: ['invoice', 'doc_status', invoiceStatuses],
  purchaseOrder: ['purchase_order', 'doc_status', purchaseOrderStatuses],
  payment: ['payment', 'status', paymentStatuses],
  repayment: ['repayment', 'status', repaymentStatuses],
  directPayment: ['direct_payment', 'status', directPaymentStatuses],
  collection: ['collection', 'status', collectionStatuses],
  bankAccount: ['bank_account', 'status', bankAccountStatuses],
  funderAccount: ['bank_account', 'status', bankAccountStatuses],
  contract: ['contract', 'status', contractStatuses],
  bankVerification: ['bank_verification', 'status', bankVerificationStatuses],
  pricingOffer: ['pricing_offer', 'status', pricingOfferStatuses],
  user: ['app_user', 'status', userStatuses],
}

/** The states in which the handler lets an act through that declares none for the record. */
export const byTheHandler: [at: string, ...statuses: string[]][] = [
  ['account.activate body.id', 'stop'],
  ['account.disable body.id', 'active'],
  ['account.edit body.id', 'active', 'stop', 'unActive'],
  ['account.remove body.id', 'active', 'stop'],
  ['account.resetFactor body.id', 'active'],
  ['account.resetPassword body.id', 'active'],
  ['account.sendInvite body.id', 'unActive'],
  ['adjustment.add body.invoiceId', 'CONFIRMED'],
  ['bankAccountChange.disable body.id', 'DISABLE', 'ENABLE'],
  ['bankAccountChange.enable body.id', 'DISABLE'],
  ['bankAccountChange.recordCallBack body.id', 'DISABLE', 'ENABLE'],
  ['directPayment.report body.invoiceId', 'CONFIRMED'],
  ['financeOrder.editOrder body.payeeBankAccountId', 'ENABLE'],
  ['intent.accept body.id', 'OFFERED'],
  ['intent.reject body.id', 'OFFERED'],
  ['invoice.upload body.id', 'CONFIRMED', 'DISPUTED', 'DRAFT', 'SUBMITTED'],
  ['invoice.uploadConfirmation body.id', 'CLOSED', 'CONFIRMED', 'DISPUTED', 'SUBMITTED'],
  ['payment.addRefund body.repaymentId', 'POSTED'],
  ['paymentFile.make body.paymentIds[]', 'INSTRUCTED'],
  ['pool.assign body.invoiceIds[]', 'CONFIRMED'],
  ['pool.draw body.payeeBankAccountId', 'ENABLE'],
  ['realName.paid body.id', 'INSTRUCTED'],
  ['realName.startAnew body.id', 'LOCKED'],
  ['realName.verifyBank body.bankAccountId', 'DISABLE', 'ENABLE'],
  ['repayment.addVirtualAccount body.bankAccountId', 'ENABLE'],
  ['repayment.importStatement body.bankAccountId', 'DISABLE', 'ENABLE'],
  ['repayment.recall body.id', 'RECEIVED', 'REFUNDED', 'UNIDENTIFIED'],
  ['repayment.recordReceipt body.bankAccountId', 'DISABLE', 'ENABLE'],
  ['repayment.topUp body.collectionId', 'MATCHED', 'RECEIVED', 'UNIDENTIFIED'],
  ['repayment.topUp body.orderId', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'SUBMITTED'],
  ['workflow.delegate body.toUserId', 'active'],
]

const funders = `select company_id from company_role where role = 'FUNDER'`
const threeParties = 'array[supplier_id, buyer_id, funder_id]'
/** The tables of records that belong to companies: kind, rows, owner, and all companies of a row. */
export const owned: [kind: string, from: string, owner: string, companies: string][] = [
  ['financeOrder', 'finance_order', 'supplier_id', threeParties],
  ['invoice', 'invoice', 'supplier_id', threeParties],
  ['purchaseOrder', 'purchase_order', 'supplier_id', 'array[supplier_id, buyer_id]'],
  ['payment', 'payment', 'payee_company_id', threeParties],
  ['repayment', 'repayment', 'supplier_id', threeParties],
  ['directPayment', 'direct_payment', 'supplier_id', 'array[supplier_id, buyer_id]'],
  ['collection', 'collection', 'funder_id', 'array[funder_id]'],
  ['bankAccount', `bank_account where company_id not in (${funders})`, 'company_id', 'array[company_id]'],
  ['funderAccount', `bank_account where company_id in (${funders})`, 'company_id', 'array[company_id]'],
  ['contract', 'contract', 'supplier_id', threeParties],
  ['task', 'workflow_task', 'company_id', 'array[company_id]'],
  ['pool', 'pool', 'supplier_id', 'array[supplier_id, funder_id]'],
  [
    'poolAsset',
    '(select a.id, p.supplier_id from pool_asset a join pool p on p.id = a.pool_id) a',
    'supplier_id',
    'array[supplier_id]',
  ],
  ['company', 'company', 'id', 'array[id]'],
  [
    'user',
    '(select u.id, r.company_id from app_user u join user_company_role r on r.user_id = u.id) u',
    'company_id',
    'array[company_id]',
  ],
]

/** The kinds of candidates that a named kind covers, where it is more than its own. */
export const kindsCovered: Partial<Record<RecordKind, readonly string[]>> = {
  document: ['invoice', 'purchaseOrder'],
  bankAccount: ['bankAccount', 'funderAccount'],
}
