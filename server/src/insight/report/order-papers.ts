import { Readable } from 'node:stream'
import * as M from '@usance/domain/money'
import { paperKinds } from '@usance/domain/papers'
import { isSecured } from '@usance/domain/states/finance-order'
import { OrderDetail } from '@usance/wire/finance-order/order'
import type { reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { z } from 'zod'
import { doerName } from '../../audit/doer.ts'
import { readsAs } from '../../auth/reads-as.ts'
import { feesToCharge } from '../../books/servicing/load-fee.ts'
import { loadFinancings } from '../../books/servicing/load-order.ts'
import { buyerNames, ordersSeen, refuseUnpriced } from '../../books/servicing/orders-seen.ts'
import { type PaidLate, paidLate } from '../../books/servicing/paid-late.ts'
import { paymentsSeen } from '../../books/servicing/payments-seen.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate, ofOneMoment, type Tx } from '../../database/database.ts'
import type { Outside } from '../../database/outside.ts'
import { orderStatusWord, paperWord } from '../../files/paper-words.ts'
import { summedZip } from '../../files/zip-stream.ts'
import { contractAmount } from '../../finance/contract/contract-amount.ts'
import { contractPdf } from '../../finance/contract/contract-pdf.ts'
import { confirmedOf, owedOf, textHash } from '../../finance/contract/issue-contracts.ts'
import { type PoolReceivable, receivablesOf } from '../../finance/contract/pool-receivables.ts'
import { signaturesOf } from '../../finance/contract/signatures.ts'
import { type AfterLoss, afterLoss } from '../../finance/finance-order/after-loss.ts'
import { withOwnLimits } from '../../finance/finance-order/own-limits.ts'
import { cutFor } from '../../http/answer-shape.ts'
import { type Actor, type Handler, Later } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { sendFile } from '../../http/send-bytes.ts'
import { asAttachment, sendOpened } from '../../http/send-file.ts'
import { mayOpen } from '../../platform/file/places.ts'
import { owedBack } from './amortization.ts'
import { type PaperPart, paperPdf } from './paper-pdf.ts'
import { hasConfirmation } from './proofs.ts'

/** An order the caller sees, with its parties and documents; everything printed of it begins here. */
async function seenOrder(tx: Tx, orderId: string) {
  const order = await tx
    .selectFrom('financeOrder as o')
    .innerJoin('company as s', 's.id', 'o.supplierId')
    .innerJoin('company as f', 'f.id', 'o.funderId')
    .leftJoin('company as b', 'b.id', 'o.buyerId')
    .selectAll('o')
    .select([
      's.name as supplierName',
      's.bizRegNo as supplierRegNo',
      'f.name as funderName',
      buyerNames.as('buyerName'),
      sql<string | null>`coalesce(b.biz_reg_no, (select string_agg(c.biz_reg_no, ', ' order by c.name)
        from finance_order_part p join company c on c.id = p.buyer_id where p.order_id = o.id))`.as('buyerRegNo'),
    ])
    .where('o.id', '=', orderId)
    .where('o.passedAt', 'is not', null)
    .executeTakeFirst()
  if (!order) throw new Refused('NOT_FOUND')
  const items = await tx.selectFrom('financeOrderItem').selectAll().where('orderId', '=', orderId).orderBy('seq').execute()
  return { order, items }
}

/**
 * The order with the receivables that secure it where it is a drawing that runs or was lost: the pool goes on after its end. The
 * transaction sees every company from here on.
 */
async function withSecurity(tx: Tx, seen: Awaited<ReturnType<typeof seenOrder>>) {
  await elevate(tx)
  const { poolId, status } = seen.order
  return { ...seen, receivables: poolId && isSecured(status) ? await receivablesOf(tx, poolId) : undefined }
}
type Seen = Awaited<ReturnType<typeof withSecurity>>

const drawingEnded = 'The drawing has ended 本次提款已结束'

/** What is assigned: the documents that are financed, or the receivables in the pool, which stands for them in a drawing. */
const documentsOf = ({ order, items, receivables }: Seen): PaperPart =>
  receivables
    ? receivablesTable(order.currency, receivables)
    : {
        kind: 'table',
        head: ['Document 单据', 'Assigned 转让金额', 'Confirmed 确认金额', 'Financed 融资额', 'Due 到期日'],
        rows: items.map((item) => [
          item.docNo,
          contractAmount(owedOf(item, order.currency), order.currency),
          contractAmount(confirmedOf(item), order.currency),
          contractAmount(item.applyAmount, order.currency),
          item.dueDate,
        ]),
      }

/** The sum of what is stated of the documents of an order, as its contracts state it; of a drawing its amount. */
const statedAmount = ({ order, items }: Seen, statedOf: (item: Seen['items'][number], currency: string) => string): string =>
  sumOf(order.poolId ? [order.faceAmount] : items.map((item) => statedOf(item, order.currency)), order.currency)

const receivablesTable = (currency: string, receivables: readonly PoolReceivable[]): PaperPart => ({
  kind: 'table',
  head: [
    'Receivable 应收账款',
    'Debtor 债务人',
    'Outstanding 未付余额',
    'Of it confirmed 其中已确认',
    'Due 到期日',
    'Confirmed by its debtor 债务人确认',
  ],
  rows: receivables.map(({ no, debtor, amount, confirmed, dueDate, isConfirmed, confirmedAt }) => [
    no,
    debtor,
    contractAmount(amount, currency),
    contractAmount(confirmed, currency),
    dueDate,
    instant(isConfirmed ? confirmedAt : null),
  ]),
})
const partiesOf = ({ order, receivables }: Seen): [string, string][] => [
  ['Finance order 融资订单号', order.orderNo],
  ['Supplier 供应商', `${order.supplierName} (${order.supplierRegNo})`],
  receivables
    ? ['Debtors 债务人', [...new Set(receivables.map(({ debtor }) => debtor))].sort().join(', ') || '-']
    : ['Buyer 买方', order.buyerName ? `${order.buyerName} (${order.buyerRegNo})` : '-'],
  ['Funder 资金方', order.funderName],
]

const instant = (text: string | null) => (text ? `${text.slice(0, 19).replace('T', ' ')} UTC` : 'Open 尚未完成')

const sumOf = (amounts: readonly string[], currency: string): string => {
  const sum = M.sum(
    amounts.map((amount) => amountOf(amount, currency)),
    currency,
  )
  return contractAmount(M.toDecimal(sum), currency)
}

/** Who confirmed the right, and when: for a drawing the debtors of its pool, each what it owes. */
const confirmedBy = ({ order, receivables }: Seen): [string, string][] => {
  if (!receivables)
    return [
      ['Confirmed by 确权方', order.poolId ? drawingEnded : paperWord(order.rightConfirmParty)],
      ['Confirmed at 确权时间', instant(order.rightConfirmedAt)],
    ]
  const [count, done] = [receivables.length, receivables.filter(({ isConfirmed }) => isConfirmed).length]
  const total = (of: 'amount' | 'confirmed') =>
    sumOf(
      receivables.map((one) => one[of]),
      order.currency,
    )
  return [
    ['Confirmed by 确权方', 'The debtor of each receivable below 下列各笔应收账款的债务人'],
    ['Confirmed 已确权', `${done} of ${count} receivables 共 ${count} 笔，已确权 ${done} 笔`],
    ['Confirmed amount 已确权金额', `${total('confirmed')} of 共 ${total('amount')}`],
  ]
}

/** How many documents or receivables are assigned, and of what amount in all. */
function collateralOf(seen: Seen): string {
  const { order, items, receivables } = seen
  if (order.poolId && !receivables) return drawingEnded
  if (!receivables)
    return `${items.length} ${items.length === 1 ? 'document' : 'documents'} ${items.length} 张单据, ${statedAmount(seen, owedOf)}`
  const outstanding = sumOf(
    receivables.map(({ amount }) => amount),
    order.currency,
  )
  const count = receivables.length
  return `${count} ${count === 1 ? 'receivable' : 'receivables'} ${count} 笔应收账款, ${outstanding}`
}

const confirmationPaper = (outside: Outside, seen: Seen) =>
  paperPdf(outside, `CF-${seen.order.orderNo}`, 'Confirmation of the debt 确权证明', [
    {
      kind: 'facts',
      facts: [
        ...partiesOf(seen),
        ...confirmedBy(seen),
        ['Amount 金额', statedAmount(seen, confirmedOf)],
        ['Maturity 到期日', seen.order.maturity ?? '-'],
      ],
    },
    documentsOf(seen),
  ])
const registryPaper = (outside: Outside, seen: Seen) =>
  paperPdf(outside, seen.order.registryNo ?? `RG-${seen.order.orderNo}`, 'Registry pack 登记资料', [
    {
      kind: 'facts',
      facts: [
        ...partiesOf(seen),
        ['Registry number 登记号', seen.order.registryNo ?? 'Open 尚未登记'],
        ['Registered at 登记时间', instant(seen.order.registryAt)],
        ['Collateral 转让标的', collateralOf(seen)],
        ['Secured amount 融资金额', contractAmount(seen.order.financeAmount, seen.order.currency)],
        ['Funded on 放款日', seen.order.fundingDate ?? '-'],
        ['Maturity 到期日', seen.order.maturity ?? '-'],
      ],
    },
    documentsOf(seen),
  ])

/** What the fees of an order come to for its supplier, tax included: as agreed, and after every correction that has passed. */
async function feesOfSupplier(tx: Tx, { id, currency }: Seen['order']): Promise<{ agreed: M.Money; owed: M.Money }> {
  const fees = await tx
    .selectFrom('orderFee')
    .select(['id', 'amount', 'tax'])
    .where('orderId', '=', id)
    .where('payer', '=', 'SUPPLIER')
    .execute()
  const charged = await feesToCharge(
    tx,
    fees.map((fee) => ({ ...fee, currency })),
  )
  return {
    agreed: M.sum(
      fees.flatMap(({ amount, tax }) => [amountOf(amount, currency), amountOf(tax, currency)]),
      currency,
    ),
    owed: M.sum(
      charged.flatMap(({ amount, tax }) => [amount, tax]),
      currency,
    ),
  }
}

/**
 * What the books hold of an order's costs today: interest with penalty (S5000) and fees with break costs (S5010) as its supplier has
 * borne them, rebates taken off, and interest and penalty that are accrued and unpaid (F1200, F1210). Reserve that the supplier owes
 * back stands apart: its book credits the fees with it until it is paid (decision 168).
 */
async function costsBooked(tx: Tx, { id, currency }: Seen['order']) {
  const { rows } = await sql<{ interest: string; fees: string; unpaid: string; back: string }>`
    select coalesce(sum(balance) filter (where book = 'S' and account = '5000'), 0) as interest,
      coalesce(sum(balance) filter (where book = 'S' and account = '5010'), 0) as fees,
      coalesce(sum(balance) filter (where book = 'F' and account in ('1200', '1210')), 0) as unpaid,
      (select coalesce(sum(b.amount), 0) from ${owedBack(sql`${id}::uuid`)} b) as back
    from ledger_balance where order_id = ${id}`.execute(tx)
  const { interest, fees, unpaid, back } = rows[0]!
  return {
    interest: amountOf(interest, currency),
    fees: M.add(amountOf(fees, currency), amountOf(back, currency)),
    unpaid: amountOf(unpaid, currency),
    owedBack: amountOf(back, currency),
  }
}

type Charged = {
  fees: Awaited<ReturnType<typeof feesOfSupplier>>
  late: PaidLate | undefined
  booked: Awaited<ReturnType<typeof costsBooked>>
  lost: AfterLoss | null
}

const afterLossTitles: Record<AfterLoss['what'], string> = {
  DEBT: 'Owed after the loss 核销后欠款',
  LOSS: 'Lost, not recovered 尚未收回的损失',
}

const statementPaper = (outside: Outside, seen: Seen, { fees, late, booked, lost }: Charged) => {
  const { order } = seen
  const written = (amount: M.Money) => contractAmount(M.toDecimal(amount), order.currency)
  const asAgreed: [string, string][] = M.equals(fees.agreed, fees.owed) ? [] : [['Fees as agreed 约定费用', written(fees.agreed)]]
  const interest: [string, string][] = late
    ? [
        ['Interest from the payment on 自放款日起利息', written(late.booked.interest)],
        ['Interest as agreed 约定利息', written(late.agreed.interest)],
      ]
    : [['Interest as agreed 约定利息', contractAmount(order.interestAmount, order.currency)]]
  const inTheBooks: [string, string][] = order.fundingDate
    ? [
        ['Interest booked 已入账利息', written(booked.interest)],
        ['Fees booked 已入账费用', written(booked.fees)],
        ['Accrued, unpaid 已计提未付', written(booked.unpaid)],
        ...(M.isPositive(booked.owedBack)
          ? ([['Reserve owed back 应退保留款', written(booked.owedBack)]] satisfies [string, string][])
          : []),
      ]
    : []
  const ofLoss: [string, string][] = lost
    ? [
        [afterLossTitles[lost.what], contractAmount(lost.total, order.currency)],
        ['Of it principal 其中本金', contractAmount(lost.principal, order.currency)],
        ['Of it costs 其中费用', contractAmount(lost.costs, order.currency)],
      ]
    : []
  return paperPdf(outside, order.orderNo, 'Finance order 融资订单', [
    {
      kind: 'facts',
      facts: [
        ...partiesOf(seen),
        ['Status 状态', orderStatusWord(order.status)],
        ['Financed 融资金额', contractAmount(order.financeAmount, order.currency)],
        ['Face 单据面额', contractAmount(order.faceAmount, order.currency)],
        ...interest,
        ['Fees 费用', written(fees.owed)],
        ...asAgreed,
        ...inTheBooks,
        ['Principal outstanding 未还本金', contractAmount(order.principalOutstanding, order.currency)],
        ...ofLoss,
        ['Funded on 放款日', order.fundingDate ?? '-'],
        ['Maturity 到期日', order.maturity ?? '-'],
      ],
    },
    documentsOf(seen),
  ])
}

/** Confirmation or registry pack of an order that the caller sees in its seat; the id is that of the row in the list of proofs. */
export const collectProof: Handler<typeof reportCalls.collectProof> = async ({ tx, actor, query, raw }) => {
  const { rows } = await sql<{ id: string; kind: string }>`
    select x.id, x.kind from (
      select id, 'CONFIRMATION' as kind, md5('confirmation' || id)::uuid as proof from finance_order where ${hasConfirmation}
      union all select id, 'REGISTRY', md5('registry' || id)::uuid from finance_order where funding_date is not null) x
    join ${ordersSeen(actor)} o on o.id = x.id
    where x.proof = ${query.id}`.execute(tx)
  const found = rows[0]
  if (!found) throw new Refused('NOT_FOUND')
  const seen = await withSecurity(tx, await seenOrder(tx, found.id))
  const draw = found.kind === 'REGISTRY' ? registryPaper : confirmationPaper
  const name = `${found.kind.toLowerCase()}-${seen.order.orderNo}.pdf`
  return new Later(async (outside) => sendFile(raw.reply, name, 'application/pdf', await draw(outside, seen)))
}

const csvCell = (value: unknown) => {
  const text = value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  // A cell that begins like a formula would run in a spreadsheet.
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const csvOf = (rows: readonly Record<string, unknown>[]) =>
  Buffer.from(
    `\ufeff${[Object.keys(rows[0] ?? { empty: '' }), ...rows.map((row) => Object.values(row))]
      .map((cells) => cells.map(csvCell).join(','))
      .join('\r\n')}\r\n`,
  )
type Sum = Record<string, unknown> & { amount: string; currency: string }
/** A row with its amount as its currency is written. */
const asWritten = (row: Sum) => ({ ...row, amount: amountText(row.amount, row.currency) })
const safeName = (name: string) => name.replace(/[^\p{L}\p{N}._ -]/gu, '_').slice(-120)

/** The request and its quote, as declared by the call that shows an order. */
const Pricing = z.object({ request: OrderDetail.shape.request, trial: OrderDetail.shape.pricing })

type SeenOrder = Awaited<ReturnType<typeof seenOrder>>
type Kept = { objectKey: string; fileName: string }

/** The papers of some kinds on an order and on its documents, in the order in which they came. */
const attachmentsOf = (tx: Tx, { order, items }: SeenOrder, kinds: readonly string[]): Promise<Kept[]> =>
  tx
    .selectFrom('attachment')
    .select(['objectKey', 'fileName'])
    .where('removedAt', 'is', null)
    .where('ownerType', '=', sql<string>`any(${kinds}::text[])`)
    .where('ownerId', 'in', [
      order.id,
      ...items.flatMap((item) => [item.invoiceId, item.purchaseOrderId].filter((id) => id !== null)),
    ])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

const proofsOf = (tx: Tx, orderId: string): Promise<Kept[]> =>
  tx
    .selectFrom('proofFile')
    .select(['fileName', 'objectKey'])
    .where('kind', '=', 'e_one')
    .where('ownerId', '=', orderId)
    .where('removedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Files in a folder of the ZIP, numbered so that no two of them have one name. */
const numbered = (folder: string, files: readonly Kept[]) =>
  files.map((file, index) => ({
    name: `${folder}/${String(index + 1).padStart(3, '0')}-${safeName(file.fileName)}`,
    objectKey: file.objectKey,
  }))

/** The journals of an order; and its payments and approvals for a reader who may open it. */
async function rowsOf(tx: Tx, actor: Actor, order: SeenOrder['order'], mayOpenOrder: boolean) {
  const isOpened = sql.lit(mayOpenOrder)
  const { rows: journals } = await sql<Sum>`
    select j.value_date, j.posted_on, j.event, c.name as book_of, p.book || p.account as account, p.side, p.amount::text as amount, p.currency, j.key as reference
    from posting p join journal j on j.id = p.journal_id join company c on c.id = p.owner_id
    where p.journal_id in (select journal_id from posting where order_id = ${order.id}) order by p.id`.execute(tx)
  const { rows: payments } = await sql<Sum>`
    select p.no, p.type, p.amount::text as amount, p.currency, p.status, p.value_date, p.bank_ref from payment p
      where p.order_id = ${order.id} and ${isOpened} and ${paymentsSeen(actor, 'p')}
    union all select no, 'REPAYMENT', amount::text, currency, status, value_date, null from repayment
      where coalesce(order_id, top_up_of) = ${order.id} and ${isOpened} order by 1`.execute(tx)
  const { rows: approvals } = await sql<Record<string, unknown>>`
    select i.business_type, h.node_name, coalesce(${doerName(actor, sql`h.company_id`, sql`h.assignee_name`)}, h.assignee_name) as assignee_name,
      case when ${actor.staff} or h.company_id = ${actor.companyId} then h.on_behalf_of end as on_behalf_of, h.operation, h.audit_comment, h.update_time
    from workflow_instance i join workflow_history h on h.instance_id = i.id
    where (i.business_id = ${order.id} or i.business_no = ${order.orderNo}) and ${isOpened} order by h.update_time`.execute(tx)
  return { journals, payments, approvals }
}

/**
 * One ZIP of the caller's data of an order: statement, contracts, attachments, own journals, each with all of its lines, approvals and payments, with a list
 * of the SHA-256 of each part. Contracts and papers are included for readers who may open their records;
 * payments, approvals and the price for those who may open the order, and of payments those that their lists show. The same order gives the
 * same bytes of each part.
 */
export const orderFile: Handler<typeof reportCalls.orderFile> = async (request) => {
  const { tx, app, actor, query } = request
  // Journals, payments and the statement tie when they are of one moment.
  ofOneMoment(tx)
  await refuseUnpriced(tx, actor, query.id)
  const read = await seenOrder(tx, query.id)
  const { order } = read
  const maySee = (place: string) => mayOpen(request.actor, place)
  const contracts = await tx
    .selectFrom('contract')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('status', '<>', 'VOID')
    .where(sql.lit(maySee('CONTRACT')))
    .orderBy('no')
    .execute()
  const attachments = await attachmentsOf(tx, read, paperKinds.filter(maySee))
  const { journals, payments, approvals } = await rowsOf(tx, actor, order, maySee('FINANCE_ORDER'))
  const kept = order.pricing as z.output<typeof Pricing>
  const told = { ...kept, trial: kept.trial && withOwnLimits(kept.trial) }
  const pricing = cutFor(Pricing, readsAs(actor, order), told)
  const seen = await withSecurity(tx, read)
  const financing = (await loadFinancings(tx, [order.id])).get(order.id)
  const charged = {
    fees: await feesOfSupplier(tx, order),
    late: await paidLate(tx, order.id),
    booked: await costsBooked(tx, order),
    lost: financing ? await afterLoss(tx, financing, actor) : null,
  }
  const texts: { name: string; content: Buffer }[] = [
    { name: '03-journals.csv', content: csvOf(journals.map(asWritten)) },
    { name: '04-payments.csv', content: csvOf(payments.map(asWritten)) },
    { name: '05-approvals.csv', content: csvOf(approvals) },
    ...(maySee('FINANCE_ORDER')
      ? [{ name: '06-pricing.json', content: Buffer.from(`${JSON.stringify(pricing, null, 2)}\n`) }]
      : []),
  ]
  const drawn: { name: string; draw: (outside: Outside) => Promise<Buffer> }[] = [
    { name: '00-statement.pdf', draw: (outside) => statementPaper(outside, seen, charged) },
    { name: '01-confirmation.pdf', draw: (outside) => confirmationPaper(outside, seen) },
    ...(order.fundingDate ? [{ name: '02-registry-pack.pdf', draw: (outside: Outside) => registryPaper(outside, seen) }] : []),
  ]
  const stored: { name: string; objectKey: string }[] = []
  for (const contract of contracts) {
    const name = `contracts/${safeName(contract.no)}.pdf`
    if (contract.objectKey) stored.push({ name, objectKey: contract.objectKey })
    else {
      const signatures = await signaturesOf(request, contract.id)
      const printed = { ...contract, textSha256: textHash(contract), signatures }
      drawn.push({ name, draw: (outside) => contractPdf(outside, printed) })
    }
  }
  stored.push(...numbered('attachments', attachments), ...numbered('proofs', await proofsOf(tx, order.id)))
  return new Later(async (outside) => {
    const made = [...texts]
    for (const { name, draw } of drawn) made.push({ name, content: await draw(outside) })
    made.sort((a, b) => (a.name < b.name ? -1 : 1))
    const zip = summedZip([
      ...made.map(({ name, content }) => ({ name, open: () => Readable.from([content]) })),
      ...stored.map(({ name, objectKey }) => ({ name, open: () => app.files.stream(objectKey) })),
    ])
    return sendOpened(request, zip, {
      'content-type': 'application/zip',
      'content-disposition': asAttachment(`${order.orderNo}.zip`),
      'cache-control': 'no-store',
    })
  })
}
