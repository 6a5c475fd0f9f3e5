import { describe, expect, it } from 'vitest'
import { fromDecimal, type Money } from '../money.ts'
import { balanceOf } from './balances.ts'
import type { FeeCharge } from './fee-lines.ts'
import type { Deal, Journal } from './journal.ts'
import {
  accrue,
  accrueRefund,
  allocateToReceivable,
  chargeFees,
  collect,
  convertLoan,
  dilute,
  fundLoan,
  fundPurchase,
  payBuyerFees,
  payRefund,
  rebateDiscount,
  releaseReserve,
  remitToPlatform,
  repurchase,
  reverse,
  writeOff,
} from './templates.ts'

// The worked cases of the books: what an accountant checked by hand.

const usd = (text: string) => fromDecimal(text, 'USD')
const none = usd('0')
const key = (eventType: string) => ({ eventType, sourceType: 'TEST', sourceId: '1', seq: 1 })
const parties = { funder: 'FUN', platform: 'PLT', supplier: 'SUP', buyer: 'BUY' }
const recourse: Deal = { parties, orderId: 'FO-1', recourse: true, disclosed: true }
const nonRecourse: Deal = { ...recourse, recourse: false }
const noDiscount = { fund: none, spread: none }
const nothing = { fees: none, penalty: none, interest: none, principal: none, reserve: none }
const fee = (code: FeeCharge['code'], amount: string): FeeCharge => ({
  code,
  payer: 'SUPPLIER',
  beneficiary: code === 'FUNDER' ? 'FUNDER' : 'PLATFORM',
  amount: usd(amount),
  tax: none,
})
const fees = [fee('SERVICE', '250'), fee('HANDLING', '50'), fee('PLATFORM', '75'), fee('FUNDER', '90')]

const grouped = (amount: Money) => String(amount.minor).replace(/(\d\d)$/, '.$1')
/** The lines of some books as statements print them, lines of one account and side added up. */
function entry(journal: Journal, books: string): string[] {
  const sums = new Map<string, bigint>()
  for (const { book, account, side, amount } of journal.postings)
    if (books.includes(book)) {
      const name = `${side === 'D' ? 'Dr' : 'Cr'} ${book}${account}`
      sums.set(name, (sums.get(name) ?? 0n) + amount.minor)
    }
  return [...sums].map(([name, minor]) => `${name} ${grouped({ minor, currency: 'USD' })}`).sort()
}
const lines = (text: string) =>
  text
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .sort()

describe('a receivable bought with interest in advance, two legs and four fees', () => {
  const funding = fundPurchase(key('FUNDING'), recourse, {
    face: usd('100000'),
    advance: usd('90000'),
    discount: { fund: usd('872.88'), spread: usd('147.12') },
    fees,
  })
  it('shows the funder the reserve, both unearned legs and the net payment', () =>
    expect(entry(funding, 'F')).toEqual(
      lines(`Dr F1100 100000.00; Cr F2000 10000.00; Cr F2100 872.88; Cr F2110 147.12; Cr F4020 90.00; Cr F2300 375.00
        Cr F1000 88515.00`),
    ))
  it('shows the platform its three fees', () =>
    expect(entry(funding, 'P')).toEqual(lines('Dr P1100 375.00; Cr P4000 50.00; Cr P4010 250.00; Cr P4020 75.00')))
  it('shows the supplier a debt and a prepaid cost', () =>
    expect(entry(funding, 'S')).toEqual(lines('Dr S1000 88515.00; Dr S1300 1020.00; Dr S5010 465.00; Cr S2000 90000.00')))
  it('tells the buyer whom to pay', () => expect(entry(funding, 'B')).toEqual(lines('Dr B2000 100000.00; Cr B2010 100000.00')))
  it('leaves the books of a buyer alone who does not know', () =>
    expect(
      entry(
        fundPurchase(
          key('FUNDING'),
          { ...recourse, disclosed: false },
          {
            face: usd('100000'),
            advance: usd('90000'),
            discount: noDiscount,
            fees: [],
          },
        ),
        'B',
      ),
    ).toEqual([]))
  it('earns both legs over time', () => {
    const journal = accrue(key('ACCRUAL'), recourse, {
      method: 'IN_ADVANCE',
      fund: usd('872.88'),
      spread: usd('147.12'),
      penalty: none,
    })
    expect(entry(journal, 'FPS')).toEqual(
      lines(`Dr F2100 872.88; Cr F4000 872.88; Dr F2110 147.12; Cr F2300 147.12; Dr P1100 147.12; Cr P4030 147.12
        Dr S5000 1020.00; Cr S1300 1020.00`),
    )
  })
  it('keeps 500.00 for a buyer who paid too much, and pays it back', () => {
    const collected = collect(key('COLLECTION'), recourse, { receipt: usd('100500'), payer: 'BUYER' })
    expect(entry(collected, 'FB')).toEqual(
      lines('Dr F1010 100500.00; Cr F2900 100500.00; Dr B2010 100500.00; Cr B1000 100500.00'),
    )
    expect(entry(accrueRefund(key('REFUND_DUE'), recourse, usd('500')), 'F')).toEqual(lines('Dr F2900 500.00; Cr F2200 500.00'))
    expect(entry(payRefund(key('REFUND'), recourse, { amount: usd('500'), payee: 'BUYER' }), 'FB')).toEqual(
      lines('Dr F2200 500.00; Cr F1010 500.00; Dr B1000 500.00; Cr B2010 500.00'),
    )
  })
  it('remits fees and spread to the platform', () =>
    expect(entry(remitToPlatform(key('REMIT'), recourse, usd('522.12')), 'FP')).toEqual(
      lines('Dr F2300 522.12; Cr F1000 522.12; Dr P1000 522.12; Cr P1100 522.12'),
    ))
})

describe('a receivable bought with interest in arrears', () => {
  const before = { face: usd('100000'), claim: none, reserve: usd('10000') }
  const allocated = { ...nothing, interest: usd('1020'), principal: usd('90000'), reserve: usd('8980') }
  it('takes the interest out of the reserve when the buyer pays', () =>
    expect(entry(allocateToReceivable(key('ALLOCATION'), recourse, { allocated, before, payer: 'BUYER' }), 'FS')).toEqual(
      lines(`Dr F2900 100000.00; Cr F1100 100000.00; Dr F2000 1020.00; Cr F1200 1020.00
        Dr S2000 90000.00; Dr S5000 1020.00; Dr S1200 8980.00; Cr S1100 100000.00`),
    ))
  it('pays the rest of the reserve to the supplier', () =>
    expect(entry(releaseReserve(key('RELEASE'), recourse, usd('8980')), 'FS')).toEqual(
      lines('Dr F2000 8980.00; Cr F1010 8980.00; Dr S1000 8980.00; Cr S1200 8980.00'),
    ))
  it('charges the supplier when there is no reserve to bear the interest', () => {
    const journal = allocateToReceivable(key('ALLOCATION'), recourse, {
      allocated: { ...nothing, interest: usd('1000'), principal: usd('49000') },
      before: { face: usd('100000'), claim: none, reserve: none },
      payer: 'BUYER',
    })
    expect(entry(journal, 'F')).toEqual(lines('Dr F2900 50000.00; Cr F1100 50000.00; Dr F1300 1000.00; Cr F1200 1000.00'))
  })
  it('lets the supplier pay interest and claims itself, without touching the reserve', () => {
    const journal = allocateToReceivable(key('ALLOCATION'), nonRecourse, {
      allocated: { ...nothing, interest: usd('20'), principal: usd('1500') },
      before: { face: usd('41000'), claim: usd('1500'), reserve: usd('100') },
      payer: 'SUPPLIER',
    })
    expect(entry(journal, 'FS')).toEqual(
      lines('Dr F2900 1520.00; Cr F1300 1500.00; Cr F1200 20.00; Dr S5000 20.00; Cr S2300 20.00'),
    )
  })
  it('refuses to allocate more than the receivable and the claims hold', () =>
    expect(() =>
      allocateToReceivable(key('ALLOCATION'), recourse, {
        allocated: { ...nothing, principal: usd('100000.01') },
        before,
        payer: 'BUYER',
      }),
    ).toThrow('exceeds'))
})

describe('a sale without recourse', () => {
  it('takes the receivable off the books of the supplier and leaves the reserve due', () =>
    expect(
      entry(
        fundPurchase(key('FUNDING'), nonRecourse, {
          face: usd('100000'),
          advance: usd('90000'),
          discount: { fund: usd('1020'), spread: none },
          fees,
        }),
        'S',
      ),
    ).toEqual(lines('Dr S1000 88515.00; Dr S1200 10000.00; Dr S5000 1020.00; Dr S5010 465.00; Cr S1100 100000.00')))
  it('needs no entry of the supplier while the discount is earned', () =>
    expect(
      entry(accrue(key('ACCRUAL'), nonRecourse, { method: 'IN_ADVANCE', fund: usd('1'), spread: none, penalty: none }), 'S'),
    ).toEqual([]))
})

describe('dilution', () => {
  it('is borne by the reserve first and claimed from the supplier beyond it', () => {
    expect(entry(dilute(key('DILUTION'), recourse, { absorbed: usd('5000'), excess: none }), 'F')).toEqual(
      lines('Dr F2000 5000.00; Cr F1100 5000.00'),
    )
    expect(entry(dilute(key('DILUTION'), nonRecourse, { absorbed: usd('2500'), excess: usd('1500') }), 'FSB')).toEqual(
      lines(`Dr F2000 2500.00; Dr F1300 1500.00; Cr F1100 4000.00; Dr S4100 4000.00; Cr S1200 2500.00; Cr S2300 1500.00
        Dr B2010 4000.00; Cr B5000 4000.00`),
    )
  })
})

it('a rebate of 306.00 unearned less 85.00 break cost adds 221.00 to the reserve', () =>
  expect(entry(rebateDiscount(key('REBATE'), recourse, { fund: usd('306'), spread: none, rebate: usd('221') }), 'FS')).toEqual(
    lines(`Dr F2100 306.00; Cr F2000 221.00; Cr F4020 85.00
      Dr S5000 306.00; Cr S1300 306.00; Dr S1200 221.00; Dr S5010 85.00; Cr S5000 306.00`),
  ))

it('a conversion pays off the purchase-order loan and the supplier gets the difference', () => {
  const loan = fundLoan(
    key('FUNDING'),
    { ...recourse, orderId: 'FO-PO' },
    { advance: usd('120000'), discount: noDiscount, fees: [] },
  )
  expect(entry(loan, 'FS')).toEqual(lines('Dr F1150 120000.00; Cr F1000 120000.00; Dr S1000 120000.00; Cr S2000 120000.00'))
  const conversion = convertLoan(key('CONVERSION'), recourse, {
    purchase: {
      face: usd('200000'),
      advance: usd('170000'),
      discount: { fund: usd('2408.33'), spread: none },
      fees: [fee('HANDLING', '50')],
    },
    payoff: { orderId: 'FO-PO', principal: usd('120000'), interest: usd('1800'), penalty: none, fees: none },
    topUp: none,
    surplus: none,
  })
  expect(entry(conversion, 'F')).toEqual(
    lines(`Dr F1100 200000.00; Cr F2000 30000.00; Cr F2100 2408.33; Cr F2300 50.00; Cr F1150 120000.00; Cr F1200 1800.00
      Cr F1000 45741.67`),
  )
  expect(balanceOf([...loan.postings, ...conversion.postings], 'F1150', { order: 'FO-PO' })).toBe(0n)
})

it('a repurchase of 90,500.00 clears receivable, interest and reserve', () => {
  const exposure = {
    face: usd('100000'),
    loan: none,
    claim: none,
    interest: usd('500'),
    penalty: none,
    fees: none,
    reserve: usd('10000'),
  }
  expect(entry(repurchase(key('REPURCHASE'), recourse, exposure), 'FSB')).toEqual(
    lines(`Dr F2900 90500.00; Dr F2000 10000.00; Cr F1100 100000.00; Cr F1200 500.00
      Dr S2000 90000.00; Dr S5000 500.00; Cr S2300 90500.00; Dr B2010 100000.00; Cr B2000 100000.00`),
  )
  expect(entry(writeOff(key('WRITE_OFF'), recourse, exposure, none), 'FS')).toEqual(
    lines('Dr F2000 10000.00; Dr F5000 90500.00; Cr F1100 100000.00; Cr F1200 500.00'),
  )
})

it('a fee with tax is owed to the platform, which owes the tax; a correction mirrors it', () => {
  const charged = chargeFees(key('FEE'), recourse, [{ ...fee('SERVICE', '100'), tax: usd('6') }])
  expect(entry(charged, 'FP')).toEqual(lines('Dr F1220 106.00; Cr F2300 106.00; Dr P1100 106.00; Cr P4010 100.00; Cr P2100 6.00'))
  const corrected = chargeFees(key('FEE'), recourse, [{ ...fee('SERVICE', '-100'), tax: usd('-6') }])
  expect(entry(corrected, 'FP')).toEqual(entry(reverse(charged, key('REVERSAL')), 'FP'))
})

describe('a fee of 20.00 with 1.20 tax', () => {
  const charge = (payer: FeeCharge['payer'], beneficiary: FeeCharge['beneficiary']) =>
    chargeFees(key('FEE'), recourse, [{ code: 'BANK', payer, beneficiary, amount: usd('20'), tax: usd('1.20') }])
  it('of the funder is income less tax, which it owes', () =>
    expect(entry(charge('SUPPLIER', 'FUNDER'), 'FPSB')).toEqual(lines('Dr F1220 21.20; Cr F4020 20.00; Cr F2400 1.20')))
  it('of the buyer is a debt of the buyer in its book and in the funder’s', () =>
    expect(entry(charge('BUYER', 'FUNDER'), 'FPSB')).toEqual(
      lines('Dr F1230 21.20; Cr F4020 20.00; Cr F2400 1.20; Dr B5010 21.20; Cr B2020 21.20'),
    ))
  it('that the funder pays to the platform is its expense, and owed', () =>
    expect(entry(charge('FUNDER', 'PLATFORM'), 'FPSB')).toEqual(
      lines('Dr F5100 21.20; Cr F2300 21.20; Dr P1100 21.20; Cr P4000 20.00; Cr P2100 1.20'),
    ))
  it('that the platform pays to the funder lowers what the platform is owed', () =>
    expect(entry(charge('PLATFORM', 'FUNDER'), 'FPSB')).toEqual(
      lines('Dr F2300 21.20; Cr F4020 20.00; Cr F2400 1.20; Dr P5000 21.20; Cr P1100 21.20'),
    ))
  it('paid by the buyer closes both, and is taken from nobody else', () =>
    expect(entry(payBuyerFees(key('PAID'), recourse, usd('21.20')), 'FPSB')).toEqual(
      lines('Dr F2900 21.20; Cr F1230 21.20; Dr B2020 21.20; Cr B2010 21.20'),
    ))
})

describe('a receivable that two buyers owe, bought with one order', () => {
  const { buyer: _, ...nobody } = parties
  const deal: Deal = { ...recourse, parties: nobody }
  const owedBy = [
    { buyer: 'A', amount: usd('100000') },
    { buyer: 'B', amount: usd('50000') },
  ]
  const face = usd('150000')
  const perBuyer = (journal: Journal, book: string, account: string) =>
    journal.postings
      .filter((one) => one.book === book && one.account === account)
      .map((one) => `${book === 'B' ? one.owner : one.dims.counterparty} ${one.side} ${grouped(one.amount)}`)
  const exposure = {
    face,
    owedBy,
    loan: none,
    claim: none,
    interest: none,
    penalty: none,
    fees: none,
    reserve: usd('15000'),
  }

  it('stands in the books by who owes it, and tells each buyer of its own part alone', () => {
    const funding = fundPurchase(key('FUNDING'), deal, { face, owedBy, advance: usd('135000'), discount: noDiscount, fees: [] })
    expect(perBuyer(funding, 'F', '1100')).toEqual(['A D 100000.00', 'B D 50000.00'])
    expect(perBuyer(funding, 'B', '2010')).toEqual(['A C 100000.00', 'B C 50000.00'])
    expect(entry(funding, 'F')).toEqual(lines('Dr F1100 150000.00; Cr F2000 15000.00; Cr F1000 135000.00'))
  })
  it('is lowered where the supplier pays for the buyers in turn', () => {
    const paid = allocateToReceivable(key('ALLOCATION'), deal, {
      allocated: { ...nothing, principal: usd('120000') },
      before: { face, claim: none, reserve: usd('15000'), owedBy },
      payer: 'SUPPLIER',
    })
    expect(perBuyer(paid, 'F', '1100')).toEqual(['A C 100000.00', 'B C 20000.00'])
  })
  it('goes back, or is lost, by who owed it', () => {
    const back = repurchase(key('REPURCHASE'), { ...deal, recourse: false }, exposure)
    expect(perBuyer(back, 'S', '1100')).toEqual(['A D 100000.00', 'B D 50000.00'])
    expect(perBuyer(back, 'B', '2010')).toEqual(['A D 100000.00', 'B D 50000.00'])
    expect(perBuyer(writeOff(key('WRITE_OFF'), deal, exposure, none), 'F', '1100')).toEqual(['A C 100000.00', 'B C 50000.00'])
  })
})
