import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { paymentCan } from '@usance/domain/states/payment'
import type { PaymentDetail, paymentCalls } from '@usance/wire/payment/calls'
import { sql } from 'kysely'
import { staffName } from '../../audit/doer.ts'
import { toppedUp } from '../../books/servicing/convert-order.ts'
import { dueOfRemittance } from '../../books/servicing/due-to-platform.ts'
import type { PaymentRow } from '../../books/servicing/payment-row.ts'
import { timingOf } from '../../books/servicing/payment-timing.ts'
import { paymentsSeen, paymentsTold } from '../../books/servicing/payments-seen.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { withBankOf } from '../../finance/pool/with-bank.ts'
import type { Actor, Context, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { accountNumber } from '../../party/bank-account/account-number.ts'
import { isNewAccount } from './is-new-account.ts'
import { barredAmong, heldWhere, mayComeBack, mayFail, mayPay, paymentOperations } from './list.ts'
import { type TransferOut, transfersOut } from './transfers-out.ts'

type Reader = Context & { actor: Actor }

async function accountShown(
  tx: Tx,
  id: string | null,
  actor: Actor,
  { payerId, currency }: { payerId: string; currency: string },
) {
  if (!id) return null
  const account = await tx.selectFrom('bankAccount').selectAll().where('id', '=', id).executeTakeFirst()
  if (!account) return null
  return {
    payeeName: account.accountName,
    payeeBankName: account.bankName,
    payeeBankNameEn: account.bankNameEn,
    payeeAcctNo: accountNumber(actor, { number: account.bankAccount, companyId: account.companyId, payerId }, 'PAYING'),
    payeeBankNo: account.bankCode,
    payeeCurrency: currency,
  }
}

/** Where unidentified money came from; its sender need not be a company here. */
function senderShown(
  payment: {
    payeeName: string | null
    payeeAccount: string | null
    payeeBankCode: string | null
    funderId: string
    currency: string
  },
  actor: Actor,
) {
  return {
    payeeName: payment.payeeName ?? '',
    payeeBankName: payment.payeeBankCode ?? '',
    payeeBankNameEn: null,
    payeeAcctNo: accountNumber(
      actor,
      { number: payment.payeeAccount ?? '', companyId: null, payerId: payment.funderId },
      'PAYING',
    ),
    payeeBankNo: payment.payeeBankCode ?? '',
    payeeCurrency: payment.currency,
  }
}

/** A payment as its page shows it. */
export const readPayment: Handler<typeof paymentCalls.detail> = async (request) => {
  const { tx, actor, body } = request
  const payment = await tx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', body.id)
    .where(paymentsSeen(actor, 'payment'))
    .executeTakeFirst()
  return payment ? showPayment(request, payment) : readUntold(request)
}

/** The same for the approvers of the payment, whichever lists of payments they may read. */
export async function readDecidedPayment(request: Reader, id: string): Promise<PaymentDetail> {
  const payment = await request.tx.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  if (!payment) throw new Refused('NOT_FOUND')
  return showPayment(request, payment)
}

async function showPayment(request: Reader, payment: PaymentRow): Promise<PaymentDetail> {
  const { tx, actor, now } = request
  await elevate(tx)
  const order = payment.orderId
    ? await tx.selectFrom('financeOrder').selectAll().where('id', '=', payment.orderId).executeTakeFirst()
    : undefined
  const names = await tx
    .selectFrom('company')
    .select(['id', 'name'])
    .where('id', 'in', [payment.funderId, ...(payment.payeeCompanyId ? [payment.payeeCompanyId] : [])])
    .execute()
  const people = await tx
    .selectFrom('appUser')
    .select([
      'id',
      // A payment stores its actors; the timeline has their times.
      staffName(
        actor,
        sql.ref('app_user.id'),
        sql`coalesce((select max(at) from audit_log where object_type = 'PAYMENT' and object_id = ${payment.id}
          and user_id = app_user.id), ${payment.createdAt}::timestamptz)`,
      ).as('name'),
    ])
    .where('id', 'in', [payment.instructedBy, payment.paidBy].filter((id) => id !== null).concat(actor.userId))
    .execute()
  const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? ''
  const personOf = (id: string | null) => (id ? (people.find((one) => one.id === id)?.name ?? null) : null)
  const text = (amount: string) => amountText(amount, payment.currency)
  const receipt = payment.collectionId
    ? await tx.selectFrom('collection').select('no').where('id', '=', payment.collectionId).executeTakeFirst()
    : undefined
  const bankFile = await bankFileOf(tx, payment.id)
  const transfers = await transfersOut(tx, payment)
  const facts = await tx
    .selectFrom('payment as p')
    .select([mayPay('p').as('mayPay'), mayFail('p.id').as('mayFail'), mayComeBack('p').as('mayComeBack')])
    .where('p.id', '=', payment.id)
    .executeTakeFirstOrThrow()
  const isBarred = (await barredAmong(request, [payment.id])).length > 0
  const mayStillMove = ['DRAFT', 'FAILED', 'IN_APPROVE'].includes(payment.status)
  const cooling = payment.toAccountId
    ? await tx
        .selectFrom('bankAccount')
        .select(['coolingUntil', 'createdAt', 'replacesId'])
        .where('id', '=', payment.toAccountId)
        .executeTakeFirst()
    : undefined
  return {
    id: payment.id,
    no: payment.no,
    type: payment.type,
    status: payment.status,
    orderId: payment.orderId,
    orderNo: order?.orderNo ?? null,
    amount: text(payment.amount),
    currency: payment.currency,
    dueDate: payment.dueDate,
    valueDate: payment.valueDate,
    bankRef: payment.bankRef,
    failReason: payment.failReason,
    reason: payment.reason,
    receiptNo: receipt?.no ?? null,
    payeeName: payment.payeeCompanyId ? nameOf(payment.payeeCompanyId) : (payment.payeeName ?? ''),
    funderName: nameOf(payment.funderId),
    payee:
      payment.type === 'RECEIPT_RETURN'
        ? senderShown(payment, actor)
        : await accountShown(tx, payment.toAccountId, actor, { payerId: payment.funderId, currency: payment.currency }),
    payer: await accountShown(tx, payment.fromAccountId, actor, { payerId: payment.funderId, currency: payment.currency }),
    instructedBy: personOf(payment.instructedBy),
    paidBy: personOf(payment.paidBy),
    createdAt: payment.createdAt,
    timing: mayStillMove || (payment.status === 'INSTRUCTED' && bankFile === null) ? await timingOf(request, payment) : null,
    coolingUntil: mayStillMove && cooling?.coolingUntil && cooling.coolingUntil > now.toISOString() ? cooling.coolingUntil : null,
    newAccount: cooling ? newAccount(cooling, request.today) : null,
    bankFile,
    withBank: await withBankShown(tx, payment),
    transfers: transfers.length > 1 ? transfers.map(shownTransfer) : [],
    operations: paymentOperations({ ...payment, ...facts, isBarred }, { actor }),
    makeUp: payment.type === 'FUNDING' && order ? await makeUpOf(tx, order, payment.amount, text) : [],
    owedNow: await owedNow(tx, payment),
    releases: (await releasesOf(tx, payment.id)).map((one) => ({ docNo: one.docNo, amount: text(one.amount) })),
  }
}

/** When an account was entered that had to cool off, as long as it counts as new. */
function newAccount(
  { createdAt, replacesId, coolingUntil }: { createdAt: string; replacesId: string | null; coolingUntil: string | null },
  today: LocalDate,
) {
  if (!coolingUntil || !isNewAccount({ createdAt }, today)) return null
  return { since: createdAt, isChanged: replacesId !== null, payableFrom: coolingUntil }
}

/** A transfer as the page shows it where one of several is chosen. */
const shownTransfer = ({ fileNo, day, amount, outcome, bankStatus, isOwn, isUnclear }: TransferOut) => {
  return { fileNo, day, amount, outcome, bankStatus, isOwn, isUnclear }
}

/** What the bank has for other orders of the documents of a funding, as long as no file told the bank to pay it. */
async function withBankShown(tx: Tx, { id, type, status, orderId }: PaymentRow) {
  if (type !== 'FUNDING' || !orderId || status === 'PAID' || status === 'CANCELLED') return []
  const { isOut } = await tx
    .selectFrom('payment as p')
    .select(heldWhere('p.id', sql`f.status = 'TAKEN'`).as('isOut'))
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
  if (isOut) return []
  const found = await withBankOf(tx, orderId)
  return found.map(({ docNo, orderId: other, orderNo, fileNo }) => ({ docNo, other: { orderId: other, orderNo, fileNo } }))
}

/** What comes back to the caller's company on a financing that it was not told of: its money, its account and nothing beside. */
async function readUntold({
  tx,
  actor,
  body,
}: Parameters<typeof readPayment>[0]): Promise<Awaited<ReturnType<typeof readPayment>>> {
  const payment = await tx
    .selectFrom(paymentsTold(actor).as('p'))
    .innerJoin('company as c', 'c.id', 'p.payeeCompanyId')
    .selectAll('p')
    .select('c.name as companyName')
    .where('p.id', '=', body.id)
    .where('p.funderId', 'is', null)
    .where(paymentsSeen(actor, 'p'))
    .executeTakeFirst()
  if (!payment) throw new Refused('NOT_FOUND')
  const { id, no, type, status, currency, dueDate, valueDate, bankRef, createdAt } = payment
  return {
    ...{ id, no, type, status, currency, dueDate, valueDate, bankRef, createdAt },
    amount: amountText(payment.amount, currency),
    payeeName: payment.companyName,
    funderName: '',
    payee: await accountShown(tx, payment.toAccountId, actor, { payerId: actor.companyId, currency: payment.currency }),
    payer: null,
    orderId: null,
    orderNo: null,
    failReason: null,
    reason: null,
    receiptNo: null,
    instructedBy: null,
    paidBy: null,
    timing: null,
    coolingUntil: null,
    newAccount: null,
    bankFile: null,
    withBank: [],
    transfers: [],
    operations: ['DETAIL'],
    makeUp: [],
    owedNow: null,
    releases: [],
  }
}

/** What of a drafted remittance is still owed, where that is less than it was drafted for. */
async function owedNow(tx: Tx, payment: PaymentRow): Promise<string | null> {
  if (payment.type !== 'FEE_REMIT' || !paymentCan.submit(payment.status)) return null
  const due = await dueOfRemittance(tx, payment)
  return M.equals(due, amountOf(payment.amount, payment.currency)) ? null : M.toDecimal(due)
}

const releasesOf = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom('reserveRelease as l')
    .innerJoin('financeOrderItem as i', 'i.id', 'l.itemId')
    .select(['i.docNo', 'l.amount'])
    .where('l.paymentId', '=', paymentId)
    .orderBy('i.seq')
    .execute()

/**
 * The file that holds a payment, else the last by which the bank says that it has it, else the last that held it; none that never reached
 * the bank as far as the bank has said.
 */
async function bankFileOf(tx: Tx, paymentId: string) {
  const found = await tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('paymentFile as f', 'f.id', 'i.fileId')
    .select([
      'f.id',
      'f.no',
      'f.status',
      'i.executionDate',
      'i.status as outcome',
      'i.bankStatus',
      'i.reasonCode',
      'i.reasonText',
      'i.reportedAt',
      'i.unclear as isUnclear',
    ])
    .where('i.paymentId', '=', paymentId)
    .where(({ or, eb }) => or([eb('f.status', 'not in', ['REFUSED', 'VOID']), eb('i.status', 'in', ['PENDING', 'ACCEPTED'])]))
    .orderBy('i.live', 'desc')
    .orderBy(sql`i.status in ('PENDING', 'ACCEPTED')`, 'desc')
    .orderBy('i.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

type MadeUp = {
  id: string
  currency: string
  financeAmount: string
  netAmount: string
  interestAmount: string
  productId: string
  arpOfOrderId: string | null
}

/**
 * The lines that add up to the bank's payment; a conversion adds the supplier's top-up and subtracts the older order's payoff.
 */
async function makeUpOf(tx: Tx, order: MadeUp, paid: string, text: (amount: string) => string) {
  const product = await tx
    .selectFrom('financingProduct')
    .select('interestMethod')
    .where('id', '=', order.productId)
    .executeTakeFirstOrThrow()
  const fees = await tx
    .selectFrom('orderFee')
    .select(({ fn, eb }) => ['code', fn.sum<string>(eb('amount', '+', eb.ref('tax'))).as('amount')])
    .where('orderId', '=', order.id)
    .where('timing', '=', 'FUNDING')
    .where('payer', '=', 'SUPPLIER')
    .groupBy('code')
    .orderBy('code')
    .execute()
  return [
    { label: 'ADVANCE', amount: text(order.financeAmount) },
    ...(product.interestMethod === 'IN_ADVANCE' ? [{ label: 'INTEREST', amount: `-${text(order.interestAmount)}` }] : []),
    ...fees.map((fee) => ({ label: `FEE_${fee.code}`, amount: `-${text(fee.amount)}` })),
    ...(order.arpOfOrderId ? await payoffLines(tx, order, paid) : []),
  ]
}

async function payoffLines(tx: Tx, { id, currency, netAmount }: MadeUp, paid: string) {
  const money = (stored: string) => amountOf(stored, currency)
  const topUp = await toppedUp(tx, { id, currency }, ['POSTED'])
  const payoff = M.subtract(M.add(money(netAmount), topUp), money(paid))
  return [
    ...(M.isZero(topUp) ? [] : [{ label: 'TOP_UP', amount: M.toDecimal(topUp) }]),
    { label: 'PAYOFF', amount: M.toDecimal(M.negate(payoff)) },
  ]
}
