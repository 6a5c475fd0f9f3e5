import { allCalls } from '@usance/wire/all-calls'
import type { Call } from '@usance/wire/call'
import { contractCalls } from '@usance/wire/contract/calls'
import { fileCalls } from '@usance/wire/file/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { auditList } from '@usance/wire/monitor/list'
import { ocrCalls } from '@usance/wire/ocr/calls'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { proofFileCalls } from '@usance/wire/proof-file/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../database/id.ts'
import { openPortal, type Portal, Refusal } from '../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, requestFor } from '../testing/trade.ts'
import { uploadAs } from '../testing/upload.ts'
import { aSeat, type Seat } from '../testing/world.ts'

/** A record with papers: the key of a paper, and the call that opens the record's page. */
type Noun = { what: string; objectKey: string; opens: (seat: Seat) => Promise<unknown> }

let portal: Portal
let nouns: Noun[]
/** The seats of the world, and one in which Alder, the supplier, buys. */
let seats: Record<string, Seat>
/** An unattached file of Alder's Maker. */
let loose: { objectKey: string; id: string }

const pdf = (words: string) => Buffer.from(`%PDF-1.4\n% ${words}\n`)
const put = async (seat: Seat, name: string) => (await uploadAs(portal, seat, `${name}.pdf`, pdf(name))).data

beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  const { alderMaker, settlement } = portal.seats
  const invoice = await aConfirmedInvoice(portal)
  const order = await aRightConfirmedOrder(portal, requestFor(portal, [invoice]))
  const { alder } = portal.world.companies
  const buying = await portal.look((tx) => aSeat(tx, 'alder.buying', { companyId: alder, role: 'BUYER', userRoles: ['Checker'] }))
  seats = { ...portal.seats, alderBuying: buying }
  const aPurchaseOrder = (poNo: string, saveType: 'SUBMIT' | 'DRAFT') =>
    portal.ask(alderMaker, purchaseOrderCalls.add, {
      body: {
        buyerCode: 'CEDAR',
        poNo,
        currency: 'USD',
        orderDate: '2025-03-01',
        latestShipDate: '2025-04-01',
        saveType,
        items: [{ description: 'Cloth', qty: '10', unitPrice: '5.00', unit: 'pc' }],
      },
    })
  const purchaseOrder = await aPurchaseOrder('PO-WITH-PAPERS', 'SUBMIT')
  const draftPurchaseOrder = await aPurchaseOrder('PO-IN-DRAFT', 'DRAFT')
  const draftInvoice = await portal.ask(alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: 'IN-DRAFT',
      issueDate: '2025-02-20',
      dueDate: '2025-05-02',
      currency: 'USD',
      amount: '900.00',
    },
  })
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const { pricingHash } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request })
  const draftOrder = await portal.ask(alderMaker, financeOrderCalls.createOrder, {
    body: { ...request, pricingHash, saveType: 'DRAFT' },
  })
  const intent = await portal.ask(alderMaker, intentCalls.addIntent, {
    body: { type: 'RECEIVABLE_PURCHASE', buyerName: 'Cedar', currency: 'USD', yearlyAmount: '1000.00', tenorDays: 60 },
  })
  const keyOf = async (name: string, seat = alderMaker) => (await put(seat, name)).objectKey as string
  const hang = async (ownerType: string, ownerId: string) => {
    const objectKey = await keyOf(ownerType)
    await portal.look((tx) =>
      tx
        .insertInto('attachment')
        .values({ id: newId(), ownerType, ownerId, groupCode: 'OTHER', objectKey, fileName: 'paper.pdf', sha256: newId() })
        .execute(),
    )
    return objectKey
  }
  const contract = await portal.look((tx) =>
    tx
      .selectFrom('contract')
      .select(['id', 'objectKey'])
      .where('orderId', '=', order.id)
      .where('objectKey', 'is not', null)
      .executeTakeFirstOrThrow(),
  )
  const answered = await keyOf('answer')
  const stated = await keyOf('statement')
  const proof = await keyOf('slip', settlement)
  await portal.look(async (tx) => {
    const files = JSON.stringify({ samples: [{ objectKey: answered, fileName: 'answer.pdf' }] })
    await tx.updateTable('financingIntent').set({ answers: files }).where('id', '=', intent.id).execute()
    const documents = JSON.stringify([{ objectKey: stated, fileName: 'statement.pdf', kind: 'OTHER' }])
    await tx.insertInto('companyOnboarding').values({ companyId: alder, no: 'KYC-1', status: 'DRAFT', documents }).execute()
    await tx
      .insertInto('proofFile')
      .values({ id: newId(), kind: 'e_one', ownerId: order.id, objectKey: proof, fileName: 'slip.pdf', sha256: newId() })
      .execute()
  })
  const anInvoice = async (what: string, id: string): Promise<Noun> => ({
    what,
    objectKey: await hang('INVOICE', id),
    opens: (seat) => portal.ask(seat, invoiceCalls.detail, { query: { id } }),
  })
  const aPo = async (what: string, id: string): Promise<Noun> => ({
    what,
    objectKey: await hang('PO', id),
    opens: (seat) => portal.ask(seat, purchaseOrderCalls.detail, { query: { id } }),
  })
  const anOrder = async (what: string, id: string): Promise<Noun> => ({
    what,
    objectKey: await hang('FINANCE_ORDER', id),
    opens: (seat) => portal.ask(seat, financeOrderCalls.detail, { query: { id } }),
  })
  nouns = [
    await anInvoice('invoice', invoice),
    await anInvoice('draft of an invoice', draftInvoice.id),
    await aPo('purchase order', purchaseOrder.id),
    await aPo('draft of a purchase order', draftPurchaseOrder.id),
    await anOrder('finance order', order.id),
    await anOrder('draft of a finance order', draftOrder.id),
    {
      what: 'contract',
      objectKey: contract.objectKey!,
      opens: (seat) => portal.ask(seat, contractCalls.detail, { body: { id: contract.id } }),
    },
    {
      what: 'intent',
      objectKey: answered,
      opens: (seat) => portal.ask(seat, intentCalls.intent, { body: { id: intent.id } }),
    },
    {
      what: 'onboarding',
      objectKey: stated,
      opens: async (seat) => {
        const body = seat.companyRole === 'PLATFORM' ? { companyId: portal.world.companies.alder } : {}
        const { documents } = await portal.ask(seat, onboardingCalls.state, { body })
        // Another company gets a statement of its own.
        if (documents.length === 0) throw new Refusal(404, 'NOT_FOUND', {})
      },
    },
    {
      what: 'proof',
      objectKey: proof,
      opens: async (seat) => {
        // A company reads the papers of a proof on the page of that proof, by a separate call.
        if (seat.companyRole !== 'PLATFORM') throw new Refusal(404, 'NOT_FOUND', {})
        await portal.ask(seat, proofFileCalls.list, { body: { kind: 'e_one', ownerId: order.id } })
      },
    },
  ]
  const file = await put(alderMaker, 'loose')
  loose = { objectKey: file.objectKey, id: file.id }
})
afterAll(() => portal.close())

/** The request of each call that reads a file by its key, including calls that only read its text. */
const byKey: Record<string, (seat: Seat, objectKey: string) => Promise<unknown>> = {
  'file.content': (seat, objectKey) => portal.ask(seat, fileCalls.content, { query: { objectKey } }),
  'file.getUrl': (seat, objectKey) => portal.ask(seat, fileCalls.getUrl, { query: { objectKey } }),
  'file.getDmsUrl': (seat, objectKey) => portal.ask(seat, fileCalls.getDmsUrl, { query: { objectKey } }),
  'file.getUrlShort': (seat, objectKey) => portal.ask(seat, fileCalls.getUrlShort, { query: { objectKey } }),
  'file.downloadByKey': (seat, objectKey) => portal.ask(seat, fileCalls.downloadByKey, { query: { objectKey } }),
  'file.downloadBatch': (seat, key) => portal.ask(seat, fileCalls.downloadBatch, { body: { keys: [key] } }),
  'file.downloadBatchShort': (seat, key) => portal.ask(seat, fileCalls.downloadBatchShort, { body: { keys: [key] } }),
  'file.downloadFiles': (seat, objectKey) =>
    portal.ask(seat, fileCalls.downloadFiles, { body: { files: [{ objectKey, fileName: 'a.pdf' }] } }),
  'file.downloadFilesShort': (seat, objectKey) =>
    portal.ask(seat, fileCalls.downloadFilesShort, { body: { files: [{ objectKey, fileName: 'a.pdf' }] } }),
  'ocr.page': (seat, fileKey) => portal.ask(seat, ocrCalls.page, { body: { fileKey, page: 1 } }),
  'ocr.standard': (seat, fileKey) => portal.ask(seat, ocrCalls.standard, { body: { fileKey, schemaCode: 'INVOICE' } }),
}
/** Files that need no permission because they belong to no record. */
const withoutRecord = ['international.downloadTemplate']

/** Whether a request was answered; a paper without text counts as answered. */
async function isAnswered(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return ['FILE_UNREADABLE', 'OCR_NOTHING_READ'].includes(error.error)
  }
}

const isOpenToAll = ({ access }: Call) => access === 'signed-in'
const namesFile = (call: Call) => /objectKey|fileKey|keys/.test(JSON.stringify([call.query, call.body].map(fieldsOf)))
const fieldsOf = (type: Call['query']): string[] =>
  type && 'shape' in type
    ? Object.keys(type.shape as object).flatMap((name) => [name, ...(name === 'files' ? ['objectKey'] : [])])
    : []

describe('bytes and text of papers', () => {
  test('each call that sends bytes checks a permission, or the right to the record of the paper', () => {
    const open = allCalls().filter(({ call }) => isOpenToAll(call) && call.effect === 'read')
    const sent = open.filter(({ call }) => call.kind === 'file').map(({ name }) => name)
    expect(sent.filter((name) => !byKey[name])).toEqual(withoutRecord)
    expect(
      open
        .filter(({ call }) => namesFile(call))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(byKey).sort())
  })

  test('only users who may open its record read a paper, staff included', async () => {
    let [read, refused] = [0, 0]
    for (const { what, objectKey, opens } of nouns)
      for (const [who, seat] of Object.entries(seats)) {
        const may = await isAnswered(opens(seat))
        for (const [name, ask] of Object.entries(byKey)) {
          // Drawing and reading a page costs seconds; a refusal costs nothing.
          if (may && name.startsWith('ocr.')) continue
          expect([what, who, name, await isAnswered(ask(seat, objectKey))]).toEqual([what, who, name, may])
          if (may) read++
          else refused++
        }
      }
    expect(read).toBeGreaterThan(300)
    expect(refused).toBeGreaterThan(300)
  }, 300_000)

  test('an unattached file is read by its uploader alone', async () => {
    for (const [who, seat] of Object.entries(portal.seats))
      for (const [name, ask] of Object.entries(byKey)) {
        if (who === 'alderMaker' && name.startsWith('ocr.')) continue
        expect([who, name, await isAnswered(ask(seat, loose.objectKey))]).toEqual([who, name, who === 'alderMaker'])
      }
  })

  test('keys in the audit log open no file', async () => {
    const { administrator, auditor } = portal.seats
    for (const seat of [administrator, auditor]) {
      const { list } = await portal.ask(seat, listCalls(auditList).pageList, {
        body: { filterFields: { event: 'FILE_UPLOADED', objectId: loose.id } },
      })
      expect(list).toHaveLength(1)
      for (const [name, ask] of Object.entries(byKey))
        expect([name, await isAnswered(ask(seat, `upload/${list![0]!.objectId}`))]).toEqual([name, false])
    }
  })
})
