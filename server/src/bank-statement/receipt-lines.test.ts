import { expect, test } from 'vitest'
import { readBankFile } from './read-bank-file.ts'
import { receiptLines } from './receipt-lines.ts'
import { camt, entry } from './sample-statement.ts'

const linesOf = async (text: string) => receiptLines(await readBankFile(Buffer.from(text), 'USD'))
const mt940 = (...amounts: string[]) =>
  `:20:A\n:25:1\n:28C:7/1\n${amounts.map((amount) => `:61:260102C${amount}NTRFNONREF//TX-1\n`).join('')}-`

test('two equal payments have the same references in each format, and an earlier version told them apart by a figure', async () => {
  const lines = await linesOf(mt940('10,5', '10,5', '7,'))
  const again = await linesOf(camt('1', entry('10.50', 'CRDT', '<AcctSvcrRef>TX-1</AcctSvcrRef>').repeat(2)))
  expect(lines.map(({ formerRef }) => formerRef)).toEqual([null, 'TX-1#2', null])
  expect(lines.map(({ bankRef }) => bankRef)).toEqual(['TX-1', expect.stringMatching(/^TX-1#2-[0-9a-f]{10}$/), 'TX-1'])
  expect(again.map(({ bankRef }) => bankRef)).toEqual(lines.slice(0, 2).map(({ bankRef }) => bankRef))
})

test.each([4, 35, 58, 60, 61, 300])('a reference of %d characters is made longer within 64', async (length) => {
  const part = '<TxDtls><Amt Ccy="USD">1.00</Amt></TxDtls>'
  const parts = `<AcctSvcrRef>${'R'.repeat(length)}</AcctSvcrRef><NtryDtls>${part.repeat(2)}</NtryDtls>`
  const references = (await linesOf(camt('1', entry('2.00', 'CRDT', parts).repeat(2)))).map(({ bankRef }) => bankRef)
  expect(new Set(references).size).toBe(4)
  expect(Math.max(...references.map((one) => one.length))).toBeLessThanOrEqual(64)
})
