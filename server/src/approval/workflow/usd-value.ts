import { convert } from '@usance/domain/fx'
import { fromDecimal, type Money } from '@usance/domain/money'
import type { Tx } from '../../database/database.ts'
import { ratesInForce } from '../config-change/rates-in-force.ts'

/** An amount in US dollars at the rate in force on a day; null when there is no rate. */
export async function usdValue(tx: Tx, amount: string, currency: string, today: string): Promise<Money | null> {
  const money = fromDecimal(amount, currency)
  if (currency === 'USD') return money
  const converted = convert(money, 'USD', await ratesInForce(tx, today, [currency, 'USD']))
  return converted.ok ? converted.value.amount : null
}
