import { isValidIBAN } from 'ibantools'
import { currencyIn, isTold } from './list-cells.ts'
import { columnsOf, type ListColumn, titleKind, titleKinds } from './list-columns.ts'
import { longestAccount, type NamedAccount } from './statement.ts'

const label =
  /^[^\p{L}\p{N}]*(?:(?:sub-?)?(?:bank )?account(?: ?(?:no|number|nr|#|id))?|a\/?c(?: ?no)?|acct(?: ?no)?|iban|konto(?:nummer|nr|-nr)?|(?:客户|银行|本方)?[账帐]\s*[号户]号?码?)[.\s]*(?:[:：#]\s*|\s+|$)(.*)$/iu
const isDay = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/
const leastDigits = 4
const longestIban = 34

/** Whether a text may be the number of an account, and not its name. */
export const isAccountNumber = (text: string): boolean => text.replace(/\D/g, '').length >= leastDigits

/** The numbers of accounts that a row of notes names behind a word for account, in its cell or in the next one. */
export function accountsNamed(row: readonly string[], number: number): NamedAccount[] {
  const told = row.map((text) => text.normalize('NFKC').trim()).filter(isTold)
  return told.flatMap((text, at) => {
    const rest = label.exec(text)?.[1]
    const account = rest === undefined ? '' : numberIn(rest === '' ? (told[at + 1] ?? '') : rest)
    return isAccountNumber(account) ? [{ row: number, account }] : []
  })
}

/** A text that names an account, cut behind the first character that no number has: a longer one is of no account. */
export const cutAccount = (text: string): string => text.slice(0, longestAccount + 1)

/** The words with figures at the beginning of a text, as banks group the figures of a number; its currency may stand before it. */
export function numberIn(text: string): string {
  const words = text.split(/[\s|,;:，；：]+/).filter(Boolean)
  for (let count = Math.min(words.length, longestIban); count > 0; count--) {
    const iban = words.slice(0, count).join('').toUpperCase()
    if (isValidIBAN(iban)) return iban
  }
  while (words.length > 1 && (currencyIn(words[0]!) || /^(in|no|nr|number|#)\W*$/i.test(words[0]!))) words.shift()
  const end = words.findIndex((word) => !/[\d*]/.test(word) || isDay.test(word))
  return cutAccount(words.slice(0, end < 0 ? words.length : end).join(' '))
}

/**
 * Whether a row below the heading is the heading of another table: it names two columns or has words where days and amounts stand, holds
 * no figure, and is not the same heading again, as at the top of a page or in another language.
 */
export function isOtherHeading(
  row: readonly string[],
  heading: readonly string[],
  places: ReadonlyMap<ListColumn, readonly number[]>,
): boolean {
  if (/\d/.test(row.join(''))) return columnsOf(row) !== undefined && !isAlike(row, heading)
  const hasWord = (kinds: readonly ListColumn[]) =>
    kinds.flatMap((kind) => places.get(kind) ?? []).some((at) => /\p{L}/u.test(row[at] ?? ''))
  const isHeading = titleKinds(row).size > 1 || (hasWord(['date', 'dealDate', 'valueDate']) && hasWord(['in', 'out', 'amount']))
  return isHeading && !isAlike(row, heading)
}

const plain = (row: readonly string[]) =>
  row
    .map((text) => text.trim().toLowerCase())
    .join('|')
    .replace(/\|+$/, '')

// The columns whose titles in another language hide nothing where nobody knows them.
const ofWords: readonly (ListColumn | undefined)[] = ['text', 'balance', 'reference', undefined]

/** The same titles again, or titles of another language for the same columns. */
function isAlike(row: readonly string[], heading: readonly string[]): boolean {
  if (plain(row) === plain(heading)) return true
  const kinds = row.map((text, at) => ({ kind: titleKind(text), own: titleKind(heading[at] ?? '') }))
  return kinds.some(({ kind }) => kind) && kinds.every(({ kind, own }) => kind === own || (!kind && ofWords.includes(own)))
}
