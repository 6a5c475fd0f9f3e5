import type { Money } from '../money.ts'
import * as M from '../money.ts'
import { type ItemOwed, owedTotal } from './plan-repayment.ts'

export type PayoffComponent = 'PRINCIPAL' | 'INTEREST' | 'PENALTY' | 'FEE'
type PayoffLine = { readonly itemId: string; readonly component: PayoffComponent; readonly amount: Money }
export type PaidPayoff = { readonly lines: readonly PayoffLine[]; readonly surplus: Money }

const parts = { PRINCIPAL: 'principal', INTEREST: 'interest', PENALTY: 'penalty', FEE: 'fees' } as const

/**
 * What a conversion pays of the financing before it: the bank was told the payoff, and since then a fixing or a receipt may have
 * changed the debts. It pays the share of the principal, then the costs up to the day that it was priced for; costs that are not
 * covered stay due. What is over pays later costs and the rest of the principal, and is the supplier's surplus beyond them. Lines
 * and surplus add up to `told`. `owed` are the debts on the value date, `priced` those on the priced day.
 */
export function payToldPayoff(
  told: Money,
  { share, owed, priced }: { share: Money; owed: readonly ItemOwed[]; priced: readonly ItemOwed[] },
): PaidPayoff {
  const { currency } = told
  const paid = new Map<string, Map<PayoffComponent, Money>>()
  let left = told
  const pay = (component: PayoffComponent, most: Money, mostOf: (one: ItemOwed) => Money) => {
    let open = most
    for (const one of owed) {
      const { itemId } = one.item
      const before = paid.get(itemId)?.get(component) ?? M.zero(currency)
      const due = M.atLeastZero(M.subtract(M.min(one[parts[component]], mostOf(one)), before))
      const amount = M.min(M.min(left, open), due)
      if (!M.isPositive(amount)) continue
      paid.set(itemId, new Map([...(paid.get(itemId) ?? []), [component, M.add(before, amount)]]))
      left = M.subtract(left, amount)
      open = M.subtract(open, amount)
    }
  }
  const onPricedDay = (part: 'interest' | 'penalty' | 'fees') => (one: ItemOwed) =>
    priced.find(({ item }) => item.itemId === one.item.itemId)?.[part] ?? M.zero(currency)
  const now = (part: 'principal' | 'interest' | 'penalty' | 'fees') => (one: ItemOwed) => one[part]
  const all = owedTotal(owed, currency)
  pay('PRINCIPAL', share, now('principal'))
  pay('FEE', all, onPricedDay('fees'))
  pay('PENALTY', all, onPricedDay('penalty'))
  pay('INTEREST', all, onPricedDay('interest'))
  pay('FEE', all, now('fees'))
  pay('PENALTY', all, now('penalty'))
  pay('INTEREST', all, now('interest'))
  pay('PRINCIPAL', all, now('principal'))
  return {
    lines: [...paid].flatMap(([itemId, own]) => [...own].map(([component, amount]) => ({ itemId, component, amount }))),
    surplus: left,
  }
}

/** The sum of the lines of one component. */
export const paidOfPayoff = ({ lines, surplus }: PaidPayoff, component: PayoffComponent): Money =>
  M.sum(
    lines.filter((line) => line.component === component).map((line) => line.amount),
    surplus.currency,
  )
