import { expect, test } from 'vitest'
import { readBankFile } from '../bank-statement/read-bank-file.ts'
import { parseCsv, textOf } from '../files/csv.ts'
import { Refused } from '../http/refused.ts'
import { EInvoiceError } from './errors.ts'
import { parseXml } from './xml-element.ts'

// So long that quadratic work would take hours: the tests end, or they do not.
const length = 8_000_000
const filled = (unit: string) => unit.repeat(Math.ceil(length / unit.length))
const outcomeOf = (text: string): string => {
  try {
    parseXml(text)
    return 'read'
  } catch (error) {
    if (error instanceof EInvoiceError) return error.code
    throw error
  }
}

test.each([
  ['comments that never end', '<!--', 'e-invoice-malformed'],
  ['comments inside each other', '<!-- -', 'e-invoice-malformed'],
  ['character data that never ends', '<![CDATA[', 'e-invoice-malformed'],
  ['ends of character data', ']]', 'e-invoice-malformed'],
  ['instructions that never end', '<?a ', 'e-invoice-malformed'],
  ['tags that never end', '<a b', 'e-invoice-malformed'],
  ['attributes that never end', '<a b="', 'e-invoice-malformed'],
  ['open brackets', '<', 'e-invoice-malformed'],
  ['ampersands', '&', 'e-invoice-malformed'],
  ['entities that never end', '&#', 'e-invoice-malformed'],
  ['tags inside each other', '<a>', 'e-invoice-too-deep'],
  ['empty elements', '<a/>', 'e-invoice-too-large'],
])('eight megabytes of %s are refused after one pass', (_, unit, refusal) => {
  expect(outcomeOf(`<?xml version="1.0"?><Invoice>${filled(unit)}`)).toBe(refusal)
})

test('eight megabytes of text, of attributes and of entities are read in one pass', () => {
  expect(outcomeOf(`<Invoice>${filled('text ')}</Invoice>`)).toBe('read')
  expect(outcomeOf(`<Invoice>${filled('&amp;&#65;')}</Invoice>`)).toBe('read')
  expect(outcomeOf(`<Invoice a="${filled('value ')}"/>`)).toBe('read')
  expect(outcomeOf(`<Invoice>${filled('<![CDATA[x]]>')}</Invoice>`)).toBe('read')
})

test('names lose their prefix, texts of an element come together, declarations of prefixes are no attributes', () => {
  const root = parseXml('<?xml version="1.0"?><u:A xmlns:u="urn:x" u:k=" 1 ">a<B/><![CDATA[<b>]]>&lt;&#67;</u:A>')
  expect(root).toEqual({
    name: 'A',
    attributes: { k: '1' },
    text: 'a<b><C',
    children: [{ name: 'B', attributes: {}, text: '', children: [] }],
  })
})

test.each([
  ['quotes inside cells', 'a"', 'CELL_TOO_LONG'],
  ['quotes', '"', 'CELL_TOO_LONG'],
  ['delimiters', ',', 'SHEET_TOO_WIDE'],
  ['blanks and quotes', ' "', 1],
  ['line breaks', '\n', 1000],
])('eight megabytes of %s are split into cells in one pass', (_, unit, outcome) => {
  const parsed = () => {
    try {
      return parseCsv(filled(unit), 1000).length
    } catch (error) {
      return error instanceof Refused && error.refusal
    }
  }
  expect(parsed()).toBe(outcome)
})

test('UTF-32 text of eight megabytes is decoded piece by piece', () => {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 4) bytes.writeUInt32LE(0x41, at)
  bytes.writeUInt32LE(0xfeff, 0)
  expect(textOf(bytes)).toBe('A'.repeat(length / 4 - 1))
})

test.each([
  ['a field of a statement', `:20:X\n:61:2501010101C${filled('9')}`],
  ['a cell of a list', `Date,Amount\n2025-01-01,${filled('(已')}\n`],
])('eight megabytes in %s are refused or named in one pass', async (_, text) => {
  const file = await readBankFile(Buffer.from(text), 'CNY').catch((error: Error) => error)
  expect(file instanceof Error || file.faults.length > 0).toBe(true)
})
