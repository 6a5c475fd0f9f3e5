import { readFileSync } from 'node:fs'
import { normalizeDocumentNo } from '@usance/domain/fingerprint'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { type PurchaseOrderBody, purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { purchaseOrderList } from '@usance/wire/purchase-order/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { readSheet } from '../../files/spreadsheet.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aSubmittedOrder, requestFor, undisclose } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

let number = 0
const anOrder = (extra: Partial<PurchaseOrderBody> = {}): PurchaseOrderBody => ({
  buyerCode: 'CEDAR',
  poNo: `PO-${++number}`,
  orderDate: '2025-02-01',
  latestShipDate: '2025-04-01',
  currency: 'USD',
  items: [
    { description: 'Shirts', qty: '1000', unitPrice: '12.345' },
    { description: 'Trousers', qty: '12.5', unitPrice: '20' },
  ],
  saveType: 'SUBMIT',
  ...extra,
})
const add = (body = anOrder(), seat = portal.seats.alderMaker) => portal.ask(seat, purchaseOrderCalls.add, { body: body })
const detail = (id: string, seat = portal.seats.alderMaker) => portal.ask(seat, purchaseOrderCalls.detail, { query: { id } })
const confirm = (id: string, seat = portal.seats.cedarChecker) =>
  portal.ask(seat, purchaseOrderCalls.confirm, { body: { ids: [id] } })
const invoiceOn = (purchaseOrderId: string, amount: string) =>
  portal.ask(portal.seats.alderMaker, invoiceCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      invoiceNo: `I-${++number}-${crypto.randomUUID().slice(0, 6)}`,
      issueDate: '2025-02-20',
      dueDate: '2025-05-02',
      currency: 'USD',
      amount,
      purchaseOrderId,
      idempotencyKey: crypto.randomUUID(),
    },
  })

describe('a purchase order', () => {
  test('is worth the exact sum of its lines, and its buyer confirms it', async () => {
    const { id, amount, docStatus } = await add()
    expect([amount, docStatus]).toEqual(['12595.00', 'SUBMITTED'])
    expect((await refusalOf(confirm(id, portal.seats.cedarMaker))).code).toBe(403)
    expect((await refusalOf(confirm(id, portal.seats.dogwoodChecker))).code).toBe(404)
    expect(await confirm(id)).toEqual({ changed: [{ id, docStatus: 'CONFIRMED' }] })
  })

  test('is confirmed and returned by nobody else for a buyer that is shown it', async () => {
    const { operations } = portal.seats
    const { id } = await add()
    expect((await refusalOf(confirm(id, operations))).error).toBe('BUYER_ANSWERS_ITSELF')
    const returned = portal.ask(operations, purchaseOrderCalls.returnToSupplier, { body: { id, comment: 'Wrong price' } })
    expect((await refusalOf(returned)).error).toBe('BUYER_ANSWERS_ITSELF')
    const { operations: offered, docStatus } = await detail(id, operations)
    expect([offered, docStatus]).toEqual([[], 'SUBMITTED'])
  })

  test('that is changed after it was sent is told to its buyer again, with the new amount', async () => {
    const { id, version } = await add()
    const { poNo } = await detail(id)
    const items = [{ description: 'Shirts', qty: '10', unitPrice: '9' }]
    await portal.ask(portal.seats.alderMaker, purchaseOrderCalls.edit, {
      body: { ...anOrder({ poNo, items }), id, version } as never,
    })
    const told = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select(['event', 'params'])
        .where('objectId', '=', id)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    )
    expect(told.map(({ event }) => event)).toContain('PURCHASE_ORDER_EDIT')
    expect(told.find(({ event }) => event === 'PURCHASE_ORDER_EDIT')!.params).toMatchObject({
      poNo,
      amount: '90.00',
      currency: 'USD',
    })
  })

  test('saved as a draft it may lack its lines, is seen by nobody else, and cannot be sent yet', async () => {
    const { id } = await add(anOrder({ items: [], saveType: 'DRAFT' }))
    expect((await refusalOf(detail(id, portal.seats.cedarChecker))).code).toBe(404)
    expect((await refusalOf(portal.ask(portal.seats.alderMaker, purchaseOrderCalls.submit, { body: { ids: [id] } }))).error).toBe(
      'AMOUNT_NOT_POSITIVE',
    )
  })

  test('a draft keeps lines as far as they were typed, and is sent once all of them are whole', async () => {
    const whole = { description: 'Shirts', qty: '10', unit: 'PCS', unitPrice: '2.5' }
    const draftItems = [{ description: 'Trousers', unit: 'PCS' }, whole, { qty: '0.', unitPrice: '3' }]
    const { id, amount } = await add(anOrder({ items: [whole], draftItems, saveType: 'DRAFT' }))
    expect(amount).toBe('25.00')
    const draft = await detail(id)
    expect(draft.draftItems).toEqual(draftItems)
    const submit = () => portal.ask(portal.seats.alderMaker, purchaseOrderCalls.submit, { body: { ids: [id] } })
    expect((await refusalOf(submit())).error).toBe('LINES_INCOMPLETE')
    const sent = { ...anOrder({ items: [whole], draftItems, poNo: draft.poNo }), id, version: draft.version }
    await portal.ask(portal.seats.alderMaker, purchaseOrderCalls.edit, { body: sent as never })
    expect(await detail(id)).toMatchObject({ docStatus: 'SUBMITTED', draftItems: null, amount: '25.00' })
  })

  test.each([
    [{ latestShipDate: '2025-01-01' }, 'DAY_TOO_EARLY', 'latestShipDate'],
    [{ buyerCode: 'ELM' }, 'PARTY_UNKNOWN', 'buyerCode'],
    [{ items: [] }, 'AMOUNT_NOT_POSITIVE', 'items'],
  ] as const)('%o is refused beside its field', async (extra, error, field) => {
    const refusal = await refusalOf(add(anOrder(extra as never)))
    expect([refusal.error, refusal.data.fields[0].field]).toEqual([error, field])
  })

  test('entered ten times at once exists once', async () => {
    const body = anOrder()
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => add(body)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusalOf(add({ ...body, poNo: body.poNo.toLowerCase() }))).error).toBe('PO_DUPLICATE')
  })

  test.each(['ONCE 1001', 'once-1001', 'Once/01001', 'ONCE–1001', 'ＯＮＣＥ-１００１', '-once.1001-'])(
    'entered as ONCE-1001 and as %s exists once',
    async (poNo) => {
      await add(anOrder({ poNo: 'ONCE-1001' })).catch(() => undefined)
      expect((await refusalOf(add(anOrder({ poNo, saveType: 'DRAFT' })))).data.fields).toEqual([
        { field: 'poNo', message: 'PO_DUPLICATE' },
      ])
      const { id, version } = await add()
      const edit = portal.ask(portal.seats.alderMaker, purchaseOrderCalls.edit, {
        body: { ...anOrder({ poNo }), id, version } as never,
      })
      expect((await refusalOf(edit)).data.fields).toEqual([{ field: 'poNo', message: 'PO_DUPLICATE' }])
      // With another buyer it is another order.
      const { id: other } = await add(anOrder({ poNo, buyerCode: 'DOGWOOD' }))
      await portal.ask(portal.seats.alderMaker, purchaseOrderCalls.cancel, { body: { id: other } })
    },
  )

  test('has a number with a letter or a digit', async () => {
    expect((await refusalOf(add(anOrder({ poNo: '–/–' })))).data.fields[0].field).toBe('poNo')
  })

  test('whose number looks like that of another one carries a sign for whoever may see both', async () => {
    const { alderMaker, cedarChecker, operations, risk } = portal.seats
    const flags = async (id: string, seat = alderMaker) => (await detail(id, seat)).riskFlags
    const { id } = await add(anOrder({ poNo: 'LOT-1O48' }))
    expect(await flags(id)).toEqual([])
    const draft = await add(
      anOrder({
        poNo: 'L0T-1048',
        orderDate: '2025-01-03',
        items: [{ description: 'Cloth', qty: '1', unitPrice: '5' }],
        saveType: 'DRAFT',
      }),
    )
    for (const one of [id, draft.id]) expect(await flags(one)).toEqual(['NEAR_DUPLICATE'])
    for (const seat of [operations, risk]) expect(await flags(id, seat)).toEqual(['NEAR_DUPLICATE'])
    // Its buyer learns nothing of a draft.
    expect(await flags(id, cedarChecker)).toEqual([])
    await portal.ask(alderMaker, purchaseOrderCalls.submit, { body: { ids: [draft.id] } })
    for (const one of [id, draft.id]) expect(await flags(one, cedarChecker)).toEqual(['NEAR_DUPLICATE'])
    await portal.ask(alderMaker, purchaseOrderCalls.cancel, { body: { id: draft.id } })
    expect(await flags(id)).toEqual([])
  })

  test('one slip away from another one of about the same amount and day carries the sign too', async () => {
    const { alderMaker } = portal.seats
    const items = [{ description: 'Cloth', qty: '1', unitPrice: '777777' }]
    await add(anOrder({ poNo: 'SLIP-48213', items }))
    const { id } = await add(anOrder({ poNo: 'SLIP-48214', items, orderDate: '2025-02-08' }))
    const { id: other } = await add(anOrder({ poNo: 'SLIP-48215', items, orderDate: '2025-03-01' }))
    expect((await detail(id, alderMaker)).riskFlags).toEqual(['NEAR_DUPLICATE'])
    expect((await detail(other, alderMaker)).riskFlags).toEqual([])
  })

  test('returned with a comment it is a draft again, is corrected and sent once more', async () => {
    const body = anOrder()
    const { id } = await add(body)
    await portal.ask(portal.seats.cedarChecker, purchaseOrderCalls.returnToSupplier, {
      body: { id, comment: 'Wrong price' },
    })
    const returned = await detail(id)
    expect(returned).toMatchObject({ docStatus: 'DRAFT', returnComment: 'Wrong price' })
    expect((await refusalOf(detail(id, portal.seats.cedarChecker))).code).toBe(404)
    const edit = () =>
      portal.ask(portal.seats.alderMaker, purchaseOrderCalls.edit, {
        body: {
          ...body,
          id,
          version: returned.version,
          items: [{ description: 'Shirts', qty: '1', unitPrice: '9.99' }],
        },
      })
    expect(await edit()).toMatchObject({ docStatus: 'SUBMITTED', amount: '9.99' })
    expect((await refusalOf(edit())).error).toBe('STALE_VERSION')
  })

  test('shipment is told line by line, never more than ordered', async () => {
    const { id } = await add()
    await confirm(id)
    const { version } = await detail(id)
    const ship = (shippedQty: string) =>
      portal.ask(portal.seats.alderMaker, purchaseOrderCalls.update, {
        body: { id, version, items: [{ line: 1, shippedQty }] },
      })
    expect((await refusalOf(ship('1000.0001'))).data.fields[0].field).toBe('items.0.shippedQty')
    await ship('400')
    expect(await detail(id)).toMatchObject({ shippedAmount: '4938.00', mismatches: ['SHIPPED_NOT_INVOICED'] })
    const page = await portal.ask(portal.seats.alderViewer, listCalls(purchaseOrderList).pageList, { body: {} })
    expect(page.list!.find((row) => row.id === id)).toMatchObject({ shippedPct: 39, operations: [] })
  })

  test('closes when confirmed invoices cover it, also while a financing that its buyer is not told of holds it', async () => {
    const ids = []
    for (const poNo of ['HIDDEN-1', 'PLAIN-1'])
      ids.push((await add(anOrder({ poNo, items: [{ description: 'Cloth', qty: '10', unitPrice: '100' }] }))).id)
    for (const id of ids) await confirm(id)
    const [hidden = '', plain = ''] = ids
    await aSubmittedOrder(
      portal,
      requestFor(portal, [], {
        financingProductId: portal.world.products.purchaseOrder,
        items: [{ docType: 'PO', docId: hidden }],
      }),
    )
    for (const id of ids) {
      const invoice = await invoiceOn(id, '1000.00')
      await portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [invoice.id] } })
      await portal.ask(portal.seats.cedarChecker, invoiceCalls.confirm, { body: { items: [{ id: invoice.id }] } })
    }
    const seen = async (id: string) => {
      const { docStatus, financeStatus } = await detail(id, portal.seats.cedarChecker)
      return { docStatus, financeStatus }
    }
    expect(await seen(hidden)).toEqual(await seen(plain))
    expect((await seen(hidden)).docStatus).toBe('CLOSED')
  })

  test('knows its invoices, and closes when confirmed ones cover it', async () => {
    const { id } = await add(anOrder({ items: [{ description: 'Cloth', qty: '10', unitPrice: '100' }] }))
    await confirm(id)
    const first = await invoiceOn(id, '600.00')
    expect((await detail(id)).invoicedAmount).toBe('0.00')
    await portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [first.id] } })
    expect(await detail(id)).toMatchObject({ invoicedAmount: '600.00', balance: '400.00', mismatches: ['INVOICED_NOT_SHIPPED'] })
    const second = await invoiceOn(id, '500.00')
    expect((await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id: second.id } })).riskFlags).toContain(
      'OVER_PO_BALANCE',
    )
    await portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [second.id] } })
    await portal.ask(portal.seats.cedarChecker, invoiceCalls.confirm, { body: { items: [{ id: first.id }, { id: second.id }] } })
    expect(await detail(id)).toMatchObject({ docStatus: 'CLOSED', mismatches: ['OVER_INVOICED', 'INVOICED_NOT_SHIPPED'] })
  })

  test('is open again once an invoice that covered it was cancelled, and stays closed where its supplier has closed it', async () => {
    const { alderMaker, cedarChecker } = portal.seats
    const covered = async () => {
      const { id } = await add(anOrder({ items: [{ description: 'Cloth', qty: '10', unitPrice: '100' }] }))
      await confirm(id)
      return id
    }
    const [byInvoices, byHand] = [await covered(), await covered()]
    await portal.ask(alderMaker, purchaseOrderCalls.close, { body: { id: byHand } })
    const invoices = []
    for (const id of [byInvoices, byHand]) {
      const invoice = await invoiceOn(id, '1000.00')
      await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [invoice.id] } })
      await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id: invoice.id }] } })
      invoices.push(invoice.id)
    }
    const statuses = async () => [(await detail(byInvoices)).docStatus, (await detail(byHand)).docStatus]
    expect(await statuses()).toEqual(['CLOSED', 'CLOSED'])
    for (const id of invoices) await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id } })
    expect(await statuses()).toEqual(['CONFIRMED', 'CLOSED'])
    expect((await detail(byInvoices)).invoicedAmount).toBe('0.00')
  })

  test('is cancelled before it is financed, and its number is free again', async () => {
    const body = anOrder()
    const { id } = await add(body)
    await portal.ask(portal.seats.alderMaker, purchaseOrderCalls.cancel, { body: { id } })
    expect((await detail(id)).operations).toEqual([])
    await add(body)
    expect((await refusalOf(confirm(id))).error).toBe('ILLEGAL_TRANSITION')
  })

  test('is not cancelled while an invoice names it', async () => {
    const { alderMaker } = portal.seats
    const { id } = await add()
    const cancel = () => portal.ask(alderMaker, purchaseOrderCalls.cancel, { body: { id } })
    const { id: invoiceId } = await invoiceOn(id, '600.00')
    expect((await refusalOf(cancel())).error).toBe('PO_HAS_INVOICES')
    expect((await detail(id)).operations).not.toContain('CANCEL')
    await portal.ask(alderMaker, invoiceCalls.cancel, { body: { id: invoiceId } })
    expect((await detail(id)).operations).toContain('CANCEL')
    expect((await cancel()).changed[0]!.docStatus).toBe('CANCELLED')
  })

  test('of a cancellation and an invoice at the same moment one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await add()
      const outcomes = await Promise.allSettled([
        portal.ask(portal.seats.alderMaker, purchaseOrderCalls.cancel, { body: { id } }),
        invoiceOn(id, '600.00'),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  test('of an undisclosed relationship stays out of its buyer’s sight; operations confirm it', async () => {
    await undisclose(portal, 'dogwood')
    const { id } = await add(anOrder({ buyerCode: 'DOGWOOD' }))
    expect((await detail(id, portal.seats.operations)).operations).toEqual(expect.arrayContaining(['CONFIRM', 'RETURN']))
    expect((await refusalOf(detail(id, portal.seats.dogwoodChecker))).code).toBe(404)
    await confirm(id, portal.seats.operations)
    expect((await refusalOf(detail(id, portal.seats.dogwoodChecker))).code).toBe(404)
  })
})

describe('a sheet of orders', () => {
  const titles = ['Order no', 'Buyer code', 'Order date', 'Latest ship date', 'Currency', 'Description', 'Quantity', 'Unit price']
  test('its rows of one number make one order; a faulty row keeps the whole order out', async () => {
    const row = (poNo: string, qty: string, unitPrice: string, buyer = 'CEDAR') => [
      poNo,
      buyer,
      '2025-02-01',
      '2025-04-01',
      'USD',
      'Cloth',
      qty,
      unitPrice,
    ]
    const content = await writeWorkbook(
      'Orders',
      titles.map((title) => ({ title })),
      [
        row('S-1', '10', '1.5'),
        row('S-2', '1', '1'),
        row('S-1', '2', '2.25'),
        row('S-2', 'many', '1'),
        row('S-3', '1', '1', 'ELM'),
      ],
    )
    const { data } = await uploadAs(portal, portal.seats.alderMaker, 'orders.xlsx', content)
    const query = { fileKey: data.objectKey as string }
    const result = await portal.ask(portal.seats.alderMaker, purchaseOrderCalls.importExcel, { query })
    expect(result).toMatchObject({ successfulNumber: 2, errorNumber: 3 })
    const page = await portal.ask(portal.seats.alderMaker, listCalls(purchaseOrderList).pageList, {
      body: { filterFields: { poNo: 'S-*' } },
    })
    expect(page.list).toMatchObject([{ poNo: 'S-1', amount: '19.50', docStatus: 'DRAFT' }])
  })

  test('an order that is there already under other separators stays out, whoever sends the sheet', async () => {
    await add(anOrder({ poNo: 'SHEET-77' }))
    const send = async (seat: typeof portal.seats.alderMaker, partner: string) => {
      const title = seat.companyRole === 'BUYER' ? 'Supplier code' : 'Buyer code'
      const content = await writeWorkbook(
        'Orders',
        titles.map((one) => ({ title: one === 'Buyer code' ? title : one })),
        [['Sheet 0077', partner, '2025-02-01', '2025-04-01', 'USD', 'Cloth', '1', '1']],
      )
      const { data } = await uploadAs(portal, seat, 'orders.xlsx', content)
      return portal.ask(seat, purchaseOrderCalls.importExcel, { query: { fileKey: data.objectKey as string } })
    }
    expect(await send(portal.seats.alderMaker, 'CEDAR')).toMatchObject({ successfulNumber: 0, errorNumber: 1 })
    expect(await send(portal.seats.cedarMaker, 'ALDER')).toMatchObject({ successfulNumber: 0, errorNumber: 1 })
  })

  test('the template has an example row in the reader’s language', async () => {
    const book = (await portal.ask(portal.seats.alderMaker, purchaseOrderCalls.templateDownload, { body: {} })) as Buffer
    const sheet = await readSheet(book)
    expect(sheet[0]!.slice(0, 2)).toEqual(['Order no', 'Buyer code'])
    expect(sheet).toHaveLength(2)
  })
})

describe('orders of an earlier version', () => {
  /** Enters an order as a version without readings of numbers does. */
  const enter = (...poNos: string[]) =>
    portal.asOwner(async (db) => {
      await sql`set app.scope = 'system'`.execute(db)
      for (const poNo of poNos)
        await sql`insert into purchase_order (id, supplier_id, buyer_id, po_no, order_date, latest_ship_date, currency, amount, doc_status)
          values (gen_random_uuid(), ${portal.world.companies.alder}, ${portal.world.companies.cedar}, ${poNo}, '2025-02-01', '2025-04-01', 'USD', 5, 'SUBMITTED')`.execute(
          db,
        )
    })
  const read = (...poNos: string[]) =>
    portal.look((tx) =>
      tx.selectFrom('purchaseOrder').select(['id', 'poNo', 'normNo', 'version']).where('poNo', 'in', poNos).execute(),
    )

  test('are read by the database like those of this version', async () => {
    const numbers = ['Old  0012/00', 'old—7', '采购００9号', 'ＯＬＤ_000', '«old»…№4', 'menü 5']
    await enter(...numbers)
    const rows = await read(...numbers)
    expect(rows).toHaveLength(numbers.length)
    for (const { poNo, normNo } of rows) expect([poNo, normNo]).toEqual([poNo, normalizeDocumentNo(poNo)])
    await expect(enter('OLD 12.0')).rejects.toThrow('purchase_order_norm_no')
  })

  test('that were entered twice keep their numbers and carry the sign', async () => {
    // Later columns are added anew too: those of the table keep their order, and what is prepared stays valid.
    const texts = ['1221-purchase-orders-once', '1257-covered-orders-open-again'].map((name) =>
      readFileSync(`${migrationsFolder()}/${name}.sql`, 'utf8'),
    )
    await portal.asOwner((db) =>
      sql`alter table purchase_order drop column norm_no, drop column read_no, drop column read_of, drop column closed_covered; drop index purchase_order_date`.execute(
        db,
      ),
    )
    const twice = ['TWICE-1', 'TWICE 1', 'TWICE.01']
    await enter(...twice)
    for (const text of texts) await portal.asOwner((db) => sql.raw(text).execute(db))
    const rows = await read(...twice)
    expect(rows.map(({ normNo }) => normNo).sort()).toEqual(['TWICE-1', 'TWICE-1-', 'TWICE-1--'])
    for (const { id, poNo, version } of rows) {
      expect((await detail(id)).riskFlags).toEqual(['NEAR_DUPLICATE'])
      const changed = await portal.ask(portal.seats.alderMaker, purchaseOrderCalls.edit, {
        body: { ...anOrder({ poNo, remark: 'As it was.' }), id, version } as never,
      })
      expect(changed.poNo).toBe(poNo)
    }
    expect((await refusalOf(add(anOrder({ poNo: 'twice/1' })))).error).toBe('PO_DUPLICATE')
  })
})
