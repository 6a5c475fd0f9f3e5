import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import type { Tx } from '../../database/database.ts'
import { isOf } from './account-of-statement.ts'

/** An account as somebody entered it. */
type AccountRow = { id: string; bankAccount: string; bankCode: string; replacesId: string | null }

/**
 * The ids of all rows that are the account of one of them: its company may have entered it again, with a corrected code of its bank or
 * as an IBAN. What came in on the account may stand in any of them. An unknown id has none but itself.
 */
export async function rowsOfAccount(tx: Tx, account: { id: string }): Promise<string[]> {
  const rows = await tx
    .selectFrom('bankAccount')
    .select(['id', 'bankAccount', 'bankCode', 'replacesId'])
    .where('companyId', '=', (query) => query.selectFrom('bankAccount').select('companyId').where('id', '=', account.id))
    // What nobody has checked says nothing of others.
    .where((eb) => eb.or([eb('approval', '=', 'PASSED'), eb('id', '=', account.id)]))
    .execute()
  const own = rows.find(({ id }) => id === account.id)
  return own ? sameAccounts(own, rows).map(({ id }) => id) : [account.id]
}

/**
 * The rows of a company that are one account (decision 221): the same number at the same bank, or where one was entered in the place of
 * the other. An IBAN is one account in the world. What is the same as the same is the same.
 */
export function sameAccounts<Row extends AccountRow>(own: Row, rows: readonly Row[]): Row[] {
  const found = [own]
  const left = rows.filter((one) => one.id !== own.id && !areTwoIbans(one, own))
  for (const known of found)
    for (const one of left) if (!found.includes(one) && (isAlike(known, one) || isAlike(one, known))) found.push(one)
  return found
}

/** Whether a statement of the one would be taken for the other's, and its bank may be the other's. */
function isAlike(one: AccountRow, other: AccountRow): boolean {
  if (areTwoIbans(one, other) || !isOf({ account: one.bankAccount }, other)) return false
  return isSameIban(one, other) || mayBeOneBank(one, other) || one.replacesId === other.id || other.replacesId === one.id
}

const ibanOf = ({ bankAccount }: AccountRow): string | null => {
  const plain = electronicFormatIBAN(bankAccount) ?? ''
  return isValidIBAN(plain) ? plain : null
}
const isSameIban = (one: AccountRow, other: AccountRow) => ibanOf(one) !== null && ibanOf(one) === ibanOf(other)
const areTwoIbans = (one: AccountRow, other: AccountRow) =>
  ibanOf(one) !== null && ibanOf(other) !== null && ibanOf(one) !== ibanOf(other)

/** Bank, country and place of a BIC; what stands behind them is a branch. Of an early entry the code may be none that exists. */
const bankOf = ({ bankCode }: AccountRow): string | null => {
  const bic = bankCode.trim().toUpperCase()
  return isValidBIC(bic) ? bic.slice(0, 8) : null
}
const mayBeOneBank = (one: AccountRow, other: AccountRow) =>
  bankOf(one) === null || bankOf(other) === null || bankOf(one) === bankOf(other)
