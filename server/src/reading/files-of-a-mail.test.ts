import { expect, test } from 'vitest'
import { ublInvoice } from '../e-invoice/sample-documents.fixture.ts'
import { mailWith } from '../testing/paper-mail.ts'
import { extractData } from './extract-data.ts'
import { invoicesInside } from './invoices-inside.ts'
import { kindOf } from './kind-of.ts'
import { readDocument } from './read-document.ts'
import { schemaOf } from './schema/schemas.ts'

const today = '2025-03-03'
const picture = (bytes: number) =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(bytes)])
const logo = { fileName: 'logo.png', file: picture(500) }
const xml = (no: number) => ({
  fileName: `${no}.xml`,
  file: Buffer.from(ublInvoice().replace('R-2031', `R-${no}`)),
})
const head = { subject: 'Invoices', body: 'See there.' }
const many = (count: number) => Array.from({ length: count }, (_, index) => xml(index))
const read = async (mail: Buffer) => extractData(schemaOf('INVOICE')!, await readDocument(mail, 'mail.msg'), today)
const inside = (mail: Buffer) => invoicesInside(mail, 'mail.msg', today)
const unread = ({ checks }: Awaited<ReturnType<typeof read>>) => checks.filter(({ rule }) => rule === 'FILES_UNREAD')

test.each([
  ['the reading', read],
  ['the look for e-invoices', inside],
])('logos of a mail take the place of no paper in %s', async (_, look) => {
  const found = await look(mailWith(head, [...Array.from({ length: 12 }, () => logo), xml(1)]))
  expect(found.eInvoice).toMatchObject({ seller: { name: 'Teehaus & Söhne' } })
  expect(unread(found)).toEqual([])
})

const text = (fileName: string, content: string) => ({ fileName, file: Buffer.from(content) })
const shown = [
  text('logo.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  text('page.html', '<!-- saved from a site --><!DOCTYPE html><html></html>'),
  text('signature.txt', 'Kind regards'),
]

test.each([
  ['the reading', read],
  ['the look for e-invoices', inside],
])('drawings, web pages and plain texts of a mail take the place of no paper in %s', async (_, look) => {
  const found = await look(mailWith(head, [...Array.from({ length: 4 }, () => shown).flat(), xml(1)]))
  expect(found.eInvoice).toMatchObject({ seller: { name: 'Teehaus & Söhne' } })
  expect(unread(found)).toEqual([])
})

test.each([
  ['the reading', read],
  ['the look for e-invoices', inside],
])('the files of a mail beyond the tenth are told as unread by %s', async (_, look) => {
  const found = await look(mailWith(head, many(12)))
  expect(found.otherEInvoices).toHaveLength(9)
  expect(unread(found)).toEqual([{ rule: 'FILES_UNREAD', level: 'warning', fields: [], params: { count: '2' } }])
})

const undeclared = (xml: string) => xml.replace(/^<\?xml.*?\?>/, '')

test.each([
  ['without a declaration', Buffer.from(undeclared(ublInvoice()))],
  ['behind blanks', Buffer.from(`${' '.repeat(2000)}${undeclared(ublInvoice())}`)],
  ['in two bytes a letter', Buffer.from(`\ufeff${undeclared(ublInvoice())}`, 'utf16le')],
])('an e-invoice of a mail %s is read', async (_, file) => {
  const mail = mailWith(head, [{ fileName: 'invoice.xml', file }])
  for (const look of [read, inside]) expect((await look(mail)).eInvoice).toMatchObject({ number: 'R-2031' })
})

test.each([
  ['<!DOCTYPE html><html>', undefined],
  ['<html lang="en">', undefined],
  ['< 5 pieces', undefined],
  ['<', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ['<?xml version="1.0"?><!-- made by hand --><!DOCTYPE svg [<!ENTITY a "<b>">]><s:svg/>', undefined],
  ['<!-- saved from a site -->\n<html>', undefined],
  ['<!-- saved --><!doctype html>', undefined],
  ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd">', undefined],
  ['<!-- note --><Invoice/>', 'xml'],
  ['<!-- <html> --><HtmlInvoice/>', 'xml'],
  ['<?xml version="1.0"?><Invoice/>', 'xml'],
])('the kind of a file that begins with %s is %s', (text, kind) => {
  expect(kindOf(Buffer.from(text))).toBe(kind)
})
