import { scaleOf } from '@usance/domain/currencies'

/** An amount in the format of a contract: 'USD 90,000.00', with all decimals of the currency. */
export function contractAmount(amount: string, currency: string): string {
  const [whole = '0', part = ''] = amount.split('.')
  const scale = scaleOf(currency)
  const decimals = scale > 0 ? `.${part.padEnd(scale, '0').slice(0, scale)}` : ''
  return `${currency} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${decimals}`
}
