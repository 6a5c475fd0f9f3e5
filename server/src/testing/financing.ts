import { randomBytes } from 'node:crypto'
import { dayCounts } from '@usance/domain/day-count'
import { type Fee, type FeeRule, feeOf } from '@usance/domain/fees'
import { discountOf } from '@usance/domain/interest'
import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { parseDecimal, type Rational } from '@usance/domain/rational'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import type { Selectable } from 'kysely'
import { authenticate } from '../auth/authenticate.ts'
import { checkBooks } from '../books/ledger/check-books.ts'
import { applyDilution } from '../books/servicing/apply-dilution.ts'
import { businessDate } from '../calendar/business-date.ts'
import { inTransaction, type Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import type { FinancingProductTable } from '../database/tables.ts'
import { draftFunding } from '../finance/finance-order/draft-funding.ts'
import { checkPrices } from '../finance/finance-order/keep-price.ts'
import type { UseCaseContext } from '../http/context.ts'
import { Refused } from '../http/refused.ts'
import { type Portal, Refusal } from './portal.ts'
import { openingDay, type Seat } from './world.ts'

let made = 0

/** Runs work as somebody, outside HTTP, in a transaction that sees what they see. */
export async function actAs<T>(portal: Portal, seat: Seat, work: (context: UseCaseContext) => Promise<T>): Promise<T> {
  const actor = await authenticate(portal.app, seat.token, { role: seat.companyRole })
  const today = await businessDate(portal.app)
  const scope = { kind: actor.staff ? ('staff' as const) : ('company' as const), companyId: seat.companyId, userId: seat.userId }
  return inTransaction(portal.app.db, scope, 'write', (tx) =>
    work({ app: portal.app, tx, today, now: new Date(), requestId: 'test', language: 'en-US', ip: '', actor }),
  )
}

export type WantedOrder = {
  product?: keyof Portal['world']['products']
  /** A product that the test has added itself, in place of one of the world. */
  productId?: string
  faces?: string[]
  tenors?: number[]
  currency?: string
  fundingDate?: string
  rate?: string
}

/** An order of Alder against Cedar as it stands after right confirmation, with invoices of its own, priced at 6.80 %. */
export async function aConfirmedOrder(
  portal: Portal,
  wanted: WantedOrder = {},
): Promise<{ orderId: string; invoiceIds: string[] }> {
  const { currency = 'USD', fundingDate = openingDay, rate = '6.80' } = wanted
  const productId = wanted.productId ?? portal.world.products[wanted.product ?? 'purchaseInAdvance']
  return portal.look(async (tx) => {
    const product = await tx.selectFrom('financingProduct').selectAll().where('id', '=', productId).executeTakeFirstOrThrow()
    const rules = await tx.selectFrom('feeRule').selectAll().where('productId', '=', productId).execute()
    const documents = await addDocuments(tx, portal, product, { ...wanted, currency, fundingDate, rate })
    const fees: Fee[] = rules.map((rule) =>
      feeOf(
        { ...rule, value: parseDecimal(rule.value), taxPct: parseDecimal(rule.taxPct) } as unknown as FeeRule,
        documents.map((one) => ({ ...one, dueDate: one.maturity, number: one.no })),
        currency,
      ),
    )
    const orderId = await storeOrder(tx, portal, product, { documents, fees, currency, fundingDate, rate })
    await storeItems(tx, portal, product, { orderId, documents })
    await storeFees(tx, orderId, fees)
    return { orderId, invoiceIds: product.type === 'PO_FINANCE' ? [] : documents.map((one) => one.documentId) }
  })
}

type Product = Selectable<FinancingProductTable>
type Priced = Required<Pick<WantedOrder, 'currency' | 'fundingDate' | 'rate'>>
type Financed = {
  documentId: string
  face: M.Money
  advance: M.Money
  interest: M.Money
  maturity: string
  fraction: Rational
  no: string
}

/** The documents that an order finances, each with its advance and interest. */
async function addDocuments(tx: Tx, portal: Portal, product: Product, wanted: WantedOrder & Priced): Promise<Financed[]> {
  const { faces = ['100000'], tenors = [60], currency, fundingDate, rate } = wanted
  const documents: Financed[] = []
  for (const [index, text] of faces.entries()) {
    const face = M.fromDecimal(text, currency)
    const maturity = addDays(fundingDate, tenors[index] ?? tenors[0]!)
    const advance = M.times(face, parseDecimal((Number(product.advanceRate) / 100).toFixed(4)), 'DOWN')
    const { fraction } = dayCounts[product.dayCount as 'ACT_360'].measure(fundingDate, maturity)
    const interest = M.fromRational(discountOf(advance, parseDecimal(rate), fraction, 'STRAIGHT'), currency)
    const documentId =
      product.type === 'PO_FINANCE'
        ? await addPurchaseOrder(tx, portal, face, fundingDate, maturity)
        : await addInvoice(tx, portal, face, fundingDate, maturity, product.disclosed)
    documents.push({ documentId, face, advance, interest, maturity, fraction, no: `DOC-${++made}` })
  }
  return documents
}

/** Stores an order whose right is confirmed, and its parties. */
async function storeOrder(
  tx: Tx,
  { world }: Portal,
  product: Product,
  { documents, fees, currency, fundingDate, rate }: Priced & { documents: readonly Financed[]; fees: readonly Fee[] },
): Promise<string> {
  const sum = (amounts: M.Money[]) => M.sum(amounts, currency)
  const feeTotal = sum(fees.filter(({ rule }) => rule.timing === 'FUNDING' && rule.payer !== 'BUYER').map((fee) => fee.total))
  const advance = sum(documents.map((one) => one.advance))
  const interest = sum(documents.map((one) => one.interest))
  const atFunding = product.interestMethod === 'IN_ADVANCE' ? interest : M.zero(currency)
  const orderId = newId()
  const { alder, cedar } = world.companies
  await tx
    .insertInto('financeOrder')
    .values({
      id: orderId,
      orderNo: `FO-T-${++made}`,
      type: product.type,
      productId: product.id,
      supplierId: alder,
      buyerId: cedar,
      funderId: product.funderId,
      currency,
      financeAmount: M.toDecimal(advance),
      faceAmount: M.toDecimal(sum(documents.map((one) => one.face))),
      netAmount: M.toDecimal(M.subtract(M.subtract(advance, atFunding), feeTotal)),
      interestAmount: M.toDecimal(interest),
      feeAmount: M.toDecimal(feeTotal),
      status: 'RIGHT_CONFIRMED',
      requestedFundingDate: fundingDate,
      maturity: documents
        .map((one) => one.maturity)
        .sort()
        .at(-1)!,
      rate,
      pricing: '{}',
      pricingHash: 'x',
      payeeBankAccountId: world.accounts.alder,
      disclosed: product.disclosed,
      recourse: product.recourse,
      rightConfirmParty: product.rightConfirmParty,
      submittedAt: new Date().toISOString(),
      validUntil: addDays(fundingDate, 14),
    })
    .execute()
  const parties = [
    { side: 'SUPPLIER' as const, companyId: alder },
    { side: 'FUNDER' as const, companyId: product.funderId },
    ...(product.disclosed ? [{ side: 'BUYER' as const, companyId: cedar }] : []),
  ]
  await tx
    .insertInto('financeOrderParty')
    .values(parties.map((party) => ({ ...party, orderId, since: '-infinity', toldAt: new Date().toISOString() })))
    .execute()
  return orderId
}

async function storeItems(
  tx: Tx,
  { world }: Portal,
  product: Product,
  { orderId, documents }: { orderId: string; documents: readonly Financed[] },
) {
  const isPo = product.type === 'PO_FINANCE'
  for (const [index, one] of documents.entries())
    await tx
      .insertInto('financeOrderItem')
      .values({
        id: newId(),
        orderId,
        docType: isPo ? 'PO' : 'INVOICE',
        invoiceId: isPo ? null : one.documentId,
        purchaseOrderId: isPo ? one.documentId : null,
        docNo: one.no,
        supplierId: world.companies.alder,
        buyerId: world.companies.cedar,
        funderId: product.funderId,
        face: M.toDecimal(one.face),
        eligible: M.toDecimal(one.face),
        advanceRate: product.advanceRate,
        applyAmount: M.toDecimal(one.advance),
        reserve: isPo ? '0' : M.toDecimal(M.subtract(one.face, one.advance)),
        interest: M.toDecimal(one.interest),
        maturity: one.maturity,
        dueDate: one.maturity,
        buyerVisible: product.disclosed,
        active: true,
        seq: index + 1,
      })
      .execute()
}

async function storeFees(tx: Tx, orderId: string, fees: readonly Fee[]) {
  for (const fee of fees)
    await tx
      .insertInto('orderFee')
      .values({
        id: newId(),
        orderId,
        code: fee.rule.code,
        basis: fee.rule.basis,
        value: '0',
        base: '0',
        amount: M.toDecimal(fee.amount),
        tax: M.toDecimal(fee.tax),
        payer: fee.rule.payer,
        beneficiary: fee.rule.beneficiary,
        timing: fee.rule.timing,
      })
      .execute()
}

async function addInvoice(tx: Tx, portal: Portal, face: M.Money, issueDate: string, dueDate: string, disclosed: boolean) {
  const id = newId()
  const no = `INV-T-${++made}`
  await tx
    .insertInto('invoice')
    .values({
      id,
      supplierId: portal.world.companies.alder,
      buyerId: portal.world.companies.cedar,
      invoiceNo: no,
      normNo: no,
      issueDate,
      dueDate,
      currency: face.currency,
      amount: M.toDecimal(face),
      confirmedAmount: M.toDecimal(face),
      docStatus: 'CONFIRMED',
      financeStatus: 'LOCKED',
      buyerVisible: disclosed,
      fp1: randomBytes(8),
      fp2: randomBytes(8),
      fp3: randomBytes(8),
    })
    .execute()
  return id
}

async function addPurchaseOrder(tx: Tx, portal: Portal, amount: M.Money, orderDate: string, latestShipDate: string) {
  const id = newId()
  await tx
    .insertInto('purchaseOrder')
    .values({
      id,
      supplierId: portal.world.companies.alder,
      buyerId: portal.world.companies.cedar,
      poNo: `PO-T-${++made}`,
      orderDate,
      latestShipDate,
      currency: amount.currency,
      amount: M.toDecimal(amount),
      docStatus: 'CONFIRMED',
    })
    .execute()
  return id
}

/** The payment of a confirmed order, drafted. */
export const aDraftedPayment = (portal: Portal, orderId: string) =>
  actAs(portal, portal.seats.cedarChecker, (context) => draftFunding(context, orderId))

/** Everybody who is asked passes an object's approval. */
export async function passAll(portal: Portal, businessNo: string, businessType: string): Promise<void> {
  const { settlement2, elmChecker, elmChecker2, risk, alderChecker, cedarChecker } = portal.seats
  const seatOf: Record<string, Seat> = { FUNDER: elmChecker, RISK: risk, SUPPLIER: alderChecker, BUYER: cedarChecker }
  for (let step = 0; step < 6; step++) {
    const open = await portal.look((tx) =>
      tx
        .selectFrom('workflowTask as t')
        .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
        .select(['t.id', 't.nodeName', 't.candidateRole', 't.seq'])
        .where('i.businessNo', '=', businessNo)
        .where('i.businessType', '=', businessType)
        .where('t.status', '=', 'OPEN')
        .executeTakeFirst(),
    )
    if (!open) return
    const isSecondOfFunder = open.candidateRole === 'FUNDER' && open.nodeName.includes('SECOND')
    const seat = isSecondOfFunder ? elmChecker2 : (seatOf[open.candidateRole] ?? settlement2)
    await portal.ask(seat, workflowCalls.approve, {
      body: { businessNo, nodeName: open.nodeName, taskId: open.id, reviewType: 'PASSED', approvalComments: 'Checked' },
    })
  }
  throw new Error(`${businessNo} is never passed.`)
}

/** A payment that its approvers have sent to the bank. */
export async function anInstructedPayment(portal: Portal, wanted: WantedOrder = {}) {
  const order = await aConfirmedOrder(portal, wanted)
  return { ...order, payment: await instructFunding(portal, order.orderId) }
}

/** Drafts the payment of a confirmed order, which its approvers send to the bank. */
export async function instructFunding(portal: Portal, orderId: string) {
  const payment = await aDraftedPayment(portal, orderId)
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id: payment.id } })
  await passAll(portal, payment.no, 'PAYMENT')
  return payment
}

type Flow = 'PAYMENT' | 'RELEASE' | 'REFUND'

/** Pays a drafted payment on a day: it is instructed, passed and recorded as paid. */
export async function payDrafted(portal: Portal, { id, no }: { id: string; no: string }, flow: Flow, valueDate = openingDay) {
  await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
  await passAll(portal, no, flow)
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, { body: { id, valueDate, bankRef: newId() } })
}

/** Decides an approval at its open step. */
export async function answerTask(
  portal: Portal,
  seat: Seat,
  {
    businessId,
    reviewType,
    comment = 'Looked into',
  }: { businessId: string; reviewType: 'PASSED' | 'REJECTED' | 'REFUSED'; comment?: string },
) {
  const task = await portal.look((tx) =>
    tx
      .selectFrom('workflowTask as t')
      .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
      .select(['t.id', 't.nodeName', 'i.businessNo'])
      .where('i.businessId', '=', businessId)
      .where('t.status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  )
  const { id: taskId, nodeName, businessNo } = task
  return portal.ask(seat, workflowCalls.approve, {
    body: { businessNo, nodeName, taskId, reviewType, approvalComments: comment },
  })
}

/** An order whose money has reached the supplier on its funding date. */
export async function aFundedOrder(portal: Portal, wanted: WantedOrder = {}) {
  const order = await aConfirmedOrder(portal, wanted)
  return { ...order, payment: await payFunding(portal, order.orderId, wanted.fundingDate) }
}

/** Pays a confirmed order on a day: its payment is drafted, passed and recorded as paid. */
export async function payFunding(portal: Portal, orderId: string, valueDate = openingDay) {
  const payment = await instructFunding(portal, orderId)
  await portal.ask(portal.seats.settlement3, paymentCalls.markPaid, {
    body: { id: payment.id, valueDate, bankRef: `BR-${++made}-${newId()}` },
  })
  return payment
}

/** Every broken law of the books, as text; a test expects none. */
export const brokenLaws = (portal: Portal): Promise<string[]> =>
  portal.look(async (tx) =>
    [...(await checkBooks(tx)), ...(await checkPrices(tx, portal.app)).broken].map(
      (one) => `${one.invariant} ${one.subject}: ${one.detail}`,
    ),
  )

/** The balance of an account of an order, named by its book and number such as F1100; nothing where it has none. */
export async function balanceIn(portal: Portal, orderId: string, account: string): Promise<string> {
  const { balances } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  return balances.find((one) => one.book + one.account === account)?.balance ?? '0.00'
}

/** What was waived on an order, the oldest first, each with its status. */
export const waiversOn = (portal: Portal, orderId: string): Promise<string[]> =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('repayment')
      .select(['amount', 'status'])
      .where('orderId', '=', orderId)
      .where('payerRole', '=', 'WAIVER')
      .orderBy('createdAt')
      .execute()
    return rows.map(({ amount, status }) => `${Number(amount)} ${status}`)
  })

/** Money on Elm's collection account. */
export const aReceipt = (
  portal: Portal,
  amount: string,
  facts: { valueDate?: string; rawText?: string; currency?: string; payerName?: string; payerAccount?: string } = {},
) =>
  portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
    body: {
      bankAccountId: portal.world.accounts.elm,
      bankRef: `IN-${++made}`,
      valueDate: facts.valueDate ?? openingDay,
      amount,
      currency: facts.currency ?? 'USD',
      payerName: facts.payerName ?? 'Cedar Retail Inc',
      payerAccount: facts.payerAccount,
      rawText: facts.rawText ?? '',
    },
  })

/** Confirms that a receipt is other money than the earlier receipt that it may duplicate, and than payments that it may bring back. */
export const toldApart = ({
  maybeSameAs,
  maybeReturnOf = [],
}: {
  maybeSameAs: { id: string } | null
  maybeReturnOf?: readonly { no: string }[]
}) => ({
  ...(maybeSameAs ? { notTheSameAs: maybeSameAs.id } : {}),
  ...(maybeReturnOf.length > 0 ? { notReturnOf: maybeReturnOf.map(({ no }) => no) } : {}),
})

/** Acts on money that may belong to a payment that came back, and confirms where the portal asks that it is other money. */
export async function asOtherMoney<T>(act: (told: { notReturnOf?: string[]; notBookedAs?: string[] }) => Promise<T>): Promise<T> {
  try {
    return await act({})
  } catch (error) {
    const asked = error instanceof Refusal ? error.data?.fields?.[0] : undefined
    if (asked?.field === 'notReturnOf') return act({ notReturnOf: asked.params.payments.split(', ') })
    if (asked?.field === 'notBookedAs') return act({ notBookedAs: asked.params.receipts.split(', ') })
    throw error
  }
}

/** A receipt matched to an order and posted. */
export async function aRepayment(
  portal: Portal,
  orderId: string,
  amount: string,
  facts: {
    valueDate?: string
    payerRole?: 'BUYER' | 'SUPPLIER'
    payerName?: string
    currency?: string
    invoiceIds?: string[]
    feeBillIds?: string[]
  } = {},
) {
  const receipt = await aReceipt(portal, amount, facts)
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: {
      collectionId: receipt.id,
      ...toldApart(receipt),
      payerRole: facts.payerRole ?? 'BUYER',
      parts: [{ orderId, amount, invoiceIds: facts.invoiceIds, feeBillIds: facts.feeBillIds }],
    },
  })
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  return { ...repayments[0]!, collectionId: receipt.id }
}

/** Settlement and funder take a repayment back. */
export async function takeBack(portal: Portal, repayment: { id: string; no: string }) {
  await portal.ask(portal.seats.settlement, repaymentCalls.reverse, {
    body: { id: repayment.id, reason: 'Returned by the bank' },
  })
  await passAll(portal, repayment.no, 'REPAYMENT_REVERSAL')
}

/** What a passed credit note does: the invoice is lowered, and the books of the order that holds it are. */
export const credit = (portal: Portal, invoiceId: string, amount: string, id = newId()) =>
  actAs(portal, portal.seats.operations, async (context) => {
    const lowered = await context.tx
      .updateTable('invoice')
      .set((eb) => ({ adjustedAmount: eb('adjustedAmount', '+', amount) }))
      .where('id', '=', invoiceId)
      .where('outstanding', '>=', amount)
      .returning(['supplierId', 'buyerId', 'funderId', 'currency'])
      .executeTakeFirst()
    if (!lowered) throw new Refused('OVER_OUTSTANDING')
    const note = {
      refNo: `CN-${id}`,
      type: 'CREDIT_NOTE' as const,
      amount,
      adjustmentDate: context.today,
      status: 'PASSED' as const,
    }
    await context.tx
      .insertInto('invoiceAdjustment')
      .values({ id, invoiceId, ...lowered, ...note, createdBy: context.actor.userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return applyDilution(context, invoiceId, amount, id)
  })

/** The buyer pays the service fee of purchases in arrears at their settlement, with a tax of 6 %. */
export const billBuyers = (portal: Portal) =>
  portal.look((tx) =>
    tx
      .updateTable('feeRule')
      .set({ payer: 'BUYER', timing: 'SETTLEMENT', taxPct: '6' })
      .where('code', '=', 'SERVICE')
      .where('productId', '=', portal.world.products.purchaseInArrears)
      .execute(),
  )

/** The buyer pays the fee for handling of purchases in arrears, at their funding. */
export const billForHandling = (portal: Portal) =>
  portal.look((tx) =>
    tx
      .updateTable('feeRule')
      .set({ payer: 'BUYER' })
      .where('code', '=', 'HANDLING')
      .where('productId', '=', portal.world.products.purchaseInArrears)
      .execute(),
  )

/** The status of a finance order now. */
export const orderStatus = async (portal: Portal, id: string) =>
  (await portal.look((tx) => tx.selectFrom('financeOrder').select('status').where('id', '=', id).executeTakeFirstOrThrow()))
    .status

/** Lets a purchase in arrears pay out the same amount on every day: its fee by the year becomes one of the advance. */
export const payOutTheSameEveryDay = (portal: Portal): Promise<unknown> =>
  portal.asOwner((db) =>
    db
      .updateTable('feeRule')
      .set({ basis: 'PCT_ADVANCE' })
      .where('productId', '=', portal.world.products.purchaseInArrears)
      .where('basis', '=', 'PCT_PA_ADVANCE')
      .execute(),
  )
