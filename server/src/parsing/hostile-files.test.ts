import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { readBankFile } from '../bank-statement/read-bank-file.ts'
import { readEInvoice } from '../e-invoice/read-e-invoice.ts'
import { readSheet } from '../files/spreadsheet.ts'
import { readPain002 } from '../payment-file/read-pain002.ts'
import { stepsOf } from '../testing/count-steps.ts'
import { parseFeed } from './parse-feed.ts'

/** Hostile files, by the number of repetitions. */
type Hostile = [what: string, file: (times: number) => Buffer | Promise<Buffer>, times: number]

const xml = (text: string) => Buffer.from(`<?xml version="1.0"?>${text}`)
const hostileXml = (root: string): Hostile[] => [
  ['comments without an end', (times) => xml(`<${root}>${'<!--'.repeat(times)}`), 50_000],
  ['sections without an end', (times) => xml(`<${root}>${'<![CDATA['.repeat(times)}`), 20_000],
  ['instructions without an end', (times) => xml(`<${root}>${'<?a '.repeat(times)}`), 50_000],
  ['brackets', (times) => xml(`<${root}>${'<'.repeat(times)}`), 100_000],
  ['elements within elements', (times) => xml(`<${root}>${'<a>'.repeat(times)}`), 50_000],
  ['elements beside each other', (times) => xml(`<${root}>${'<a/>'.repeat(times)}</${root}>`), 20_000],
  [
    'attributes of one element',
    (times) => xml(`<${root} ${Array.from({ length: times }, (_, n) => `a${n}="1"`).join(' ')}/>`),
    10_000,
  ],
  ['references to characters', (times) => xml(`<${root}><ID>${'&#65;'.repeat(times)}</ID></${root}>`), 20_000],
  ['references without an end', (times) => xml(`<${root}><ID>${'&a'.repeat(times)}</ID></${root}>`), 50_000],
  [
    'entities of entities',
    (times) => xml(`<!DOCTYPE a [<!ENTITY a "${'lol'.repeat(times)}"><!ENTITY b "&a;&a;&a;">]><${root}>&b;</${root}>`),
    10_000,
  ],
  ['an entity from outside', (times) => xml(`<!DOCTYPE a SYSTEM "file:///etc/passwd">${' '.repeat(times)}<${root}/>`), 50_000],
  ['a long name', (times) => xml(`<${'a'.repeat(times)}/>`), 50_000],
  ['namespaces', (times) => xml(`<${'a:'.repeat(times)}b/>`), 50_000],
]

async function zipOf(parts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
/** A workbook of a given sheet and given shared texts. */
const book = (sheet: string, strings = '<sst/>') =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': strings,
  })
const hostileSheets: Hostile[] = [
  ['comments without an end', (times) => book('<!--'.repeat(times)), 200_000],
  ['sections without an end', (times) => book('<![CDATA['.repeat(times)), 100_000],
  ['values without an end', (times) => book(`<row a="${'<c/>'.repeat(times)}`), 200_000],
  ['long text between marks', (times) => book(`<row><c t="str"><v>${'a'.repeat(times)}</v></c></row>`), 500_000],
  ['rows of one cell', (times) => book('<row><c><v>1</v></c></row>'.repeat(times)), 5000],
  ['cells of one row', (times) => book(`<row>${'<c><v>1</v></c>'.repeat(times)}</row>`), 5000],
  ['a row far down', (times) => book(`<row r="${times}"><c><v>1</v></c></row>`), 5000],
  ['cells far to the right', (times) => book('<row><c r="XFD1"><v>1</v></c></row>'.repeat(times)), 1000],
  ['shared texts', (times) => book('<row/>', `<sst>${'<si><t>a</t></si>'.repeat(times)}</sst>`), 10_000],
  ['runs of a shared text', (times) => book('<row/>', `<sst><si>${'<r><t>a</t></r>'.repeat(times)}</si></sst>`), 10_000],
  ['brackets within shared texts', (times) => book('<row/>', `<sst>${'<si>'.repeat(times)}`), 20_000],
]
const hostileCsv: Hostile[] = [
  ['quotes', (times) => Buffer.from('a"'.repeat(times)), 50_000],
  ['quotes that open', (times) => Buffer.from('"'.repeat(times)), 50_000],
  ['blanks before a quote', (times) => Buffer.from(`${' '.repeat(times)}"`), 50_000],
  ['cells', (times) => Buffer.from(','.repeat(times)), 50_000],
  ['rows', (times) => Buffer.from('a\n'.repeat(times)), 9000],
  ['text of four bytes a sign', (times) => Buffer.from([0xff, 0xfe, 0, 0, ...Array(times).fill([0x41, 0, 0, 0]).flat()]), 20_000],
]
const hostileMt940: Hostile[] = [
  ['entries', (times) => Buffer.from(`:20:A\n${':61:2502030203C1,NTRFREF\n'.repeat(times)}`), 2000],
  [
    'lines of one entry',
    (times) => Buffer.from(`:20:A\n:61:2502030203C1,NTRFREF\n:86:166\n${'?20EREF+a\n'.repeat(times)}`),
    5000,
  ],
  ['blocks', (times) => Buffer.from(`${'{1:'.repeat(times)}\n:20:A\n`), 20_000],
]

const table: [kind: string, read: (file: Buffer) => unknown, hostile: Hostile[]][] = [
  ['an e-invoice', readEInvoice, hostileXml('Invoice')],
  ['a bank statement', (file) => readBankFile(file, 'USD'), [...hostileXml('Document'), ...hostileMt940, ...hostileCsv]],
  ['a status report', readPain002, hostileXml('Document')],
  ['a feed', (file) => parseFeed(file.toString(), '2026-01-01'), hostileXml('rss')],
  ['a workbook', readSheet, hostileSheets],
  ['a csv file', readSheet, hostileCsv],
]

/** The steps of reading a file to its end or to its refusal. */
const steps = (read: (file: Buffer) => unknown, file: Buffer) =>
  stepsOf(async () => {
    try {
      await read(file)
    } catch {
      // A refusal is as good an end.
    }
  })

test.each(
  table.flatMap(([kind, read, hostile]) => hostile.map(([what, file, times]) => [kind, what, { read, file, times }] as const)),
)(
  '%s of four times as many %s costs some four times as many steps, or is refused before',
  async (_kind, _what, { read, file, times }) => {
    const [small, large] = [await file(times / 4), await file(times)]
    // One-time work, such as loading and building tables, is done by now.
    await steps(read, small)
    // Quadratic work would be sixteen times as much.
    expect(await steps(read, large)).toBeLessThan((await steps(read, small)) * 8 + 5000)
  },
)
