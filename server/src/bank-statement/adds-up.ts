import type { BankBalance, BankEntry } from './statement.ts'

const places = 6
// Banks write at most five decimals; scaled to six they add up exactly as integers.
const scaled = (amount: string): bigint => {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole + part.padEnd(places, '0').slice(0, places))
}
const signed = ({ amount, side }: { amount: string; side: 'CREDIT' | 'DEBIT' }) =>
  side === 'DEBIT' ? -scaled(amount) : scaled(amount)

/** Whether the opening balance plus the booked entries is the closing balance, all in one currency; null without either. */
export function addsUp(opening: BankBalance | undefined, closing: BankBalance | undefined, entries: BankEntry[]): boolean | null {
  if (!opening || !closing) return null
  if (opening.currency !== closing.currency) return false
  const booked = entries.filter(({ status }) => status === 'BOOK')
  if (booked.some(({ currency }) => currency !== null && currency !== opening.currency)) return false
  return booked.reduce((sum, entry) => sum + signed(entry), signed(opening)) === signed(closing)
}

/** Whether the parts of a collective entry make its amount. */
export const partsAddUp = (entry: BankEntry, parts: BankEntry[]): boolean =>
  parts.every(({ currency }) => currency === entry.currency) &&
  parts.reduce((sum, part) => sum + signed(part), 0n) === signed(entry)
