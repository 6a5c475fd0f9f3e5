import { randomUUID } from 'node:crypto'
import { fileCalls } from '@usance/wire/file/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { type ExtractData, ocrCalls } from '@usance/wire/ocr/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paperInvoice, paperPdf, paperPhoto } from '../../testing/paper.ts'
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
    const began = performance.now()
    expect(await read(await put('again.jpg', photo))).toEqual(first)
    expect(performance.now() - began).toBeLessThan(1000)
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
    await expect.poll(() => portal.app.reader.pid() !== undefined).toBe(true)
    process.kill(portal.app.reader.pid()!, 'SIGKILL')
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
