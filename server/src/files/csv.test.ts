import { expect, test } from 'vitest'
import { parseCsv, textOf } from './csv.ts'

/** The bytes of a text in Windows Latin, whose letters of western Europe are those of Latin 1. */
const western = (text: string) => Buffer.from(text, 'latin1')

test.each(['RÜCK-1', 'Müller', 'CAFÉCLUB', 'Größe', 'créée', 'réséda', 'no;name\n1;Jérôme Lévêque', 'Straßen AÉCD'])(
  'a text of Windows Latin keeps its accented letters, whichever letters follow them: %s',
  (text) => {
    expect(textOf(western(text))).toBe(text)
  },
)

test('an accented letter before a delimiter swallows no delimiter', () => {
  expect(parseCsv(textOf(western('no|name|city\n1|René|Köln\n')))).toEqual([
    ['no', 'name', 'city'],
    ['1', 'René', 'Köln'],
  ])
})

test.each([
  ['b7a2c6b1bac52c31', '发票号,1'],
  ['6e6f2cb9abcbbe', 'no,公司'],
  ['41bacdd6d0b9fa42', 'A和中国B'],
  // A name with a character of two bytes whose second one is that of a plain letter.
  ['d6eceff2b7a2c6b1e946', '朱矧发票镕'],
  ['313030d7f92c32', '100座,2'],
])('a text of GB 18030 is read as Chinese: %s', (hex, text) => {
  expect(textOf(Buffer.from(hex, 'hex'))).toBe(text)
})

test('a text that is Chinese as well as Windows Latin is refused, not guessed', () => {
  for (const both of ['A\xd7\xf9,1', 'Cr\xe9\xe9,1', 'M\xfcller,\xd7\xf9'])
    expect(() => textOf(western(both))).toThrow(expect.objectContaining({ refusal: 'FILE_ENCODING' }))
})
