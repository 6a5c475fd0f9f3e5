import { expect, test } from 'vitest'
import { readBankFile } from './read-bank-file.ts'
import { receiptLines } from './receipt-lines.ts'
import { camt, entry } from './sample-statement.fixture.ts'

const endless = 'X'.repeat(100_000)
const read = (text: string) => readBankFile(Buffer.from(text), 'USD')

test('a statement as XML keeps of its number, currencies and references no more than banks write', async () => {
  const part = `<TxDtls><Refs><AcctSvcrRef>${endless}</AcctSvcrRef></Refs><Amt Ccy="USD">1.00</Amt></TxDtls>`
  const details = `<AcctSvcrRef>${endless}</AcctSvcrRef><NtryDtls>${part.repeat(2)}</NtryDtls>`
  const text = camt('102.10', entry('2.00', 'CRDT', details))
    .replace('<Ccy>USD</Ccy>', `<Ccy>${endless}</Ccy>`)
    .replace('<Bal>', `<ElctrncSeqNb>${endless}</ElctrncSeqNb><Bal>`)
  const file = await read(text)
  expect(file.statements[0]).toMatchObject({ number: 'X'.repeat(35), currency: 'XXXX' })
  // A collective entry lends its reference to the text of each of its parts.
  const reference = 'X'.repeat(200)
  expect(receiptLines(file, 480).map(({ whole, entry: { reference: own } }) => [whole?.bankRef, own])).toEqual([
    [reference, reference],
    [reference, reference],
  ])
  const [line] = (await read(camt('1', entry('2.00', 'CRDT').replace('"USD"', `"${endless}"`)))).statements[0]!.entries
  expect(line!.currency).toBe('XXXX')
})

test('a statement as MT940 keeps of its number and references no more than banks write', async () => {
  const long = endless.slice(0, 9000)
  const text = `:20:A\n:25:123\n:28C:${long}\n:60F:C260101USD1,\n:61:260102C1,NTRFNONREF//${long}\n:62F:C260102USD2,\n-`
  const [statement] = (await read(text)).statements
  expect(statement).toMatchObject({ number: 'X'.repeat(35), entries: [{ reference: 'X'.repeat(200) }] })
})
