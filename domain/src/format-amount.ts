/** An exact amount with its currency, its thousands apart: 1234567.80 USD reads USD 1,234,567.80. */
export function formatAmount(amount: string, currency: string): string {
  const [whole = '0', part] = amount.split('.')
  return `${currency} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${part ? `.${part}` : ''}`
}
