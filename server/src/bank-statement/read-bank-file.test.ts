import { describe, expect, test } from 'vitest'
import { readBankFile } from './read-bank-file.ts'
import { camt, entry } from './sample-statement.fixture.ts'

const read = (text: string, currency: string | null = 'USD') => readBankFile(Buffer.from(text), currency)

describe('a bank statement', () => {
  test('adds up to the cent, and one that does not says so', async () => {
    const lines = entry('0.20', 'CRDT') + entry('0.30', 'DBIT')
    expect((await read(camt('100.00', lines))).statements[0]!.addsUp).toBe(true)
    expect((await read(camt('100.01', lines))).statements[0]!.addsUp).toBe(false)
  })
  test('with an entity or without a statement is refused', async () => {
    await expect(read(`<!DOCTYPE a [<!ENTITY x "y">]>${camt('1', '')}`)).rejects.toThrow('doctype')
    await expect(read('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"/>')).rejects.toThrow(
      'no account statement',
    )
  })
  test.each(['<Othr><Id>77</Id></Othr>', '<IBAN>77</IBAN>', '<PrtryAcct><Id>77</Id></PrtryAcct>', '<BBAN>77</BBAN>'])(
    'in XML is of the account that it names as %s',
    async (place) => {
      const text = camt('100.10', '').replace('<Othr><Id>1234567890</Id></Othr>', place)
      expect((await read(text)).statements[0]!.account).toBe('77')
    },
  )
  test('of MT940 counts a credit taken back as money that leaves, and reads wrapped times as text', async () => {
    const { statements } = await read(
      ':20:A\n:25:123\n:28C:7/1\n:60F:C260101USD100,\n:61:2601020102RC10,5NTRFNONREF//B77\n:86:paid at\n:26:37 o’clock\n:62F:C260102USD89,50\n-',
    )
    expect(statements[0]).toMatchObject({ account: '123', number: '7/1', addsUp: true })
    expect(statements[0]!.entries[0]).toMatchObject({
      side: 'DEBIT',
      amount: '10.5',
      reversal: true,
      reference: 'B77',
      value: '2026-01-02',
      remittance: ['paid at', ':26:37 o’clock'],
    })
  })
  test('as a Chinese list is read below its preamble; a row that cannot be read is named with its number', async () => {
    const { statements, faults } = await read(
      '某银行明细\n交易日期,收入金额,支出金额,币种,对方户名,摘要\n2026-01-05,"1,200.50",,人民币,雪松公司,货款\n2026/01/06,,3.00,人民币,,手续费\n2026-13-01,5,,人民币,,x\n合计,,,,,',
      null,
    )
    expect(statements[0]!.entries).toMatchObject([
      { amount: '1200.50', side: 'CREDIT', currency: 'CNY', booking: '2026-01-05', payerName: '雪松公司', remittance: ['货款'] },
      { amount: '3.00', side: 'DEBIT' },
    ])
    expect(faults).toEqual([{ row: 5, reason: 'DATE' }])
  })
  test.each(['€501.00', '£502.00', '506.00(已冲正)', '507.00(AB)', '5 0 5', '1,00.00', '1e3', '¥509', '5,19'])(
    'of a list in dollars holds no amount in %s',
    async (text) => {
      const { statements, faults } = await read(`Date,Amount,Currency\n2026-01-05,"${text}",USD\n2026-01-06,7.00,USD\n`, null)
      expect(faults).toEqual([{ row: 2, reason: 'AMOUNT' }])
      expect(statements[0]!.entries).toMatchObject([{ amount: '7.00' }])
    },
  )
  test.each([
    ['$1,501.00', '1501.00', 'CREDIT'],
    ['1 502.50', '1502.50', 'CREDIT'],
    ["1'503.00", '1503.00', 'CREDIT'],
    ['504.00(CR)', '504.00', 'CREDIT'],
    ['505.00(DR)', '505.00', 'DEBIT'],
    ['(506.00)', '506.00', 'DEBIT'],
    ['507.00(已退款89.84)', '507.00', 'CREDIT'],
    ['508.00(已全额退款)', '508.00', 'CREDIT'],
  ])('of a list in dollars reads %s as it stands', async (text, amount, side) => {
    const { statements } = await read(`Date,Amount,Currency\n2026-01-05,"${text}",USD\n`, null)
    expect(statements[0]!.entries).toMatchObject([{ amount, side }])
  })
  test('of a list whose row is wider than its heading books no part of the figure', async () => {
    const { statements, faults } = await read(
      'Date,Reference,Payer,Currency,Amount\n2026-11-20,W-1,Acme,USD,61,234.56\n2026-11-20,W-2,Acme, Inc.,USD,61.00\n2026-11-20,W-3,Acme,USD,5.00\n',
    )
    expect(faults).toEqual([
      { row: 2, reason: 'WIDER' },
      { row: 3, reason: 'WIDER' },
    ])
    expect(statements[0]!.entries).toMatchObject([{ reference: 'W-3', amount: '5.00' }])
  })
  test('of a list keeps its rows where the bank ends them with separators that the heading lacks', async () => {
    const { statements, faults } = await read(
      'Date,Reference,Amount,Currency\n2026-11-20,T-1,"61,234.56",USD,\n2026-11-21,T-2,5.00,USD,\nTotal,,"61,239.56",\n',
    )
    expect(faults).toEqual([])
    expect(statements[0]!.entries.map(({ amount }) => amount)).toEqual(['61234.56', '5.00'])
  })
  test.each([
    [
      'days and amounts of other countries',
      'Date;Reference;Payer;Currency;Amount\n20.11.2026;G1;Acme;EUR;1.234,56\n21.11.2026;G2;Acme;EUR;99,00\n2026-11-21;G3;Acme;EUR;10.00\n',
      ['2 DATE', '3 DATE'],
    ],
    [
      'a day that is given once for several rows',
      'Date,Reference,Payer,Currency,Amount\n2026-11-20,H1,Acme,EUR,10.00\n,H2,Acme,EUR,60000.00\n,,Total Energies,EUR,70.00\n,,,,80.00\n',
      ['3 DATE', '4 DATE', '5 DATE'],
    ],
    [
      'a reference, a payer or a day without the rest',
      'Date,Reference,Payer,Currency,Amount\n2026-11-20,H1,Acme,EUR,10.00\n,H2,,,\n,,Acme,,\n2026-11-21,,,,\n',
      ['3 DATE', '4 DATE', '5 AMOUNT'],
    ],
  ])('of a list leaves out no row with %s', async (_, text, wanted) => {
    const { statements, faults } = await read(text, 'EUR')
    expect(faults.map(({ row, reason }) => `${row} ${reason}`)).toEqual(wanted)
    expect(statements[0]!.entries.map(({ amount }) => amount)).toEqual(['10.00'])
  })
  test.each([
    'Total,,,,"1,234.56",,',
    'Sub-total:,,,EUR,10.00,0.00,',
    ',,Total credits,EUR,10.00,,1',
    '2026-11-30,,Closing balance,,,,99.00',
    '人民币合计,,,,"1,234.56","9,876.54",',
    '以上数据仅供参考|具体内容请以柜台为准',
    'End of list on 30 November 2026,,,,,,',
    ',,,,,,"1,234.00"',
    '--,/,-,,,,',
  ])('of a list counts %s below its bookings as none', async (line) => {
    const { statements, faults } = await read(
      `Date,Reference,Description,Currency,Credit,Debit,Balance\n2026-11-20,H1,x,EUR,10.00,,99.00,\n${line}\n`,
      'EUR',
    )
    expect(faults).toEqual([])
    expect(statements[0]!.entries).toHaveLength(1)
  })
  test.each([
    ['KWD', '"1,234"', 'TWO_READINGS'],
    ['JPY', '1.000', 'TWO_READINGS'],
    ['USD', '1.000', 'TWO_READINGS'],
  ])('of a list in %s refuses %s, which has two readings', async (currency, text, reason) => {
    const { faults } = await read(`Date,Amount,Currency\n2026-11-20,${text},${currency}\n`, null)
    expect(faults).toEqual([{ row: 2, reason }])
  })
  test('of a list that writes a comma before the decimals refuses a point before three digits', async () => {
    const { faults } = await read('Date;Amount;Currency\n2026-11-20;+1.234;KWD\n2026-11-20;-12,5;KWD\n', null)
    expect(faults).toEqual([
      { row: 2, reason: 'TWO_READINGS' },
      { row: 3, reason: 'AMOUNT' },
    ])
    for (const comma of ['-12,500', '"-1.234,500"']) {
      const told = await read(`Date;Amount;Currency\n2026-11-20;+1.234;KWD\n2026-11-20;${comma};KWD\n`, null)
      expect(told.faults[0]).toEqual({ row: 2, reason: 'TWO_READINGS' })
    }
    const points = await read('Date;Amount;Currency\n2026-11-20;+1.234;KWD\n2026-11-20;"-1,234.500";KWD\n', null)
    expect(points.faults).toEqual([])
  })
  test.each([
    ['KWD', '1234.567', '1234.567'],
    ['KWD', '"1,234.567"', '1234.567'],
    ['USD', '"1,234"', '1234'],
  ])('of a list in %s reads %s, which has one reading', async (currency, text, amount) => {
    const { statements } = await read(`Date,Amount,Currency\n2026-11-20,${text},${currency}\n`, null)
    expect(statements[0]!.entries).toMatchObject([{ amount }])
  })
  test('of a list with both sides of a row filled has no amount there, and a nought beside an amount is none', async () => {
    const { statements, faults } = await read(
      'Date,Credit,Debit\n2026-11-20,5.00,900.00\n2026-11-20,5.00,see note\n2026-11-20,5.00,0.00\n2026-11-20,,7.00\n',
    )
    expect(faults).toEqual([
      { row: 2, reason: 'BOTH_SIDES' },
      { row: 3, reason: 'AMOUNT' },
    ])
    expect(statements[0]!.entries).toMatchObject([
      { amount: '5.00', side: 'CREDIT' },
      { amount: '7.00', side: 'DEBIT' },
    ])
  })
  test('of a list with a title twice is refused with both, and two days of different titles are read', async () => {
    await expect(read('Date,Amount,amount:\n2026-11-20,5.00,9.00\n')).rejects.toMatchObject({
      refusal: 'HEADING_TWICE',
      data: { first: 'Amount', second: 'amount:' },
    })
    const { statements } = await read('交易日期,入账日期,金额,备注,备注\n2026-11-20,2026-11-21,5.00,a,b\n')
    expect(statements[0]!.entries).toMatchObject([{ booking: '2026-11-20', remittance: ['a', 'b'] }])
  })
  test.each(['2026-11-201', '2026111', '2026-11-2099', '0001-01-01', '9999-12-31', '2026-11-20x'])(
    'of a list knows no day in %s',
    async (day) => {
      const { faults } = await read(`Date,Amount,Currency\n${day},1.00,USD\n2026-01-06 10:20:00,7.00,USD\n`, null)
      expect(faults).toEqual([{ row: 2, reason: 'DATE' }])
    },
  )
  test.each([
    [':61:2611201120C1.000,00NTRFX', ':62F:C261120USD1000,00'],
    [':61:2611201120C1000,00NTRFX', ':62F:C261120USD1.000,00'],
    [':61:2611201120C1e2,NTRFX', ':62F:C261120USD1,'],
    [':61:2611201120C1 234,00NTRFX', ':62F:C261120USD1,'],
    [":61:2611201120C2'345,00NTRFX", ':62F:C261120USD2,'],
    [':61:2611201120C12\u00a0345\u00a0678,00NTRFX', ':62F:C261120USD12,'],
    [':61:2611201120C1_234,00NTRFX', ':62F:C261120USD1,'],
    [':61:2611201120C1X000,00NTRFX', ':62F:C261120USD1,'],
    [':61:2611201120C1E3,00NTRFX', ':62F:C261120USD1,'],
    [':61:2611201120C1S000,00NTRFX', ':62F:C261120USD1,'],
    [':61:2611201120C1000,0ONTRFX', ':62F:C261120USD1000,'],
  ])('of MT940 with a grouped or broken figure is refused: %s %s', async (line, balance) => {
    const text = `:20:A\n:25:123\n:28C:7/1\n:60F:C261119USD0,00\n${line}\n${balance}\n-`
    await expect(read(text)).rejects.toThrow(/entry|balance/)
  })
})

describe('a bank’s list books nothing that it does not say', () => {
  const sides = async (title: string, words: readonly string[], currency = 'USD') => {
    const lines = words.map((word, index) => `2026-11-27,${700 + index}.00,${word},R-${index}`)
    const { statements, faults } = await read(`Date,Amount,${title},Reference\n${lines.join('\n')}\n`, currency)
    return words.map((_, index) => {
      const entry = statements[0]!.entries.find(({ reference }) => reference === `R-${index}`)
      return entry ? `${entry.side} ${entry.status}` : faults.find(({ row }) => row === index + 2)?.reason
    })
  }
  test.each(['D/C', '借贷', '收/支'])(
    'a word for the side under %s is one that banks use, or the row is a fault',
    async (title) => {
      expect(await sides(title, ['C', 'Cr', 'CREDIT', '贷', '贷 Cr', '收入'])).toEqual(Array(6).fill('CREDIT BOOK'))
      expect(await sides(title, ['D', 'Dr.', 'debit', '借', '借 Dr', '支出', 'Withdrawal'])).toEqual(Array(7).fill('DEBIT BOOK'))
      expect(await sides(title, ['S', 'Soll', 'RC', 'credit reversal', '-', '', '不明', 'C D'])).toEqual(Array(8).fill('SIDE'))
    },
  )
  test('a type that names no side leaves a positive amount unread, unless the list signs its amounts', async () => {
    const types = ['Outgoing transfer', 'Credit card payment', 'Fee', 'Letter of credit charge', 'Withdrawal', 'Deposit']
    expect(await sides('Transaction type', types)).toEqual(['SIDE', 'SIDE', 'SIDE', 'SIDE', 'DEBIT BOOK', 'CREDIT BOOK'])
    const { statements, faults } = await read(
      'Date,Amount,Type\n2026-11-27,-7.00,Fee\n2026-11-27,9.00,Wire\n2026-11-27,-3.00,Credit\n',
    )
    expect(faults).toEqual([])
    expect(statements[0]!.entries.map(({ side, amount }) => `${side} ${amount}`)).toEqual([
      'DEBIT 7.00',
      'CREDIT 9.00',
      'DEBIT 3.00',
    ])
  })
  test.each([
    'Cr/Dr',
    'CR/DR',
    'Debit / Credit',
    'Credit/Debit Indicator',
    'Direction',
    'Sign',
    'C/D',
    'DC',
    '借贷方向',
    '收付标志',
    '收支类型',
  ])('the side is read under the title %s', async (title) => {
    expect(await sides(title, ['CR', 'DR', '+', '-'])).toEqual(['CREDIT BOOK', 'DEBIT BOOK', 'CREDIT BOOK', 'DEBIT BOOK'])
    expect(await sides(title, ['In', 'Out', '', '-'])).toEqual(['CREDIT BOOK', 'DEBIT BOOK', 'SIDE', 'SIDE'])
  })
  test('columns whose titles nobody knows, and amounts of which nothing says the side, are told to be declared', async () => {
    const lines = '2026-11-27,1.00,S,R-0\n2026-11-27,+3.00,H,R-2\n2026-11-27,4.00 (CR),H,R-3\n'
    const { statements, toDeclare } = await read(`Date,Amount,Soll/Haben,Reference\n${lines}`)
    expect(toDeclare).toEqual({ columns: ['Soll/Haben'], lines: [], unsigned: 'Amount' })
    expect(statements[0]!.entries.map(({ isUnsigned }) => isUnsigned)).toEqual([true, undefined, undefined])
    const known = await read(
      'Date,Amount,Branch,Teller,Balance,序号,Soll/Haben\n2026-11-27,-1.00,S,H,9.00,1,\n2026-11-28,+2.00,,,11,2,\n',
    )
    expect(known.toDeclare).toEqual({ columns: [], lines: [], unsigned: null })
    expect((await read('Date,Credit,Debit,Posting status\n2026-11-27,1.00,,Pending\n')).toDeclare).toEqual({
      columns: ['Posting status'],
      lines: [],
      unsigned: null,
    })
  })
  test('an amount without a sign whose balance falls is no money in, whichever row of the list is the newest', async () => {
    const rows = ['2026-11-20,100.00,10100.00', '2026-11-21,5000.00,5100.00', '2026-11-22,1.00,5101.00']
    for (const ordered of [rows, [...rows].reverse()]) {
      const { faults } = await read(`Date,Amount,Balance\n${ordered.join('\n')}\n`)
      expect(faults.map(({ reason }) => reason)).toEqual(['BALANCE', 'BALANCE', 'BALANCE'])
    }
    const blank = await read('Date,Amount,Balance\n2026-11-20,7.00,30.00\n2026-11-21,1.00,\n2026-11-22,2.00,27.00\n')
    expect(blank.faults.map(({ reason }) => reason)).toEqual(['BALANCE', 'BALANCE', 'BALANCE'])
    const risen = await read('Date,Amount,Balance\n2026-11-20,100.00,10100.00\n2026-11-21,5.00,10105.00\n')
    expect(risen.faults).toEqual([])
    expect(risen.toDeclare?.unsigned).toBe('Amount')
  })
  test('days that rise or fall tell the order of the rows, and balances are held against that order alone', async () => {
    const falling = ['2026-11-20,100.00,900.00', '2026-11-21,100.00,800.00', '2026-11-22,100.00,700.00']
    const half = ['2026-11-20,100.00,900.00', '2026-11-21,100.00,800.00', '2026-11-22,-1.00,799.00']
    for (const rows of [falling, half])
      for (const ordered of [rows, [...rows].reverse()]) {
        const { faults } = await read(`Date,Amount,Balance\n${ordered.join('\n')}\n`)
        expect(faults.map(({ reason }) => reason)).toEqual(['BALANCE', 'BALANCE', 'BALANCE'])
      }
    const oneDay = falling.map((row) => row.replace(/^[\d-]+/, '2026-11-20'))
    expect((await read(`Date,Amount,Balance\n${oneDay.join('\n')}\n`)).faults).toEqual([])
  })
  test('signs that the balances contradict are believed on no row, whichever row of the list is the newest', async () => {
    const rows = ['2026-11-20,100.00,900.00', '2026-11-21,-50.00,950.00', '2026-11-22,300.00,650.00']
    for (const ordered of [rows, [...rows].reverse()]) {
      const { faults } = await read(`Date,Amount,Balance\n${ordered.join('\n')}\n`)
      expect(faults.map(({ reason }) => reason)).toEqual(['BALANCE', 'BALANCE', 'BALANCE'])
    }
    const some = ['2026-11-20,100.00,900.00', '2026-11-22,-50.00,650.00', '2026-11-22,10.00,660.00']
    expect((await read(`Date,Amount,Balance\n${some.join('\n')}\n`)).faults).toEqual([])
    const one = ['2026-11-20,100.00,100.00', '2026-11-21,-50.00,50.00', '2026-11-22,70.00,120.00', '2026-11-23,40.00,80.00']
    expect((await read(`Date,Amount,Balance\n${one.join('\n')}\n`)).faults).toHaveLength(4)
  })
  test.each([
    ['2026-11-20,A,1.00\nWithdrawals,,\n2026-11-21,B,-2.00', ['#3 Withdrawals']],
    ['Payments made,,\n2026-11-20,A,1.00', ['#2 Payments made']],
    ['2026-11-20,A,1.00\n,Money out,\n2026-11-21,B,2.00', ['#3 Money out']],
    ['2026-11-20,A,1.00\nTotal,,1.00\n,,\n2026-11-21,B,2.00\nEnd of the list,,', []],
    ['2026-11-20,A,1.00\nDate,Description,Amount\n2026-11-21,B,2.00', []],
  ])('a line between bookings that is none is told to be declared: %j', async (lines, told) => {
    const { toDeclare } = await read(`Date,Description,Amount\n${lines}\n`)
    expect(toDeclare?.lines).toEqual(told)
  })
  test('amounts without a sign beside negative ones are money in if that is declared, whatever the balances are', async () => {
    const unsigned = async (rows: string) => (await read(`Date,Amount,Balance\n${rows}\n`)).toDeclare?.unsigned
    expect(await unsigned('2026-11-20,100.00,\n2026-11-21,-50.00,')).toBe('Amount')
    expect(await unsigned('2026-11-20,100.00,100.00\n2026-11-21,-50.00,50.00')).toBe('Amount')
    expect(await unsigned('2026-11-20,+100.00,\n2026-11-21,-50.00,')).toBe(null)
  })
  test('bookings above the heading that is known are told to be declared, and its opening balance is none', async () => {
    const { toDeclare } = await read(
      'Date,Received\n2026-11-19,250.00\nOpening balance,2026-11-19,90.00\nDate,Amount\n2026-11-20,+1.00\n',
    )
    expect(toDeclare?.lines).toEqual(['#2 2026-11-19 250.00'])
  })
  test.each([
    'Date,Reference,Withdrawal amount,Currency,Payee',
    'Date,Reference,Amount out,Currency,Payer',
    'Date,Reference,Amount,Currency,Payee',
    '日期,流水号,付款金额,币种,收款人',
  ])('the heading %s is that of another table', async (other) => {
    const rows = ['2026-11-20,A1,101.00,USD,Northgate', '2026-11-20,A2,-5.00,USD,Fee', other, '2026-11-20,B1,7.00,USD,Northgate']
    await expect(read(`Date,Reference,Amount,Currency,Payer\n${rows.join('\n')}\n`)).rejects.toMatchObject({
      refusal: 'LIST_OF_TWO_TABLES',
    })
  })
  test.each([
    ['Posting\nnote', 'Posting note'],
    ['Post\u00ading\u200b note', 'Posting note'],
    [`${'x'.repeat(59)} yz`, 'x'.repeat(59)],
    ['\u200b', '#3'],
  ])('the title %j is told on one line, as it is declared', async (title, told) => {
    const { toDeclare } = await read(`Date,Amount,"${title}"\n2026-11-20,-1.00,S\n`)
    expect(toDeclare?.columns).toEqual([told])
  })
  test.each([
    ['Date,Category,Amount', 'Withdrawal', 'DEBIT'],
    ['交易日期,交易分类,金额', '支出', 'DEBIT'],
    ['交易日期,交易名称,金额', '转账支出', 'SIDE'],
    ['Date,Type,Amount', 'Transfer', 'SIDE'],
  ])('a category under %s is a word for the side: %s is %s', async (heading, word, outcome) => {
    const { statements, faults } = await read(`${heading}\n2026-11-27,${word},70000.00\n`)
    expect([...statements[0]!.entries.map(({ side }) => side), ...faults.map(({ reason }) => reason)]).toEqual([outcome])
    const signed = await read(`${heading}\n2026-11-27,Transfer,+70000.00\n`)
    expect(signed.statements[0]!.entries).toMatchObject([{ side: 'CREDIT' }])
  })
  test.each([
    ['Date,Credit,Debit,Amount', '2026-11-27,500.00,,-500.00', 'DISAGREE'],
    ['Date,Credit,Debit,Amount', '2026-11-27,500.00,,501.00', 'DISAGREE'],
    ['Date,Credit,Debit,Direction', '2026-11-27,500.00,,Outgoing', 'SIDE'],
    ['Date,Credit,Debit,Type', '2026-11-27,500.00,,Withdrawal', 'SIDE'],
    ['Date,Credit,Debit,Status', '2026-11-27,500.00,,\n2026-11-28,,1.00,Booked', 'STATUS'],
    ['Date,Credit,Debit,Status', '2026-11-27,500.00,,-\n2026-11-28,,1.00,Booked', 'STATUS'],
  ])('under %s the row %s is faulty: %s', async (heading, row, reason) => {
    expect((await read(`${heading}\n${row}\n`)).faults).toEqual([{ row: 2, reason }])
  })
  test.each([
    ['Account EUR 0099887766', '0099887766'],
    ['Sub-account 0099887766', '0099887766'],
    ['IBAN NL91 ABNA 0417 1643 00 (Main)', 'NL91ABNA0417164300'],
    ['对方账号：6222020200112233', undefined],
  ])('a note %s names the account %s', async (note, account) => {
    const { accounts } = await read(`${note}\nDate,Credit,Debit\n2026-11-27,1.00,\n${note}\n`)
    expect(accounts?.map((one) => one.account)).toEqual(account ? [account, account] : [])
  })
  test('what a row with an amount names is the account of its payer, not another list', async () => {
    const { accounts, faults } = await read(
      'Date,Amount,Status,Description\n2026-01-05,+1.00,Booked,x\n2026-01-06,+2.00,Under review,A/C 987654321 ACME\n',
    )
    expect([accounts, faults]).toEqual([[], [{ row: 3, reason: 'STATUS' }]])
  })
  test('a separator of thousands is no decimal sign, in XML nor in MT940', async () => {
    const comma = camt('100.00', entry('61,230', 'CRDT'))
    await expect(read(comma)).rejects.toThrow('amount 61,230')
    const mt = (amount: string) =>
      `:20:A\n:25:123\n:28C:7/1\n:60F:C260101USD100,\n:61:260102C${amount}NTRFNONREF\n:62F:C260102USD200,\n-`
    await expect(read(mt('1.500'))).rejects.toThrow('amount 1.500')
    expect((await read(mt('1500,'))).statements[0]!.entries).toMatchObject([{ amount: '1500' }])
    expect((await read(mt('1500.25'))).statements[0]!.entries).toMatchObject([{ amount: '1500.25' }])
  })
  test.each(['<Amt Ccy="USD">9000.00</Amt>', '<CdtDbtInd>DBIT</CdtDbtInd>', '<Sts>PDNG</Sts>'])(
    'an entry in XML with a second %s is refused: the first does not count alone',
    async (second) => {
      await expect(read(camt('110.00', entry('10.00', 'CRDT', second)))).rejects.toThrow(' twice')
    },
  )
  test.each([
    ['an account of two currencies', '<Acct>', '<Ccy>EUR</Ccy>'],
    ['an account of two other numbers', '<Othr>', '<Id>999</Id>'],
    ['an account of two identities', '<Acct><Id>', '<Othr><Id>999</Id></Othr>'],
    ['a balance of two codes', '<CdOrPrtry>', '<Cd>CLBD</Cd>'],
    ['an account of two numbers', '<Acct>', '<Id><IBAN>DE1</IBAN></Id>'],
    ['a balance of two amounts', '<Bal>', '<Amt Ccy="USD">200.10</Amt>'],
    ['a balance on two sides', '<Bal>', '<CdtDbtInd>DBIT</CdtDbtInd>'],
    ['a payment of two amounts', '<TxDtls>', '<Amt Ccy="USD">5.00</Amt>'],
    ['a payment of two references', '<Refs>', '<AcctSvcrRef>B</AcctSvcrRef>'],
    ['a payment of two days', '<ValDt>', '<Dt>2025-01-02</Dt>'],
    ['a payment of two debtors', '<TxDtls>', '<RltdPties><Dbtr><Nm>A</Nm></Dbtr><Dbtr><Nm>B</Nm></Dbtr></RltdPties>'],
    ['a debtor of two names', '<TxDtls>', '<RltdPties><Dbtr><Nm>A</Nm><Nm>B</Nm></Dbtr></RltdPties>'],
  ])('a statement in XML with %s is refused', async (_, start, other) => {
    const detail = '<NtryDtls><TxDtls><Refs><AcctSvcrRef>A</AcctSvcrRef></Refs><Amt Ccy="USD">10.00</Amt></TxDtls></NtryDtls>'
    const text = camt('110.10', entry('10.00', 'CRDT', detail))
    expect((await read(text)).statements[0]!.entries).toMatchObject([{ amount: '10.00' }])
    await expect(read(text.replace(start, `${start}${other}`))).rejects.toThrow(' twice')
  })
  test.each([
    ['<Cd>BOOK</Cd>', '<Cd>BOOK</Cd><Cd>PDNG</Cd>'],
    ['<Cd>BOOK</Cd>', '<Cd>BOOK</Cd><Prtry>PDNG</Prtry>'],
    ['<Dt>2026-01-02</Dt>', '<Dt>2026-01-02</Dt><DtTm>2026-02-02T00:00:00</DtTm>'],
    ['>10.00</Amt>', '>1<b>5</b>0.00</Amt>'],
  ])('a statement in XML in which %s is told as %s is refused', async (told, other) => {
    const text = camt('110.10', entry('10.00', 'CRDT'))
    expect(text).toContain(told)
    await expect(read(text.replace(told, other))).rejects.toThrow()
  })
  test.each([
    ['2026-11-30T23:30:00Z', '2026-11-30T23:30:00Z'],
    ['2026-11-30 23:30 UTC', '2026-11-30T23:30:00Z'],
    ['2026/11/30 17:00:00 +0100', '2026-11-30T17:00:00+01:00'],
    ['20261130T233000Z', '2026-11-30T23:30:00Z'],
    ['2026-11-30T23:30:00.123Z', '2026-11-30T23:30:00.123Z'],
    ['2026-11-30 23:30:00', '2026-11-30'],
    ['2026-11-30 11:30 PM', '2026-11-30'],
    ['2026-11-30 11:30 (Mon)', '2026-11-30'],
    ['2026-11-30', '2026-11-30'],
  ])('of a list keeps of %s the zone that it tells: %s', async (day, value) => {
    const { statements } = await read(`Date,Value date,Amount,Currency\n2026-11-30,${day},1.00,USD\n`, null)
    expect(statements[0]!.entries).toMatchObject([{ booking: '2026-11-30', value }])
  })
  test.each([
    '2026-11-30 11:30 PM UTC',
    '2026-11-30 23:30 (UTC)',
    '2026-11-30 23:30 EST',
    '2026-11-30T25:30:00Z',
    '2026-11-30 23:30 UTC+1',
  ])('of a list knows no day in %s, whose zone is not understood', async (day) => {
    const { faults } = await read(`Date,Amount,Currency\n${day},1.00,USD\n2026-11-20,7.00,USD\n`, null)
    expect(faults).toEqual([{ row: 2, reason: 'DATE' }])
  })
  test('of a list takes no error of a spreadsheet program for a reference or a payer', async () => {
    const { faults } = await read(
      'Date,Amount,Currency,Reference,Payer\n2026-11-20,1.00,USD,#REF!,Cedar\n2026-11-20,2.00,USD,R2,#N/A\n',
      null,
    )
    expect(faults.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'CELL_ERROR'],
      [3, 'CELL_ERROR'],
    ])
  })
  test('texts of an entry have none of the marks that nobody sees, and one of such marks alone is none', async () => {
    const marks = '\u202e\u200b\u061c\u3164\u2800'
    const details = `<AcctSvcrRef>${marks}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Ce${marks}dar a${'\u0301'.repeat(60)}</Nm></Dbtr></RltdPties></TxDtls></NtryDtls>`
    const [one] = (await read(camt('110.10', entry('10.00', 'CRDT', details)))).statements[0]!.entries
    expect(one).toMatchObject({ reference: null, payerName: `Cedar a${'\u0301'.repeat(8)}` })
  })
  test('a collective entry with one of its payments told is nobody’s payment', async () => {
    const detail = (count: string, amount: string) =>
      `<NtryDtls>${count}<TxDtls>${amount}<RltdPties><Dbtr><Nm>Northgate</Nm></Dbtr></RltdPties></TxDtls></NtryDtls>`
    const payerOf = async (count: string, amount: string) =>
      (await read(camt('100.00', entry('300.00', 'CRDT', detail(count, amount))))).statements[0]!.entries[0]!.payerName
    expect(await payerOf('', '')).toBe('Northgate')
    expect(await payerOf('', '<Amt Ccy="USD">300</Amt>')).toBe('Northgate')
    expect(await payerOf('', '<Amt Ccy="USD">320.00</Amt>')).toBe('Northgate')
    expect(await payerOf('', '<Amt Ccy="USD">100.00</Amt>')).toBe(null)
    expect(await payerOf('<Btch><NbOfTxs>3</NbOfTxs></Btch>', '')).toBe(null)
  })
  test.each(['Date,Debit,Credit', 'Value date,Withdrawals,Deposits', 'Buchungstag,Soll,Haben'])(
    'a second table under %s is refused with both rows',
    async (other) => {
      await expect(read(`Date,Credit,Debit\n2026-11-27,1.00,\n\n${other}\n2026-11-27,2.00,\n`)).rejects.toMatchObject({
        refusal: 'LIST_OF_TWO_TABLES',
        data: { first: 1, second: 4 },
      })
    },
  )
  test('titles in a second language below the first are no second table, and those of balances and notes hide no side', async () => {
    const { statements, faults } = await read(
      '交易日期,金额,余额,摘要,户名\nTransaction date,Amount,Running Balance,Narration,Payee\n2026-11-27,100.00,100.00,x,Alder\n2026-11-28,-5.00,95.00,y,Alder\n',
    )
    expect(faults).toEqual([])
    expect(statements[0]!.entries.map(({ side }) => side)).toEqual(['CREDIT', 'DEBIT'])
  })
  test('of the days of a deal and of its booking the one that stands first counts', async () => {
    const days = async (titles: string) =>
      (await read(`${titles},Credit,Debit\n2026-11-27,2026-11-26,1.00,\n`)).statements[0]!.entries.map(({ value }) => value)
    expect(await days('Posting Date,Transaction Date')).toEqual(['2026-11-27'])
    expect(await days('Transaction Date,Posting Date')).toEqual(['2026-11-27'])
  })
  test.each(['冲正成功', '交易未成功', '撤销成功', '退回成功', '尚未完成', '不成功', '已退款失败'])(
    'a status of %s, which only ends in a word for booked, books nothing',
    async (word) => {
      const { statements } = await read(`Date,Credit,Debit,Status\n2026-11-27,5.00,,${word}\n`)
      expect(statements[0]!.entries.filter(({ status }) => status === 'BOOK')).toEqual([])
    },
  )
  test('columns of one kind that differ make their row a fault', async () => {
    const { statements, faults } = await read(
      'Transaction Amount,Amount,Currency,交易货币,D/C,Booking date,Posting date\n100.00,64.00,USD,USD,C,2026-11-27,2026-11-27\n64.00,64.00,USD,JPY,C,2026-11-27,2026-11-27\n64.00,64.00,USD,USD,C,2026-11-26,2026-11-27\n64.00,64.00,USD,USD,C,2026-11-27,2026-11-27\n',
    )
    expect(faults).toEqual([2, 3, 4].map((row) => ({ row, reason: 'DISAGREE' })))
    expect(statements[0]!.entries).toMatchObject([{ amount: '64.00', currency: 'USD' }])
  })
  test('two columns for the side that differ name none', async () => {
    const { faults } = await read('Date,Amount,D/C,Direction\n2026-11-27,1.00,C,Out\n')
    expect(faults).toEqual([{ row: 2, reason: 'SIDE' }])
  })
  test.each(['-830.00', '(830.00)', '830.00(DR)'])('money out written as %s in its own column is money out', async (text) => {
    const { statements } = await read(`Date,Debit,Credit\n2026-11-27,${text},\n2026-11-27,,5.00\n`)
    expect(statements[0]!.entries.map(({ side, amount }) => `${side} ${amount}`)).toEqual(['DEBIT 830.00', 'CREDIT 5.00'])
  })
  test('a single negative amount among the money out may be one taken back, and is a fault', async () => {
    const { statements, faults } = await read('Date,Debit,Credit\n2026-11-27,-830.00,\n2026-11-27,9.00,\n2026-11-27,,-5.00\n')
    expect(faults).toEqual([{ row: 2, reason: 'SIDE' }])
    expect(statements[0]!.entries.map(({ side, amount }) => `${side} ${amount}`)).toEqual(['DEBIT 9.00', 'DEBIT 5.00'])
  })
  test('a row without a type, in a list that has types, names no side', async () => {
    expect(await sides('Type', ['Debit', ''])).toEqual(['DEBIT BOOK', 'SIDE'])
  })
  test.each(['103045', '10:30:45', '10:30'])('a time of %s in a column of its own is no second day', async (time) => {
    const { statements, faults } = await read(`交易日期,交易时间,收入金额,支出金额\n20260105,${time},5.00,\n`, 'CNY')
    expect(faults).toEqual([])
    expect(statements[0]!.entries).toMatchObject([{ booking: '2026-01-05', amount: '5.00' }])
  })
  test('a wallet’s transfer of the holder’s own money is no booking of either side', async () => {
    expect(await sides('收/支', ['/', '不计收支', '中性交易'], 'CNY')).toEqual(Array(3).fill('DEBIT INFO'))
  })
  test.each(['17.11.2026', '17-Nov-2026', '2026-11-31', '11/17/2026'])(
    'a value date of %s is a fault, not the day of booking',
    async (day) => {
      const { statements, faults } = await read(
        `Booking date,Value date,Amount\n2026-11-27,${day},5.00\n2026-11-27,,6.00\n2026-11-27,2026-11-17,7.00\n`,
      )
      expect(faults).toEqual([{ row: 2, reason: 'DATE' }])
      expect(statements[0]!.entries.map(({ value }) => value)).toEqual(['2026-11-27', '2026-11-17'])
    },
  )
  test('a currency that nobody knows is a fault, not the currency of the list or the account', async () => {
    const { statements, faults } = await read(
      'Date,人民币金额,币种\n2026-11-27,1.00,Eur0\n2026-11-27,2.00,US$\n2026-11-27,3.00,美金\n2026-11-27,4.00,Euro\n2026-11-27,5.00,\n',
      'CNY',
    )
    expect(faults).toEqual([
      { row: 2, reason: 'CURRENCY_UNREAD' },
      { row: 3, reason: 'CURRENCY_UNREAD' },
    ])
    expect(statements[0]!.entries.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'CNY'])
  })
  test('a status that is not final books nothing, and an unknown one is a fault', async () => {
    const words = ['Completed', 'Booked', '交易成功', '已存入零钱', 'Failed', 'Pending', '交易关闭', '提现失败', 'Maybe']
    const { statements, faults } = await read(
      `Date,Credit,Debit,Status\n${words.map((word) => `2026-11-27,5.00,,${word}`).join('\n')}\n`,
    )
    expect(statements[0]!.entries.map(({ status }) => status)).toEqual([...Array(4).fill('BOOK'), ...Array(4).fill('INFO')])
    expect(faults).toEqual([{ row: 10, reason: 'STATUS' }])
  })
})
