import { cutText } from '@usance/domain/sound-text'

/** An amount as the bank wrote it, as exact decimal text without leading zeros, and whether it is the account's gain or loss. */
export type BankBalance = {
  type: string
  amount: string
  currency: string
  side: 'CREDIT' | 'DEBIT'
  date: string | null
}
export type BankEntry = {
  amount: string
  currency: string | null
  side: 'CREDIT' | 'DEBIT'
  /** The bank takes an earlier entry back. The side is already the one that counts. */
  reversal: boolean | null
  status: string | null
  booking: string | null
  value: string | null
  /** The type code an MT940 line carries, null elsewhere. */
  code: string | null
  /** What identifies the entry at the bank; null where the file has nothing of the kind. */
  reference: string | null
  endToEnd: string[]
  creditorReferences: string[]
  remittance: string[]
  /** What else the file says of the purpose: numbers of documents and remarks of the payer or the bank. */
  remarks?: string[]
  payerName: string | null
  payerAccount: string | null
  transactions: number
  /** Nothing in the file says whether the amount came in; it did if a person says so of the column. */
  isUnsigned?: true
  /** The payments of which a collective entry is made, when the file tells their amounts and they add up to it. */
  parts?: BankEntry[]
}
export type BankStatement = {
  id: string | null
  account: string | null
  currency: string | null
  number: string | null
  balances: BankBalance[]
  entries: BankEntry[]
  /** Whether the opening balance and the entries make the closing one; null where the file has not both. */
  addsUp: boolean | null
}
/** A row of a list that cannot be booked. */
type BankFault = { row: number; reason: string }
/** An account that a row of a list names, beside its bookings or in one. */
export type NamedAccount = { row: number; account: string }
/**
 * What a person has to say of a list before it is booked: the titles of columns that nobody knows, the lines above and between its
 * bookings that are none, each with its row, and the title of a column of amounts of which no sign and no other column says that they
 * came in.
 */
type ToDeclare = { columns: string[]; lines: string[]; unsigned: string | null }
export type BankFile = {
  format: string
  statements: BankStatement[]
  faults: BankFault[]
  accounts?: NamedAccount[]
  toDeclare?: ToDeclare
}

/** Whether a statement of a file says of no account that it is its own. A list has no place for one. */
export const lacksAccount = ({ format, statements }: BankFile): boolean =>
  format !== 'LIST' && statements.some(({ account }) => account === null)

/** A file that is no bank statement, or one that cannot be trusted. The detail is for people. */
export class BankFileError extends Error {
  readonly detail: string
  constructor(detail: string) {
    super(detail)
    this.detail = detail
  }
}

/** More characters than the number of any account has, with the codes of its bank around it. */
export const longestAccount = 60

/** The account of a statement as its file names it; null where it names none. Throws BankFileError for more than a number. */
export function accountIn(text: string | null): string | null {
  if (text !== null && text.length > longestAccount) throw new BankFileError(`account ${text.slice(0, 40)}`)
  return text || null
}

/** The most characters that are kept of what a file says, which are more than any bank writes there. */
const most = { currency: 3, number: 35, reference: 200 }

/** A text of a file, cut to the most that is kept of its kind. A currency keeps one letter too many, so that a longer one is not taken for a code. */
export const cut = (kind: keyof typeof most, text: string | null): string | null =>
  text === null ? null : cutText(text, kind === 'currency' ? most.currency + 1 : most[kind])

/**
 * Decimal text without needless zeros in front: '000012.50' reads '12.50'. The decimal sign is the format's own, a point in XML and a
 * comma in MT940; the other one may part thousands, and makes the text no amount. Throws BankFileError.
 */
export const exactAmount = (text: string, decimalSign: '.' | ','): string => {
  const [whole = '', decimals = '', ...others] = text.trim().split(decimalSign)
  if (others.length > 0 || !/^\d{1,30}$/.test(whole) || !/^\d{0,30}$/.test(decimals))
    throw new BankFileError(`amount ${text.slice(0, 40)}`)
  return whole.replace(/^0+(?=\d)/, '') + (decimals && `.${decimals}`)
}
