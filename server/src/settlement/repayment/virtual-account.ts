import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { accountNumber } from '../../party/bank-account/account-number.ts'
import { collectingAccount } from './collecting-account.ts'

/**
 * The virtual accounts the caller takes part in: staff with the right to receipts see all, funders those on their accounts,
 * payers their own. The page opens for everybody.
 */
export const virtualAccounts: Handler<typeof repaymentCalls.virtualAccounts> = async ({ tx, actor }) => {
  if (actor.staff && !actor.permissions.has('repayment.management.view')) return { rows: [] }
  const seen = await tx.selectFrom('virtualAccount').select('id').orderBy('number').execute()
  // Names and accounts of the other side belong to the number; the rows themselves were chosen by the caller's right.
  await elevate(tx)
  const rows = await tx
    .selectFrom('virtualAccount as v')
    .innerJoin('bankAccount as a', 'a.id', 'v.bankAccountId')
    .innerJoin('company as p', 'p.id', 'v.payerCompanyId')
    .innerJoin('company as f', 'f.id', 'v.funderId')
    .select([
      'v.id',
      'v.number',
      'v.payerCompanyId',
      'v.funderId',
      'p.name as payerName',
      // Its payer pays to the account; whose it is stands there where it knows a financing of that funder (decision 147).
      sql<string>`case when ${actor.staff} or v.funder_id = ${actor.companyId}
        or money_told(null, v.funder_id, v.payer_company_id) then f.name else '' end`.as('funderName'),
      'a.bankAccount',
      'a.currency',
      'a.status',
      sql<number>`(select count(*)::int from collection c where c.virtual_account_id = v.id)`.as('received'),
    ])
    .where('v.id', 'in', ['00000000-0000-0000-0000-000000000000', ...seen.map(({ id }) => id)])
    .orderBy('v.number')
    .execute()
  return {
    rows: rows.map(({ payerCompanyId, funderId, bankAccount, status, ...row }) => ({
      ...row,
      isOff: status !== 'ENABLE',
      // No payer reads from here where to pay once that is off.
      bankAccount: accountNumber(
        actor,
        { number: bankAccount, companyId: funderId, payerId: status === 'ENABLE' ? payerCompanyId : undefined },
        'PAYING',
      ),
    })),
  }
}

/**
 * One number for each payer and account; a second request for the same pair is refused. Only a supplier or buyer pays to an account of a
 * funder: money through the number of anybody else could be matched with nothing, as it pays debts of that company alone.
 */
export const addVirtualAccount: Handler<typeof repaymentCalls.addVirtualAccount> = async (request) => {
  const { tx, today, actor, body } = request
  const account = await collectingAccount(tx, body.bankAccountId)
  await elevate(tx)
  const payer = await tx.selectFrom('company').select('id').where('code', '=', body.payerCompanyCode).executeTakeFirst()
  if (!payer) throw faultyField('payerCompanyCode', 'PARTY_UNKNOWN')
  if (payer.id === account.companyId || !(await isTrading(tx, payer.id))) throw faultyField('payerCompanyCode', 'NOT_A_PAYER')
  const added = { id: newId(), number: await nextNumber(tx, 'VA', today) }
  const inserted = await tx
    .insertInto('virtualAccount')
    .values({
      ...added,
      bankAccountId: account.id,
      funderId: account.companyId,
      payerCompanyId: payer.id,
      createdBy: actor.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw faultyField('payerCompanyCode', 'ALREADY_EXISTS')
  await audit(request, {
    event: 'VIRTUAL_ACCOUNT_ADDED',
    objectType: 'VIRTUAL_ACCOUNT',
    objectId: added.id,
    objectNo: added.number,
    after: { payerCompanyCode: body.payerCompanyCode, bankAccountId: account.id },
  })
  return added
}

/** Whether a company buys or supplies: such a company alone owes on orders. One whose role has ended may still owe. */
async function isTrading(tx: Tx, companyId: string): Promise<boolean> {
  const role = await tx
    .selectFrom('companyRole')
    .select('id')
    .where('companyId', '=', companyId)
    .where('role', 'in', ['SUPPLIER', 'BUYER'])
    .executeTakeFirst()
  return role !== undefined
}

// The marks of the parts of a SEPA text, which banks put between them without a space.
const sepaMarks = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE)\+/g

/**
 * Whether a text names a number as words of its own. Banks drop the signs within it, wrap it, and put the parts of a text beside each
 * other: a small letter before a capital ends a word. Another letter or digit before or behind it makes it another number or word.
 */
export function namesNumber(text: string, number: string): boolean {
  const signs = [...number.toUpperCase().replace(/[^A-Z0-9]/g, '')]
  const words = text
    .normalize('NFKC')
    .replace(sepaMarks, ' $1+ ')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toUpperCase()
  return new RegExp(`(?<![A-Z0-9])${signs.join('[^A-Z0-9]*')}(?![A-Z0-9])`).test(words)
}

/**
 * Finds the number on an account, in whichever of its rows, that the text of a transfer names, with its payer; the numbers are read once
 * for all texts.
 */
export async function numbersNamed(
  tx: Tx,
  rowIds: readonly string[],
): Promise<(text: string | undefined) => { id: string; payerCompanyId: string } | undefined> {
  const numbers = await tx
    .selectFrom('virtualAccount')
    .select(['id', 'number', 'payerCompanyId'])
    .where('bankAccountId', 'in', rowIds)
    .execute()
  return (text) => {
    const named = text ? numbers.filter(({ number }) => namesNumber(text, number)) : []
    return named.length === 1 ? named[0] : undefined
  }
}

/** The payer of the number that a receipt came in on. */
export async function virtualPayer(tx: Tx, { virtualAccountId }: { virtualAccountId: string | null }): Promise<string | null> {
  if (!virtualAccountId) return null
  const { payerCompanyId } = await tx
    .selectFrom('virtualAccount')
    .select('payerCompanyId')
    .where('id', '=', virtualAccountId)
    .executeTakeFirstOrThrow()
  return payerCompanyId
}
