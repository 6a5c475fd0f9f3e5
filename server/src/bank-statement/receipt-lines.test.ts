import { expect, test } from 'vitest'
import { readBankFile } from './read-bank-file.ts'
import { receiptLines } from './receipt-lines.ts'
import { camt, entry } from './sample-statement.fixture.ts'

const linesOf = async (text: string) => receiptLines(await readBankFile(Buffer.from(text), 'USD'), 480)
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

const purposes = {
  'a number of a document': '<RmtInf><Strd><RfrdDocInf><Tp/><Nb>INV-2026-7</Nb></RfrdDocInf></Strd></RmtInf>',
  'a remark on the remittance': '<RmtInf><Strd><AddtlRmtInf>INV-2026-7</AddtlRmtInf></Strd></RmtInf>',
  'a remark on the transaction': '<AddtlTxInf>INV-2026-7</AddtlTxInf>',
}

test.each(Object.entries(purposes))(
  '%s is part of the purpose, of each payment of a collective entry too',
  async (_, purpose) => {
    const paid = (amount: string, said: string) => `<TxDtls><Amt Ccy="USD">${amount}</Amt>${said}</TxDtls>`
    const one = entry('2.00', 'CRDT', `<NtryDtls>${paid('2.00', purpose)}</NtryDtls>`)
    const two = entry('2.00', 'CRDT', `<NtryDtls>${paid('0.50', purpose)}${paid('1.50', '')}</NtryDtls>`)
    expect((await linesOf(camt('1', one + two))).map(({ text }) => text)).toEqual(['INV-2026-7', 'INV-2026-7', ''])
  },
)

test('what the bank remarks on an entry is the purpose of one payment, and of none of several', async () => {
  const remark = '<AddtlNtryInf>INV-2026-7</AddtlNtryInf>'
  const paid = '<TxDtls><Amt Ccy="USD">1.00</Amt></TxDtls>'
  const several = '<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch></NtryDtls>'
  const ones = [remark, `<NtryDtls>${paid.replace('1.00', '2.00')}</NtryDtls>${remark}`]
  const others = [`<NtryDtls>${paid}${paid}</NtryDtls>${remark}`, `<NtryDtls>${paid}</NtryDtls>${remark}`, several + remark]
  const lines = await linesOf(camt('1', [...ones, ...others].map((rest) => entry('2.00', 'CRDT', rest)).join('')))
  expect(lines.map(({ text }) => text)).toEqual(['INV-2026-7', 'INV-2026-7', '', '', '', ''])
})

test('payments without a reference of the bank keep what they were booked under before their remarks were read', async () => {
  const said = (remark: string) =>
    entry('2.00', 'CRDT', `<NtryDtls><TxDtls><RmtInf><Ustrd>rent</Ustrd></RmtInf>${remark}</TxDtls></NtryDtls>`)
  const before = await linesOf(camt('1', said('').repeat(2)))
  const [one, other] = ['<AddtlTxInf>A-1</AddtlTxInf>', '<AddtlTxInf>A-2</AddtlTxInf>']
  const now = [`${one}|`, `|${one}`, `${one}|${other}`].map((remarks) => remarks.split('|').map(said).join(''))
  for (const entries of now)
    expect((await linesOf(camt('1', entries))).map(({ bankRef }) => bankRef)).toEqual(before.map(({ bankRef }) => bankRef))
})

test('a purpose and a payer are cut between characters, also where one takes two units', async () => {
  const purpose = `<NtryDtls><TxDtls><Amt Ccy="USD">2.00</Amt><RmtInf><Ustrd>${'x'.repeat(499)}𠮷</Ustrd></RmtInf></TxDtls></NtryDtls>`
  const [line] = await linesOf(camt('1', entry('2.00', 'CRDT', purpose)))
  expect(line!.text).toBe('x'.repeat(499))
})

test.each([
  ['<DtTm>2026-01-01T15:59:59Z</DtTm>', 480, '2026-01-01'],
  ['<DtTm>2026-01-01T16:00:00Z</DtTm>', 480, '2026-01-02'],
  ['<DtTm>2026-01-01T23:59:59.999Z</DtTm>', 480, '2026-01-02'],
  ['<DtTm>2026-01-02T00:00:00Z</DtTm>', 480, '2026-01-02'],
  ['<DtTm>2026-01-01T24:00:00Z</DtTm>', 480, '2026-01-02'],
  ['<DtTm>2026-01-02T00:30:00+08:00</DtTm>', 480, '2026-01-02'],
  ['<DtTm>2026-01-02T00:30:00+14:00</DtTm>', 480, '2026-01-01'],
  ['<DtTm>2026-01-01T23:59:59Z</DtTm>', 0, '2026-01-01'],
  ['<DtTm>2026-01-02T00:00:01Z</DtTm>', -300, '2026-01-01'],
  ['<DtTm>2026-01-02T00:00:01-05:00</DtTm>', -300, '2026-01-02'],
  ['<DtTm>2026-01-01T17:30Z</DtTm>', 480, '2026-01-02'],
  ['<DtTm>2026-01-01T17:30:00 z</DtTm>', 480, '2026-01-02'],
  ['<DtTm>2026-01-01T18:30:00+0100</DtTm>', 480, '2026-01-02'],
  ['<DtTm>2026-01-01T18:30:00+01</DtTm>', 480, '2026-01-02'],
  ['<DtTm>2026-01-01T23:59:59</DtTm>', 480, '2026-01-01'],
  ['<Dt>2026-01-01</Dt>', 480, '2026-01-01'],
  ['<Dt>2026-01-01Z</Dt>', 480, '2026-01-01'],
])('%s is, %d minutes from UTC, a booking of %s, and named as by its day alone', async (time, zone, day) => {
  const of = async (told: string) => {
    const read = await readBankFile(Buffer.from(camt('1', entry('2.00', 'CRDT').replace('<Dt>2026-01-02</Dt>', told))), 'USD')
    return receiptLines(read, zone)
  }
  const [[line], [plain]] = [await of(time), await of(`<Dt>${day}</Dt>`)]
  expect([line?.valueDate, line?.bankRef]).toEqual([day, plain?.bankRef])
  const written = time.replace(/<[^>]*>/g, '').slice(0, 10)
  expect(line?.written?.valueDate ?? line?.valueDate).toBe(written)
})

test.each(['2026-01-01T99:59:59Z', '2026-02-30T23:30:00Z', '2026-01-01T23:30:00 EST', '2026-01-01T23:30:00+99:00'])(
  'a time whose zone or day is not understood is no day: %s',
  async (time) => {
    const told = `<DtTm>${time}</DtTm>`
    const [line] = await linesOf(camt('1', entry('2.00', 'CRDT').replace('<Dt>2026-01-02</Dt>', told)))
    expect(line?.valueDate).toBe(time)
  },
)
