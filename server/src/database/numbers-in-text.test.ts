import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numbersIn } from './numbers-in-text.ts'

test.each([
  ['RETURN OF PAY-2026-000057 AC04', ['PAY-2026-000057']],
  ['RETURN AC04 / REF P AY-2026-000057 EUR', ['PAY-2026-000057']],
  ['PAY2026000056', ['PAY-2026-000056']],
  ['pay 2026 000056', ['PAY-2026-000056']],
  ['PAY/2026/000056.', ['PAY-2026-000056']],
  ['PAY-2026-000057 100.00', ['PAY-2026-000057']],
  ['PAY-2026-000057PAY-2026-000058', ['PAY-2026-000057', 'PAY-2026-000058']],
  ['ＲＥＴＵＲＮ　ＰＡＹ－２０２６－００００５７', ['PAY-2026-000057']],
  ['PAY-2026-1000057 EUR', ['PAY-2026-1000057']],
  ['PAY-2026-0000571', []],
  ['PAY-2026-00005 71', []],
  ['PAY-2026-00005', []],
  ['RP-2026-000057', []],
])('of the payments the text %s names %j', (text, numbers) => {
  expect(numbersIn('PAY', text)).toEqual(numbers)
})

test('each number that a bank wraps at any place is found, and no other', () => {
  const six = fc.integer({ min: 1, max: 999_999 }).map((count) => String(count).padStart(6, '0'))
  const parts = fc.record({
    year: fc.integer({ min: 2000, max: 2099 }),
    count: six,
    sign: fc.constantFrom('-', ' ', '', '/'),
    wrap: fc.constantFrom(' ', '\n', '\r\n', '', '  '),
    before: fc.constantFrom('', 'RETURN OF ', 'AC04 / REF ', '2026-000001 '),
    behind: fc.constantFrom('', ' 100.00 USD', '\n1', ' EUR', 'EUR', '. 000012', ' 2026-000001'),
  })
  fc.assert(
    fc.property(parts, ({ year, count, sign, wrap, before, behind }) => {
      const written = ['PAY', year, count].join(sign)
      for (let at = 0; at <= written.length; at++) {
        const text = before + written.slice(0, at) + wrap + written.slice(at) + behind
        expect([text, numbersIn('PAY', text)]).toEqual([text, [`PAY-${year}-${count}`]])
      }
    }),
  )
})
