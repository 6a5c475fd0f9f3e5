import { exceeds, parseAmount, toDecimal } from '@usance/domain/money'
import { mostTolerated } from '@usance/domain/servicing/crumbs'
import { sql } from 'kysely'
import { toleranceOf, tolerancesOf } from '../../books/servicing/tolerance.ts'
import type { Tx } from '../../database/database.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import type { Kind } from './kind.ts'

const currenciesOf = async (tx: Tx) =>
  (await tx.selectFrom('dictionaryEntry').select('dicKey').where('grp', '=', 'CURRENCY').orderBy('dicKey').execute()).map(
    (one) => one.dicKey,
  )

/** The tolerance of each currency in force; the shipped default has version 0. */
export async function currentTolerances(tx: Tx) {
  const tolerances = await tolerancesOf(tx, await currenciesOf(tx))
  return [...tolerances.values()].map(({ currency, total, principal, version }) => ({
    id: currency,
    currency,
    totalAmount: toDecimal(total),
    principalAmount: toDecimal(principal),
    version,
  }))
}

/** A tolerance for remainders in a currency; zero waives none. */
export const toleranceKind: Kind<'TOLERANCE'> = {
  permission: 'system.rate.edit',
  page: '/system/rate',
  businessType: () => 'RATE',
  async prepare(tx, { values: { currency, totalAmount, principalAmount }, targetId, version }) {
    if (targetId !== currency || !(await currenciesOf(tx)).includes(currency)) throw faultyField('currency', 'CURRENCY_MISMATCH')
    const total = parseAmount(totalAmount, currency)
    if (!total.ok) throw faultyAmount('totalAmount', total.refusal, currency)
    const most = mostTolerated(currency)
    if (exceeds(total.value, most)) throw faultyField('totalAmount', 'TOLERANCE_TOO_LARGE', { most: toDecimal(most), currency })
    const principal = parseAmount(principalAmount, currency)
    if (!principal.ok) throw faultyAmount('principalAmount', principal.refusal, currency)
    if (principal.value.minor > total.value.minor) throw faultyField('principalAmount', 'OVER_TOLERANCE')
    const before = await toleranceOf(tx, currency)
    if (before.version !== version) throw new Refused('STALE_VERSION')
    return {
      before: { currency, totalAmount: toDecimal(before.total), principalAmount: toDecimal(before.principal) },
      title: `${currency} ≤ ${toDecimal(total.value)} (${toDecimal(principal.value)})`,
      concerns: [],
    }
  },
  async apply({ tx }, { values: { currency, totalAmount, principalAmount }, version }) {
    const amounts = { total: totalAmount, principal: principalAmount }
    const saved =
      version === 0
        ? await tx
            .insertInto('tolerance')
            .values({ currency, ...amounts })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        : await tx
            .updateTable('tolerance')
            .set({ ...amounts, version: version! + 1, updatedAt: sql`app_now()` })
            .where('currency', '=', currency)
            .where('version', '=', version!)
            .executeTakeFirst()
    if (Number('numUpdatedRows' in saved ? saved.numUpdatedRows : saved.numInsertedOrUpdatedRows) !== 1)
      throw new Refused('STALE_VERSION')
  },
}
