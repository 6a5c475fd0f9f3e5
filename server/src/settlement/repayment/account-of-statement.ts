import { extractIBAN, isValidIBAN } from 'ibantools'
import { type BankStatement, longestAccount } from '../../bank-statement/statement.ts'

// The shortest account number that an IBAN ends in, and the fewest letters and figures that a masked number shows.
const leastOfIban = 6
const leastOfMasked = 3

/**
 * Whether a statement is of an account. Banks put their own code before the number, apart from it or in an IBAN, zeros before it, and
 * the currency behind it; a longer number that contains this one is another account. Figures that a list hides may be any. A list may
 * name no account at all.
 */
export function isOf({ account: told }: Pick<BankStatement, 'account'>, { bankAccount }: { bankAccount: string }): boolean {
  if (told === null) return true
  if (told.length > longestAccount) return false
  const parts = (text: string) => text.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  const own = parts(bankAccount).join('')
  const isOwn = (number: string) =>
    [number, number.replace(/[A-Z]{3}$/, '')].some((one) => one.replace(/^0+/, '') === own.replace(/^0+/, ''))
  const said = parts(told)
  const whole = said.join('')
  if (said.some((_, index) => isOwn(said.slice(index).join(''))) || (isValidIBAN(whole) && whole.endsWith(own))) return true
  if (isNumberOfIban(said, own)) return true
  const masked = told
    .toUpperCase()
    .replace(/X{3,}|[•●]+/g, '*')
    .replace(/[^A-Z0-9*]/g, '')
  const isTold = masked.replace(/[*X]/g, '').length >= leastOfMasked
  return isTold && masked.includes('*') && shows(masked.split(/[*X]+/), own)
}

/** Judges for each statement of a file, or row that names an account, whether it is of an account: once for each text. */
export function isOfAccount(account: { bankAccount: string }): (told: Pick<BankStatement, 'account'>) => boolean {
  const judged = new Map<string | null, boolean>()
  return (told) => {
    const known = judged.get(told.account)
    if (known !== undefined) return known
    const is = isOf(told, account)
    judged.set(told.account, is)
    return is
  }
}

/** Whether a number begins and ends with the first and last piece of what is shown of it, and has the others between them in their order. */
function shows([first = '', ...others]: readonly string[], number: string): boolean {
  const last = others.pop() ?? ''
  if (!number.startsWith(first) || !number.endsWith(last)) return false
  let from = first.length
  for (const piece of others) {
    const at = number.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return from + last.length <= number.length
}

/**
 * Whether a number of some parts is the account number within an IBAN, with the codes of bank and branch before it and the national
 * check behind it, or without; where the country does not tell how long the number is, an end of the IBAN.
 */
function isNumberOfIban(parts: readonly string[], iban: string): boolean {
  const text = parts.join('')
  if (!isValidIBAN(iban) || text.length < leastOfIban) return false
  const { accountNumber: told, bban = '', bankIdentifier: bank = '', branchIdentifier: branch = '' } = extractIBAN(iban)
  // Of some countries the account number is all that follows the codes.
  const rest = bban.slice(bban.indexOf(bank + branch) + bank.length + branch.length)
  const accountNumber = told && told !== bban ? told : rest
  if (accountNumber === bban) return iban.endsWith(text)
  const at = bban.lastIndexOf(accountNumber)
  const [codes, check] = [bban.slice(0, at), bban.slice(at + accountNumber.length)]
  const plain = (number: string) => number.replace(/^0+/, '')
  return Array.from(text).some(
    (_, length) =>
      codes.endsWith(text.slice(0, length)) &&
      [accountNumber, accountNumber + check].some((number) => plain(number) === plain(text.slice(length))),
  )
}
