import { scaleOf } from '@usance/domain/currencies'

/** An amount the way a contract writes it: 'USD 90,000.00', with all decimals of the currency. */
export function contractAmount(amount: string, currency: string): string {
  const [whole = '0', part = ''] = amount.split('.')
  const scale = scaleOf(currency)
  const decimals = scale > 0 ? `.${part.padEnd(scale, '0').slice(0, scale)}` : ''
  return `${currency} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${decimals}`
}
