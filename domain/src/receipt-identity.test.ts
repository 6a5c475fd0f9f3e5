import { describe, expect, test } from 'vitest'
import { fromDecimal } from './money.ts'
import { isSameReference, maybeSameReceipt, type ReceiptIdentity, referenceSkeleton } from './receipt-identity.ts'

type Told = [bankRef: string, valueDate: string, amount: string, payer?: string | null, currency?: string]
const receipt = ([bankRef, valueDate, amount, payer = null, currency = 'USD']: Told): ReceiptIdentity => ({
  bankRef,
  valueDate,
  amount: fromDecimal(amount, currency),
  payerCompanyId: payer,
})
const seen = (told: Told) => ({ ...receipt(told), skeleton: referenceSkeleton(told[0]) })
const first: Told = ['TRX-001', '2026-03-02', '1000.00', 'cedar']

describe('the reference of a receipt', () => {
  test.each<[string, boolean, Told]>([
    ['in other letters and with a blank', true, ['trx 001', '2026-03-02', '1000.00']],
    ['without its dash, on another day and one cent less', true, ['TRX001', '2026-03-09', '999.99']],
    ['in full width', true, ['ＴＲＸ－００１', '2026-03-02', '1000.00']],
    ['with a letter that has no shape', true, ['TRX\u3164001', '2026-03-02', '1000.00']],
    ['thirty days later', true, ['TRX-001', '2026-04-01', '1000.00']],
    ['thirty-one days later', false, ['TRX-001', '2026-04-02', '1000.00']],
    ['with another digit', false, ['TRX-002', '2026-03-02', '1000.00']],
  ])('is the same %s: %s', (_, isSame, other) => {
    expect(isSameReference(receipt(first), receipt(other))).toBe(isSame)
  })

  test('of signs alone is compared as it is written', () => {
    expect(isSameReference(receipt(['---', '2026-03-02', '1.00']), receipt(['///', '2026-03-02', '1.00']))).toBe(false)
    expect(isSameReference(receipt(['---', '2026-03-02', '1.00']), receipt(['---', '2026-03-02', '2.00']))).toBe(true)
  })
})

describe('a receipt', () => {
  test.each<[string, boolean, Told]>([
    ['of the same amount five days later', true, ['OTHER', '2026-03-07', '1000.00', 'cedar']],
    ['of the same amount from nobody known', true, ['OTHER', '2026-02-25', '1000.00']],
    ['of the same amount six days later', false, ['OTHER', '2026-03-08', '1000.00', 'cedar']],
    ['of the same amount from another company', false, ['OTHER', '2026-03-02', '1000.00', 'dogwood']],
    ['of the same amount in another currency', false, ['OTHER', '2026-03-02', '1000.00', 'cedar', 'EUR']],
    ['of one cent less', false, ['OTHER', '2026-03-02', '999.99', 'cedar']],
    ['with a look-alike reference and one per cent less', true, ['TRX-OO1', '2026-03-02', '990.00', 'dogwood']],
    ['with a look-alike reference a year later', true, ['TRX0O1', '2027-03-02', '1000.00']],
    ['with a look-alike reference and two per cent less', false, ['TRX-OO1', '2026-03-02', '980.00', 'cedar']],
  ])('%s may be the same: %s', (_, maybe, other) => {
    expect(maybeSameReceipt(seen(['TRX-001', '2026-03-02', '1000.00', 'cedar']), seen(other))).toBe(maybe)
  })
})
