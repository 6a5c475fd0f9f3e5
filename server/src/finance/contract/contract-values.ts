import { wordsFor } from '@usance/wire/contract/template-words'
import type { Selectable } from 'kysely'
import { type Tx, together } from '../../database/database.ts'
import type { BankAccountTable } from '../../database/tables.ts'
import { type BuyerFee, buyerFeeClause, type ChargeTerms, chargeClause, recourseClause } from './charge-terms.ts'
import { contractAmount } from './contract-amount.ts'
import { inline, type TemplateValues, tableLine } from './fill-template.ts'
import { priceClause, type SupplierPrice } from './price-clause.ts'

export type ContractFacts = {
  /** Who signs the contract; a buyer reads what it signs. */
  signatories: readonly string[]
  contractNo: string
  date: string
  orderNo: string
  supplierId: string
  /** Who owes the documents. */
  buyerIds: readonly string[]
  funderId: string
  currency: string
  financeAmount: string
  faceAmount: string
  rate: string | null
  fundingDate: string
  /** That of a drawing. Orders on documents name one maturity, or that of each document where they differ. */
  maturity: string | null
  recourse: boolean
  /** The agreed terms of early and late payment, and the fees that the buyer is billed. */
  charges: ChargeTerms
  buyerFees: readonly BuyerFee[]
  /** The price that the supplier accepted; null where nothing is priced. */
  price: SupplierPrice | null
  /** The code of the pool that secures a drawing; its documents are then the receivables in it, with what is outstanding on them. */
  pool: string | null
  documents: {
    no: string
    amount: string
    confirmed?: string
    dueDate: string
    /** When the advance on it is to be repaid; receivables of a pool have none of their own. */
    maturity?: string
    buyerId: string | null
  }[]
}
type CollectingAccount = Pick<
  Selectable<BankAccountTable>,
  'accountName' | 'bankName' | 'bankNameEn' | 'bankAccount' | 'bankCode' | 'currency'
>

/** The accounts that a funder collects on now, the first one first. */
export const collectingAccounts = (tx: Tx, funderId: string) =>
  tx
    .selectFrom('bankAccount')
    .selectAll()
    .where('companyId', '=', funderId)
    .where('status', '=', 'ENABLE')
    .where('purpose', 'in', ['COLLECTION', 'BOTH'])
    .orderBy('purpose', 'desc')
    .orderBy('createdAt')
    .execute()

/** Which of them papers in a currency name. */
export const accountFor = <Account extends { currency: string }>(accounts: readonly Account[], currency: string) =>
  accounts.find((one) => one.currency.split(',').includes(currency))

/** How a paper names an account. */
export const lineOf = (account: CollectingAccount): string =>
  tableLine([account.accountName, account.bankNameEn ?? account.bankName, account.bankAccount, account.bankCode])

type DocumentLabels = Record<'no' | 'debtor' | 'amount' | 'confirmed' | 'due' | 'maturity', string>
const inEnglish = { no: 'Document', debtor: 'Debtor', confirmed: 'Of it confirmed', due: 'Due', maturity: 'Maturity' }
const inChinese = { no: '单据', debtor: '债务人', confirmed: '其中已确认', due: '单据到期日', maturity: '融资到期日' }

/** The maturity of an order, or words for that of each document where they differ. */
function maturityOf({ maturity, documents }: ContractFacts): { en: string; cn: string } {
  const own = new Set(documents.flatMap((one) => one.maturity ?? []))
  const [one = maturity ?? '-'] = own
  return own.size > 1 ? { en: 'the maturity of each document', cn: '各单据的融资到期日' } : { en: one, cn: one }
}

export type InBothLanguages = { en: TemplateValues; cn: TemplateValues }

/** Draws the table of the documents of a contract; `name` names who owes one. */
function documentTable(facts: ContractFacts, name: (id: string | null, local: boolean) => string) {
  const namesDebtors = facts.buyerIds.length > 1 || facts.pool !== null
  const written = (amount: string) => contractAmount(amount, facts.currency)
  // Where a buyer has confirmed a part of what it owes, which alone is financed, each document says how much.
  const namesConfirmed = facts.documents.some(({ amount, confirmed = amount }) => written(confirmed) !== written(amount))
  // When the advance is repaid is agreed between supplier and funder: a buyer pays when the document is due.
  const namesMaturity = !facts.signatories.includes('BUYER') && facts.documents.some(({ maturity }) => maturity !== undefined)
  // Where several owe, or may come to owe, each document says who does.
  return (labels: DocumentLabels, local: boolean): string =>
    [
      tableLine([
        labels.no,
        ...(namesDebtors ? [labels.debtor] : []),
        labels.amount,
        ...(namesConfirmed ? [labels.confirmed] : []),
        labels.due,
        ...(namesMaturity ? [labels.maturity] : []),
      ]),
      ...facts.documents.map((one) =>
        tableLine([
          one.no,
          ...(namesDebtors ? [name(one.buyerId, local)] : []),
          written(one.amount),
          ...(namesConfirmed ? [written(one.confirmed ?? one.amount)] : []),
          one.dueDate,
          ...(namesMaturity ? [one.maturity ?? '-'] : []),
        ]),
      ),
    ].join('\n')
}

/**
 * Every word that a template of these signatories may use, from the facts of an order and the parties' records. Runs where every
 * company is seen.
 */
export async function contractValues(tx: Tx, facts: ContractFacts): Promise<InBothLanguages> {
  const ids = [facts.supplierId, ...facts.buyerIds, facts.funderId]
  const [companies, accounts] = await together(
    tx.selectFrom('company').select(['id', 'name', 'nameLocal', 'bizRegNo']).where('id', 'in', ids).execute(),
    collectingAccounts(tx, facts.funderId),
  )
  const company = (id: string | null) => companies.find((one) => one.id === id)
  const account = accountFor(accounts, facts.currency)
  const shared = {
    contractNo: facts.contractNo,
    date: facts.date,
    orderNo: facts.orderNo,
    supplierRegNo: inline(company(facts.supplierId)?.bizRegNo),
    buyerRegNo: inline(facts.buyerIds.map((id) => inline(company(id)?.bizRegNo)).join(', ')),
    funderRegNo: inline(company(facts.funderId)?.bizRegNo),
    financeAmount: contractAmount(facts.financeAmount, facts.currency),
    faceAmount: contractAmount(facts.faceAmount, facts.currency),
    rate: facts.rate?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') ?? '-',
    fundingDate: facts.fundingDate,
    pool: inline(facts.pool),
  }
  const bank = (labels: string[]) => (account ? [tableLine(labels), lineOf(account)].join('\n') : undefined)
  const name = (id: string | null, local: boolean) => {
    const found = company(id)
    return inline((local && found?.nameLocal) || found?.name)
  }
  const documents = documentTable(facts, name)
  const parties = (local: boolean) => ({
    supplierName: name(facts.supplierId, local),
    buyerName: inline(facts.buyerIds.map((id) => name(id, local)).join(local ? '、' : ', ')),
    funderName: name(facts.funderId, local),
  })
  const charges = chargeClause(facts.charges)
  const recourse = recourseClause(facts.recourse, facts.charges)
  const buyerFees = buyerFeeClause(facts.buyerFees, facts.currency)
  const named = (local: boolean) => ({ supplier: name(facts.supplierId, local), funder: name(facts.funderId, local) })
  const price = priceClause(facts.price, facts.currency, { en: named(false), cn: named(true) })
  const maturity = maturityOf(facts)
  const words: readonly string[] = wordsFor(facts.signatories)
  const readable = (values: TemplateValues): TemplateValues =>
    Object.fromEntries(Object.entries(values).filter(([word]) => words.includes(word)))
  return {
    en: readable({
      ...shared,
      charges: charges.en,
      buyerFees: buyerFees.en,
      price: price.en,
      ...parties(false),
      maturity: maturity.en,
      documents: documents({ ...inEnglish, amount: facts.pool === null ? 'Amount' : 'Outstanding' }, false),
      collectionAccount: bank(['Account name', 'Bank', 'Account', 'BIC']) ?? 'The account that the assignee names in writing.',
      recourseClause: recourse.en,
    }),
    cn: readable({
      ...shared,
      charges: charges.cn,
      buyerFees: buyerFees.cn,
      price: price.cn,
      ...parties(true),
      maturity: maturity.cn,
      documents: documents({ ...inChinese, amount: facts.pool === null ? '金额' : '未付余额' }, true),
      collectionAccount: bank(['户名', '开户行', '账号', 'BIC']) ?? '受让方书面指定的账户。',
      recourseClause: recourse.cn,
    }),
  }
}
