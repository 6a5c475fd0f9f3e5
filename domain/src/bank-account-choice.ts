/** The fields a bank card shows of an account, whichever names it came with. */
export type AccountFields = {
  accountName: string
  bankName: string
  bankNameEn: string | null
  bankAccount: string
  bankCode: string
  currency: string
}
export type PayeeFields = {
  payeeName: string
  payeeBankName: string
  payeeBankNameEn: string | null
  payeeAcctNo: string
  payeeBankNo: string
  payeeCurrency: string
}

/** The currencies of a comma-separated list; blanks around them count for nothing. */
export const currenciesOf = (list: string): string[] =>
  list
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')

/**
 * The accounts that a receipt in a currency may have come in on, those that are on first: the bank may still credit one that was switched
 * off. None until a currency is chosen.
 */
export const offeredAccounts = <Account extends { status: string; canEnable: boolean; currency: string }>(
  accounts: readonly Account[],
  currency: string,
): Account[] => {
  const fitting = accounts.filter((one) => currenciesOf(one.currency).includes(currency))
  const isOn = ({ status }: Account) => status === 'ENABLE'
  return [...fitting.filter(isOn), ...fitting.filter((one) => !isOn(one) && one.canEnable)]
}

/**
 * The account that a picker holds: the first one until somebody chooses, then the chosen one. Returns undefined once the chosen
 * account is no longer offered: another one in its place would be paid by mistake.
 */
export const chosenAccount = <Account extends { id: string }>(
  accounts: readonly Account[],
  chosen: string | undefined,
): string | undefined => (chosen === undefined ? accounts[0] : accounts.find((one) => one.id === chosen))?.id

/** A payee row as an account row, so that one card shows both. */
export const accountOfPayee = (payee: PayeeFields): AccountFields => ({
  accountName: payee.payeeName,
  bankName: payee.payeeBankName,
  bankNameEn: payee.payeeBankNameEn,
  bankAccount: payee.payeeAcctNo,
  bankCode: payee.payeeBankNo,
  currency: payee.payeeCurrency,
})

const fundSources = ['INTEREST', 'COLLECTION'] as const
export type FundSource = (typeof fundSources)[number]

/** The row a card hands over: the account with its company, its id under the name a receipt uses, and what it is for. */
export const collectionRow = <Account extends { id: string }>(companyCode: string, account: Account, fundSource: FundSource) => ({
  ...account,
  companyCode,
  bankAccountId: account.id,
  fundSource,
})
