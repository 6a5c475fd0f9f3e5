import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { mailWith } from '../testing/paper-mail.ts'
import { drawPage } from './draw-page.ts'
import { extractData } from './extract-data.ts'
import { decodePicture } from './picture.ts'
import { readDocument } from './read-document.ts'
import { schemaOf } from './schema/schemas.ts'

function pdfOf(size: [number, number], lines: readonly string[]): Promise<Buffer> {
  const document = new PDFDocument({ size })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const line of lines) document.text(line)
  document.end()
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
}

const head = { subject: 'Invoice', body: 'See there.' }
const terms = ['These are the general terms of sale of the company, in the version of last spring.']
const invoice = [
  'Invoice number: R-2031',
  'Invoice date: 2025-03-01',
  'Due date: 2025-03-31',
  'Currency: EUR',
  'Total amount: EUR 107.00',
]

test('of two files of a mail with one name the page is drawn of the one that was read', async () => {
  const [wide, tall] = [await pdfOf([500, 300], terms), await pdfOf([300, 500], invoice)]
  const mail = mailWith(head, [
    { fileName: 'scan.pdf', file: wide },
    { fileName: 'scan.pdf', file: tall },
  ])
  const outer = mailWith(head, [{ fileName: 'inner.msg', file: mail }])
  for (const [bytes, part] of [
    [mail, '2'],
    [outer, '1.2'],
  ] as const) {
    const read = extractData(schemaOf('INVOICE')!, await readDocument(bytes, 'mail.msg'), '2025-03-03')
    expect(read).toMatchObject({ fileName: 'scan.pdf', part, pages: [{ width: 300, height: 500 }] })
    const drawn = await decodePicture(await drawPage(bytes, { page: 1, turns: 0, part }))
    expect(drawn.width / drawn.height).toBeCloseTo(0.6)
  }
  await expect(drawPage(mail, { page: 1, turns: 0, part: '3' })).rejects.toThrow('unreadable')
  expect(extractData(schemaOf('INVOICE')!, await readDocument(tall, 'scan.pdf'), '2025-03-03').part).toBe(undefined)
})
