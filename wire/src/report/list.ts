import { books } from '@usance/domain/ledger/accounts'
import { funding } from '../audience.ts'
import { choice, date, list, money, number, percent, type Row, readAtOnce, text } from '../list.ts'

const base = '/{p}-financial-transaction/report/client'

/** Every account of the caller's books, by order and counterparty; the sum over an account is the general ledger. */
export const subledgerList = list({
  id: 'proof.subledgers',
  path: `${base}/subledgers`,
  permission: 'proof.subledgers',
  fits: readAtOnce,
  columns: {
    accountCode: text({ search: true, sort: true, width: 100 }),
    accountName: text({ search: true, width: 150 }),
    accountNameCn: text({ hidden: true, width: 160 }),
    ownerName: text({ search: true, width: 160 }),
    book: choice(books, { search: true, multiple: true, width: 90 }),
    orderNo: text({ search: true, isNumber: true, sort: true, width: 140 }),
    debit: money({ total: true, width: 140 }),
    credit: money({ total: true, width: 140 }),
    balance: money({ sort: true, negative: true, width: 140 }),
    counterpartyName: text({ search: true, width: 190 }),
    currency: text({ search: true, width: 100, hidden: true }),
    journals: number({ sort: true, width: 110 }),
    lastOn: date({ search: true, sort: true, width: 140 }),
    ownerId: text({ internal: true }),
    account: text({ internal: true }),
    orderId: text({ internal: true }),
    counterpartyId: text({ internal: true }),
  },
  order: { by: 'accountCode', descending: false },
})
export type SubledgerRow = Row<typeof subledgerList>

/** The books that show the supplier's cost of a financing: its own, and the operator's, who reads all. */
const supplying = ['SUPPLIER', 'PLATFORM'] as const

/** The financial interest statement: each order, cut at month ends and where its rate changed. */
export const amortizationList = list({
  id: 'report.amortization',
  path: `${base}/amortization`,
  permission: 'report.amortization',
  columns: {
    // A telephone shows the first eight, so what the statement is about stands there.
    orderNo: text({ search: true, isNumber: true, sort: true, width: 150 }),
    fromDate: date({ search: true, sort: true, width: 112 }),
    toDate: date({ search: true, width: 112 }),
    /** Nights with principal. The day count of the order may count others: thirty for any month. */
    calendarDays: number({ width: 118 }),
    rate: percent({ width: 96 }),
    accrued: money({ total: true, width: 164 }),
    amortised: money({ total: true, width: 132 }),
    opening: money({ width: 152 }),
    funded: money({ total: true, width: 132 }),
    repaid: money({ total: true, width: 132 }),
    closing: money({ width: 150 }),
    interestReceived: money({ total: true, width: 140 }),
    interestDue: money({ width: 132 }),
    unearnedClosing: money({ width: 150 }),
    penalty: money({ total: true, width: 120 }),
    /** The charges to supplier and buyer, on the day of the charge. */
    fees: money({ total: true, width: 132, audience: funding }),
    /** Interest and overdue interest in the supplier's own book. */
    interestCost: money({ total: true, width: 132, audience: supplying }),
    /** The fees in each party's own book: those it bears itself. */
    supplierFees: money({ total: true, width: 132, audience: supplying }),
    /** Reserve that was released too much, in the period of its booking, less what the supplier has paid of it: no fee. */
    reserveOwedBack: money({ total: true, width: 150, audience: supplying }),
    breakCosts: money({ total: true, width: 132, audience: ['SUPPLIER', ...funding] }),
    buyerFees: money({ total: true, width: 132, audience: ['BUYER', 'PLATFORM'] }),
    funderFees: money({ total: true, width: 132, audience: funding }),
    platformFees: money({ total: true, hidden: true, width: 132, audience: ['PLATFORM'] }),
    waived: money({ total: true, hidden: true }),
    interestWaived: money({ total: true, hidden: true }),
    writtenOff: money({ total: true, hidden: true }),
    interestWrittenOff: money({ total: true, hidden: true }),
    interestExact: text({ hidden: true, width: 150 }),
    baseRate: percent({ hidden: true, width: 110 }),
    margin: percent({ hidden: true, width: 110 }),
    dayCount: text({ hidden: true, width: 120 }),
    method: choice(['IN_ADVANCE', 'IN_ARREARS'], { search: true, hidden: true, width: 140 }),
    supplierName: text({ search: true, width: 190 }),
    /** The last day after the period on which an entry of the period was booked: since then the row differs from what was read before. */
    bookedLaterOn: date({ search: true, sort: true, width: 130 }),
    funderName: text({ search: true, hidden: true, width: 190 }),
    currency: text({ search: true, width: 100, hidden: true }),
    orderId: text({ internal: true }),
  },
  order: { by: 'fromDate', descending: true },
})

/** Money that moved over a bank, each with its slip. */
export const bankProofList = list({
  id: 'proof.bank',
  path: `${base}/bank`,
  permission: 'proof.bank',
  fits: readAtOnce,
  columns: {
    no: text({ search: true, isNumber: true, sort: true, width: 170 }),
    direction: choice(['OUT', 'IN'], { search: true, width: 110 }),
    purpose: choice(['FUNDING', 'RELEASE', 'REFUND', 'FEE_REMIT', 'RECEIPT'], { search: true, multiple: true, width: 150 }),
    bankRef: text({ search: true, width: 190 }),
    valueDate: date({ search: true, sort: true, width: 130 }),
    amount: money({ total: true, sort: true }),
    currency: text({ search: true, width: 100, hidden: true }),
    payerName: text({ search: true, width: 200 }),
    payeeName: text({ search: true, width: 200 }),
    orderNo: text({ search: true, isNumber: true, width: 170 }),
    orderId: text({ internal: true }),
  },
  order: { by: 'valueDate', descending: true },
  operations: ['DOWNLOAD'],
})
export type BankProofRow = Row<typeof bankProofList>

/** Contract templates, the newest version of each. */
export const templetList = list({
  id: 'proof.templet',
  path: `${base}/templet`,
  permission: 'proof.templet',
  fits: readAtOnce,
  columns: {
    code: text({ search: true, sort: true, width: 110 }),
    name: text({ search: true, sort: true, width: 280 }),
    nameCn: text({ search: true, width: 220 }),
    version: number({ width: 100 }),
    signatories: choice(['SUPPLIER', 'BUYER', 'FUNDER'], { several: true, width: 200 }),
    productTypes: choice(['RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE', 'PO_FINANCE', 'POOL_FACTORING'], {
      several: true,
      width: 300,
    }),
    status: choice(['ENABLE', 'DISABLE'], { search: true, width: 120 }),
    createdOn: date({ sort: true, width: 140 }),
  },
  order: { by: 'code', descending: false },
})

const collectKinds = ['NOA', 'ASSIGNMENT', 'CONFIRMATION', 'REGISTRY'] as const
/** What proves the right to collect: notice, assignment, confirmation and registry pack of each order. */
export const collectList = list({
  id: 'proof.collect',
  path: `${base}/collect`,
  permission: 'proof.collect',
  fits: readAtOnce,
  columns: {
    no: text({ search: true, isNumber: true, sort: true, width: 190 }),
    kind: choice(collectKinds, { search: true, multiple: true, width: 170 }),
    orderNo: text({ search: true, isNumber: true, sort: true, width: 170 }),
    supplierName: text({ search: true, width: 200 }),
    buyerName: text({ search: true, width: 200 }),
    amount: money({ sort: true }),
    currency: text({ search: true, width: 100, hidden: true }),
    complete: choice(['COMPLETE', 'OPEN'], { search: true, width: 130 }),
    provenOn: date({ search: true, sort: true, width: 140 }),
    orderId: text({ internal: true }),
    contractId: text({ internal: true }),
  },
  order: { by: 'orderNo', descending: true },
})
export type CollectRow = Row<typeof collectList>

/** The whole file of each order, to be taken home as one ZIP. */
export const orderFileList = list({
  id: 'proof.e_one',
  path: `${base}/eOne`,
  permission: 'proof.e_one',
  fits: readAtOnce,
  columns: {
    orderNo: text({ search: true, isNumber: true, sort: true, width: 170 }),
    status: choice(
      ['PASSED', 'RIGHT_CONFIRMED', 'FUNDING', 'FUNDED', 'PARTIALLY_REPAID', 'OVERDUE', 'SETTLED', 'CONVERTED', 'WRITTEN_OFF'],
      { search: true, multiple: true, width: 150 },
    ),
    supplierName: text({ search: true, width: 200 }),
    buyerName: text({ search: true, width: 200 }),
    funderName: text({ search: true, width: 200 }),
    financeAmount: money({ total: true, sort: true }),
    currency: text({ search: true, width: 100, hidden: true }),
    fundingDate: date({ search: true, sort: true, width: 140 }),
    contracts: number({ width: 110 }),
    attachments: number({ width: 120 }),
  },
  order: { by: 'fundingDate', descending: true },
  operations: ['DOWNLOAD'],
})
