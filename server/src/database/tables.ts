// Written by generate-tables.ts from the migrated schema; do not edit.
import type { ColumnType, Generated } from 'kysely'

// A json column holds what its module put there, and that module parses it.
// biome-ignore lint/suspicious/noExplicitAny: what a JSON column holds is parsed by who reads it.
export type Json = any

export type AllocationTable = {
  id: string
  repaymentId: string
  orderId: string
  itemId: string | null
  invoiceId: string | null
  component: 'COST' | 'PENALTY' | 'FEE' | 'INTEREST' | 'PRINCIPAL' | 'RESERVE' | 'SURPLUS' | 'BUYER_FEE' | 'REFUND' | 'REMAINDER'
  amount: string
  reversed: Generated<boolean>
  createdAt: Generated<string>
  source: Generated<'RECEIPT' | 'REBATE' | 'ARP' | 'WAIVER' | 'RESERVE'>
  paidOnItemId: string | null
}

export type ApiKeyTable = {
  id: string
  companyId: string
  companyRole: string
  userId: string
  name: string
  tokenHash: Buffer
  lastFour: string
  permissions: string[]
  expiresAt: string
  createdAt: Generated<string>
  lastUsedAt: string | null
  lastUsedIp: string | null
  revokedAt: string | null
  revokedBy: string | null
}

export type AppUserTable = {
  id: string
  userName: string
  email: string
  cname: string
  userCode: string
  passwordHash: string | null
  status: Generated<'unActive' | 'active' | 'stop'>
  language: Generated<'en-US' | 'zh-CN'>
  timeZone: Generated<string>
  timeFormat: Generated<string>
  mfaSecret: string | null
  mfaEnabled: Generated<boolean>
  mfaLastStep: string | null
  failedCount: Generated<number>
  failedSince: string | null
  lockedUntil: string | null
  phone: string | null
  lastSignInAt: string | null
  lastVisitAt: string | null
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string | null
  updatedAt: Generated<string>
  mfaEnrol: Generated<boolean>
  stoppedBy: string | null
  joinedAt: string | null
}

export type ApprovalNumberTable = {
  businessNo: string
  businessId: string
}

export type AssistantConversationTable = {
  id: string
  userId: string
  companyId: string
  title: string
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export type AssistantMessageTable = {
  id: Generated<string>
  userId: string
  companyId: string
  role: 'user' | 'assistant'
  text: string
  links: Generated<Json>
  createdAt: Generated<string>
  conversationId: string
  intent: Json | null
  next: Generated<Json>
}

export type AttachmentTable = {
  id: string
  ownerType: string
  ownerId: string
  groupCode: string
  objectKey: string
  fileName: string
  sha256: string
  createdAt: Generated<string>
  createdBy: string | null
  removedAt: string | null
  companyId: string | null
  seq: Generated<number>
  version: Generated<number>
  removedBy: string | null
}

export type AuditHeadTable = {
  seq: string
  hash: Buffer
  signedAt: string
  signature: Buffer
}

export type AuditLinkTable = {
  seq: string
  auditId: string
  nonce: Buffer
  digest: Buffer
  prevHash: Buffer
  hash: Buffer
  sealedAt: Generated<string>
  salt: Buffer | null
}

export type AuditLogTable = {
  id: Generated<string>
  at: Generated<string>
  businessDate: string | null
  userId: string | null
  userName: string | null
  companyId: string | null
  companyRole: string | null
  requestId: string | null
  call: string | null
  event: string
  objectType: string
  objectId: string | null
  objectNo: string | null
  before: Json | null
  after: Json | null
  ip: string | null
  writtenAt: Generated<string | null>
}

export type BankTable = {
  swiftCode: string
  combBankName: string
  combBankNameLocal: string
  countryCode: string
}

export type BankAccountTable = {
  id: string
  companyId: string
  accountName: string
  bankName: string
  bankNameEn: string | null
  bankAccount: string
  bankCode: string
  cnaps: string | null
  currency: string
  purpose: Generated<'PAYMENT' | 'COLLECTION' | 'BOTH'>
  status: Generated<'ENABLE' | 'DISABLE'>
  canEnable: Generated<boolean>
  coolingUntil: string | null
  nameReason: string | null
  verifiedBy: string | null
  verifiedAt: string | null
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string | null
  updatedAt: Generated<string>
  approval: Generated<'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED'>
  replacesId: string | null
  disabledAt: string | null
}

export type BankAccountCallBackTable = {
  id: string
  bankAccountId: string
  calledName: string
  phone: string
  numberFrom: 'COMPANY_RECORD' | 'CONTRACT' | 'PUBLIC_REGISTER'
  calledAt: string
  outcome: 'CONFIRMED' | 'DENIED'
  note: Generated<string>
  callerId: string
  createdAt: Generated<string>
}

export type BankVerificationTable = {
  id: string
  no: string
  companyId: string
  bankAccountId: string
  currency: string
  status: Generated<'INSTRUCTED' | 'SENT' | 'PASSED' | 'LOCKED' | 'CANCELLED' | 'EXPIRED'>
  triesLeft: Generated<number>
  startedBy: string
  startedAt: Generated<string>
  sentBy: string | null
  sentOn: string | null
  bankRef: string | null
  endedAt: string | null
}

export type BankVerificationAmountTable = {
  verificationId: string
  amount: string
}

export type BaseRateFixingTable = {
  id: string
  type: string
  effectiveDate: string
  revision: Generated<number>
  percentRate: string
  source: string
  importedAt: Generated<string>
}

export type BookChangeTable = {
  id: Generated<string>
  ownerId: string
  book: string
  account: string
  currency: string
  valueDate: string
  postedOn: string
  debit: string
  credit: string
  lines: number
}

export type BookDayTable = {
  ownerId: string
  book: string
  account: string
  currency: string
  valueDate: string
  postedOn: string
  debit: string
  credit: string
  lines: number
}

export type BusinessDayTable = {
  id: Generated<number>
  businessDate: string
  state: Generated<'OPEN' | 'CLOSING'>
  updatedAt: Generated<string>
}

export type BuyerWatchTable = {
  id: string
  companyId: string
  buyerId: string
  signalId: string
  daysLate: string
  daysLateBefore: string
  createdAt: Generated<string>
}

export type CollectionTable = {
  id: string
  no: string
  bankAccountId: string
  funderId: string
  bankRef: string
  valueDate: string
  amount: string
  currency: string
  payerName: string | null
  payerAccount: string | null
  payerCompanyId: string | null
  rawText: string | null
  status: Generated<'RECEIVED' | 'MATCHED' | 'ALLOCATED' | 'UNIDENTIFIED' | 'REFUNDED'>
  matchReason: string | null
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string | null
  fundSource: Generated<'INTEREST' | 'COLLECTION'>
  funderRole: ColumnType<string, never, never>
  refKey: string | null
  refSkeleton: string | null
  maybeSameAs: string | null
  reversalReportedAt: string | null
  wholeKey: string | null
  virtualAccountId: string | null
  dayAsWritten: Generated<boolean>
}

export type CompanyTable = {
  id: string
  code: string
  name: string
  nameLocal: string | null
  bizRegNo: string
  country: string
  legalForm: string | null
  address: string | null
  taxNo: string | null
  directors: Generated<Json>
  bdUserId: string | null
  parentCode: string | null
  kycStatus: Generated<'NONE' | 'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED'>
  kycExpiresOn: string | null
  riskGrade: 'A' | 'B' | 'C' | 'D' | 'E' | null
  businessType: Generated<string>
  blockFlag: Generated<boolean>
  isPlatform: Generated<boolean>
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string | null
  updatedAt: Generated<string>
  updatedBy: string | null
}

export type CompanyOnboardingTable = {
  companyId: string
  no: string
  people: Generated<Json>
  documents: Generated<Json>
  checks: Generated<Json>
  outcome: 'PASSED' | 'MANUAL' | 'FAILED' | null
  checkedAt: string | null
  status: Generated<'DRAFT' | 'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED'>
  comment: string | null
  updatedAt: Generated<string>
  version: Generated<number>
}

export type CompanyPartnerTable = {
  seq: Generated<string>
  companyId: string
  partnerId: string | null
  fromDay: string
  createdAt: Generated<string>
}

export type CompanyRoleTable = {
  id: string
  companyId: string
  role: 'SUPPLIER' | 'BUYER' | 'FUNDER' | 'COMPANY' | 'PLATFORM'
  status: Generated<'ENABLE' | 'DISABLE'>
  detail: Generated<Json>
  createdAt: Generated<string>
  hadSecondPerson: Generated<boolean>
}

export type ConfigChangeTable = {
  id: string
  no: string
  kind:
    | 'PRODUCT'
    | 'RATE'
    | 'FX'
    | 'LIMIT'
    | 'HOLIDAY'
    | 'ROLE'
    | 'WORKFLOW'
    | 'COMMISSION'
    | 'RELATIONSHIP'
    | 'PRICING'
    | 'PAPER'
    | 'TOLERANCE'
    | 'PARTNER'
    | 'COMPANY'
    | 'TEMPLATE'
  targetId: string | null
  title: string
  before: Json | null
  after: Json
  contentHash: string
  status: Generated<'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED'>
  comment: string | null
  createdBy: string
  createdAt: Generated<string>
  endedAt: string | null
}

export type ContractTable = {
  id: string
  no: string
  templateId: string
  name: string
  orderId: string | null
  supplierId: string | null
  buyerId: string | null
  funderId: string | null
  buyerVisible: Generated<boolean>
  status: Generated<'DRAFT' | 'PENDING_SIGN' | 'PARTIALLY_SIGNED' | 'SIGNED' | 'EXPIRED' | 'TERMINATED' | 'VOID'>
  contentEn: string
  contentCn: string
  objectKey: string | null
  sha256: string | null
  version: Generated<number>
  createdAt: Generated<string>
  signedAt: string | null
}

export type ContractSignatoryTable = {
  id: string
  contractId: string
  companyId: string
  party: string
  userId: string | null
  signedName: string | null
  signedAt: string | null
  method: string | null
  ip: string | null
  sha256: string | null
  signatureKey: string | null
}

export type ContractTemplateTable = {
  id: string
  code: string
  name: string
  nameCn: string
  version: Generated<number>
  bodyEn: string
  bodyCn: string
  signatories: string[]
  productTypes: Generated<string[]>
  status: Generated<'ENABLE' | 'DISABLE'>
  createdAt: Generated<string>
}

export type CreditLimitTable = {
  id: string
  type: 'SUPPLIER_FACILITY' | 'BUYER' | 'RELATIONSHIP' | 'FUNDER'
  supplierId: string | null
  buyerId: string | null
  funderId: string | null
  productId: string | null
  currency: string
  amount: string
  effectiveDate: string
  expiryDate: string
  revolving: Generated<boolean>
  status: Generated<'ENABLE' | 'DISABLE'>
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export type DailyPositionTable = {
  businessDate: string
  funderId: string
  currency: string
  principal: string
  accruedInterest: string
  accruedPenalty: string
  reserve: string
  unearned: string
  orders: number
  overdueOrders: number
}

export type DelegationTable = {
  id: string
  fromUserId: string
  toUserId: string
  companyId: string
  fromDate: string
  toDate: string
  createdAt: Generated<string>
  endedAt: string | null
  companyRole: 'SUPPLIER' | 'BUYER' | 'FUNDER' | 'COMPANY' | 'PLATFORM' | null
}

export type DictionaryEntryTable = {
  id: string
  grp: string
  dicKey: string
  enValue: string
  cnValue: string
  description: string | null
  seq: Generated<number>
  version: Generated<number>
  status: Generated<'ENABLE' | 'DISABLE'>
  updatedAt: Generated<string>
}

export type DirectPaymentTable = {
  id: string
  no: string
  invoiceId: string
  supplierId: string
  buyerId: string
  currency: string
  amount: string
  payDate: string
  reference: string | null
  status: Generated<'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED' | 'REVERSING' | 'REVERSED'>
  takeBackReason: string | null
  reportedFor: string
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string
}

export type DiscountReleaseTable = {
  id: string
  repaymentId: string | null
  orderId: string
  itemId: string
  valueDate: string
  client: string
  fund: string
  rebate: string
  rebateToPrincipal: Generated<string>
  reversed: Generated<boolean>
  createdAt: Generated<string>
  paymentId: string | null
  writeOffId: string | null
  earned: Generated<string>
}

export type DocumentReadingTable = {
  id: string
  companyId: string
  sha256: string
  schemaCode: string
  readerVersion: number
  fileName: string
  extractData: Json
  readBy: string | null
  durationMs: number
  createdAt: Generated<string>
}

export type DynamicFormTable = {
  id: string
  name: string
  kind: Generated<'FORM' | 'TABLE' | 'SHEET' | 'READING'>
  fields: Json
  version: Generated<number>
  updatedAt: Generated<string>
  updatedBy: string | null
}

export type EndOfDayStepTable = {
  businessDate: string
  step: string
  state: Generated<'RUNNING' | 'DONE' | 'FAILED'>
  done: Generated<number>
  total: Generated<number>
  cursor: string | null
  message: string | null
  startedAt: Generated<string>
  finishedAt: string | null
}

export type ExhibitionLinkTable = {
  tokenHash: Buffer
  expiresAt: string
  createdBy: string | null
  createdAt: Generated<string>
}

export type FeeAdjustmentTable = {
  id: string
  orderFeeId: string
  orderId: string
  delta: string
  reason: string
  status: Generated<'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED' | 'WITHDRAWN'>
  createdAt: Generated<string>
  createdBy: string | null
  no: string | null
  taxDelta: Generated<string>
  refunded: Generated<string>
  passedOn: string | null
}

export type FeeBillTable = {
  id: string
  no: string
  orderId: string
  buyerId: string
  funderId: string
  currency: string
  amount: string
  tax: string
  openAmount: string
  issuedOn: string
  dueOn: string
  createdAt: Generated<string>
  waivedAmount: Generated<string>
  issuedAmount: string
}

export type FeeRuleTable = {
  id: string
  productId: string
  code: 'HANDLING' | 'SERVICE' | 'PLATFORM' | 'FUNDER' | 'BANK' | 'EARLY'
  basis: 'FLAT' | 'PER_INVOICE' | 'PCT_FACE' | 'PCT_ADVANCE' | 'PCT_PA_ADVANCE'
  currency: string | null
  value: string
  minAmount: string | null
  maxAmount: string | null
  taxPct: Generated<string>
  payer: Generated<'SUPPLIER' | 'BUYER' | 'FUNDER' | 'PLATFORM'>
  beneficiary: Generated<'PLATFORM' | 'FUNDER'>
  timing: Generated<'FUNDING' | 'SETTLEMENT'>
}

export type FinanceOrderTable = {
  id: string
  orderNo: string
  type: 'RECEIVABLE_PURCHASE' | 'PAYABLES_FINANCE' | 'PO_FINANCE' | 'POOL_FACTORING'
  productId: string
  supplierId: string
  buyerId: string | null
  funderId: string
  currency: string
  financeAmount: string
  faceAmount: Generated<string>
  netAmount: Generated<string>
  interestAmount: Generated<string>
  feeAmount: Generated<string>
  reserveAmount: Generated<string>
  status:
    | 'DRAFT'
    | 'SUBMITTED'
    | 'IN_APPROVE'
    | 'PASSED'
    | 'RIGHT_CONFIRMED'
    | 'FUNDING'
    | 'FUNDED'
    | 'PARTIALLY_REPAID'
    | 'OVERDUE'
    | 'SETTLED'
    | 'CONVERTED'
    | 'WRITTEN_OFF'
    | 'REJECTED'
    | 'REFUSED'
    | 'REVOKED'
    | 'EXPIRED'
  requestedFundingDate: string
  fundingDate: string | null
  maturity: string | null
  rate: string | null
  principalOutstanding: Generated<string>
  pricing: Json
  pricingHash: string
  contentHash: string | null
  payeeBankAccountId: string | null
  arpOfOrderId: string | null
  disclosed: boolean
  recourse: boolean
  rightConfirmParty: 'BUYER' | 'SUPPLIER' | 'NONE'
  warnings: Generated<string[]>
  submittedAt: string | null
  submittedBy: string | null
  passedAt: string | null
  rightConfirmedAt: string | null
  fundedAt: string | null
  settledOn: string | null
  validUntil: string | null
  registryNo: string | null
  registryAt: string | null
  remark: string | null
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string | null
  updatedAt: Generated<string>
  updatedBy: string | null
  fundedTerms: Json | null
  poolId: string | null
  agreedTerms: Json | null
}

export type FinanceOrderItemTable = {
  id: string
  orderId: string
  docType: 'INVOICE' | 'PO' | 'POOL'
  invoiceId: string | null
  purchaseOrderId: string | null
  docNo: string
  supplierId: string
  buyerId: string | null
  funderId: string
  buyerVisible: Generated<boolean>
  face: string
  adjustments: Generated<string>
  paid: Generated<string>
  eligible: string
  advanceRate: string
  applyAmount: string
  reserve: Generated<string>
  interest: Generated<string>
  maturity: string
  dueDate: string
  principalOutstanding: Generated<string>
  active: Generated<boolean>
  seq: number
}

export type FinanceOrderPartTable = {
  orderId: string
  buyerId: string
  supplierId: string
  funderId: string
  confirmedAt: string | null
  confirmedBy: string | null
  status: 'FUNDED' | 'PARTIALLY_REPAID' | 'OVERDUE' | 'SETTLED' | null
  settledOn: string | null
}

export type FinanceOrderPartyTable = {
  orderId: string
  companyId: string
  side: 'SUPPLIER' | 'BUYER' | 'FUNDER'
  since: string | null
  toldAt: string | null
}

export type FinanceOrderPriceTable = {
  orderId: string
  digest: string
  pricedOn: string
  pricingHash: string
  input: string
  createdAt: Generated<string>
}

export type FinancingIntentTable = {
  id: string
  no: string
  companyId: string
  type: 'RECEIVABLE_PURCHASE' | 'PAYABLES_FINANCE' | 'PO_FINANCE' | 'POOL_FACTORING'
  buyerName: string
  currency: string
  yearlyAmount: string
  tenorDays: number
  remark: string | null
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string | null
  updatedAt: Generated<string>
  answers: Generated<Json>
}

export type FinancingProductTable = {
  id: string
  code: string
  name: string
  nameCn: string
  type: 'RECEIVABLE_PURCHASE' | 'PAYABLES_FINANCE' | 'PO_FINANCE' | 'POOL_FACTORING'
  poolKind: 'DBS' | 'OWN' | null
  funderId: string
  currencies: string[]
  recourse: boolean
  disclosed: boolean
  rightConfirmParty: 'BUYER' | 'SUPPLIER' | 'NONE'
  advanceRate: string
  minTenor: Generated<number>
  maxTenor: Generated<number>
  interestMethod: 'IN_ADVANCE' | 'IN_ARREARS'
  discountMethod: Generated<'STRAIGHT' | 'YIELD'>
  rateType: Generated<'FLOATING' | 'FIXED'>
  baseRateType: string | null
  margin: string
  floor: Generated<string>
  dayCount: string
  resetFrequency: Generated<'NONE' | 'DAILY' | 'MONTHLY'>
  lookbackBd: Generated<number>
  graceDays: Generated<number>
  penaltyMode: Generated<'RETROACTIVE' | 'PROSPECTIVE'>
  penaltyMargin: string | null
  penaltyMultiplier: string | null
  calendars: Generated<string[]>
  bdConvention: Generated<string>
  accrualShift: Generated<'SC' | 'CS'>
  maturityOffset: Generated<number>
  minInterestDays: Generated<number>
  earlyFeePct: Generated<string>
  breakDays: Generated<number>
  rebateAllowed: Generated<boolean>
  concentrationPct: string | null
  dilutionThreshold: Generated<string>
  fundRate: string | null
  fundDayBase: 360 | 365 | null
  arpTargetProduct: string | null
  status: Generated<'ENABLE' | 'DISABLE'>
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
  minAmount: string | null
  maxAmount: string | null
}

export type FirstSetUpTable = {
  ended: Generated<boolean>
  endedAt: Generated<string>
}

export type FxRateTable = {
  id: string
  fromCurrency: string
  toCurrency: string
  rateDate: string
  rate: string
  inverse: string
}

export type HelpTextTable = {
  id: Generated<number>
  category: 'start' | 'trading' | 'finance' | 'money' | 'account' | 'guide' | 'event'
  seq: Generated<number>
  titleEn: string
  titleCn: string
  bodyEn: string
  bodyCn: string
  published: Generated<boolean>
  version: Generated<number>
  updatedAt: Generated<string>
  updatedBy: string | null
}

export type HolidayTable = {
  id: string
  countryCode: string
  calendarDate: string
  holidayNameEn: string
  holidayNameCn: string
  type: string
  source: string | null
}

export type IdempotencyTable = {
  companyId: string
  userId: string
  key: string
  call: string
  plainHash: Buffer | null
  answer: Json | null
  createdAt: Generated<string>
  inputHash: Buffer | null
}

export type ImportJobTable = {
  id: string
  kind: string
  companyId: string
  userId: string
  objectKey: string
  state: Generated<'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'>
  done: Generated<number>
  total: Generated<number>
  successfulNumber: Generated<number>
  errorNumber: Generated<number>
  errorObjectKey: string | null
  message: string | null
  createdAt: Generated<string>
  finishedAt: string | null
}

export type InterestAccrualTable = {
  id: string
  orderId: string
  itemId: string
  accrualDate: string
  component: 'INTEREST' | 'SPREAD' | 'PENALTY' | 'FUND'
  principal: string
  rate: string
  raw: string
  cumulative: string
  posted: string
  reversed: Generated<boolean>
  seq: Generated<number>
}

export type InvoiceTable = {
  id: string
  supplierId: string
  buyerId: string
  funderId: string | null
  invoiceNo: string
  normNo: string
  taxInvoiceNo: string | null
  purchaseOrderId: string | null
  issueDate: string
  dueDate: string
  currency: string
  amount: string
  confirmedAmount: string | null
  adjustedAmount: Generated<string>
  paidAmount: Generated<string>
  outstanding: ColumnType<string | null, never, never>
  docStatus: Generated<'DRAFT' | 'SUBMITTED' | 'CONFIRMED' | 'DISPUTED' | 'CLOSED' | 'CANCELLED'>
  payStatus: Generated<'UNPAID' | 'PARTIAL' | 'PAID' | 'WRITTEN_OFF'>
  financeStatus: Generated<'UNFINANCED' | 'LOCKED' | 'FINANCED' | 'SETTLED' | 'OVERDUE'>
  fp1: Buffer
  fp2: Buffer
  fp3: Buffer
  riskFlags: Generated<string[]>
  buyerVisible: Generated<boolean>
  source: Generated<'FORM' | 'EXCEL' | 'EINVOICE' | 'OCR' | 'BUYER'>
  ocr: Json | null
  disputeReason: string | null
  returnComment: string | null
  remark: string | null
  submittedAt: string | null
  confirmedAt: string | null
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string | null
  updatedAt: Generated<string>
  updatedBy: string | null
  resolution: string | null
  resolvedBy: string | null
  resolutionAt: string | null
  proposedAmount: string | null
  proposedBy: string | null
  normTaxNo: string | null
  namedNos: Generated<string[]>
  formerPrints: Generated<Buffer[]>
  debitedAmount: Generated<string>
}

export type InvoiceAdjustmentTable = {
  id: string
  invoiceId: string
  supplierId: string
  buyerId: string
  funderId: string | null
  refNo: string
  type: 'CREDIT_NOTE' | 'DEDUCTION' | 'RETURN' | 'REBATE' | 'SHORT_PAY' | 'DEBIT_NOTE'
  currency: string
  amount: string
  adjustmentDate: string
  reason: string | null
  status: Generated<'DRAFT' | 'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED' | 'WITHDRAWN'>
  absorbedByReserve: Generated<string>
  chargedToSupplier: Generated<string>
  createdAt: Generated<string>
  createdBy: string | null
  version: Generated<number>
  passedAt: string | null
  no: Generated<string>
  signs: Generated<string[]>
}

export type InvoicePaymentTable = {
  id: string
  invoiceId: string
  supplierId: string
  buyerId: string
  funderId: string | null
  repaymentId: string | null
  currency: string
  amount: string
  payDate: string
  reference: string | null
  createdAt: Generated<string>
  waived: Generated<boolean>
  directPaymentId: string | null
}

export type JournalTable = {
  id: string
  key: string
  event: string
  orderId: string | null
  invoiceId: string | null
  sourceType: string
  sourceId: string
  valueDate: string
  postedOn: string
  reversalOf: string | null
  memo: Generated<Json>
  createdAt: Generated<string>
  createdBy: string | null
  cameBack: string | null
  backRef: string | null
}

export type KnownAddressTable = {
  userId: string
  address: string
  seenAt: Generated<string>
}

export type LanguageRecordTable = {
  id: string
  langKey: 'en-US' | 'zh-CN'
  namespace: string
  value: Json
  version: Generated<number>
  updatedAt: Generated<string>
  updatedBy: string | null
}

export type LedgerBalanceTable = {
  ownerId: string
  book: string
  account: string
  currency: string
  orderId: string
  balance: Generated<string>
  part: Generated<string>
}

export type ListViewTable = {
  id: string
  companyId: string
  companyRole: string
  userId: string
  list: string
  name: string
  conditions: Generated<Json>
  columns: Generated<Json>
  isShared: Generated<boolean>
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export type ListViewDefaultTable = {
  userId: string
  companyId: string
  companyRole: string
  list: string
  viewId: string
}

export type LoginNonceTable = {
  nonce: string
  expiresAt: string
}

export type MailTable = {
  id: string
  recipient: string
  subject: string
  body: string
  html: string | null
  status: Generated<'QUEUED' | 'SENT' | 'FAILED'>
  attempts: Generated<number>
  lastError: string | null
  createdAt: Generated<string>
  sentAt: string | null
  kind: Generated<string>
  sealedLink: string | null
  nextAt: Generated<string>
  linkExpiresAt: string | null
}

export type MissingTextTable = {
  langKey: 'en-US' | 'zh-CN'
  textKey: string
  page: Generated<string>
  seen: Generated<number>
  firstSeenAt: Generated<string>
  lastSeenAt: Generated<string>
  reportedBy: string | null
}

export type NewsItemTable = {
  id: string
  kind: 'PANEL' | 'ARTICLE'
  newsDate: string
  title: string
  topics: Generated<string>
  vtopic: Generated<string[]>
  text: string
  region: string
  tags: Generated<string>
  thumbnail: string | null
  sourceUrl: string | null
  createdAt: Generated<string>
  withdrawn: Generated<boolean>
  source: string | null
  titleCn: string | null
  textCn: string | null
  topicsCn: string | null
  tagsCn: string | null
}

export type NewsSignalTable = {
  id: string
  buyerId: string
  newsDate: string
  direction: 'UP' | 'DOWN' | 'NEUTRAL'
  title: string
  text: string
  articleId: string | null
  createdAt: Generated<string>
  createdBy: string | null
  titleCn: string | null
  textCn: string | null
}

export type NotificationTable = {
  id: string
  event: string
  companyId: string | null
  userId: string | null
  channel: Generated<'SITE' | 'EMAIL'>
  params: Generated<Json>
  objectType: string | null
  objectId: string | null
  link: string | null
  readAt: string | null
  createdAt: Generated<string>
  sides: string[] | null
}

export type NotificationReadingTable = {
  notificationId: string
  userId: string
  readAt: Generated<string>
}

export type NumberSeriesTable = {
  series: string
  last: string
}

export type OnboardingInvitationTable = {
  id: string
  companyId: string
  tokenHash: Buffer
  expiresAt: string
  createdBy: string
  createdAt: Generated<string>
  endedAt: string | null
}

export type OneTimeLinkTable = {
  id: string
  secretHash: Buffer
  purpose: 'INVITATION' | 'RESET' | 'GUIDANCE' | 'SETUP' | 'EXHIBITION' | 'NOTICE' | 'SPECIAL' | 'ADDRESS'
  userId: string | null
  expiresAt: string
  usedAt: string | null
  createdAt: Generated<string>
  address: string | null
  passedByTwo: Generated<boolean>
  companyId: string | null
  companyRole: string | null
}

export type OrderFeeTable = {
  id: string
  orderId: string
  itemId: string | null
  code: 'HANDLING' | 'SERVICE' | 'PLATFORM' | 'FUNDER' | 'BANK' | 'EARLY'
  basis: 'FLAT' | 'PER_INVOICE' | 'PCT_FACE' | 'PCT_ADVANCE' | 'PCT_PA_ADVANCE'
  value: string
  base: string
  amount: string
  tax: Generated<string>
  payer: 'SUPPLIER' | 'BUYER' | 'FUNDER' | 'PLATFORM'
  beneficiary: 'PLATFORM' | 'FUNDER'
  timing: 'FUNDING' | 'SETTLEMENT'
  charged: Generated<boolean>
  repaymentId: string | null
  billId: string | null
  taxPct: string | null
}

export type OutboxTable = {
  id: Generated<string>
  topic: string
  payload: Json
  createdAt: Generated<string>
  availableAt: Generated<string>
  attempts: Generated<number>
  doneAt: string | null
  lastError: string | null
}

export type PaperSetTable = {
  id: string
  kind: 'FINANCE_ORDER' | 'INVOICE' | 'PO'
  productId: string | null
  groups: Json
  version: Generated<number>
  updatedAt: Generated<string>
  updatedBy: string | null
}

export type PartnerCommissionTable = {
  id: string
  partnerId: string | null
  effectiveDate: string
  ratePct: string
  createdAt: Generated<string>
}

export type PaymentTable = {
  id: string
  no: string
  type: 'FUNDING' | 'RELEASE' | 'REFUND' | 'FEE_REMIT' | 'RECEIPT_RETURN'
  orderId: string | null
  repaymentId: string | null
  supplierId: string | null
  buyerId: string | null
  funderId: string
  payeeCompanyId: string | null
  fromAccountId: string | null
  toAccountId: string | null
  amount: string
  currency: string
  dueDate: string | null
  valueDate: string | null
  bankRef: string | null
  status: Generated<'DRAFT' | 'IN_APPROVE' | 'INSTRUCTED' | 'PAID' | 'FAILED' | 'CANCELLED'>
  failReason: string | null
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string | null
  instructedBy: string | null
  paidBy: string | null
  updatedAt: Generated<string>
  invoiceId: string | null
  feeAdjustmentId: string | null
  collectionId: string | null
  payeeName: string | null
  payeeAccount: string | null
  payeeBankCode: string | null
  reason: string | null
  instructedOn: string | null
  ofPool: Generated<boolean>
  fromBank: '1000' | '1010' | null
  refKey: string | null
  refundOf: string | null
  amountKey: ColumnType<string, never, never>
}

export type PaymentCutOffTable = {
  id: string
  currency: string
  bankAccountId: string | null
  cutOffTime: string
  zone: string
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
  updatedBy: string | null
}

export type PaymentFileTable = {
  id: string
  no: string
  funderId: string
  status: Generated<'IN_APPROVE' | 'READY' | 'TAKEN' | 'REFUSED' | 'VOID'>
  payments: number
  totals: string
  firstDate: string
  content: string
  sha256: string
  bytes: number
  voidReason: string | null
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string
  takenAt: string | null
  takenBy: string | null
}

export type PaymentFileItemTable = {
  id: string
  fileId: string
  paymentId: string
  batchId: string
  fromAccountId: string
  executionDate: string
  instructionId: string
  endToEndId: string
  live: Generated<boolean>
  status: Generated<'SENT' | 'PENDING' | 'ACCEPTED' | 'REJECTED'>
  bankStatus: string | null
  reasonCode: string | null
  reasonText: string | null
  reportedAt: string | null
  createdAt: Generated<string>
  amount: string
  instructedOn: string | null
  instructedBy: string | null
  toAccount: string | null
  unclear: Generated<boolean>
  returnedOn: string | null
  amountKey: ColumnType<string, never, never>
}

export type PaymentReportTable = {
  id: string
  fileId: string
  messageId: string
  sha256: string
  lines: number
  importedAt: Generated<string>
  importedBy: string
}

export type PaymentReturnLineTable = {
  seq: Generated<string>
  paymentId: string
  funderId: string
  bankAccountId: string
  refKey: string
  valueDate: string
  amount: string
  currency: string
  createdAt: Generated<string>
  dayAsWritten: Generated<boolean>
}

export type PersonIdentityTable = {
  userId: string
  name: string
  documentType: 'CN_ID' | 'HK_ID' | 'SG_NRIC' | 'PASSPORT'
  documentNo: string | null
  country: string | null
  birthDate: string | null
  expiresOn: string | null
  status: 'PASSED' | 'FAILED'
  faults: Generated<string[]>
  checkedAt: Generated<string>
  documentSealed: string | null
  documentEnd: string | null
}

export type PoolTable = {
  id: string
  code: string
  productId: string
  supplierId: string
  funderId: string
  currency: string
  status: Generated<'ACTIVE' | 'CLOSED'>
  createdAt: Generated<string>
  bankBase: string | null
  bankAsOf: string | null
  bankNote: string | null
  advanceRate: string
  concentrationPct: string | null
  dilutionThreshold: string
  maxTenor: number
  disclosed: boolean
}

export type PoolAssetTable = {
  id: string
  poolId: string
  invoiceId: string
  eligibility: Generated<'ELIGIBLE' | 'EXCLUDED'>
  excludedReason: string | null
  assignedAt: Generated<string>
  releasedAt: string | null
  eligibleAmount: Generated<string>
  outstanding: Generated<string>
  evaluatedOn: string | null
}

export type PoolPositionTable = {
  businessDate: string
  poolId: string
  grossEligible: string
  excessConcentration: string
  netEligible: string
  advanceRate: string
  borrowingBase: string
  drawn: string
  accrued: string
  availability: string
}

export type PortalRequestCustomerTable = {
  id: string
  companyId: string
  userId: string
  name: string
  createdAt: Generated<string>
}

export type PostingTable = {
  id: Generated<string>
  journalId: string
  book: 'F' | 'P' | 'S' | 'B'
  ownerId: string
  account: string
  currency: string
  side: 'D' | 'C'
  amount: string
  orderId: string | null
  itemId: string | null
  counterpartyId: string | null
  valueDate: string
}

export type PricingOfferTable = {
  id: string
  no: string
  supplierId: string
  productId: string
  margin: string
  fees: Generated<Json>
  validUntil: string
  status: Generated<'OFFERED' | 'ACCEPTED' | 'REJECTED' | 'EXPIRED'>
  version: Generated<number>
  createdAt: Generated<string>
}

export type ProofFileTable = {
  id: string
  kind: 'bank' | 'collect' | 'e_one' | 'subledgers'
  ownerId: string
  objectKey: string
  fileName: string
  sha256: string
  createdAt: Generated<string>
  createdBy: string | null
  removedAt: string | null
}

export type ProviderEventTable = {
  id: string
  eventId: string
  name: string
  body: string
  status: 'PROCESSING' | 'DONE' | 'IGNORED' | 'REFUSED'
  reason: string | null
  collectionId: string | null
  receivedAt: Generated<string>
}

export type PurchaseOrderTable = {
  id: string
  supplierId: string
  buyerId: string
  funderId: string | null
  poNo: string
  orderDate: string
  latestShipDate: string
  currency: string
  amount: string
  paymentTermDays: Generated<number>
  docStatus: Generated<'DRAFT' | 'SUBMITTED' | 'CONFIRMED' | 'CLOSED' | 'CANCELLED'>
  financeStatus: 'FINANCED' | 'SETTLED' | 'OVERDUE' | null
  invoicedAmount: Generated<string>
  financedAmount: Generated<string>
  remark: string | null
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string | null
  updatedAt: Generated<string>
  updatedBy: string | null
  returnComment: string | null
  submittedAt: string | null
  confirmedAt: string | null
  buyerVisible: Generated<boolean>
  draftItems: Json | null
  readOf: string | null
  readNo: string | null
  normNo: ColumnType<string, never, never>
  closedCovered: Generated<boolean>
}

export type PurchaseOrderItemTable = {
  id: string
  purchaseOrderId: string
  line: number
  sku: string | null
  description: string
  qty: string
  unit: Generated<string>
  unitPrice: string
  shippedQty: Generated<string>
}

export type RatePeriodTable = {
  id: string
  orderId: string
  fromDate: string
  toDate: string | null
  baseRateType: string | null
  fixingDate: string | null
  fixing: string | null
  margin: string
  rate: string
}

export type ReceivableAdvanceTable = {
  supplierId: string
  currency: string
  rate: string
  day: string
  buyerId: string
  advance: string
}

export type ReceivableAdvanceChangeTable = {
  id: Generated<string>
  supplierId: string
  currency: string
  rate: string
  day: string
  buyerId: string
  advance: string
}

export type ReceivableAdvanceRateTable = {
  supplierId: string
  currency: string
  rate: string
  scale: number
  since: string | null
  ready: Generated<boolean>
}

export type ReceivableChangeTable = {
  id: Generated<string>
  supplierId: string
  buyerId: string
  currency: string
  buyerVisible: boolean
  day: string
  invoiced: Generated<string>
  owedIssued: Generated<string>
  owedDue: Generated<string>
  openDue: Generated<number>
  reduced: Generated<string>
  paid: Generated<string>
  paidOnTime: Generated<string>
  paidDays: Generated<string>
  paidLateDays: Generated<string>
}

export type ReceivableDayTable = {
  supplierId: string
  buyerId: string
  currency: string
  buyerVisible: boolean
  day: string
  invoiced: string
  owedIssued: string
  owedDue: string
  openDue: number
  reduced: string
  paid: string
  paidOnTime: string
  paidDays: string
  paidLateDays: string
}

export type ReceivableHolderTable = {
  id: Generated<string>
  invoiceId: string
  funderId: string
  holds: boolean
  fromDay: string
}

export type ReceivableMonthTable = {
  supplierId: string
  buyerId: string
  currency: string
  buyerVisible: boolean
  day: string
  invoiced: string
  owedIssued: string
  owedDue: string
  openDue: number
  reduced: string
  paid: string
  paidOnTime: string
  paidDays: string
  paidLateDays: string
}

export type RecourseClaimTable = {
  id: string
  orderId: string
  itemId: string | null
  supplierId: string
  funderId: string
  currency: string
  amount: string
  paidAmount: Generated<string>
  dueDate: string
  reason: string
  status: Generated<'OPEN' | 'PAID' | 'WAIVED' | 'CANCELLED'>
  createdAt: Generated<string>
  waivedAmount: Generated<string>
}

export type RecoveryCodeTable = {
  id: string
  userId: string
  codeHash: Buffer
  createdAt: Generated<string>
  endedAt: string | null
}

export type RelationshipTable = {
  id: string
  supplierId: string
  buyerId: string
  termDays: Generated<number>
  disclosed: Generated<boolean>
  confirmMode: Generated<'MANUAL' | 'UPLOAD' | 'NONE'>
  status: Generated<'ENABLE' | 'DISABLE'>
  firstTradeDate: string | null
  version: Generated<number>
}

export type RepaymentTable = {
  id: string
  no: string
  collectionId: string | null
  orderId: string | null
  supplierId: string | null
  buyerId: string | null
  funderId: string
  payerRole: 'BUYER' | 'SUPPLIER' | 'ARP' | 'WAIVER' | 'RESERVE'
  amount: string
  currency: string
  valueDate: string
  fundSource: Generated<'INTEREST' | 'COLLECTION'>
  status: Generated<'DRAFT' | 'IN_APPROVE' | 'PASSED' | 'POSTED' | 'REVERSED' | 'REJECTED' | 'REFUSED'>
  surplus: Generated<string>
  reversalOfId: string | null
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: string | null
  postedAt: string | null
  invoiceIds: Generated<string[]>
  matchReason: string | null
  postedBy: string | null
  reversalReason: string | null
  reversedAt: string | null
  payerBuyerId: string | null
  topUpOf: string | null
  forSupplier: Generated<string>
  withinDebt: Generated<boolean>
  feeBillIds: Generated<string[]>
  cutsInterest: Generated<boolean>
}

export type ReserveReleaseTable = {
  paymentId: string
  itemId: string
  amount: string
}

export type ResetRequestTable = {
  id: string
  loginName: string
  createdAt: Generated<string>
}

export type RiskFlagTable = {
  id: string
  objectType: string
  objectId: string
  rule: string
  severity: 'BLOCK' | 'TASK' | 'WARNING'
  detail: Generated<Json>
  status: Generated<'OPEN' | 'CLEARED' | 'CONFIRMED'>
  clearedBy: string | null
  clearedAt: string | null
  comment: string | null
  createdAt: Generated<string>
}

export type RolePermissionTable = {
  permission: string
  roles: string
  alwaysGranted: Generated<boolean>
  version: Generated<number>
  updatedAt: Generated<string>
  updatedBy: string | null
}

export type SanctionEntryTable = {
  id: string
  list: string
  reference: string
  name: string
  importedAt: Generated<string>
}

export type SessionTable = {
  id: string
  tokenHash: Buffer
  userId: string
  companyId: string | null
  companyRole: string | null
  createdAt: Generated<string>
  lastSeenAt: Generated<string>
  endedAt: string | null
  ip: string | null
  userAgent: string | null
  guided: Generated<boolean>
}

export type SettingTable = {
  key: string
  value: Json
  updatedAt: Generated<string>
}

export type SignInAttemptTable = {
  account: string
  place: string
  state: Json
  updatedAt: Generated<string>
}

export type SigningRightTable = {
  userId: string
  companyId: string
  givenAt: Generated<string>
}

export type StartedLateTable = {
  orderId: string
  businessDate: string
}

export type StoredFileTable = {
  id: string
  objectKey: string
  fileName: string
  contentType: string
  size: string
  sha256: string
  fileSource: Generated<string>
  companyId: string
  uploadedBy: string | null
  purpose: string | null
  createdAt: Generated<string>
}

export type TariffTable = {
  id: string
  region: string
  product: string
  rate: string
  effectiveDate: string
  note: string | null
  productCn: string | null
  noteCn: string | null
}

export type ToleranceTable = {
  currency: string
  total: string
  principal: string
  version: Generated<number>
  updatedAt: Generated<string>
}

export type UserAnalysisEventTable = {
  id: Generated<string>
  sessionId: string | null
  userId: string | null
  companyId: string | null
  actionType: string
  actionDetails: Generated<Json>
  pageUrl: string
  anonymous: string
  createdAt: Generated<string>
}

export type UserAnalysisSessionTable = {
  id: string
  userId: string | null
  companyId: string | null
  email: string | null
  anonymous: string
  deviceInfo: Generated<Json>
  ipAddress: string
  countryCode: string | null
  projectName: string
  createdAt: Generated<string>
}

export type UserChangeTable = {
  id: string
  no: string
  userId: string
  companyId: string
  before: Json
  after: Json
  status: Generated<'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED' | 'WITHDRAWN'>
  createdBy: string
  createdAt: Generated<string>
  endedAt: string | null
}

export type UserCompanyRoleTable = {
  id: string
  userId: string
  companyId: string
  role: string
  userRoles: Generated<string[]>
  status: Generated<'ENABLE' | 'DISABLE'>
  isDefault: Generated<boolean>
  createdAt: Generated<string>
  givenBy: Generated<string[]>
}

export type UserNameTable = {
  id: Generated<string>
  userId: string
  cname: string
  since: Generated<string>
}

export type UserPreferenceTable = {
  userId: string
  key: string
  value: string
  updatedAt: Generated<string>
}

export type VirtualAccountTable = {
  id: string
  number: string
  bankAccountId: string
  funderId: string
  payerCompanyId: string
  createdAt: Generated<string>
  createdBy: string | null
  funderRole: ColumnType<string, never, never>
}

export type VisitCountTable = {
  day: string
  teller: string
  kept: number
  part: Generated<number>
}

export type WebhookAttemptTable = {
  id: string
  deliveryId: string
  companyId: string
  at: Generated<string>
  httpStatus: number | null
  answer: string | null
  tookMs: number
}

export type WebhookDeliveryTable = {
  id: string
  endpointId: string
  companyId: string
  event: string
  body: string
  status: Generated<'PENDING' | 'DONE' | 'FAILED'>
  attempts: Generated<number>
  nextAt: Generated<string>
  createdAt: Generated<string>
  doneAt: string | null
}

export type WebhookEndpointTable = {
  id: string
  companyId: string
  url: string
  description: Generated<string>
  events: string[]
  secret: string
  earlierSecret: string | null
  earlierUntil: string | null
  status: Generated<'ENABLE' | 'DISABLE' | 'REMOVED'>
  createdAt: Generated<string>
  createdBy: string | null
}

export type WorkflowDefinitionTable = {
  id: string
  businessType: string
  version: Generated<number>
  steps: Json
  status: Generated<'ENABLE' | 'DISABLE'>
  createdAt: Generated<string>
  createdBy: string | null
}

export type WorkflowHistoryTable = {
  id: string
  instanceId: string
  taskId: string | null
  round: number
  nodeName: string
  userId: string | null
  assigneeName: string
  onBehalfOf: string | null
  companyId: string | null
  operation: string
  auditComment: string | null
  updateTime: Generated<string>
  onBehalfOfId: string | null
  toldTo: Generated<string[]>
}

export type WorkflowInstanceTable = {
  id: string
  businessType: string
  businessId: string
  businessNo: string
  title: Generated<Json>
  definitionId: string | null
  steps: Json
  round: Generated<number>
  currentSeq: number
  currentNode: string | null
  status: Generated<'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED' | 'WITHDRAWN'>
  contentHash: string
  makerId: string | null
  makerCompanyId: string | null
  supplierId: string | null
  buyerId: string | null
  funderId: string | null
  amount: string | null
  currency: string | null
  link: string | null
  createdAt: Generated<string>
  endedAt: string | null
  makerIds: Generated<string[]>
  amountUsd: string | null
  facts: Generated<Json>
  makerRole: string | null
  concernedIds: Generated<string[]>
}

export type WorkflowTaskTable = {
  id: string
  instanceId: string
  seq: number
  nodeName: string
  candidateRole: string
  companyId: string
  status: Generated<'OPEN' | 'PASSED' | 'REJECTED' | 'REFUSED' | 'CANCELLED'>
  dueAt: string | null
  decidedBy: string | null
  decidedAt: string | null
  createdAt: Generated<string>
  escalatedAt: string | null
}

export type WriteOffTable = {
  id: string
  orderId: string
  reason: string
  status: Generated<'IN_APPROVE' | 'PASSED' | 'REJECTED' | 'REFUSED' | 'TAKEN_BACK' | 'WITHDRAWN'>
  principal: string
  loss: string | null
  parts: Generated<Json>
  writtenOffOn: string | null
  createdAt: Generated<string>
  createdBy: string | null
  no: Generated<string>
  owedBack: Generated<string>
  owedBackJudged: Generated<boolean>
}

export type Tables = {
  allocation: AllocationTable
  apiKey: ApiKeyTable
  appUser: AppUserTable
  approvalNumber: ApprovalNumberTable
  assistantConversation: AssistantConversationTable
  assistantMessage: AssistantMessageTable
  attachment: AttachmentTable
  auditHead: AuditHeadTable
  auditLink: AuditLinkTable
  auditLog: AuditLogTable
  bank: BankTable
  bankAccount: BankAccountTable
  bankAccountCallBack: BankAccountCallBackTable
  bankVerification: BankVerificationTable
  bankVerificationAmount: BankVerificationAmountTable
  baseRateFixing: BaseRateFixingTable
  bookChange: BookChangeTable
  bookDay: BookDayTable
  businessDay: BusinessDayTable
  buyerWatch: BuyerWatchTable
  collection: CollectionTable
  company: CompanyTable
  companyOnboarding: CompanyOnboardingTable
  companyPartner: CompanyPartnerTable
  companyRole: CompanyRoleTable
  configChange: ConfigChangeTable
  contract: ContractTable
  contractSignatory: ContractSignatoryTable
  contractTemplate: ContractTemplateTable
  creditLimit: CreditLimitTable
  dailyPosition: DailyPositionTable
  delegation: DelegationTable
  dictionaryEntry: DictionaryEntryTable
  directPayment: DirectPaymentTable
  discountRelease: DiscountReleaseTable
  documentReading: DocumentReadingTable
  dynamicForm: DynamicFormTable
  endOfDayStep: EndOfDayStepTable
  exhibitionLink: ExhibitionLinkTable
  feeAdjustment: FeeAdjustmentTable
  feeBill: FeeBillTable
  feeRule: FeeRuleTable
  financeOrder: FinanceOrderTable
  financeOrderItem: FinanceOrderItemTable
  financeOrderPart: FinanceOrderPartTable
  financeOrderParty: FinanceOrderPartyTable
  financeOrderPrice: FinanceOrderPriceTable
  financingIntent: FinancingIntentTable
  financingProduct: FinancingProductTable
  firstSetUp: FirstSetUpTable
  fxRate: FxRateTable
  helpText: HelpTextTable
  holiday: HolidayTable
  idempotency: IdempotencyTable
  importJob: ImportJobTable
  interestAccrual: InterestAccrualTable
  invoice: InvoiceTable
  invoiceAdjustment: InvoiceAdjustmentTable
  invoicePayment: InvoicePaymentTable
  journal: JournalTable
  knownAddress: KnownAddressTable
  languageRecord: LanguageRecordTable
  ledgerBalance: LedgerBalanceTable
  listView: ListViewTable
  listViewDefault: ListViewDefaultTable
  loginNonce: LoginNonceTable
  mail: MailTable
  missingText: MissingTextTable
  newsItem: NewsItemTable
  newsSignal: NewsSignalTable
  notification: NotificationTable
  notificationReading: NotificationReadingTable
  numberSeries: NumberSeriesTable
  onboardingInvitation: OnboardingInvitationTable
  oneTimeLink: OneTimeLinkTable
  orderFee: OrderFeeTable
  outbox: OutboxTable
  paperSet: PaperSetTable
  partnerCommission: PartnerCommissionTable
  payment: PaymentTable
  paymentCutOff: PaymentCutOffTable
  paymentFile: PaymentFileTable
  paymentFileItem: PaymentFileItemTable
  paymentReport: PaymentReportTable
  paymentReturnLine: PaymentReturnLineTable
  personIdentity: PersonIdentityTable
  pool: PoolTable
  poolAsset: PoolAssetTable
  poolPosition: PoolPositionTable
  portalRequestCustomer: PortalRequestCustomerTable
  posting: PostingTable
  pricingOffer: PricingOfferTable
  proofFile: ProofFileTable
  providerEvent: ProviderEventTable
  purchaseOrder: PurchaseOrderTable
  purchaseOrderItem: PurchaseOrderItemTable
  ratePeriod: RatePeriodTable
  receivableAdvance: ReceivableAdvanceTable
  receivableAdvanceChange: ReceivableAdvanceChangeTable
  receivableAdvanceRate: ReceivableAdvanceRateTable
  receivableChange: ReceivableChangeTable
  receivableDay: ReceivableDayTable
  receivableHolder: ReceivableHolderTable
  receivableMonth: ReceivableMonthTable
  recourseClaim: RecourseClaimTable
  recoveryCode: RecoveryCodeTable
  relationship: RelationshipTable
  repayment: RepaymentTable
  reserveRelease: ReserveReleaseTable
  resetRequest: ResetRequestTable
  riskFlag: RiskFlagTable
  rolePermission: RolePermissionTable
  sanctionEntry: SanctionEntryTable
  session: SessionTable
  setting: SettingTable
  signInAttempt: SignInAttemptTable
  signingRight: SigningRightTable
  startedLate: StartedLateTable
  storedFile: StoredFileTable
  tariff: TariffTable
  tolerance: ToleranceTable
  userAnalysisEvent: UserAnalysisEventTable
  userAnalysisSession: UserAnalysisSessionTable
  userChange: UserChangeTable
  userCompanyRole: UserCompanyRoleTable
  userName: UserNameTable
  userPreference: UserPreferenceTable
  virtualAccount: VirtualAccountTable
  visitCount: VisitCountTable
  webhookAttempt: WebhookAttemptTable
  webhookDelivery: WebhookDeliveryTable
  webhookEndpoint: WebhookEndpointTable
  workflowDefinition: WorkflowDefinitionTable
  workflowHistory: WorkflowHistoryTable
  workflowInstance: WorkflowInstanceTable
  workflowTask: WorkflowTaskTable
  writeOff: WriteOffTable
}
