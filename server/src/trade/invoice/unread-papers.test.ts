import { addDays } from '@usance/domain/local-date'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ciiInvoice, ublInvoice, withAccountOf } from '../../e-invoice/sample-documents.fixture.ts'
import { Refused } from '../../http/refused.ts'
import { paperMail } from '../../testing/paper-mail.ts'
import { pdfOf } from '../../testing/pdf-with-files.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'

// The signs of the papers of an invoice do not wait for its supplier to have a paper read.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(() => void vi.restoreAllMocks())

let entered = 0
const own = (xml: string) => xml.replace(/Teehaus &amp; S&#(?:246|xF6);hne/, 'Alder Textiles Ltd')
const put = async (fileName: string, content: Buffer) => {
  const { data } = await uploadAs(portal, portal.seats.alderMaker, fileName, content)
  return { objectKey: data.objectKey as string, fileName }
}
const xmlPaper = (xml: string) => put('paper.xml', Buffer.from(xml))
const enter = async (attachments: object[] = []) =>
  (
    await portal.ask(portal.seats.alderMaker, invoiceCalls.add, {
      body: {
        buyerCode: 'CEDAR',
        invoiceNo: `R-${2031 + entered++ * 100}`,
        issueDate: openingDay,
        dueDate: addDays(openingDay, 30),
        currency: 'EUR',
        amount: '107.00',
        attachments: attachments as never,
      },
    })
  ).id
const submit = (id: string) => portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
const read = (id: string) => portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })
const signsOf = async (id: string) => (await read(id)).riskFlags
const upload = async (id: string, attachments: object[]) =>
  portal.ask(portal.seats.alderMaker, invoiceCalls.upload, {
    body: { id, version: (await read(id)).version, attachments: attachments as never },
  })
const tasksOf = (id: string) =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('riskFlag')
      .select('rule')
      .where('objectId', '=', id)
      .where('severity', '=', 'TASK')
      .execute()
    return rows.map(({ rule }) => rule)
  })

const xml = Buffer.from(ublInvoice({ root: 'CreditNote' }))
test.each([
  ['an XML', () => put('note.xml', Buffer.from(ublInvoice({ root: 'CreditNote' })))],
  ['a file inside a PDF', async () => put('note.pdf', await pdfOf({ 'factur-x.xml': ublInvoice({ root: 'CreditNote' }) }))],
  [
    'a file that hangs on a mail',
    () => put('note.msg', paperMail({ subject: 'Note', body: 'See there.', fileName: 'note.xml', file: xml })),
  ],
])('a credit note of another seller that hangs on an invoice is a sign though nobody had it read: %s', async (_, paper) => {
  const id = await enter([await paper()])
  expect(await signsOf(id)).toEqual(expect.arrayContaining(['NO_DEBT', 'OTHER_SELLER']))
  await submit(id)
  expect(await tasksOf(id)).toEqual(expect.arrayContaining(['NO_DEBT', 'OTHER_SELLER']))
})

test('a PDF that is paid to an account in the name of another company is a sign on its invoice, whoever it names as payee', async () => {
  const paidTo = async (holder: string, payee: string) => {
    const party = `<a:PayeeParty><a:PartyName><cbc:Name>${payee}</cbc:Name></a:PartyName></a:PayeeParty><a:TaxTotal>`
    const xml = withAccountOf(own(ublInvoice()).replace('<a:TaxTotal>', party), holder)
    return signsOf(await enter([await put('invoice.pdf', await pdfOf({ 'factur-x.xml': xml }))]))
  }
  expect(await paidTo('ALDER TEXTILES LTD.', 'Alder Textiles Ltd')).not.toContain('OTHER_PAYEE')
  expect(await paidTo('Fast Factor AG', 'Alder Textiles Ltd')).toContain('OTHER_PAYEE')
})

test('the invoice of a carrier among the transport documents is not judged as the invoice, a credit note on it there is', async () => {
  const transport = async (xml: string) => ({ ...(await xmlPaper(xml)), groupKey: 'TRANSPORT' })
  const carriers = ciiInvoice().replaceAll('R-2031', 'FREIGHT-77')
  const beside = await signsOf(await enter([await transport(carriers)]))
  for (const sign of ['OTHER_SELLER', 'OCR_MISMATCH', 'NO_DEBT']) expect(beside).not.toContain(sign)
  expect(await signsOf(await enter([await xmlPaper(carriers)]))).toContain('OTHER_SELLER')
  const hidden = await transport(own(ciiInvoice('381')).replaceAll('R-2031', 'CN-HIDDEN'))
  expect(await signsOf(await enter([hidden]))).toContain('NO_DEBT')
  const number = `R-${2031 + entered * 100}`
  expect(await signsOf(await enter([await transport(ciiInvoice().replaceAll('R-2031', number))]))).toContain('OTHER_SELLER')
})

test('a credit note on an earlier invoice that comes with the new one says nothing of the debt of the new one', async () => {
  const { invoiceNo: earlier } = await read(await enter())
  const noteOn = (no: string) =>
    own(ublInvoice({ root: 'CreditNote' }))
      .replace('R-2031', 'CN-1')
      .replace(
        '<a:OrderReference>',
        `<a:BillingReference><a:InvoiceDocumentReference><cbc:ID>${no}</cbc:ID></a:InvoiceDocumentReference></a:BillingReference>$&`,
      )
  const next = () => `R-${2031 + entered * 100}`
  const invoice = () => own(ublInvoice()).replace('R-2031', next())
  const said = async (id: string) =>
    portal.look((tx) => tx.selectFrom('invoice').select(['riskFlags', 'namedNos']).where('id', '=', id).executeTakeFirstOrThrow())
  const inOneFile = await put('both.pdf', await pdfOf({ 'a.xml': invoice(), 'b.xml': noteOn(earlier) }))
  const both = await said(await enter([inOneFile]))
  const apart = await said(await enter([await xmlPaper(noteOn(earlier)), await xmlPaper(invoice())]))
  for (const { riskFlags, namedNos } of [both, apart]) {
    for (const sign of ['NO_DEBT', 'NAMES_INVOICE']) expect(riskFlags).not.toContain(sign)
    expect(namedNos).toEqual([])
  }
  const onItself = await said(await enter([await xmlPaper(invoice()), await xmlPaper(noteOn(next()))]))
  expect(onItself.riskFlags).toContain('NO_DEBT')
  const alone = await said(await enter([await xmlPaper(noteOn(earlier))]))
  expect(alone.riskFlags).toEqual(expect.arrayContaining(['NO_DEBT', 'NAMES_INVOICE']))
})

test('another paper that asks for less than its total says nothing of an invoice whose own paper agrees with it', async () => {
  const number = () => `R-${2031 + entered * 100}`
  const paperOf = (no: string, payable = '107.00') => xmlPaper(own(ublInvoice({ payable })).replace('R-2031', no))
  const right = await enter([await paperOf(number()), await paperOf('OTHER-1', '57.00')])
  expect(await signsOf(right)).not.toContain('OCR_MISMATCH')
  // What its own paper asks for counts, whatever total another paper of it shows.
  const prepaid = await enter([await paperOf(number(), '57.00'), await paperOf(number())])
  expect(await signsOf(prepaid)).toContain('OCR_MISMATCH')
})

test('papers that come by an upload are read too, and bring their signs before risk staff once the invoice is sent', async () => {
  const id = await enter()
  await submit(id)
  await upload(id, [await xmlPaper(ciiInvoice())])
  expect(await tasksOf(id)).toContain('OTHER_SELLER')
})

test('a paper that was not read when it came is read when the invoice is sent', async () => {
  const ask = vi.spyOn(portal.app.parsers, 'ask')
  const paper = await xmlPaper(ciiInvoice('381'))
  ask.mockRejectedValue(new Refused('FILES_WAITING'))
  const id = await enter([paper])
  expect(await signsOf(id)).not.toContain('NO_DEBT')
  ask.mockRestore()
  await submit(id)
  expect(await tasksOf(id)).toContain('NO_DEBT')
})

test('a paper that cannot be read, or holds no invoice, stops nothing, says nothing and is read once', async () => {
  const broken = await put('broken.pdf', Buffer.from('%PDF-1.4\nno pages\n%%EOF'))
  const order = await xmlPaper(ublInvoice({ root: 'Order' }))
  const ask = vi.spyOn(portal.app.parsers, 'ask')
  const id = await enter([broken, order])
  expect(ask).toHaveBeenCalledTimes(2)
  await submit(id)
  expect(ask).toHaveBeenCalledTimes(2)
  for (const sign of ['NO_DEBT', 'OTHER_SELLER', 'OCR_MISMATCH']) expect(await tasksOf(id)).not.toContain(sign)
})

test('a paper whose reader came to a limit does not keep the next acts waiting, and is tried again after an hour', async () => {
  const ask = vi.spyOn(portal.app.parsers, 'ask').mockRejectedValue(new Refused('FILE_TOO_HARD', { reason: 'time' }))
  const paper = await xmlPaper(own(ciiInvoice('381')).replace('R-2031', 'LIMIT-1'))
  ask.mockClear()
  const id = await enter([paper])
  await submit(id)
  expect(ask).toHaveBeenCalledTimes(1)
  ask.mockRestore()
  await upload(id, [paper])
  expect(await signsOf(id)).not.toContain('NO_DEBT')
  await portal.asOwner((db) =>
    sql`update document_reading set created_at = created_at - interval '61 minutes' where schema_code = 'e-invoice-limit'`.execute(
      db,
    ),
  )
  await upload(id, [paper])
  expect(await tasksOf(id)).toContain('NO_DEBT')
})

test('a reading that cannot be kept stops nothing, and the paper is read before the next act', async () => {
  const paper = await xmlPaper(own(ciiInvoice('381')).replace('R-2031', 'UNKEPT-1'))
  await portal.asOwner((db) => sql`alter table document_reading add constraint full_up check (false) not valid`.execute(db))
  const id = await enter([paper])
  await portal.asOwner((db) => sql`alter table document_reading drop constraint full_up`.execute(db))
  expect(await signsOf(id)).not.toContain('NO_DEBT')
  await submit(id)
  expect(await tasksOf(id)).toContain('NO_DEBT')
})

test('a credit note that changed an invoice says nothing of it when other papers come later', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const id = await enter()
  const { invoiceNo } = await read(id)
  await submit(id)
  await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
  const preceding = `<a:BillingReference><a:InvoiceDocumentReference><cbc:ID>${invoiceNo}</cbc:ID></a:InvoiceDocumentReference></a:BillingReference>`
  const note = own(ublInvoice({ root: 'CreditNote' }))
    .replace('广州贸易有限公司', 'Cedar Retail Inc')
    .replace('2025-03-01+01:00', openingDay)
    .replace('<a:OrderReference>', `${preceding}$&`)
  const { objectKey } = await xmlPaper(note)
  await portal.ask(alderMaker, invoiceCalls.importEInvoice, { query: { fileKey: objectKey } })
  await upload(id, [await xmlPaper(own(ciiInvoice()).replace('R-2031', invoiceNo))])
  expect(await signsOf(id)).not.toContain('NO_DEBT')
})
