import { fileCalls } from '@usance/wire/file/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { type InvoiceBody, invoiceCalls } from '@usance/wire/invoice/calls'
import { confirmationList, invoiceList } from '@usance/wire/invoice/list'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ciiInvoice, ublInvoice } from '../../e-invoice/sample-documents.fixture.ts'
import { readSheet } from '../../files/spreadsheet.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

let number = 0
const anInvoice = (extra: Partial<InvoiceBody> = {}): InvoiceBody => ({
  buyerCode: 'CEDAR',
  invoiceNo: `INV-${++number}`,
  issueDate: '2025-02-20',
  dueDate: '2025-05-02',
  currency: 'USD',
  amount: `${1000 + number}.00`,
  ...extra,
})
const add = (body = anInvoice(), seat = portal.seats.alderMaker) =>
  portal.ask(seat, invoiceCalls.add, { body: { idempotencyKey: crypto.randomUUID(), ...body } })

describe('entering an invoice', () => {
  test('it is a draft, with exact figures, for its supplier alone', async () => {
    const { id, docStatus } = await add(anInvoice({ amount: '100000.10' }))
    expect(docStatus).toBe('DRAFT')
    expect(await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).toMatchObject({
      amount: '100000.10',
      outstanding: '0.00',
      buyer: { code: 'CEDAR' },
      operations: ['EDIT', 'SUBMIT', 'UPLOAD', 'CANCEL'],
    })
    expect((await portal.ask(portal.seats.alderViewer, invoiceCalls.detail, { query: { id } })).operations).toEqual([])
    for (const seat of [portal.seats.cedarChecker, portal.seats.birchMaker])
      expect((await refusalOf(portal.ask(seat, invoiceCalls.detail, { query: { id } }))).code).toBe(404)
  })

  test.each([
    [{ amount: '10.001' }, 'AMOUNT_SCALE', 'amount'],
    [{ amount: '0.00' }, 'AMOUNT_NOT_POSITIVE', 'amount'],
    [{ currency: 'JPY', amount: '10.5' }, 'AMOUNT_SCALE', 'amount'],
    [{ dueDate: '2025-02-19' }, 'DATE_ORDER', 'dueDate'],
    [{ buyerCode: 'ELM' }, 'PARTY_UNKNOWN', 'buyerCode'],
  ] as const)('%o is refused beside its field', async (extra, error, field) => {
    const refusal = await refusalOf(add(anInvoice(extra)))
    expect(refusal.error).toBe(error)
    expect(refusal.data.fields[0].field).toBe(field)
  })

  test.each(['NaN', '1e3', '-5', '', '12,50'])('%s is no amount', async (amount) => {
    expect((await refusalOf(add(anInvoice({ amount })))).code).toBe(400)
  })

  test('the same invoice retyped is refused, whoever enters it', async () => {
    await add(anInvoice({ invoiceNo: 'ab 0012/2025', amount: '777.00' }))
    for (const invoiceNo of ['AB-12-2025', 'ab\uff0d0012/2025 ', 'AB 012 2025'])
      expect((await refusalOf(add(anInvoice({ invoiceNo, amount: '777.00' })))).code).toBe(20101)
    // The same number with another amount, within half a year, is the same invoice too.
    expect((await refusalOf(add(anInvoice({ invoiceNo: 'AB-12-2025', amount: '778.00' })))).code).toBe(20101)
  })

  test('twenty people entering the same invoice at once make one', async () => {
    const body = anInvoice()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => add(body)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a write sent again with its key changes nothing, with another body it is refused', async () => {
    const body = { ...anInvoice(), idempotencyKey: crypto.randomUUID() }
    const first = await portal.ask(portal.seats.alderMaker, invoiceCalls.add, { body })
    expect(await portal.ask(portal.seats.alderMaker, invoiceCalls.add, { body })).toEqual(first)
    expect(
      (await refusalOf(portal.ask(portal.seats.alderMaker, invoiceCalls.add, { body: { ...body, amount: '9.00' } }))).code,
    ).toBe(20003)
  })

  test('two people editing the same draft: the second is told', async () => {
    const body = anInvoice()
    const { id, version } = await add(body)
    const edit = (amount: string) =>
      portal.ask(portal.seats.alderMaker, invoiceCalls.edit, {
        body: { ...body, amount, id, version, idempotencyKey: crypto.randomUUID() },
      })
    await edit('500.00')
    expect((await refusalOf(edit('600.00'))).error).toBe('STALE_VERSION')
  })

  test('a checker enters nothing', async () => {
    expect((await refusalOf(add(anInvoice(), portal.seats.alderChecker))).code).toBe(403)
  })
})

describe('confirming', () => {
  const submitted = async () => {
    const { id } = await add()
    await portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
    return id
  }

  test('the buyer sees a submitted invoice and confirms it', async () => {
    const id = await submitted()
    const page = await portal.ask(portal.seats.cedarChecker, listCalls(confirmationList).pageList, {
      body: { filterFields: { docStatus: ['SUBMITTED'] } },
    })
    expect(page.list!.find((row) => row.id === id)).toMatchObject({ operations: ['CONFIRM', 'RETURN', 'DISPUTE'] })
    expect(await portal.ask(portal.seats.cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })).toEqual({
      changed: [{ id, docStatus: 'CONFIRMED' }],
    })
  })

  test('more than the face cannot be confirmed, nor by another buyer', async () => {
    const id = await submitted()
    expect(
      (
        await refusalOf(
          portal.ask(portal.seats.cedarChecker, invoiceCalls.confirm, { body: { items: [{ id, confirmedAmount: '99999.00' }] } }),
        )
      ).data.fields[0].field,
    ).toBe('confirmedAmount')
    expect(
      (await refusalOf(portal.ask(portal.seats.dogwoodChecker, invoiceCalls.confirm, { body: { items: [{ id }] } }))).code,
    ).toBe(404)
  })

  test('an invoice that is named twice is refused beside its second entry, and neither amount holds', async () => {
    const id = await submitted()
    const { cedarChecker } = portal.seats
    const twice = [
      { id, confirmedAmount: '100.00' },
      { id: id.toUpperCase(), confirmedAmount: '50.00' },
    ]
    expect(
      (await refusalOf(portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: twice } }))).data.fields,
    ).toMatchObject([{ field: 'items.1.id', message: 'NAMED_TWICE' }])
    const body = { ids: [id, id], reason: 'Wrong goods' }
    expect((await refusalOf(portal.ask(cedarChecker, invoiceCalls.dispute, { body }))).data.fields).toMatchObject([
      { field: 'ids.1', message: 'NAMED_TWICE' },
    ])
    expect((await portal.ask(cedarChecker, invoiceCalls.detail, { query: { id } })).docStatus).toBe('SUBMITTED')
  })

  test('a returned invoice is the supplier’s draft again, with the comment', async () => {
    const id = await submitted()
    await portal.ask(portal.seats.cedarChecker, invoiceCalls.returnToSupplier, { body: { id, comment: 'Wrong order number' } })
    expect(await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).toMatchObject({
      docStatus: 'DRAFT',
      returnComment: 'Wrong order number',
    })
    expect((await refusalOf(portal.ask(portal.seats.cedarChecker, invoiceCalls.detail, { query: { id } }))).code).toBe(404)
  })

  test('a dispute needs a reason and stops finance', async () => {
    const id = await submitted()
    expect(
      (await refusalOf(portal.ask(portal.seats.cedarChecker, invoiceCalls.dispute, { body: { ids: [id], reason: '  ' } }))).code,
    ).toBe(400)
    await portal.ask(portal.seats.cedarChecker, invoiceCalls.dispute, { body: { ids: [id], reason: 'Goods damaged' } })
    expect((await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).docStatus).toBe('DISPUTED')
  })

  test('a dispute is over when the buyer says so and operations lift it', async () => {
    const id = await submitted()
    const { cedarChecker, operations } = portal.seats
    await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id, confirmedAmount: '900.00' }] } })
    await portal.ask(cedarChecker, invoiceCalls.dispute, { body: { ids: [id], reason: 'Short delivery' } })
    const lift = () => portal.ask(operations, invoiceCalls.resolve, { body: { id } })
    expect((await refusalOf(lift())).error).toBe('ILLEGAL_TRANSITION')
    await portal.ask(cedarChecker, invoiceCalls.proposeResolution, { body: { id, comment: 'The rest arrived' } })
    expect((await refusalOf(portal.ask(portal.seats.alderMaker, invoiceCalls.resolve, { body: { id } }))).code).toBe(403)
    await lift()
    expect(await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).toMatchObject({
      docStatus: 'CONFIRMED',
      confirmedAmount: '900.00',
      resolution: 'The rest arrived',
    })
  })

  test('a dispute that is lifted confirms nothing: it is the second person of the buyer who confirms a debt', async () => {
    const { cedarMaker, cedarChecker, alderMaker, operations } = portal.seats
    const { id, invoiceNo } = await add(anInvoice({ amount: '40000.00' }))
    await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
    const content = await writeWorkbook(
      'Invoices',
      ['Supplier code', 'Invoice no', 'Issue date', 'Due date', 'Currency', 'Amount'].map((title) => ({ title })),
      [['ALDER', invoiceNo, '2025-02-20', '2025-05-02', 'USD', '40000.00']],
    )
    const { data } = await uploadAs(portal, cedarMaker, 'owed.xlsx', content)
    expect(await portal.ask(cedarMaker, invoiceCalls.batchUpload, { query: { fileKey: data.objectKey } })).toMatchObject({
      successfulNumber: 1,
    })
    const setRoles = (userRoles: string[]) =>
      portal.look((tx) => tx.updateTable('userCompanyRole').set({ userRoles }).where('userId', '=', cedarMaker.userId).execute())
    const confirm = (seat: Seat) => portal.ask(seat, invoiceCalls.confirm, { body: { items: [{ id }] } })
    await setRoles(['Director'])
    try {
      expect((await refusalOf(confirm(cedarMaker))).error).toBe('MAKER_CANNOT_APPROVE')
      await portal.ask(cedarMaker, invoiceCalls.dispute, { body: { ids: [id], reason: 'Too much' } })
      await portal.ask(cedarMaker, invoiceCalls.proposeResolution, { body: { id, comment: 'We owe 10000 only' } })
      expect(await portal.ask(operations, invoiceCalls.resolve, { body: { id } })).toEqual({
        changed: [{ id, docStatus: 'SUBMITTED' }],
      })
      expect(await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })).toMatchObject({
        docStatus: 'SUBMITTED',
        confirmedAmount: null,
      })
      const offered = await portal.ask(alderMaker, financeOrderCalls.invoiceList, {
        body: {
          financingProductId: portal.world.products.purchaseInAdvance,
          buyerCode: 'CEDAR',
          currency: 'USD',
          ids: [id],
        },
      })
      expect(offered.list!.filter(({ selectable }) => selectable)).toEqual([])
      expect((await refusalOf(confirm(cedarMaker))).error).toBe('MAKER_CANNOT_APPROVE')
    } finally {
      await setRoles(['Maker'])
    }
    await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id, confirmedAmount: '10000.00' }] } })
    expect(await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })).toMatchObject({
      docStatus: 'CONFIRMED',
      confirmedAmount: '10000.00',
    })
  })

  test('two checkers confirming at once: one wins, the other is told', async () => {
    const id = await submitted()
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => portal.ask(portal.seats.cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('of one number with two amounts entered at the same moment, one is refused', async () => {
    const one = anInvoice({ issueDate: '2025-02-20' })
    const outcomes = await Promise.allSettled([
      add(one),
      add({ ...one, amount: '9999.00', issueDate: '2025-02-21' }),
      add({ ...one, amount: '8888.00', issueDate: '2025-02-22' }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a near duplicate goes through and raises a task for risk', async () => {
    const tag = `${++number}`
    await add(anInvoice({ invoiceNo: `Q${tag}-O88`, amount: '4321.00' }))
    const { id } = await add(anInvoice({ invoiceNo: `Q${tag}-0B8`, amount: '99.00', issueDate: '2025-01-20' }))
    expect((await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).riskFlags).toContain(
      'NEAR_DUPLICATE',
    )
    await portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
    const flags = await portal.look((tx) =>
      tx.selectFrom('riskFlag').select(['rule', 'severity']).where('objectId', '=', id).execute(),
    )
    expect(flags).toContainEqual({ rule: 'NEAR_DUPLICATE', severity: 'TASK' })
    // Its buyer learns nothing of what the supplier's other papers look like.
    expect((await portal.ask(portal.seats.cedarChecker, invoiceCalls.detail, { query: { id } })).riskFlags).toEqual([])
  })
})

describe('importing', () => {
  test('good rows of a sheet become drafts, faulty ones come back with their reason', async () => {
    const content = await writeWorkbook(
      'Invoices',
      ['Invoice no', 'Buyer code', 'Issue date', 'Due date', 'Currency', 'Amount'].map((title) => ({ title })),
      [
        ['X-1', 'CEDAR', '2025-02-01', '2025-04-01', 'USD', '1,250.50'],
        ['X-2', 'CEDAR', '2025-02-01', '2025-01-01', 'USD', '10'],
        ['X-3', 'NOBODY', '2025-02-01', '2025-04-01', 'USD', '10'],
        ['', 'CEDAR', '2025-02-01', '2025-04-01', 'USD', '10'],
        ['X-4', 'DOGWOOD', '2025/2/1', '2025-04-01', 'EUR', '99.99'],
        ['X-5', 'CEDAR', '2025-02-01', '2025-04-0199', 'USD', '10'],
      ],
    )
    const { data } = await uploadAs(portal, portal.seats.alderMaker, 'invoices.xlsx', content)
    const query = { fileKey: data.objectKey as string }
    const result = await portal.ask(portal.seats.alderMaker, invoiceCalls.importExcel, { query })
    expect(result).toMatchObject({ successfulNumber: 2, errorNumber: 4 })
    const report = await readSheet(
      (await portal.ask(portal.seats.alderMaker, fileCalls.content, { query: { objectKey: result.errorObjectKey! } })) as never,
    )
    expect(report.slice(1).map((row) => row.at(-1))).toEqual([
      'The due date lies before the issue date.',
      'There is no trade relationship with a company of this code.',
      'Invoice no is missing.',
      'Due date is not a date such as 2026-01-31.',
    ])
    // Sent again, even at the same moment, it is not read again: the answer is the first one.
    expect(await Promise.all([1, 2].map(() => portal.ask(portal.seats.alderMaker, invoiceCalls.importExcel, { query })))).toEqual(
      [result, result],
    )
    expect((await refusalOf(portal.ask(portal.seats.birchMaker, invoiceCalls.importExcel, { query }))).code).toBe(404)
  })

  test('a row of a csv that is wider than its heading is faulty with its row number, and its figure is not read', async () => {
    const titles = 'Invoice no,Buyer code,Issue date,Due date,Currency,Amount'
    const send = async (text: string) => {
      const { data } = await uploadAs(portal, portal.seats.alderMaker, 'invoices.csv', Buffer.from(text))
      return portal.ask(portal.seats.alderMaker, invoiceCalls.importExcel, { query: { fileKey: data.objectKey as string } })
    }
    const row = (no: string, amount: string) => `${no},CEDAR,2025-02-01,2025-04-01,USD,${amount}\n`
    const cut = await send(`${titles}\n${row('WIDE-1', '"1,234.56"')}\n${row('WIDE-2', '1,234.56')}`)
    expect(cut).toMatchObject({ successfulNumber: 1, errorNumber: 1 })
    // The cell that follows the figure lies under a title of its own.
    const remark = await send(`${titles},Remark\n${row('WIDE-3', '1,234.56,')}`)
    expect(remark).toMatchObject({ successfulNumber: 0, errorNumber: 1 })
    const report = await readSheet(
      (await portal.ask(portal.seats.alderMaker, fileCalls.content, { query: { objectKey: cut.errorObjectKey! } })) as never,
    )
    expect(report[1]!.filter(Boolean)).toEqual([
      'WIDE-2',
      'CEDAR',
      '2025-02-01',
      '2025-04-01',
      'USD',
      'Row 4 of the file has more cells than the heading. A comma inside a number or a name needs quotation marks: "1,234.56".',
    ])
    expect((await refusalOf(send(`${titles},A m-o*u.nt\n${row('WIDE-4', '100.00,999.00')}`))).data).toMatchObject({
      error: 'HEADING_TWICE',
      first: 'Amount',
      second: 'A m-o*u.nt',
    })
  })

  test('uploads of a buyer’s maker are put forward; nothing is confirmed or selectable until another person confirms it', async () => {
    const { cedarMaker, cedarChecker, alderMaker } = portal.seats
    const sent = await add(anInvoice({ invoiceNo: 'UP-1', amount: '500.00' }))
    await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [sent.id] } })
    const content = await writeWorkbook(
      '发票',
      ['供应商代码', '发票号', '开票日期', '到期日', '币种', '金额'].map((title) => ({ title })),
      [
        ['ALDER', 'UP-1', '2025-02-20', '2025-05-02', 'USD', '450.00'],
        ['ALDER', 'UP-2', '2025-02-20', '2025-05-02', 'USD', '600.00'],
        ['ELM', 'UP-3', '2025-02-20', '2025-05-02', 'USD', '600.00'],
      ],
    )
    const { data } = await uploadAs(portal, cedarMaker, 'owed.xlsx', content)
    const result = await portal.ask(cedarMaker, invoiceCalls.batchUpload, { query: { fileKey: data.objectKey } })
    expect(result).toMatchObject({ successfulNumber: 2, errorNumber: 1 })
    const rows = async (seat = cedarChecker) =>
      (await portal.ask(seat, listCalls(confirmationList).pageList, { body: { filterFields: { invoiceNo: 'UP-*' } } })).list!
    expect((await rows()).map((row) => [row.invoiceNo, row.docStatus, row.proposedAmount, row.confirmedAmount]).sort()).toEqual([
      ['UP-1', 'SUBMITTED', '450.00', null],
      ['UP-2', 'SUBMITTED', '600.00', null],
    ])
    const offered = async (ids: string[]) =>
      (
        await portal.ask(alderMaker, financeOrderCalls.invoiceList, {
          body: { financingProductId: portal.world.products.purchaseInAdvance, buyerCode: 'CEDAR', currency: 'USD', ids },
        })
      ).list!.map(({ selectable }) => selectable)
    const ids = (await rows()).map(({ id }) => String(id))
    expect(await offered(ids)).not.toContain(true)
    // The maker may not confirm at all, and a checker who put it forward is not the second person.
    const confirm = (seat: Seat) => portal.ask(seat, invoiceCalls.confirm, { body: { items: ids.map((id) => ({ id })) } })
    expect((await refusalOf(confirm(cedarMaker))).error).toBe('FORBIDDEN')
    const setRoles = (userRoles: string[]) =>
      portal.look((tx) => tx.updateTable('userCompanyRole').set({ userRoles }).where('userId', '=', cedarMaker.userId).execute())
    await setRoles(['Director'])
    expect((await refusalOf(confirm(cedarMaker))).error).toBe('MAKER_CANNOT_APPROVE')
    expect((await rows(cedarMaker)).flatMap(({ operations }) => operations ?? [])).not.toContain('CONFIRM')
    await setRoles(['Maker'])
    expect((await confirm(cedarChecker)).changed).toHaveLength(2)
    expect((await rows()).map((row) => [row.invoiceNo, row.docStatus, row.proposedAmount, row.confirmedAmount]).sort()).toEqual([
      ['UP-1', 'CONFIRMED', null, '450.00'],
      ['UP-2', 'CONFIRMED', null, '600.00'],
    ])
    expect(await offered(ids)).toEqual([true, true])
  })

  test('a UBL e-invoice becomes a draft with the file attached', async () => {
    const xml = ublInvoice().replaceAll('广州贸易有限公司', 'Cedar Retail Inc')
    const { data } = await uploadAs(portal, portal.seats.alderMaker, 'invoice.xml', Buffer.from(xml))
    const read = await portal.ask(portal.seats.alderMaker, invoiceCalls.importEInvoice, { query: { fileKey: data.objectKey } })
    const detail = await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id: read.id } })
    expect(detail).toMatchObject({ source: 'EINVOICE', docStatus: 'DRAFT', attachments: [{ fileName: 'invoice.xml' }] })
  })

  test.each([
    ['<cbc:IssueDate>2025-03-01+01:00', '<cbc:IssueDate>9999-12-31'],
    ['<cbc:IssueDate>2025-03-01+01:00', '<cbc:IssueDate>0001-01-01'],
    ['<cbc:DueDate>2025-03-31', '<cbc:DueDate>9999-12-31'],
  ])('an e-invoice with a day of no calendar is refused: %s as %s', async (day, other) => {
    const xml = ublInvoice().replaceAll('广州贸易有限公司', 'Cedar Retail Inc').replace(day, other)
    const { data } = await uploadAs(portal, portal.seats.alderMaker, 'invoice.xml', Buffer.from(xml))
    const refusal = await refusalOf(
      portal.ask(portal.seats.alderMaker, invoiceCalls.importEInvoice, { query: { fileKey: data.objectKey } }),
    )
    expect(refusal).toMatchObject({ error: 'FILE_UNREADABLE', data: { reason: 'INCOMPLETE' } })
  })

  const importOf = async (xml: string) => {
    const file = Buffer.from(xml.replaceAll('广州贸易有限公司', 'Cedar Retail Inc'))
    const { data } = await uploadAs(portal, portal.seats.alderMaker, 'invoice.xml', file)
    return portal.ask(portal.seats.alderMaker, invoiceCalls.importEInvoice, { query: { fileKey: data.objectKey } })
  }
  const changed = (from: string, to: string) => (xml: string) => xml.replaceAll(from, to)
  const second = (element: string) => (xml: string) => xml.replace(element, `$&${element.replace('107.00', '999.00')}`)
  const payable = '<cbc:PayableAmount>107.00</cbc:PayableAmount>'
  const due = '<r:DuePayableAmount>107.00</r:DuePayableAmount>'
  const longNumber = `R-${'2'.repeat(100)}`
  test.each([
    [
      'an amount due in another currency',
      'CURRENCY',
      ublInvoice,
      changed('<cbc:PayableAmount>', '<cbc:PayableAmount currencyID="USD">'),
    ],
    [
      'an amount due in another currency',
      'CURRENCY',
      ciiInvoice,
      changed('<r:DuePayableAmount>', '<r:DuePayableAmount currencyID="USD">'),
    ],
    ['an amount due that is no figure', 'FORM', ublInvoice, changed(payable, payable.replace('107.00', '10.700,00'))],
    ['an amount due that is no figure', 'FORM', ciiInvoice, changed(due, due.replace('107.00', '1O7.00'))],
    ['two amounts due', 'TWICE', ublInvoice, second(payable)],
    ['two amounts due', 'TWICE', ciiInvoice, second(due)],
    [
      'two totals',
      'TWICE',
      ublInvoice,
      changed('<a:LegalMonetaryTotal>', `<a:LegalMonetaryTotal>${payable.replace('107.00', '1.00')}</a:LegalMonetaryTotal>$&`),
    ],
    ['two numbers', 'TWICE', ublInvoice, changed('<cbc:ID>R-2031</cbc:ID>', '<cbc:ID>R-1</cbc:ID>$&')],
    ['two numbers', 'TWICE', ciiInvoice, changed('<r:ID>R-2031</r:ID>', '<r:ID>R-1</r:ID>$&')],
    ['a number that is too long', 'NUMBER_TOO_LONG', ublInvoice, changed('R-2031', longNumber)],
    ['a number that is too long', 'NUMBER_TOO_LONG', ciiInvoice, changed('R-2031', longNumber)],
  ])('an e-invoice with %s is refused as %s, in words', async (_, reason, document, change) => {
    const refusal = await refusalOf(importOf(change(document())))
    expect(refusal).toMatchObject({ error: 'FILE_UNREADABLE', data: { reason, text: expect.stringMatching(/^[A-Z].*\./) } })
  })

  test.each([
    ['before its issue date', 'DUE-DATE', '2025-02-27'],
    ['that does not exist', 'UNREADABLE', '2025-02-30'],
  ])('an e-invoice with a due date %s is due by the terms with the buyer, and says so', async (_, rule, day) => {
    const read = await importOf(ublInvoice().replace('2025-03-31', day).replace('R-2031', `R-${rule}`))
    const { issueDate, dueDate } = await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id: read.id } })
    expect(dueDate > issueDate).toBe(true)
    expect(read.findings.map((finding) => finding.rule)).toContain(rule)
  })
})

describe('the list', () => {
  test('it searches by what it declares, sums a currency, and refuses what it does not know', async () => {
    const rows = listCalls(invoiceList).pageList
    const found = await portal.ask(portal.seats.alderViewer, rows, {
      body: { filterFields: { invoiceNo: 'INV-1*', currency: 'USD' } },
    })
    expect(found.total).toBeGreaterThan(0)
    for (const row of found.list!) expect(String(row.invoiceNo)).toMatch(/^INV-1/)
    expect(
      (
        await portal.ask(portal.seats.alderViewer, rows, {
          body: { filterFields: { currency: 'USD' }, amountSumByField: 'amount' },
        })
      ).totalAmount,
    ).toMatch(/^\d+\.\d\d$/)
    // Several columns are added up in one reading, each per currency.
    const both = await portal.ask(portal.seats.alderViewer, rows, { body: { amountSumByField: 'amount,outstanding' } })
    for (const field of ['amount', 'outstanding']) {
      const sums = both.list!.filter((row) => row.field === field)
      expect(new Set(sums.map((row) => row.currency)).size).toBe(sums.length)
      expect(sums.find((row) => row.currency === 'USD')?.totalAmount).toMatch(/^\d+\.\d\d$/)
    }
    expect((await refusalOf(portal.ask(portal.seats.alderViewer, rows, { body: { filterFields: { fp1: 'x' } } }))).code).toBe(
      20017,
    )
    expect(
      (await refusalOf(portal.ask(portal.seats.alderViewer, rows, { body: { orderByField: 'id; drop table invoice' } }))).code,
    ).toBe(20017)
  })

  test('it is exported whole, as csv and as a workbook', async () => {
    const csv = (
      (await portal.ask(portal.seats.alderViewer, listCalls(invoiceList).csvExport, {
        body: {
          columnList: [
            { key: 'invoiceNo', title: 'No' },
            { key: 'amount', title: 'Amount' },
          ],
        },
      })) as Buffer
    ).toString('utf8')
    // An amount says nothing without its currency, which the screen shows beside it.
    expect(csv.startsWith('\ufeffNo,Amount,Currency\r\n')).toBe(true)
    const { total } = await portal.ask(portal.seats.alderViewer, listCalls(invoiceList).pageList, { body: {} })
    expect(csv.trim().split('\r\n')).toHaveLength(total! + 1)
    const sheet = await readSheet(
      (await portal.ask(portal.seats.alderViewer, listCalls(invoiceList).excelExport, {
        body: {
          columnList: [
            { key: 'invoiceNo', title: 'No' },
            { key: 'amount', title: 'Amount' },
          ],
        },
      })) as never,
    )
    expect(sheet).toHaveLength(total! + 1)
  })
})
