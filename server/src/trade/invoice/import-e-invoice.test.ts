import { invoiceCalls } from '@usance/wire/invoice/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ciiInvoice, creditNoteOf, ublInvoice, withAccountOf } from '../../e-invoice/sample-documents.fixture.ts'
import { pdfOf } from '../../testing/pdf-with-files.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const importOf = async (xml: string) => {
  const file = Buffer.from(xml.replaceAll('广州贸易有限公司', 'Cedar Retail Inc'))
  const { data } = await uploadAs(portal, portal.seats.alderMaker, 'invoice.xml', file)
  return portal.ask(portal.seats.alderMaker, invoiceCalls.importEInvoice, { query: { fileKey: data.objectKey } })
}
const withType = (code: string) =>
  ublInvoice().replace('<cbc:IssueDate>', `<cbc:InvoiceTypeCode>${code}</cbc:InvoiceTypeCode><cbc:IssueDate>`)

test.each([
  ['turns its direction', ublInvoice().replace('R-2031', 'R-\u202e2031')],
  ['has a line break', ublInvoice().replace('R-2031', 'R-\n2031')],
  ['has a blank without a width', ciiInvoice().replace('R-2031', 'R-\u200b2031')],
])('the number of an e-invoice is one line, as in a form: one that %s is refused in words', async (_, xml) => {
  expect((await refusalOf(importOf(xml))).data).toMatchObject({
    reason: 'ONE_LINE',
    text: expect.stringMatching(/^The number of the document has line breaks or marks/),
  })
})

test.each(['325', '71', '751', 'abc'])(
  'a document of type %s is no invoice, in both syntaxes, and is refused in words',
  async (code) => {
    for (const xml of [withType(code), ciiInvoice(code)])
      expect((await refusalOf(importOf(xml))).data).toMatchObject({
        reason: 'NO_INVOICE',
        text: expect.stringMatching(/^By its type the document is no invoice/),
      })
  },
)

test('invoices of special types and documents without a type become drafts', async () => {
  for (const [no, xml] of [
    ['TYPE-384', withType('384')],
    ['TYPE-875', withType('875')],
    ['TYPE-NONE', ublInvoice()],
  ] as const)
    expect(await importOf(xml.replace('R-2031', no))).toMatchObject({ kind: 'INVOICE', invoiceNo: no })
})

const naming = (code: string, no: string, preceding: string) =>
  withType(code)
    .replace('R-2031', no)
    .replace(
      '<a:OrderReference>',
      `<a:BillingReference><a:InvoiceDocumentReference><cbc:ID>${preceding}</cbc:ID></a:InvoiceDocumentReference></a:BillingReference>$&`,
    )
const flagsOf = async (id: string) =>
  (await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).riskFlags

test('an e-invoice that corrects an invoice of the portal does not stand beside it', async () => {
  await importOf(ublInvoice().replace('R-2031', 'FIRST-1'))
  const refused = await refusalOf(importOf(naming('384', 'SECOND-1', 'first 01')))
  expect(refused.data).toMatchObject({ reason: 'CORRECTS_INVOICE', text: expect.stringContaining('FIRST-1') })
  expect(await importOf(naming('384', 'THIRD-1', 'ON-PAPER-7'))).toMatchObject({ kind: 'INVOICE' })
})

const reference = (name: string) => `<a:BillingReference><a:${name}><cbc:ID>FIRST-9</cbc:ID></a:${name}></a:BillingReference>`
const onLine = '<r:InvoiceReferencedDocument><r:IssuerAssignedID>FIRST-9</r:IssuerAssignedID></r:InvoiceReferencedDocument>'
test.each([
  ['self-billed', withType('384').replace('<a:OrderReference>', `${reference('SelfBilledInvoiceDocumentReference')}$&`)],
  ['on a line', withType('384').replace('<a:Item>', `${reference('InvoiceDocumentReference')}$&`)],
  ['on a line of CII', ciiInvoice('384').replace('<r:SpecifiedLineTradeSettlement>', `$&${onLine}`)],
])('an e-invoice that names what it corrects otherwise than in its head does not stand beside it: %s', async (_, xml) => {
  const first = importOf(ublInvoice().replace('R-2031', 'FIRST-9'))
  await first.catch(() => undefined)
  const refused = await refusalOf(importOf(xml.replace('R-2031', 'SECOND-9')))
  expect(refused.data).toMatchObject({ reason: 'CORRECTS_INVOICE', text: expect.stringContaining('FIRST-9') })
})

test('an e-invoice of two types is refused, whichever of them comes first', async () => {
  const second = '<cbc:InvoiceTypeCode>393</cbc:InvoiceTypeCode><cbc:IssueDate>'
  const both = [
    withType('380').replace('<cbc:IssueDate>', second),
    ciiInvoice().replace('<r:TypeCode>', '<r:TypeCode>393</r:TypeCode>$&'),
  ]
  for (const xml of both) expect((await refusalOf(importOf(xml))).data).toMatchObject({ reason: 'TWICE' })
})

test('an e-invoice that names an invoice as preceding it is looked at by risk staff, whichever of them comes first', async () => {
  await importOf(ublInvoice().replace('R-2031', 'FIRST-2'))
  const second = await importOf(naming('326', 'SECOND-2', 'FIRST-2'))
  expect(second.findings).toContainEqual(expect.objectContaining({ rule: 'PRECEDING_INVOICE' }))
  expect(await flagsOf(second.id)).toContain('NAMES_INVOICE')
  await importOf(naming('384', 'SECOND-3', 'FIRST-3'))
  const first = await importOf(ublInvoice().replace('R-2031', 'FIRST-3'))
  expect(await flagsOf(first.id)).toContain('NAMED_BY_INVOICE')
})

test.each(['393', '472', '473', '501'])(
  'an e-invoice of type %s, whose debt has been assigned to a factor, is refused in words',
  async (code) => {
    for (const xml of [withType(code).replace('R-2031', `FACTOR-${code}`), ciiInvoice(code)])
      expect((await refusalOf(importOf(xml))).data).toMatchObject({
        reason: 'FACTORED_INVOICE',
        text: expect.stringMatching(/^By its type the debt/),
      })
  },
)

test('a self-billed correction does not stand beside the invoice that it corrects', async () => {
  await importOf(ublInvoice().replace('R-2031', 'FIRST-471'))
  expect((await refusalOf(importOf(naming('471', 'SECOND-471', 'FIRST-471')))).data).toMatchObject({ reason: 'CORRECTS_INVOICE' })
})

test('an e-invoice of another seller leaves a flag on its draft that no change in the form takes away', async () => {
  const { alderMaker } = portal.seats
  const read = (id: string) => portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })
  const ofSeller = async (seller: string, no: string) =>
    (await importOf(ublInvoice().replace('Teehaus &amp; S&#246;hne', seller).replace('R-2031', no))).id
  expect((await read(await ofSeller('Alder Textiles Ltd', 'OWN-1'))).riskFlags).not.toContain('OTHER_SELLER')
  const id = await ofSeller('Somebody Else Ltd', 'OTHER-1')
  expect((await read(id)).riskFlags).toContain('OTHER_SELLER')
  const { version } = await read(id)
  const body = {
    id,
    version,
    buyerCode: 'CEDAR',
    invoiceNo: 'OTHER-2',
    issueDate: '2025-02-20',
    dueDate: '2025-05-02',
    currency: 'EUR',
    amount: '99.00',
    idempotencyKey: crypto.randomUUID(),
  }
  await portal.ask(alderMaker, invoiceCalls.edit, { body })
  expect((await read(id)).riskFlags).toContain('OTHER_SELLER')
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  const raised = await portal.look((tx) =>
    tx.selectFrom('riskFlag').select(['rule', 'severity']).where('objectId', '=', id).execute(),
  )
  expect(raised).toContainEqual({ rule: 'OTHER_SELLER', severity: 'TASK' })
})

test.each([
  [
    'BUYER',
    'OTHER_BUYER',
    '<cbc:RegistrationName>广州贸易有限公司</cbc:RegistrationName>',
    '<cbc:RegistrationName>Dogwood Stores BV</cbc:RegistrationName><cbc:CompanyID>CEDAR_NO</cbc:CompanyID>',
  ],
  [
    'PAYEE',
    'OTHER_PAYEE',
    '<a:TaxTotal>',
    '<a:PayeeParty><a:PartyName><cbc:Name>Fast Factor AG</cbc:Name></a:PartyName></a:PayeeParty><a:TaxTotal>',
  ],
])(
  'an e-invoice whose parties do not fit together says so to its importer and to risk staff: %s',
  async (rule, flag, part, odd) => {
    const { cedar, dogwood } = await portal.look(async (tx) => {
      const of = (id: string) =>
        tx.selectFrom('company').select(['name', 'bizRegNo']).where('id', '=', id).executeTakeFirstOrThrow()
      return { cedar: await of(portal.world.companies.cedar), dogwood: await of(portal.world.companies.dogwood) }
    })
    const put = odd.replace('CEDAR_NO', cedar.bizRegNo).replace('Dogwood Stores BV', dogwood.name)
    const plain = await importOf(ublInvoice().replace('R-2031', `${rule}-1`))
    expect(plain.findings).not.toContainEqual(expect.objectContaining({ rule }))
    const stored = await importOf(ublInvoice().replace(part, put).replace('R-2031', `${rule}-2`))
    expect(stored.findings).toContainEqual(expect.objectContaining({ rule }))
    expect(await flagsOf(stored.id)).toContain(flag)
  },
)

test.each([
  ['UBL', ublInvoice()],
  ['CII', ciiInvoice()],
  ['ZUGFeRD 1.0', ciiInvoice('380', true)],
])(
  'an e-invoice that is paid to an account in the name of another company says so to its importer and to risk staff: %s',
  async (syntax, xml) => {
    const paid = (holder: string, no: string) => importOf(withAccountOf(xml, holder).replace('R-2031', `${syntax}-${no}`))
    const rule = expect.objectContaining({ rule: 'PAYEE' })
    for (const [at, own] of ['TEEHAUS &amp; SOEHNE GmbH', 'Teehaus and S&#246;hne', ''].entries()) {
      const plain = await paid(own, `OWN-${at}`)
      expect(plain.findings).not.toContainEqual(rule)
      expect(await flagsOf(plain.id)).not.toContain('OTHER_PAYEE')
    }
    // The account may be in the name of the supplier where the document names another seller.
    expect((await paid('Alder Textiles Ltd', 'OWN')).findings).not.toContainEqual(rule)
    const factored = await paid('Fast Factor AG', 'FACTOR')
    expect(factored.findings).toContainEqual(rule)
    expect(await flagsOf(factored.id)).toContain('OTHER_PAYEE')
  },
)

test('a credit note takes the permission to put adjustments forward, beside the one to upload', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const facts = { buyerCode: 'CEDAR', issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'EUR', amount: '900.00' }
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: { ...facts, invoiceNo: 'NOTED-1' } })
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
  const grant = async (roles: string) => {
    await portal.look((tx) =>
      tx
        .updateTable('rolePermission')
        .set((eb) => ({ roles, version: eb('version', '+', 1) }))
        .where('permission', '=', 'trading.invoice.adjust')
        .execute(),
    )
    const supplierMay = async () => (await portal.app.matrix.permissionsOf('SUPPLIER', ['Maker'])).has('trading.invoice.adjust')
    await expect.poll(supplierMay, { timeout: 20_000 }).toBe(roles.includes('S'))
  }
  await grant('BO')
  expect((await refusalOf(importOf(creditNoteOf('NOTED-1')))).error).toBe('FORBIDDEN')
  expect(await importOf(ublInvoice().replace('R-2031', 'NOTED-2'))).toMatchObject({ kind: 'INVOICE' })
  await grant('SBO')
  expect(await importOf(creditNoteOf('NOTED-1'))).toMatchObject({ id, kind: 'CREDIT_NOTE' })
})

test('a PDF of several invoices is refused in words, and the same invoice in several formats is read once', async () => {
  const { alderMaker } = portal.seats
  const ofPdf = async (files: Record<string, string>) => {
    const named = Object.entries(files).map(([name, xml]) => [name, xml.replaceAll('广州贸易有限公司', 'Cedar Retail Inc')])
    const { data } = await uploadAs(portal, alderMaker, 'invoice.pdf', await pdfOf(Object.fromEntries(named)))
    return portal.ask(alderMaker, invoiceCalls.importEInvoice, { query: { fileKey: data.objectKey } })
  }
  const [one, other] = ['PDF-1', 'PDF-2'].map((no) => ublInvoice().replace('R-2031', no))
  const refused = await refusalOf(ofPdf({ 'factur-x.xml': one!, 'invoice.xml': other! }))
  expect(refused.data).toMatchObject({
    reason: 'SEVERAL_INVOICES',
    text: 'The PDF holds several invoices or notes that differ. Upload each of them as a file of its own.',
  })
  const another = ublInvoice({ payable: '108.00', total: '108.00' }).replace('R-2031', 'PDF-1')
  expect((await refusalOf(ofPdf({ 'factur-x.xml': one!, 'copy.xml': another }))).data.reason).toBe('SEVERAL_INVOICES')
  const twice = { 'factur-x.xml': ciiInvoice().replace('R-2031', 'PDF-1'), 'ubl.xml': one!, 'terms.xml': '<terms/>' }
  expect(await ofPdf(twice)).toMatchObject({ kind: 'INVOICE', invoiceNo: 'PDF-1' })
})
