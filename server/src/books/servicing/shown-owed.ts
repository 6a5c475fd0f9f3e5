import * as M from '@usance/domain/money'
import { lastDayOfGrace } from '@usance/domain/servicing/life'
import { type ItemOwed, owedTotal } from '@usance/domain/servicing/plan-repayment'
import type { Financing } from './load-order.ts'

export const shownOwed = (owed: readonly ItemOwed[], { life, row }: Financing, on: string) =>
  owed.map((one) => ({
    itemId: one.item.itemId,
    docNo: one.item.number,
    maturity: one.item.maturity,
    inGrace: on > one.item.maturity && on <= lastDayOfGrace(one.item, life.terms),
    principal: M.toDecimal(one.principal),
    interest: M.toDecimal(one.interest),
    penalty: M.toDecimal(one.penalty),
    fees: M.toDecimal(one.fees),
    total: M.toDecimal(owedTotal([one], row.currency)),
  }))
