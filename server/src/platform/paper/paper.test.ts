import { shippedPapers } from '@usance/domain/papers'
import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { paperCalls } from '@usance/wire/paper/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, passAll, requestFor } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const key = () => crypto.randomUUID()
async function aFile(fileName: string, groupKey?: string, seat: Seat = portal.seats.alderMaker) {
  const { data } = await uploadAs(portal, seat, fileName, png)
  return { objectKey: data.objectKey as string, fileName, ...(groupKey ? { groupKey } : {}) }
}
async function pass(no: string) {
  for (const seat of [portal.seats.risk, portal.seats.settlement]) {
    const { taskId, currentNode } = await portal.ask(seat, workflowCalls.history, {
      body: { businessNo: no, ifQueryTask: 'YES' },
    })
    await portal.ask(seat, workflowCalls.approve, {
      body: { businessNo: no, taskId: taskId!, nodeName: currentNode!, reviewType: 'PASSED', approvalComments: 'seen' },
    })
  }
}
type Kind = 'FINANCE_ORDER' | 'INVOICE' | 'PO'
const propose = (
  documentKind: Kind,
  groups: readonly object[],
  { productId, version = 0 }: { productId?: string; version?: number } = {},
) =>
  portal.ask(portal.seats.operations, configChangeCalls.propose, {
    body: {
      kind: 'PAPER',
      targetId: productId ? `${documentKind} ${productId}` : documentKind,
      version,
      values: { documentKind, productId: productId ?? null, groups },
    } as never,
  })
const requiring = (kind: Kind, code: string) =>
  shippedPapers[kind].map((group) => (group.code === code ? { ...group, need: 'REQUIRED' } : group))
const versionOf = async (kind: Kind) =>
  rowsOfKind('PAPER', await portal.ask(portal.seats.operations, configChangeCalls.current, { body: { kind: 'PAPER' } })).find(
    (row) => row.id === kind,
  )!.version
/** Makes a group required for the length of a test. */
async function whileRequired(kind: Kind, code: string, work: () => Promise<void>) {
  await pass((await propose(kind, requiring(kind, code), { version: await versionOf(kind) })).no)
  try {
    await work()
  } finally {
    await pass((await propose(kind, shippedPapers[kind], { version: await versionOf(kind) })).no)
  }
}

let count = 0
const invoiceBody = (attachments: object[] = []) => ({
  buyerCode: 'CEDAR',
  invoiceNo: `PAPER-${++count}`,
  issueDate: '2025-02-20',
  dueDate: '2025-05-02',
  currency: 'USD',
  amount: '900.00',
  attachments,
})
const anInvoice = (attachments: object[] = []) =>
  portal.ask(portal.seats.alderMaker, invoiceCalls.add, { body: invoiceBody(attachments) as never })
const invoiceOf = (id: string, seat: Seat = portal.seats.alderMaker) => portal.ask(seat, invoiceCalls.detail, { query: { id } })
const replace = (id: string, version: number, attachments: object[], seat: Seat = portal.seats.alderMaker) =>
  portal.ask(seat, invoiceCalls.upload, { body: { id, version, attachments, idempotencyKey: key() } as never })
const namesOf = (papers: readonly { fileName: string }[]) => papers.map(({ fileName }) => fileName)

describe('the papers of a document', () => {
  test('are in their group in the order of choice, with sender, time and version', async () => {
    const papers = [await aFile('c.png'), await aFile('a.png'), await aFile('b.png', 'TRANSPORT')]
    const { id, version } = await anInvoice(papers)
    const first = (await invoiceOf(id)).attachments
    expect(first.map(({ fileName, groupKey, version: state, stage }) => [fileName, groupKey, state, stage])).toEqual([
      ['c.png', 'INVOICE', 1, 'SUBMISSION'],
      ['a.png', 'INVOICE', 1, 'SUBMISSION'],
      ['b.png', 'TRANSPORT', 1, 'SUBMISSION'],
    ])
    expect(first[0]).toMatchObject({ fileSource: 'S3', createTime: expect.stringMatching(/^\d{4}-/), id: expect.any(String) })
    const mine = first[0]!.addedBy
    await replace(id, version, [papers[0]!, await aFile('d.png')])
    const second = (await invoiceOf(id)).attachments
    // A kept paper keeps its sender and time; a new one has the next version of its group.
    expect(second.map(({ fileName, version: state }) => [fileName, state])).toEqual([
      ['c.png', 1],
      ['d.png', 2],
    ])
    expect(second[0]).toEqual(first[0])
    // Their own company and staff see the person, others the company.
    await portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
    const byBuyer = (await invoiceOf(id, portal.seats.cedarChecker)).attachments[0]!.addedBy
    expect([mine, byBuyer]).not.toContain(null)
    expect(byBuyer).toMatch(/^Alder/)
    expect(mine).not.toBe(byBuyer)
  })

  test('a removed paper leaves a line in the timeline, and the second of two people who replace papers is refused', async () => {
    const gone = await aFile('gone.png')
    const { id, version } = await anInvoice([gone, await aFile('also gone.png', 'TRANSPORT')])
    await replace(id, version, [await aFile('new.png')])
    expect((await refusalOf(replace(id, version, [await aFile('other.png')]))).error).toBe('STALE_VERSION')
    const { attachments, timeline } = await invoiceOf(id)
    expect(namesOf(attachments)).toEqual(['new.png'])
    expect(timeline.find(({ event }) => event === 'PAPER_REMOVED')).toMatchObject({ comment: 'also gone.png, gone.png' })
  })

  test('an unknown group is refused, and so are papers of another company', async () => {
    expect((await refusalOf(anInvoice([await aFile('a.png', 'NOWHERE')]))).data.fields).toMatchObject([
      { field: 'attachments', message: 'PAPER_GROUP_UNKNOWN' },
    ])
    // The buyer adds the papers that prove a confirmation.
    expect((await refusalOf(anInvoice([await aFile('a.png', 'CONFIRMATION')]))).error).toBe('PAPER_GROUP_UNKNOWN')
    expect((await refusalOf(anInvoice([await aFile('a.png', 'INVOICE', portal.seats.birchMaker)]))).code).toBe(404)
  })

  test('of an order go into their groups and are answered by group', async () => {
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const trial = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request as never })
    const saved = await portal.ask(portal.seats.alderMaker, financeOrderCalls.createOrder, {
      body: {
        ...request,
        saveType: 'DRAFT',
        pricingHash: trial.pricingHash,
        attachments: [await aFile('bl.png', 'TRANSPORT'), await aFile('note.png')],
        idempotencyKey: key(),
      },
    })
    const groups = await portal.ask(portal.seats.alderMaker, financeOrderCalls.detailAttachmentForEdit, {
      params: { id: saved.id },
    })
    expect(groups.map(({ groupKey, files }) => [groupKey, namesOf(files)])).toEqual([
      ['INVOICE', []],
      ['TRANSPORT', ['bl.png']],
      ['CONTRACT', []],
      ['OTHER', ['note.png']],
    ])
    expect(groups[1]).toMatchObject({ attachmentEn: 'Transport documents', attachmentCh: '运输单据', require: 0 })
    expect(groups[1]!.explainEn).not.toBe('')
  })
})

describe('a required paper that is missing stops', () => {
  test('an invoice when it is sent and when its papers are replaced, with the title in the language of the reader', () =>
    whileRequired('INVOICE', 'TRANSPORT', async () => {
      const { id, version } = await anInvoice([await aFile('invoice.png')])
      const send = () => portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
      const refusal = await refusalOf(send())
      expect([refusal.error, refusal.data.papers]).toEqual(['PAPERS_MISSING', `PAPER-${count}: Transport documents`])
      await replace(id, version, [await aFile('bl.png', 'TRANSPORT')])
      expect((await send()).changed).toHaveLength(1)
      const sent = await invoiceOf(id)
      expect((await refusalOf(replace(id, sent.version, []))).error).toBe('PAPERS_MISSING')
    }))

  test('a buyer who confirms, until it added the proof', () =>
    whileRequired('INVOICE', 'CONFIRMATION', async () => {
      const { id } = await anInvoice()
      await portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
      const confirm = () => portal.ask(portal.seats.cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
      expect((await refusalOf(confirm())).error).toBe('PAPERS_MISSING')
      const proof = await aFile('signed.png', undefined, portal.seats.cedarMaker)
      await portal.ask(portal.seats.cedarMaker, invoiceCalls.uploadConfirmation, {
        body: { id, attachments: [proof], idempotencyKey: key() },
      })
      expect((await confirm()).changed).toHaveLength(1)
    }))

  test('a purchase order when it is sent, not its draft', () =>
    whileRequired('PO', 'PO', async () => {
      const add = (saveType: 'DRAFT' | 'SUBMIT', attachments: object[]) =>
        portal.ask(portal.seats.alderMaker, purchaseOrderCalls.add, {
          body: {
            buyerCode: 'CEDAR',
            poNo: `PO-PAPER-${++count}`,
            orderDate: '2025-02-20',
            latestShipDate: '2025-05-02',
            currency: 'USD',
            items: [{ description: 'Chairs', qty: '10', unit: 'PCS', unitPrice: '20' }],
            attachments,
            saveType,
            idempotencyKey: key(),
          } as never,
        })
      expect((await refusalOf(add('SUBMIT', []))).error).toBe('PAPERS_MISSING')
      expect((await add('DRAFT', [])).docStatus).toBe('DRAFT')
      expect((await add('SUBMIT', [await aFile('po.png')])).docStatus).toBe('SUBMITTED')
    }))

  test('an order of a product that asks for it, and no order of another product', async () => {
    const request = requestFor(portal, [await aConfirmedInvoice(portal)])
    const { financingProductId: productId } = request
    const { no } = await propose('FINANCE_ORDER', requiring('FINANCE_ORDER', 'CONTRACT'), { productId })
    const trial = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request as never })
    const create = (saveType: 'DRAFT' | 'SUBMIT', attachments: object[]) =>
      portal.ask(portal.seats.alderMaker, financeOrderCalls.createOrder, {
        body: {
          ...request,
          saveType,
          pricingHash: trial.pricingHash,
          payeeBankAccountId: portal.world.accounts.alder,
          attachments,
          idempotencyKey: key(),
        } as never,
      })
    const groupsFor = async (id?: string) =>
      (
        await portal.ask(portal.seats.alderMaker, paperCalls.groups, {
          body: { kind: 'FINANCE_ORDER', ...(id ? { productId: id } : {}) },
        })
      ).map(({ require }) => require)
    // One person alone changes nothing.
    expect(await groupsFor(productId)).toEqual([0, 0, 0, 0])
    await pass(no)
    expect([await groupsFor(productId), await groupsFor()]).toEqual([
      [0, 0, 1, 0],
      [0, 0, 0, 0],
    ])
    const refusal = await refusalOf(create('SUBMIT', [await aFile('other.png')]))
    expect([refusal.error, refusal.data.papers]).toEqual(['PAPERS_MISSING', 'Trade contract'])
    expect((await create('DRAFT', [])).status).toBe('DRAFT')
    expect((await create('SUBMIT', [await aFile('contract.png', 'CONTRACT')])).status).toBe('IN_APPROVE')
  })
})

test('a finance order that was passed keeps the papers that its product asks for, and its funder is told of others', async () => {
  const { alderMaker } = portal.seats
  const request = requestFor(portal, [await aConfirmedInvoice(portal)])
  const { financingProductId: productId } = request
  const asked = await portal.ask(alderMaker, paperCalls.groups, { body: { kind: 'FINANCE_ORDER', productId } })
  if (!asked.some(({ require }) => require === 1))
    await pass((await propose('FINANCE_ORDER', requiring('FINANCE_ORDER', 'CONTRACT'), { productId })).no)
  const contract = await aFile('contract.png', 'CONTRACT')
  const { pricingHash } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: request as never })
  const payee = { payeeBankAccountId: portal.world.accounts.alder }
  const { id, orderNo } = await portal.ask(alderMaker, financeOrderCalls.createOrder, {
    body: { ...request, ...payee, saveType: 'SUBMIT', pricingHash, attachments: [contract], idempotencyKey: key() } as never,
  })
  await passAll(portal, orderNo)
  const update = async (saveType: 'DRAFT' | 'SUBMIT', attachments: object[]) => {
    const { version } = await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id } })
    return portal.ask(alderMaker, financeOrderCalls.editOrder, {
      body: { ...request, id, version, mode: 'update', saveType, attachments, idempotencyKey: key() } as never,
    })
  }
  for (const saveType of ['DRAFT', 'SUBMIT'] as const)
    expect((await refusalOf(update(saveType, []))).error).toBe('PAPERS_MISSING')
  const told = () =>
    portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select('companyId')
        .where('event', '=', 'FINANCE_ORDER_PAPERS_CHANGED')
        .where('objectId', '=', id)
        .execute(),
    )
  // The same papers are nothing new to the funder; others are.
  expect((await update('DRAFT', [contract])).status).toBe('PASSED')
  expect(await told()).toEqual([])
  expect((await update('DRAFT', [contract, await aFile('more.png')])).status).toBe('PASSED')
  expect(await told()).toEqual([{ companyId: portal.world.companies.elm }])
})

test('a first set of groups for a product is shown beside those that it takes the place of', async () => {
  const kind = 'FINANCE_ORDER' as const
  const [group] = shippedPapers[kind]
  await whileRequired(kind, group!.code, async () => {
    const { no } = await propose(kind, shippedPapers[kind], { productId: portal.world.products.undisclosed })
    const change = await portal.ask(portal.seats.operations, configChangeCalls.change, { body: { no } })
    expect(JSON.stringify(change.before)).toContain('"REQUIRED"')
    await portal.look((tx) => tx.updateTable('configChange').set({ status: 'REFUSED' }).where('no', '=', no).execute())
  })
})

test('groups that could never be filled, stale versions and a second live change are refused', async () => {
  const groups = shippedPapers.PO
  const fault = async (change: Promise<unknown>) => {
    const { error, data } = await refusalOf(change)
    return [error, data.fields?.[0]?.field]
  }
  const { productId } = { productId: requestFor(portal, []).financingProductId }
  expect(await fault(propose('PO', groups, { productId }))).toEqual(['PRODUCT_NOT_AVAILABLE', 'productId'])
  expect(await fault(propose('PO', [groups[0]!]))).toEqual(['PAPER_GROUP_NEEDED', undefined])
  expect(await fault(propose('PO', [...groups, { ...groups[0]!, stage: 'CONFIRMATION' }]))).toEqual([
    'BAD_REQUEST',
    'groups.2.code',
  ])
  const version = await versionOf('PO')
  expect(await fault(propose('PO', groups, { version: version + 1 }))).toEqual(['STALE_VERSION', undefined])
  await propose('PO', groups, { version })
  expect(await fault(propose('PO', groups, { version }))).toEqual(['ILLEGAL_TRANSITION', undefined])
})
