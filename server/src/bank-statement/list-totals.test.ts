import { describe, expect, test } from 'vitest'
import { readBankFile } from './read-bank-file.ts'

const read = (text: string) => readBankFile(Buffer.from(text), 'USD')

// Words of a total or a balance, as banks write them in rows that have a day.
const wordings = [
  ...['Sum', 'Sum of credits', 'Summe', 'Summe Haben', 'Zwischensumme', 'Gesamt', 'Gesamtbetrag', 'Saldo', 'Neuer Saldo'],
  ...[
    'Anfangssaldo',
    'Endsaldo:',
    'Page total',
    'Daily total',
    'Monthly totals:',
    'Credit total',
    'Opening amount',
    'BFWD',
    'c/fwd',
  ],
  ...['Brought fwd', 'Carried fwd', 'Carry forward', 'Carried down.', '上年结转', '结转下页', '期初数', '期末数'],
]

describe('totals and balances in a bank’s list', () => {
  test.each([
    ['Date,Description,Amount', '2026-11-01,Opening balance,+1000.00'],
    ['Date,Description,Credit,Debit', '2026-11-30,Total credits,200.00,'],
    ['Date,Description,Amount,Balance', '2026-11-01,上期余额,+1000.00,1000.00'],
    ['Date,Description,Amount', '2026-11-30,本期合计,+200.00'],
    ['Date,Description,Credit,Debit', '2026-11-30,Total for November,200.00,'],
    ['Date,Description,Credit,Debit', '2026-11-30,Balance B/F,200.00,'],
    ['Date,Description,Credit,Debit', '2026-11-30,Opening Balance USD,200.00,'],
    ['Date,Description,Credit,Debit', '2026-11-30,合计 (3笔),200.00,'],
    ['Date,Amount,Payer', '2026-11-30,+200.00,Total'],
    ['Date,Amount,Payer', '2026-11-30,+200.00,Balance b/f'],
    ['Date,Amount,Reference', '2026-11-30,+200.00,Total for November'],
    ...wordings.map((words) => ['Date,Description,Credit,Debit', `2026-11-30,${words},200.00,`]),
  ])('under %s the row %s may be a total, and is booked by hand alone', async (heading, row) => {
    const { faults, statements } = await read(`${heading}\n${row}\n`)
    expect([faults, statements[0]!.entries]).toEqual([[{ row: 2, reason: 'TOTAL' }], []])
  })
  test.each(['Cedar', 'Total Oil Ltd', 'New Balance', 'Balance Point Inc', 'Saldo GmbH', 'Summe AG', '合计科技有限公司'])(
    'the payer %s is booked, whatever the rest of its row is called',
    async (payer) => {
      const { faults, statements } = await read(`Date,Description,Amount,Payer\n2026-11-30,Balance,+10.00,${payer}\n`)
      expect([faults, statements[0]!.entries.map(({ payerName }) => payerName)]).toEqual([[], [payer]])
    },
  )
})
