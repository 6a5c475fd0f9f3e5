import { randomUUID } from 'node:crypto'

/** A record that a request may name: by its id, its number, its code or its key. */
export type Known = {
  kind: string
  word: string
  /** The companies that it belongs to; staff read it too, unless it is `closed`. */
  companies: string[]
  /** The users that it belongs to, where it is one's own. */
  users: string[] | null
  closed: boolean
}

const parties = 'array[supplier_id, buyer_id, funder_id]'
const orderParties = `${parties} || array(select p.buyer_id from finance_order_part p where p.order_id = finance_order.id)`
const partners = `array[id] || array(select r.buyer_id from relationship r where r.supplier_id = company.id)
  || array(select r.supplier_id from relationship r where r.buyer_id = company.id and r.disclosed)
  || array(select l.funder_id from credit_limit l where company.id in (l.supplier_id, l.buyer_id))
  || array(select l.supplier_id from credit_limit l where company.id = l.funder_id)`
const fees = 'order_fee f join finance_order o on o.id = f.order_id'
const attached = 'exists (select 1 from attachment a where a.object_key = f.object_key)'
// An object may have several approvals under its number, such as a payment and its taking back, each with parties of its own.
const ofApprovals = `array(select unnest(array[w.supplier_id, w.buyer_id, w.funder_id, w.maker_company_id])
  from workflow_instance w where w.business_id = workflow_instance.business_id)`
const none = 'null::uuid[]'

/** Every kind of record: what it is called by, the rows, the companies and the users that it belongs to. */
export const knownBy: [kind: string, word: string, from: string, companies: string, users: string, closed?: 'closed'][] = [
  ['financeOrder', 'id', 'finance_order where submitted_at is not null', orderParties, none],
  ['draftFinanceOrder', 'id', 'finance_order where submitted_at is null', 'array[supplier_id]', none, 'closed'],
  ['orderNo', 'order_no', 'finance_order where submitted_at is not null', orderParties, none],
  ['invoice', 'id', `invoice where doc_status <> 'DRAFT'`, parties, none],
  ['draftInvoice', 'id', `invoice where doc_status = 'DRAFT'`, 'array[supplier_id]', none, 'closed'],
  [
    'purchaseOrder',
    'id',
    `purchase_order where doc_status <> 'DRAFT'`,
    `array[supplier_id, buyer_id] || array(select i.funder_id from finance_order_item i where i.purchase_order_id = purchase_order.id)`,
    none,
  ],
  ['draftPurchaseOrder', 'id', `purchase_order where doc_status = 'DRAFT'`, 'array[supplier_id]', none, 'closed'],
  ['payment', 'id', 'payment', 'array[supplier_id, buyer_id, funder_id, payee_company_id]', none],
  ['repayment', 'id', 'repayment', parties, none],
  ['repaymentNo', 'no', 'repayment', parties, none],
  ['collection', 'id', 'collection', 'array[funder_id, payer_company_id]', none],
  ['bankAccount', 'id', 'bank_account', 'array[company_id]', none],
  [
    'funderAccount',
    'id',
    `bank_account where company_id in (select company_id from company_role where role = 'FUNDER')`,
    'array[company_id]',
    none,
  ],
  ['contract', 'id', 'contract', parties, none],
  ['pool', 'id', 'pool', 'array[supplier_id, funder_id]', none],
  ['orderFee', 'f.id', fees, 'array[o.supplier_id, o.funder_id]', none],
  ['paymentFile', 'id', 'payment_file', 'array[funder_id]', none],
  ['intent', 'id', 'financing_intent', 'array[company_id]', none],
  ['company', 'id', 'company where not is_platform', 'array[id]', none],
  // Whoever has a sub-ledger with a company may name it there.
  [
    'counterparty',
    'id',
    'company where not is_platform',
    'array(select company.id union select p.owner_id from posting p where p.counterparty_id = company.id)',
    none,
  ],
  ['partner', 'id', 'company where not is_platform', partners, none],
  ['companyCode', 'code', 'company where not is_platform', partners, none],
  ['user', 'u.id', 'app_user u', 'array(select r.company_id from user_company_role r where r.user_id = u.id)', none],
  [
    'channelPartner',
    'u.id',
    'app_user u where exists (select 1 from company c where c.bd_user_id = u.id)',
    'array(select c.id from company c where c.bd_user_id = u.id)',
    none,
  ],
  ['webhook', 'id', 'webhook_endpoint', 'array[company_id]', none, 'closed'],
  ['delivery', 'id', 'webhook_delivery', 'array[company_id]', none, 'closed'],
  ['virtualAccount', 'id', 'virtual_account', 'array[funder_id, payer_company_id]', none],
  ['apiKey', 'id', 'api_key', 'array[company_id]', none, 'closed'],
  ['session', 'id', `session where user_agent = 'spare'`, 'array[company_id]', 'array[user_id]', 'closed'],
  ['listView', 'id', 'list_view where not is_shared', 'array[company_id]', 'array[user_id]', 'closed'],
  ['conversation', 'id', 'assistant_conversation', 'array[company_id]', 'array[user_id]', 'closed'],
  ['notification', 'id', 'notification where user_id is not null', 'array[company_id]', 'array[user_id]', 'closed'],
  [
    'file',
    'object_key',
    `stored_file f where purpose = 'upload' and not ${attached}`,
    'array[company_id]',
    'array[uploaded_by]',
    'closed',
  ],
  ['ownFile', 'object_key', `stored_file f where purpose = 'upload'`, 'array[company_id]', none, 'closed'],
  [
    'invoiceFile',
    'a.object_key',
    `attachment a join invoice i on i.id = a.owner_id where a.removed_at is null`,
    'array[i.supplier_id, i.buyer_id, i.funder_id]',
    none,
  ],
  ['proofPaper', 'id', 'proof_file where removed_at is null', 'array[]::uuid[]', none],
  ['approvalNo', 'business_no', 'workflow_instance', ofApprovals, none],
  ['approvalOf', 'business_id', 'workflow_instance', ofApprovals, none],
  ['userChangeNo', 'no', 'user_change', 'array[company_id]', none],
  [
    'changeNo',
    'c.no',
    'config_change c left join workflow_instance w on w.business_no = c.no',
    'array[w.supplier_id, w.buyer_id, w.funder_id, w.maker_company_id]',
    none,
  ],
  ['auditEntry', 'id', `audit_log where company_id is not null`, 'array[company_id]', none],
  ['bankProof', 'id', `payment where status = 'PAID'`, 'array[supplier_id, funder_id, payee_company_id]', none],
  ['collectProof', `md5('registry' || id)::uuid`, 'finance_order where funding_date is not null', orderParties, none],
  ['orderFile', 'id', 'finance_order where passed_at is not null', orderParties, none],
]

/** The kinds that stand at an id whose line in the declaration names none, by call and place. */
export const standsFor: Record<string, string> = {
  'provider.deposit body.id': 'virtualAccount',
  'repayment.preview body.buyerCode': 'companyCode',
  'repayment.previewMatched body.no': 'repaymentNo',
  'report.subledger body.ownerId': 'company',
  'report.subledger body.orderId': 'financeOrder',
  'report.subledger body.counterpartyId': 'counterparty',
  'report.bankSlip query.id': 'bankProof',
  'report.collectProof query.id': 'collectProof',
  'report.orderFile query.id': 'orderFile',
  'channelPartner.partnerMonth body.partnerId': 'channelPartner',
  'channelPartner.partnerMonthExport body.partnerId': 'channelPartner',
  'notification.read body.ids[]': 'notification',
  'payment.releasable body.orderNo': 'orderNo',
  'apiKey.revoke body.id': 'apiKey',
  'listView.replace body.id': 'listView',
  'listView.rename body.id': 'listView',
  'listView.share body.id': 'listView',
  'listView.remove body.id': 'listView',
  'listView.makeDefault body.id': 'listView',
  'bankAccount.queryBatchBankAccountList body.companyCodes[]': 'companyCode',
  'configChange.change body.no': 'changeNo',
  'configChange.proof body.no': 'changeNo',
  'account.change body.no': 'userChangeNo',
  'session.revokeSession body.id': 'session',
  'session.choose body.companyId': 'company',
  'monitor.entry body.id': 'auditEntry',
  'workflow.history body.businessNo': 'approvalNo',
  'workflow.history body.businessId': 'approvalOf',
  'workflow.facts body.businessNo': 'approvalNo',
  'workflow.facts body.businessId': 'approvalOf',
  'outlook.queryOutlookByBuyerIds body.buyerIds[]': 'partner',
  'outlook.queryByBuyerIdListNew body.buyerIdList[]': 'partner',
}

/** A word that names nothing, of the same make as a given one. */
export const missingLike = (word: string): string => {
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(word)) return randomUUID()
  const key = /^(\w+)\/[0-9a-f-]{36}$/.exec(word)
  if (key) return `${key[1]}/${randomUUID()}`
  return word.replace(/[0-9]/g, '9').replace(/^[A-Z]+$/, 'NOBODY')
}

/** Ids that nobody in the world of the suite gets an answer with; they are replaced all the same, in a filled-in form. */
export const unanswered: readonly string[] = [
  // The proof of a proposed product; it is found like the change itself.
  'configChange.proof body.no',
  // A conversion, which takes an invoice against the purchase order of a funded loan.
  'contract.preview body.arpOfOrderId',
  'financeOrder.poList body.arpOfOrderId',
  'financeOrder.trialCalculation body.arpOfOrderId',
]
