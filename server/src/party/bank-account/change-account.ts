import { createHash } from 'node:crypto'
import { bankAccountMachine, coolingOffHours, enableableBy, standingApprovals } from '@usance/domain/states/bank-account'
import type { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { sql } from 'kysely'
import type { Approvals, Decision } from '../../approval/workflow/decision.ts'
import type { NoFacts } from '../../approval/workflow/facts.ts'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { audit } from '../../audit/record.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { lockCompany } from '../../database/lock-company.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { accepted, faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { Port } from '../../port.ts'
import { maskedAccount } from './account-number.ts'
import { type AccountRow, awaitsCallBack, confirmedSince, waitsToBeEnabled } from './read-accounts.ts'

const noOf = (id: string) => `BA-${id.slice(-12).toUpperCase()}`

/** Adds an account that nobody pays to yet: a call-back, two approvals and the cooling-off lie before that. */
export const addAccount: Handler<typeof bankAccountChangeCalls.add> = async (request) => {
  const { tx, actor, body } = request
  const company = await companyFor(request, body.companyCode)
  const bankAccount = soundNumber(body.bankAccount)
  if (!isValidBIC(body.bankCode)) throw faultyField('bankCode', 'BANK_CODE_INVALID')
  if (body.cnaps && !/^\d{12}$/.test(body.cnaps)) throw faultyField('cnaps', 'BAD_REQUEST')
  if (body.accountName.trim().toLowerCase() !== company.name.trim().toLowerCase() && !body.nameReason)
    throw faultyField('nameReason', 'NAME_REASON_REQUIRED')
  const replaced = body.replacesId
    ? await tx
        .selectFrom('bankAccount')
        .select(['id', 'status'])
        .where('id', '=', body.replacesId)
        .where('companyId', '=', company.id)
        .executeTakeFirst()
    : undefined
  if (body.replacesId && !replaced) throw new Refused('NOT_FOUND')
  await elevate(tx)
  await lockCompany(tx, company.id)
  if (await isKnown(tx, { companyId: company.id, bankCode: body.bankCode, bankAccount }))
    throw faultyField('bankAccount', 'ALREADY_EXISTS')
  const added = await tx
    .insertInto('bankAccount')
    .values({
      id: newId(),
      companyId: company.id,
      accountName: body.accountName,
      nameReason: body.nameReason || null,
      bankName: body.bankName,
      bankNameEn: body.bankNameEn || null,
      bankAccount,
      bankCode: body.bankCode,
      cnaps: body.cnaps || null,
      currency: [...new Set(body.currencies)].join(','),
      purpose: body.purpose,
      approval: 'IN_APPROVE',
      replacesId: replaced?.id ?? null,
      coolingUntil: sql<string>`app_now() + make_interval(hours => ${coolingOffHours})`,
      createdBy: actor.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!added) throw faultyField('bankAccount', 'ALREADY_EXISTS')
  await audit(request, {
    event: replaced ? 'BANK_ACCOUNT_CHANGED' : 'BANK_ACCOUNT_ADDED',
    objectType: 'BANK_ACCOUNT',
    objectId: added.id,
    objectNo: noOf(added.id),
    after: { company: company.code, account: maskedAccount(bankAccount), bankCode: body.bankCode, currency: added.currency },
  })
  await startFlow(request, {
    businessType: 'BANK_ACCOUNT',
    businessId: added.id,
    businessNo: noOf(added.id),
    title: `${company.name} · ${body.bankName} ${maskedAccount(bankAccount)}`,
    contentHash: await accountHash(tx, added.id),
    companyId: company.id,
    link: `/system/bank?id=${added.id}`,
  })
  // Everybody of the company learns of it, so that a change nobody there made is noticed in time.
  await tell(tx, 'BANK_ACCOUNT_ADDED', added)
  return { id: added.id }
}

async function companyFor({ tx, actor }: UseCaseContext, code: string | undefined) {
  if (!actor.staff) return tx.selectFrom('company').selectAll().where('id', '=', actor.companyId).executeTakeFirstOrThrow()
  if (!code) throw faultyField('companyCode', 'PARTY_UNKNOWN')
  const company = await tx.selectFrom('company').selectAll().where('code', '=', code).executeTakeFirst()
  if (!company) throw faultyField('companyCode', 'PARTY_UNKNOWN')
  return company
}

// What begins like an IBAN must be one; every other number is kept as its bank writes it, without blanks.
function soundNumber(typed: string): string {
  const plain = electronicFormatIBAN(typed) ?? typed
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,}$/.test(plain)) {
    if (!isValidIBAN(plain)) throw faultyField('bankAccount', 'ACCOUNT_NUMBER_INVALID')
    return plain
  }
  const number = typed.replace(/\s/g, '')
  if (!/^[A-Za-z0-9-]{4,34}$/.test(number)) throw faultyField('bankAccount', 'ACCOUNT_NUMBER_INVALID')
  return number
}

/**
 * Whether a company already has an account at a bank, however its number is separated and its BIC is spelled. Accounts that were sent back
 * or refused do not count, so that a wrong entry can be corrected by a new one. The caller has locked the company: of two entries at the
 * same moment the second one sees the first.
 */
async function isKnown(tx: Tx, account: { companyId: string; bankCode: string; bankAccount: string }): Promise<boolean> {
  const known = await tx
    .selectFrom('bankAccount')
    .select('id')
    .where('companyId', '=', account.companyId)
    .where('approval', 'in', standingApprovals)
    .where(sql<boolean>`full_bic(bank_code) = full_bic(${account.bankCode})`)
    .where(sql<boolean>`plain_account(bank_account) = plain_account(${account.bankAccount})`)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

async function lockAccount(tx: Tx, id: string): Promise<AccountRow> {
  const seen = await tx.selectFrom('bankAccount').select('id').where('id', '=', id).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await elevate(tx)
  return tx.selectFrom('bankAccount').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Writes down a call: on a number known before, to a person of the company. The act declares that nobody who entered it calls. */
export const recordCallBack: Handler<typeof bankAccountChangeCalls.recordCallBack> = async (request) => {
  const { tx, actor, now, body } = request
  if (!actor.staff) throw new Refused('FORBIDDEN')
  const account = await lockAccount(tx, body.id)
  if (!awaitsCallBack(account)) throw new Refused('ILLEGAL_TRANSITION')
  const { idempotencyKey: _, id: bankAccountId, minutesAgo, ...call } = body
  const calledAt = new Date(now.getTime() - minutesAgo * 60_000).toISOString()
  if (calledAt < (account.disabledAt ?? account.createdAt)) throw faultyField('minutesAgo', 'CALL_BACK_TIME')
  const made = { id: newId() }
  await tx
    .insertInto('bankAccountCallBack')
    .values({ ...made, ...call, calledAt, bankAccountId, callerId: actor.userId })
    .execute()
  await audit(request, {
    event: `BANK_ACCOUNT_CALL_${body.outcome}`,
    objectType: 'BANK_ACCOUNT',
    objectId: account.id,
    objectNo: noOf(account.id),
    after: { called: body.calledName, phone: body.phone, numberFrom: body.numberFrom, calledAt },
  })
  return made
}

/** Switches an account on; the one it takes the place of goes off in the same moment. */
export const enableAccount: Handler<typeof bankAccountChangeCalls.enable> = async (request) => {
  const { tx, actor, now, body } = request
  if (!actor.staff) throw new Refused('FORBIDDEN')
  const account = await lockAccount(tx, body.id)
  accepted(bankAccountMachine.next(account.status as 'DISABLE', 'enable'))
  const outcome = enableableBy({ approval: account.approval as 'PASSED', coolingUntil: account.coolingUntil }, now.toISOString())
  if (!outcome.ok) throw new Refused(outcome.refusal, { coolingUntil: account.coolingUntil })
  if (account.disabledAt) await checkCalledSince(tx, account.id, account.disabledAt, actor.userId)
  await switchTo(request, account, 'ENABLE')
  if (account.replacesId) {
    const old = await tx
      .selectFrom('bankAccount')
      .selectAll()
      .where('id', '=', account.replacesId)
      .where('status', '=', 'ENABLE')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (old) await switchTo(request, old, 'DISABLE')
  }
  return { status: 'ENABLE' as const }
}

/** Refuses to switch an account on again before a colleague of the caller has called its company about it since it went off. */
async function checkCalledSince(tx: Tx, accountId: string, disabledAt: string, enablerId: string) {
  const last = await lastCallBack(tx, accountId)
  if (!last || !confirmedSince(last, disabledAt)) throw new Refused('CALL_BACK_REQUIRED')
  if (last.callerId === enablerId) throw new Refused('MAKER_CANNOT_APPROVE')
}

const lastCallBack = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('bankAccountCallBack')
    .select(['outcome', 'calledAt', 'callerId'])
    .where('bankAccountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What rests on an account that goes off, as papers that name it to payers. It runs once the account is off, and may refuse that. */
export type AccountFollower = { off: (context: UseCaseContext, account: AccountRow) => Promise<void> }
export const accountFollower = new Port<AccountFollower>('accountFollower')

/** Switches an account off at once, or stops one that is approved and waits for its first day. */
export const disableAccount: Handler<typeof bankAccountChangeCalls.disable> = async (request) => {
  const account = await lockAccount(request.tx, request.body.id)
  if (!waitsToBeEnabled(account)) accepted(bankAccountMachine.next(account.status as 'ENABLE', 'disable'))
  await switchTo(request, account, 'DISABLE', request.body.reason)
  return { status: 'DISABLE' as const }
}

async function switchTo(context: UseCaseContext, account: AccountRow, status: 'ENABLE' | 'DISABLE', reason?: string) {
  const { tx, now } = context
  await tx
    .updateTable('bankAccount')
    .set((eb) => ({
      status,
      ...(status === 'ENABLE' ? { canEnable: true, disabledAt: null } : { disabledAt: now.toISOString() }),
      version: eb('version', '+', 1),
      updatedAt: now.toISOString(),
    }))
    .where('id', '=', account.id)
    .execute()
  await audit(context, {
    event: `BANK_ACCOUNT_${status}`,
    objectType: 'BANK_ACCOUNT',
    objectId: account.id,
    objectNo: noOf(account.id),
    before: { status: account.status },
    after: { status, ...(reason ? { reason } : {}) },
  })
  await tell(tx, `BANK_ACCOUNT_${status}`, account)
  if (status === 'DISABLE') await accountFollower.of(context.app).off(context, account)
}

const tell = (tx: Tx, event: string, account: AccountRow) =>
  notify(tx, {
    event,
    companyIds: [account.companyId],
    params: { account: maskedAccount(account.bankAccount), bankName: account.bankName },
    objectType: 'BANK_ACCOUNT',
    objectId: account.id,
    link: '/org/company/detail',
  })

/** Everything the approvers of an account judge. */
async function accountHash(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('bankAccount')
    .select([
      'companyId',
      'accountName',
      'nameReason',
      'bankName',
      'bankAccount',
      'bankCode',
      'cnaps',
      'currency',
      'purpose',
      'replacesId',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return createHash('sha256').update(canonical(row)).digest('hex')
}

async function endApproval(context: UseCaseContext, id: string, approval: 'PASSED' | 'REJECTED' | 'REFUSED') {
  await context.tx
    .updateTable('bankAccount')
    .set((eb) => ({
      approval,
      ...(approval === 'PASSED' ? { verifiedBy: context.actor.userId, verifiedAt: context.now.toISOString() } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** What becomes of an account when its approval ends. Nobody passes it before the company confirmed it on the phone. */
const bankAccountDecision: Decision<NoFacts> = {
  concerned: (id) => sql`select company_id from bank_account where id = ${id}`,
  facts: { without: 'The call of the account tells what was entered of it.' },
  lock: (tx, id) => tx.selectFrom('bankAccount').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
  contentHash: accountHash,
  async mayPass({ tx }, { businessId }) {
    const last = await lastCallBack(tx, businessId)
    if (last?.outcome !== 'CONFIRMED') throw new Refused('CALL_BACK_REQUIRED')
  },
  passed: (context, { businessId }) => endApproval(context, businessId, 'PASSED'),
  // Whoever entered it wrongly enters it again: an account that was once sent out is never edited.
  rejected: (context, { businessId }) => endApproval(context, businessId, 'REJECTED'),
  refused: (context, { businessId }) => endApproval(context, businessId, 'REFUSED'),
}

export const bankAccountApprovals = {
  BANK_ACCOUNT: bankAccountDecision,
} satisfies Approvals
