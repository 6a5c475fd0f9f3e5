import * as M from '@usance/domain/money'
import { readBankFile } from '@usance/server/bank-statement/read-bank-file'
import type { BankStatement } from '@usance/server/bank-statement/statement'
import type { CaseFolder } from './case-files.ts'
import { plain, Tally } from './tally.ts'

type Wanted = {
  message?: string
  must_be_rejected?: boolean
  payments?: unknown[]
  mt940_project_signed_amounts?: string[]
  statements?: {
    id?: string
    reference?: string
    statement?: string
    account?: string | null
    currency?: string | null
    balances?: { type?: string; tag?: string; amount: string; ccy: string; ind: string; date: string | null }[]
    entries: Record<string, unknown>[]
    opening_plus_entries_equals_closing?: boolean
  }[]
}
type Listed = { transactions: { date: string; postings: { amount: string; ccy: string }[] }[] }

const amount = (value: unknown) => plain(String(value ?? '').replace(/^(-?)0+(?=\d)/, '$1'))
const side = (text: unknown) => (text === 'CRDT' || text === 'C' || text === 'RD' ? 'CREDIT' : 'DEBIT')

/** Bank statements of all kinds against what others read from them; wrong ones must be refused. */
export async function bankSet(cases: CaseFolder): Promise<Tally[]> {
  const camt = new Tally('camt.052, 053, 054')
  const mt940 = new Tally('MT940 and MT942')
  for (const [name, wanted] of Object.entries(cases.json<Record<string, Wanted>>('expected.json'))) {
    const tally = name.startsWith('mt940/') ? mt940 : camt
    const isOther = !wanted.must_be_rejected && !wanted.statements
    if (isOther) {
      tally.skip(wanted.message ?? name, 1, 'not an account statement: the import refuses it by name')
      tally.compare(`${name} is refused`, await refused(cases, name), true)
      continue
    }
    tally.files += 1
    if (wanted.must_be_rejected) tally.compare(`${name} is refused`, await refused(cases, name), true)
    else await compareStatements(tally, cases, name, wanted)
  }
  return [camt, mt940, await listSet(cases)]
}

const refused = (cases: CaseFolder, name: string) =>
  readBankFile(Buffer.from(cases.bytes(name)), null).then(
    () => false,
    () => true,
  )

async function compareStatements(tally: Tally, cases: CaseFolder, name: string, wanted: Wanted): Promise<void> {
  const file = await readBankFile(Buffer.from(cases.bytes(name)), null).catch((error: Error) => error)
  if (file instanceof Error) return tally.compare(name, `refused: ${file.message}`, 'read')
  const list = wanted.statements ?? []
  if (wanted.message) tally.compare(`${name} message`, file.format, wanted.message)
  tally.compare(`${name} statements`, file.statements.length, list.length)
  for (const [index, one] of list.entries()) {
    const got = file.statements[index]
    if (got) compareStatement(tally, `${name} ${index + 1}`, got, one)
  }
  const hasReversal = file.statements.some(({ entries }) => entries.some(({ reversal }) => reversal === true))
  if (wanted.mt940_project_signed_amounts && name.startsWith('mt940/') && hasReversal)
    tally.skip(
      `${name} signed amounts`,
      1,
      'the other reader counts a reversed credit as money in; in SWIFT it leaves the account',
    )
  else if (wanted.mt940_project_signed_amounts) {
    const signed = file.statements.flatMap(({ entries }) =>
      entries.map((entry) => amount(entry.side === 'DEBIT' && /[1-9]/.test(entry.amount) ? `-${entry.amount}` : entry.amount)),
    )
    tally.compare(`${name} signed amounts`, signed.join(' '), wanted.mt940_project_signed_amounts.map(amount).join(' '))
  }
}

function compareStatement(
  tally: Tally,
  where: string,
  got: BankStatement,
  wanted: NonNullable<Wanted['statements']>[number],
): void {
  const isSwift = wanted.id === undefined
  tally.compare(`${where} id`, got.id, wanted.id ?? wanted.reference)
  tally.compare(`${where} account`, got.account, wanted.account)
  if (!isSwift) tally.compare(`${where} currency`, got.currency, wanted.currency)
  // A bank's own ':NS:' lines behind the number are no part of it.
  if (isSwift) tally.compare(`${where} number`, got.number, wanted.statement?.split('\n')[0])
  if (wanted.opening_plus_entries_equals_closing !== undefined)
    tally.compare(`${where} adds up`, got.addsUp, wanted.opening_plus_entries_equals_closing)
  tally.compare(`${where} balances`, got.balances.length, wanted.balances?.length ?? 0)
  for (const [index, balance] of (wanted.balances ?? []).entries()) {
    const mine = got.balances[index]
    const line = `${where} balance ${index + 1}`
    tally.compare(`${line} type`, mine?.type, balance.type ?? balance.tag)
    tally.compare(`${line} amount`, amount(mine?.amount), amount(balance.amount))
    tally.compare(`${line} currency`, mine?.currency, balance.ccy)
    tally.compare(`${line} side`, mine?.side, side(balance.ind))
    tally.compare(`${line} date`, mine?.date, balance.date)
  }
  tally.compare(`${where} entries`, got.entries.length, wanted.entries.length)
  for (const [index, entry] of wanted.entries.entries()) {
    const mine = got.entries[index]
    const line = `${where} entry ${index + 1}`
    tally.compare(`${line} amount`, amount(mine?.amount), amount(entry.amount))
    tally.compare(`${line} side`, mine?.side, side(entry.ind))
    tally.compare(`${line} value date`, mine?.value, entry.value)
    if (isSwift) {
      tally.compare(`${line} type`, mine?.code, entry.type)
      continue
    }
    tally.compare(`${line} currency`, mine?.currency, entry.ccy)
    tally.compare(`${line} status`, mine?.status, entry.status)
    tally.compare(`${line} booking date`, mine?.booking, entry.booking)
    tally.compare(`${line} reversal`, mine?.reversal === null ? null : String(mine?.reversal), entry.reversal)
    tally.compare(`${line} transactions`, mine?.transactions, entry.tx)
    tally.compare(`${line} end to end`, mine?.endToEnd.join('|'), (entry.end_to_end as string[]).join('|'))
    tally.compare(`${line} remittance`, mine?.remittance.join('|'), (entry.remittance as string[]).join('|'))
    tally.compare(
      `${line} references`,
      mine?.creditorReferences.join('|'),
      (entry.creditor_refs as string[]).map((text) => text.trim()).join('|'),
    )
  }
}

/** Lists that banks let people download: each kept row must be found by day, amount and currency. */
async function listSet(cases: CaseFolder): Promise<Tally> {
  const tally = new Tally('Lists (csv, Excel)')
  for (const name of cases.list('cn-exports').filter((each) => !each.endsWith('.json'))) {
    const { transactions } = cases.json<Listed>(`cn-exports/${name}.expected.json`)
    if (name.startsWith('htsec')) {
      tally.skip(name, transactions.length, 'trades of securities, not money on a bank account')
      continue
    }
    tally.files += 1
    const accountCurrency = transactions[0]?.postings[0]?.ccy ?? 'CNY'
    const file = await readBankFile(Buffer.from(cases.bytes(`cn-exports/${name}`)), accountCurrency).catch(
      (error: Error) => error,
    )
    if (file instanceof Error && file.message === 'SEVERAL_SHEETS') {
      tally.skip(name, transactions.length, 'two of its sheets hold bookings: it is refused, so that none is left out')
      continue
    }
    if (file instanceof Error) {
      tally.compare(name, `refused: ${file.message}`, 'read')
      continue
    }
    const left = file.statements[0]!.entries.map((entry) => `${entry.booking} ${amount(entry.amount)} ${entry.currency}`)
    const other = file.statements[0]!.entries.map((entry) => `${entry.value} ${amount(entry.amount)} ${entry.currency}`)
    for (const { date, postings } of transactions) {
      const forms = postings.map((posting) => `${date} ${amount(posting.amount.replace('-', ''))} ${posting.ccy}`)
      // A fee that others book apart is within the amount of the list.
      const gains = postings.filter((posting) => posting.ccy === 'CNY' && !posting.amount.startsWith('-'))
      if (gains.length > 1)
        forms.push(
          `${date} ${amount(
            M.toDecimal(
              M.sum(
                gains.map((one) => M.fromDecimal(one.amount, 'CNY')),
                'CNY',
              ),
            ),
          )} CNY`,
        )
      const at = left.findIndex((one, index) => forms.includes(one) || forms.includes(other[index]!))
      tally.compare(`${name} ${forms[0]}`, at >= 0 ? forms[0] : null, forms[0])
      if (at >= 0) {
        left.splice(at, 1)
        other.splice(at, 1)
      }
    }
  }
  return tally
}
