import { convert, type FxRate } from '@usance/domain/fx'
import { fromDecimal, type Money } from '@usance/domain/money'
import { parseDecimal } from '@usance/domain/rational'
import type { Tx } from '../../database/database.ts'

/** An amount in US dollars at the newest rate up to the day; null when there is no rate. */
export async function usdValue(tx: Tx, amount: string, currency: string, today: string): Promise<Money | null> {
  const money = fromDecimal(amount, currency)
  if (currency === 'USD') return money
  const rows = await tx
    .selectFrom('fxRate')
    .select(['fromCurrency', 'toCurrency', 'rate', 'inverse'])
    .where((eb) =>
      eb.or([
        eb.and([eb('fromCurrency', '=', currency), eb('toCurrency', '=', 'USD')]),
        eb.and([eb('fromCurrency', '=', 'USD'), eb('toCurrency', '=', currency)]),
      ]),
    )
    .where('rateDate', '<=', today)
    .orderBy('rateDate', 'desc')
    .limit(2)
    .execute()
  const rates = rows.map(
    (row): FxRate => ({
      from: row.fromCurrency,
      to: row.toCurrency,
      rate: parseDecimal(row.rate),
      inverse: parseDecimal(row.inverse),
    }),
  )
  const converted = convert(money, 'USD', rates)
  return converted.ok ? converted.value.amount : null
}
