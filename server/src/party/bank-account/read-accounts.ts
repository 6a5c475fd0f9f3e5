import { enableableBy, shownBankAccountStatus } from '@usance/domain/states/bank-account'
import type { AccountDetail, bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { type Selectable, sql } from 'kysely'
import { nameAt } from '../../audit/doer.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { BankAccountTable } from '../../database/tables.ts'
import type { Actor, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { accountNumber, maskedAccount } from './account-number.ts'

export type AccountRow = Selectable<BankAccountTable>

/** Whether an account may be switched on now: approved, and its cooling-off over. */
const mayEnable = (row: AccountRow, now: Date): boolean =>
  row.canEnable || enableableBy({ approval: row.approval as 'PASSED', coolingUntil: row.coolingUntil }, now.toISOString()).ok

/** Whether its company is called about an account: before it is approved, and after it was switched off. */
export const awaitsCallBack = ({ approval, disabledAt }: Pick<AccountRow, 'approval' | 'disabledAt'>): boolean =>
  approval === 'IN_APPROVE' || (approval === 'PASSED' && disabledAt !== null)

/** Whether an account is approved, was never on and was not stopped since: money may go to it once its cooling-off is over. */
export const waitsToBeEnabled = ({
  approval,
  status,
  disabledAt,
}: Pick<AccountRow, 'approval' | 'status' | 'disabledAt'>): boolean =>
  approval === 'PASSED' && status === 'DISABLE' && disabledAt === null

/** Whether the last call-back about an account confirmed it after it was switched off. */
export const confirmedSince = (last: { outcome: string; calledAt: string } | undefined, disabledAt: string): boolean =>
  last?.outcome === 'CONFIRMED' && last.calledAt >= disabledAt

type CallBack = { outcome: string; calledAt: string; callerId: string }

/** Whether the caller would be let switch on an account that was off: a colleague has called its company since. */
const calledSince = ({ disabledAt }: AccountRow, last: CallBack | undefined, { userId }: Actor): boolean =>
  disabledAt === null || (confirmedSince(last, disabledAt) && last?.callerId !== userId)

/** What the caller may do with an account now; `last` is its last call-back. */
function operationsOf(row: AccountRow, last: CallBack | undefined, actor: Actor, now: Date): string[] {
  const may = (permission: string) => actor.permissions.has(permission)
  const changes = (may('org.company.edit') && !actor.staff) || may('system.bank.edit')
  return [
    ...(actor.staff && may('system.bank.edit') && awaitsCallBack(row) && row.createdBy !== actor.userId ? ['CALL_BACK'] : []),
    ...(changes && row.status === 'ENABLE' ? ['CHANGE'] : []),
    ...(may('payment.management.instruct') &&
    row.status !== 'ENABLE' &&
    mayEnable(row, now) &&
    row.createdBy !== actor.userId &&
    calledSince(row, last, actor)
      ? ['ENABLE']
      : []),
    ...((changes || may('payment.management.instruct')) && (row.status === 'ENABLE' || waitsToBeEnabled(row)) ? ['DISABLE'] : []),
  ]
}

/** Accounts as their pages show them; the transaction must see every company. */
async function shown(tx: Tx, rows: readonly AccountRow[], actor: Actor, now: Date): Promise<AccountDetail[]> {
  const none = '00000000-0000-0000-0000-000000000000'
  const ids = [none, ...rows.map(({ id }) => id)]
  const names = await tx
    .selectFrom('company')
    .select(['id', 'name'])
    .where('id', 'in', [none, ...rows.map(({ companyId }) => companyId)])
    .execute()
  const replaced = await tx
    .selectFrom('bankAccount')
    .select(['id', 'bankAccount'])
    .where('id', 'in', [none, ...rows.flatMap(({ replacesId }) => replacesId ?? [])])
    .execute()
  const calls = await tx
    .selectFrom('bankAccountCallBack as c')
    .selectAll('c')
    .select(nameAt(sql.ref('c.callerId'), sql.ref('c.createdAt')).as('callerName'))
    .where('c.bankAccountId', 'in', ids)
    .orderBy('c.createdAt')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => {
    const canEnable = mayEnable(row, now)
    const own = calls.filter(({ bankAccountId }) => bankAccountId === row.id)
    const before = replaced.find(({ id }) => id === row.replacesId)
    return {
      id: row.id,
      companyName: names.find(({ id }) => id === row.companyId)?.name ?? '',
      accountName: row.accountName,
      nameReason: row.nameReason,
      bankName: row.bankName,
      bankNameEn: row.bankNameEn,
      bankAccount: accountNumber(actor, { number: row.bankAccount, companyId: row.companyId }, 'CHECKING'),
      bankCode: row.bankCode,
      cnaps: row.cnaps,
      currency: row.currency,
      purpose: row.purpose,
      status: shownBankAccountStatus(row.status, canEnable, row.approval, row.disabledAt),
      approval: row.approval,
      canEnable,
      coolingUntil: row.coolingUntil && row.coolingUntil > now.toISOString() ? row.coolingUntil : null,
      replaces: before ? maskedAccount(before.bankAccount) : null,
      createdAt: row.createdAt,
      needsCallBack: row.disabledAt !== null && !confirmedSince(own.at(-1), row.disabledAt),
      callBacks: (actor.staff ? own : []).map((one) => ({
        id: one.id,
        callerName: one.callerName ?? '',
        calledName: one.calledName,
        phone: one.phone,
        numberFrom: one.numberFrom,
        calledAt: one.calledAt,
        outcome: one.outcome,
        note: one.note,
      })),
      operations: operationsOf(row, own.at(-1), actor, now),
    }
  })
}

/** The caller's own accounts, newest first. */
export const ownAccounts: Handler<typeof bankAccountChangeCalls.own> = async ({ tx, actor, now }) => {
  const rows = await tx
    .selectFrom('bankAccount')
    .selectAll()
    .where('companyId', '=', actor.companyId)
    .orderBy('createdAt', 'desc')
    .execute()
  await elevate(tx)
  return { accounts: await shown(tx, rows, actor, now) }
}

/** One account; a foreign one is missing. */
export const readAccount: Handler<typeof bankAccountChangeCalls.detail> = async ({ tx, actor, now, body }) => {
  const row = await tx.selectFrom('bankAccount').selectAll().where('id', '=', body.id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  await elevate(tx)
  return (await shown(tx, [row], actor, now))[0]!
}
