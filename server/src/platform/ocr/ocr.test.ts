import { randomUUID } from 'node:crypto'
import { dynamicFormCalls } from '@usance/wire/dynamic-form/calls'
import { fileCalls } from '@usance/wire/file/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { type ExtractData, ocrCalls } from '@usance/wire/ocr/calls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PaperLine, paperInvoice, paperPdf, paperPhoto } from '../../testing/paper.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const put = async (fileName: string, content: Buffer, seat: Seat = portal.seats.alderMaker): Promise<string> =>
  (await uploadAs(portal, seat, fileName, content)).data.objectKey
const read = async (fileKey: string, schemaCode = 'INVOICE', seat: Seat = portal.seats.alderMaker) =>
  (await portal.ask(seat, ocrCalls.standard, { body: { fileKey, schemaCode } })).extractData
const valuesOf = (data: ExtractData) =>
  Object.fromEntries(data.fields.flatMap(({ name, found }) => (found ? [[name, found.value]] : [])))

describe('reading a document', () => {
  test('an invoice PDF is read exactly, each value with its place on the page', async () => {
    const data = await read(await put('invoice.pdf', await paperPdf(paperInvoice())))
    expect(valuesOf(data)).toMatchObject({
      invoiceNo: 'AT-2025-0777',
      invoiceDate: '2025-02-03',
      dueDate: '2025-05-04',
      poNumber: 'PO-4412',
      currency: 'USD',
      netAmount: '3500.00',
      taxAmount: '350.00',
      totalAmount: '3850.00',
      sellerName: 'Alder Textiles Ltd',
      buyerName: 'Cedar Retail Inc',
    })
    expect(data.lines).toEqual([
      { description: 'Cotton shirt', sku: null, quantity: '200', unitPrice: '10.50', amount: '2100.00' },
      { description: 'Linen shirt', sku: null, quantity: '100', unitPrice: '14.00', amount: '1400.00' },
    ])
    expect(data.readFrom).toBe('text')
    // Not printed, so not read.
    expect(data.fields.find(({ name }) => name === 'shippingAmount')?.found).toBeNull()
    const total = data.fields.find(({ name }) => name === 'totalAmount')!.found!
    expect(total.page).toBe(1)
    expect(total.box![0]).toBeGreaterThan(400)
    expect(total.doubtful).toBe(false)
  })

  test('sums, days and decimals that cannot be are named and their fields marked', async () => {
    const odd = paperInvoice({ total: '3,900.50', currency: 'JPY', due: '2025-01-04' })
    const data = await read(await put('odd.pdf', await paperPdf(odd)))
    expect(data.checks.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['SUM', 'DATE_ORDER', 'CURRENCY_DECIMALS']))
    const doubtful = data.fields.filter(({ found }) => found?.doubtful).map(({ name }) => name)
    expect(doubtful).toEqual(expect.arrayContaining(['totalAmount', 'dueDate']))
  })

  test('a leaning photograph is read by OCR, once: the same picture again is answered from memory', async () => {
    const photo = paperPhoto(paperInvoice({ number: 'AT-2025-0778' }), 0.02)
    const first = await read(await put('photo.jpg', photo))
    expect(first.readFrom).toBe('ocr')
    expect(valuesOf(first)).toMatchObject({ invoiceNo: 'AT-2025-0778', totalAmount: '3850.00', dueDate: '2025-05-04' })
    const reader = vi.spyOn(portal.app.parsers, 'ask')
    expect(await read(await put('again.jpg', photo))).toEqual(first)
    expect(reader).not.toHaveBeenCalled()
    reader.mockRestore()
  })

  test('a file of another company is answered like a missing one', async () => {
    const fileKey = await put('own.pdf', await paperPdf(paperInvoice()))
    const foreign = await refusalOf(read(fileKey, 'INVOICE', portal.seats.birchMaker))
    const missing = await refusalOf(read('upload/none', 'INVOICE', portal.seats.birchMaker))
    expect([foreign.code, foreign.data]).toEqual([missing.code, missing.data])
    expect(foreign.code).toBe(404)
  })

  test('a damaged file, a file of another kind and an unknown kind of document are refused by name', async () => {
    const damaged = await put('damaged.pdf', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(4000, 7)]))
    expect((await refusalOf(read(damaged))).error).toBe('FILE_UNREADABLE')
    const table = await put('table.csv', Buffer.from('a,b\n1,2\n'))
    expect((await refusalOf(read(table))).error).toBe('FILE_UNREADABLE')
    expect((await refusalOf(read(table, 'LOVE_LETTER'))).error).toBe('OCR_SCHEMA_UNKNOWN')
  })

  test('a reader that dies fails its file with code 400 for one more try, and the next file is read', async () => {
    const fileKey = await put('dies.pdf', await paperPdf(paperInvoice({ number: 'AT-2025-0779' })))
    const dying = refusalOf(read(fileKey))
    await expect.poll(() => portal.app.parsers.documentPids().length).toBeGreaterThan(0)
    process.kill(portal.app.parsers.documentPids()[0]!, 'SIGKILL')
    const refusal = await dying.catch(() => undefined)
    // The file may have been read in the very moment before.
    if (refusal) expect([refusal.error, refusal.data.code]).toEqual(['OCR_FAILED', 400])
    expect(valuesOf(await read(fileKey)).invoiceNo).toBe('AT-2025-0779')
  })

  test('a page comes as a picture to hold the fields against', async () => {
    const fileKey = await put('page.pdf', await paperPdf(paperInvoice()))
    const picture = (await portal.ask(portal.seats.alderMaker, ocrCalls.page, { body: { fileKey, page: 1 } })) as Buffer
    expect(picture.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(await refusalOf(portal.ask(portal.seats.birchMaker, ocrCalls.page, { body: { fileKey, page: 1 } }))).toMatchObject({
      code: 404,
    })
  })
})

describe('what is read from a document kind', () => {
  const saved = async (name: string, change: (fields: any[]) => any[]) => {
    const form = await portal
      .ask(portal.seats.administrator, dynamicFormCalls.config, { query: { name } })
      .catch(() => ({ fields: [], version: 0 }))
    return portal.ask(portal.seats.administrator, dynamicFormCalls.save, {
      body: { name, kind: 'READING', fields: change(form.fields), version: form.version },
    })
  }
  const ownLines: PaperLine[] = [
    [
      [60, 'Internal ref (ours):'],
      [200, 'ZX-77'],
    ],
    [
      [60, 'Lot mark:'],
      [200, 'Blue 12'],
    ],
    [
      [60, 'Deposit held:'],
      [200, '250.00'],
    ],
  ]
  const printed = async (name: string) => put(name, await paperPdf([...paperInvoice({ number: 'AT-2025-0790' }), ...ownLines]))

  test('follows what an administrator stored: further words, fields of their own, and what is left alone', async () => {
    const fileKey = await printed('own-words.pdf')
    const before = await read(fileKey)
    expect(valuesOf(before)).toMatchObject({ invoiceNo: 'AT-2025-0790', totalAmount: '3850.00' })
    expect(before.fields.map(({ name }) => name)).not.toContain('batchNo')
    await saved('READ_INVOICE', (fields) => [
      ...fields.map((field) =>
        field.name === 'invoiceNo'
          ? { ...field, words: ['Internal ref (ours)'] }
          : field.name === 'dueDate'
            ? { ...field, require: 2 }
            : field,
      ),
      {
        type: 'text',
        name: 'batchNo',
        label: { 'en-US': 'Batch', 'zh-CN': '批号' },
        orderBy: 99,
        require: 1,
        words: ['Lot mark'],
      },
      { type: 'amount', name: 'deposit', label: {}, orderBy: 100, require: 0, words: ['Deposit held'] },
    ])
    const after = await read(fileKey)
    expect(valuesOf(after)).toMatchObject({ invoiceNo: 'ZX-77', batchNo: 'Blue 12', deposit: '250.00', totalAmount: '3850.00' })
    expect(after.fields.find(({ name }) => name === 'batchNo')).toMatchObject({ required: true, label: { 'zh-CN': '批号' } })
    expect(after.fields.map(({ name }) => name)).not.toContain('dueDate')
    await saved('READ_INVOICE', () => [])
    expect(valuesOf(await read(fileKey))).toEqual(valuesOf(before))
  })

  test('may be a kind that is not built in, and is never left without a field or a word to find it by', async () => {
    const fileKey = await printed('packing.pdf')
    await saved('READ_PACKING_LIST', () => [
      { type: 'text', name: 'lot', label: { 'en-US': 'Lot' }, orderBy: 1, words: ['Lot mark'] },
    ])
    expect(valuesOf(await read(fileKey, 'PACKING_LIST'))).toEqual({ lot: 'Blue 12' })
    const refusal = async (change: (fields: any[]) => any[]) => (await refusalOf(saved('READ_RECEIPT', change))).data.fields
    expect(await refusal((fields) => fields.map((field) => ({ ...field, require: 2 })))).toEqual([
      { field: 'fields', message: 'NO_FIELD' },
    ])
    expect(await refusal((fields) => [...fields, { type: 'text', name: 'mine', label: {} }])).toEqual([
      { field: 'fields', message: 'mine: WORDS' },
    ])
    expect(await refusalOf(portal.ask(portal.seats.alderMaker, dynamicFormCalls.all, { body: {} }))).toMatchObject({ code: 403 })
  })
})

describe('an invoice entered from a document', () => {
  const enter = async (amount: string, invoiceNo: string, objectKey: string) =>
    portal.ask(portal.seats.alderMaker, invoiceCalls.add, {
      body: {
        buyerCode: 'CEDAR',
        invoiceNo,
        issueDate: '2025-02-03',
        dueDate: '2025-05-04',
        currency: 'USD',
        amount,
        attachments: [{ objectKey, fileName: 'invoice.pdf' }],
        idempotencyKey: randomUUID(),
      },
    })
  const flagsOf = async (id: string) =>
    (await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).riskFlags

  test('another total than its document shows goes to risk; the same total does not', async () => {
    const honest = await put('honest.pdf', await paperPdf(paperInvoice({ number: 'AT-2025-0780' })))
    await read(honest)
    expect(await flagsOf((await enter('3850', 'AT-2025-0780', honest)).id)).not.toContain('OCR_MISMATCH')
    const raised = await put('raised.pdf', await paperPdf(paperInvoice({ number: 'AT-2025-0781' })))
    await read(raised)
    expect(await flagsOf((await enter('38500', 'AT-2025-0781', raised)).id)).toContain('OCR_MISMATCH')
    // A number that is taken already is said while the document is checked.
    expect((await read(honest)).checks.map(({ rule }) => rule)).toContain('DUPLICATE_NUMBER')
  })

  test('the file itself stays as it was put up', async () => {
    const pdf = await paperPdf(paperInvoice())
    const objectKey = await put('same.pdf', pdf)
    await read(objectKey)
    const back = (await portal.ask(portal.seats.alderMaker, fileCalls.content, { query: { objectKey } })) as unknown as Buffer
    expect(Buffer.compare(back, pdf)).toBe(0)
  })
})
