import { randomUUID } from 'node:crypto'
import { apiKeyCalls } from '@usance/wire/api-key/calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { proofFileCalls } from '@usance/wire/proof-file/calls'
import { realNameCalls } from '@usance/wire/real-name/calls'
import { type RawBuilder, sql } from 'kysely'
import { hashToken } from '../auth/hash-token.ts'
import { camt, entry } from '../bank-statement/sample-statement.fixture.ts'
import { introduce } from '../testing/introduce.ts'
import { type PaperLine, paperPdf } from '../testing/paper.ts'
import type { Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, requestFor } from '../testing/trade.ts'
import { uploadAs } from '../testing/upload.ts'
import { openSeat, type Seat } from '../testing/world.ts'

type Parts = { params?: any; query?: any; body?: any }

const facts = { buyerCode: 'CEDAR', issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '81000.00' }

/** A confirmed invoice of the second supplier. */
async function ofBirch(portal: Portal, invoiceNo: string): Promise<string> {
  const { birchMaker, cedarChecker } = portal.seats
  const { id } = await portal.ask(birchMaker, invoiceCalls.add, { body: { ...facts, invoiceNo } })
  await portal.ask(birchMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
  return id
}

/** The trade of a second supplier with a buyer of the first, a second buyer of the first supplier, and everybody's own things. */
export async function aNeighbour(portal: Portal): Promise<void> {
  const { seats, world } = portal
  const { birchMaker, alderMaker } = seats
  await portal.ask(birchMaker, invoiceCalls.add, { body: { ...facts, invoiceNo: 'BIRCH-DRAFT' } })
  const id = await ofBirch(portal, 'BIRCH-1')
  await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD', invoiceNo: 'TO-DOGWOOD' })
  await portal.ask(alderMaker, invoiceCalls.add, { body: { ...facts, invoiceNo: 'ALDER-DRAFT' } })
  await portal.ask(alderMaker, realNameCalls.personInfo, {
    body: { name: 'Ana Roth', documentType: 'PASSPORT', documentNo: 'E12345678', country: 'DE', expiresOn: '2035-01-01' },
  })
  const request = requestFor(portal, [id])
  const { pricingHash } = await portal.ask(birchMaker, financeOrderCalls.trialCalculation, { body: request })
  await portal.ask(birchMaker, financeOrderCalls.createOrder, {
    body: { ...request, pricingHash, payeeBankAccountId: world.accounts.birch, saveType: 'SUBMIT' },
  })
  await introduce(portal)
  await introduce(portal, { companyId: world.companies.birch, userId: seats.operations.userId })
  for (const seat of Object.values(seats)) await ownThings(portal, seat)
}

/** A conversation, a file, a key, a spare session and some views of lists of one person: one is removed, another shared. */
async function ownThings(portal: Portal, seat: Seat) {
  await portal.ask(seat, assistantCalls.ask, { body: { question: 'What is overdue?' } })
  await uploadAs(portal, seat, 'own.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
  await portal.ask(seat, apiKeyCalls.make, { body: { name: 'ERP', permissions: ['home.view'], days: 30 } })
  const { userId, companyId, companyRole } = seat
  await portal.look((tx) =>
    tx
      .insertInto('listView')
      .values(
        ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({
          ...{ id: randomUUID(), userId, companyId, companyRole },
          ...{ list: companyRole === 'COMPANY' ? 'contract.info' : 'trading.invoice', name },
        })),
      )
      .execute(),
  )
  const spare = await portal.look((tx) => openSeat(tx, seat.userId, seat.companyId, seat.companyRole))
  await portal.look((tx) =>
    tx.updateTable('session').set({ userAgent: 'spare' }).where('tokenHash', '=', hashToken(spare.token)).execute(),
  )
}

/** Whole requests of the calls that a form filled in with samples does not reach, each of a reader who may make it. */
export async function wholeRequests(portal: Portal): Promise<Record<string, Parts[]>> {
  const { seats, world } = portal
  const rows = async <T>(query: RawBuilder<T>) => (await portal.look((tx) => query.execute(tx))).rows
  const one = async <T>(query: RawBuilder<T>) => (await rows(query))[0]!
  const { alder } = world.companies
  const { day } = await one<{ day: string }>(sql`select business_date as day from business_day`)
  const free = await ofBirch(portal, 'BIRCH-2')
  const again = requestFor(portal, [await ofBirch(portal, 'BIRCH-3')], { fundingDate: day })
  const { pricingHash } = await portal.ask(seats.birchMaker, financeOrderCalls.trialCalculation, { body: again })
  const draft = await portal.ask(seats.birchMaker, financeOrderCalls.createOrder, {
    body: { ...again, pricingHash, payeeBankAccountId: world.accounts.birch, saveType: 'DRAFT' },
  })
  const financingProductId = world.products.purchaseInAdvance
  const documents = { financingProductId, currency: 'USD' }
  const items = [{ docType: 'INVOICE', docId: free }]
  const priced = [
    { body: { ...requestFor(portal, [free], { fundingDate: day }), funderCode: 'ELM' } },
    { body: { ...again, orderId: draft.id } },
  ]
  const loan = await one<{ id: string }>(sql`select o.id from finance_order o join finance_order_item i on i.order_id = o.id
    where o.type = 'PO_FINANCE' and o.supplier_id = ${alder} limit 1`)
  const lists = (ids: string[]) => [
    { body: { ...documents, ids, buyerCode: 'CEDAR' } },
    { body: { ...documents, orderId: draft.id } },
    { body: { ...documents, arpOfOrderId: loan.id } },
  ]
  const purchaseOrder = await one<{
    id: string
  }>(sql`select id from purchase_order where supplier_id = ${alder} and currency = 'USD'
    and doc_status = 'CONFIRMED' limit 1`)
  const funded = await rows<{ id: string; invoiceId: string }>(sql`select o.id, i.invoice_id from finance_order o
    join finance_order_item i on i.order_id = o.id where o.status = 'FUNDED' and o.supplier_id = ${alder} and i.invoice_id is not null`)
  const pools = await rows<{ id: string }>(sql`select id from pool`)
  // An order that has been overdue for long stops every drawing of its supplier.
  await rows(sql`update finance_order_item i set maturity = ${day}::date - 7 from finance_order o
    where o.id = i.order_id and o.status = 'OVERDUE' and i.maturity < ${day}::date - 7`)
  const ledgers = await rows<object>(sql`select distinct on (owner_id, order_id is null, counterparty_id is null)
    owner_id, book, account, currency, order_id, counterparty_id from posting`)
  const approvals = await rows<object>(sql`select distinct on (business_type, supplier_id, buyer_id, funder_id, maker_company_id)
    business_no, business_type, business_id from workflow_instance`)
  const person = await one<{ userId: string }>(sql`select user_id from person_identity where document_sealed is not null limit 1`)
  const partner = { partnerId: seats.bd.userId, date: day }
  const paid = await one<{ id: string }>(sql`select id from payment where status = 'PAID' limit 1`)
  const { data: scan } = await uploadAs(portal, seats.alderMaker, 'scan.pdf', await paperPdf(scanned))
  const { data: paper } = await uploadAs(portal, seats.settlement, 'slip.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
  const { data: statement } = await uploadAs(portal, seats.settlement, 'statement.xml', await aStatement(portal))
  const [proof] = await portal.ask(seats.settlement, proofFileCalls.add, {
    body: { kind: 'bank', ownerId: paid.id, files: [{ objectKey: paper.objectKey, fileName: 'slip.pdf' }] },
  })
  const news = { newsDate: day, direction: 'UP', title: 'x', text: 'x', titleCn: '好', textCn: '好' }
  return {
    'pool.trial': pools.map(({ id }) => ({
      body: { poolId: id, amount: '100.00', fundingDate: day, maturity: '2025-05-16' },
    })),
    'pool.drawable': pools.map(({ id }) => ({ body: { poolId: id, fundingDate: day } })),
    'realName.reveal': [{ body: { userId: person.userId, reason: 'asked by the bank' } }],
    'repayment.previewStatement': [{ body: { bankAccountId: world.accounts.elm, fileKey: statement.objectKey } }],
    'repayment.preview': funded.map(({ id, invoiceId }) => ({
      body: { orderId: id, amount: '10.00', valueDate: day, buyerCode: 'CEDAR', invoiceIds: [invoiceId] },
    })),
    'report.subledger': ledgers.map((body) => ({ body })),
    'channelPartner.partnerMonth': [{ body: partner }],
    'channelPartner.partnerMonthExport': [{ body: partner }],
    'ar.exportRows': ['CEDAR', ['CEDAR']].map((buyerCode) => ({
      body: { currency: 'USD', buyerCode, rows: 'owed', columnList: [{ key: 'invoiceNo', title: 'Invoice' }] },
    })),
    'contract.preview': [{ body: { financingProductId, items, fundingDate: day } }, { body: { ...again, orderId: draft.id } }],
    'financeOrder.trialCalculation': priced,
    'financeOrder.invoiceList': lists([free]),
    'financeOrder.poList': lists([purchaseOrder.id]),
    'workflow.history': approvals.map((body) => ({ body })),
    'workflow.facts': approvals.map((body) => ({ body })),
    'ocr.standard': [{ body: { fileKey: scan.objectKey, schemaCode: 'INVOICE' } }],
    'ocr.page': [{ body: { fileKey: scan.objectKey, page: 1 } }],
    'outlook.saveSignal': [{ body: { ...news, buyerCode: 'CEDAR' } }],
    'proofFile.list': [{ body: { kind: 'bank', ownerId: paid.id } }],
    'proofFile.download': [{ body: { kind: 'bank', ownerId: paid.id, id: proof!.id } }],
  }
}

const scanned: PaperLine[] = [
  [[60, 'COMMERCIAL INVOICE']],
  [[60, 'Invoice No.: READ-1']],
  [[60, 'Invoice Date: 2025-03-01']],
  [[60, 'Due Date: 2025-05-01']],
  [[60, 'Total Amount: USD 12,345.00']],
]

const aStatement = async (portal: Portal) => {
  const { bankAccount } = await portal.look((tx) =>
    tx.selectFrom('bankAccount').select('bankAccount').where('id', '=', portal.world.accounts.elm).executeTakeFirstOrThrow(),
  )
  return Buffer.from(camt('1200.00', entry('1200.00', 'CRDT', '<AcctSvcrRef>READ-1</AcctSvcrRef>'), bankAccount))
}
