import { randomBytes } from 'node:crypto'
import { addDays } from '@usance/domain/local-date'
import { nextKycStatus, reviewLeadDays } from '@usance/domain/states/kyc'
import { onboardingCalls as calls, type OnboardingCheck } from '@usance/wire/onboarding/calls'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { audit } from '../../audit/record.ts'
import { hashToken } from '../../auth/hash-token.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import { type Handler, routes, type UseCaseContext } from '../../http/context.ts'
import { accepted, Refused } from '../../http/refused.ts'
import { fileOf } from '../../platform/file/stored-file.ts'
import { type KycFacts, kycProviders } from './providers.ts'
import { companyAsked, endInvitations, onboardingHash, openOnboarding, stateOf } from './state.ts'
import { outcomeOf } from './told-checks.ts'
import { listedNames } from './watch-lists.ts'

const linkDays = 14
const dayMs = 86_400_000

const save: Handler<typeof calls.save> = async (request) => {
  const { app, tx, actor, body, now, today } = request
  // Files are looked up with the caller's own eyes, before the transaction sees every company.
  if (actor) for (const { objectKey } of body.documents ?? []) await fileOf({ app, tx, actor }, objectKey)
  else if (body.documents) throw new Refused('SESSION_EXPIRED')
  const companyId = await companyAsked(request, body.specialAccess, 'state')
  const { row } = await openOnboarding(tx, companyId, today)
  if ((row?.version ?? 0) !== body.version) throw new Refused('STALE_VERSION')
  const facts = {
    status: 'DRAFT' as const,
    version: body.version + 1,
    people: JSON.stringify(body.people),
    ...(body.documents ? { documents: JSON.stringify(body.documents) } : {}),
    // What was checked is not what is stated now.
    checks: '[]',
    outcome: null,
    checkedAt: null,
    updatedAt: now.toISOString(),
  }
  const saved = await tx
    .insertInto('companyOnboarding')
    .values({ companyId, no: await nextNumber(tx, 'KYC', today), ...facts })
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet(facts))
    .returning('no')
    .executeTakeFirstOrThrow()
  await audit(request, {
    event: 'ONBOARDING_SAVED',
    objectType: 'COMPANY',
    objectId: companyId,
    objectNo: saved.no,
    after: body.people,
  })
  return stateOf(request, companyId)
}

type Opened = Awaited<ReturnType<typeof openOnboarding>>
/** Asks every source of checks about a company as it and its statement are now, and keeps what they say. */
async function checkNow(
  request: Pick<UseCaseContext, 'tx' | 'now' | 'today'> & Parameters<typeof audit>[0],
  { companyId, company, row }: { companyId: string; company: Opened['company']; row: NonNullable<Opened['row']> },
): Promise<void> {
  const { tx, now, today } = request
  const facts = { companyId, ...company, people: row.people, documents: row.documents } as unknown as KycFacts
  const checks: OnboardingCheck[] = []
  for (const provider of kycProviders) checks.push(await provider.check(facts, { tx, today }))
  const outcome = outcomeOf(checks)
  await tx
    .updateTable('companyOnboarding')
    .set({ checks: JSON.stringify(checks), outcome, checkedAt: now.toISOString() })
    .where('companyId', '=', companyId)
    .execute()
  await audit(request, {
    event: 'AUTO_KYC',
    objectType: 'COMPANY',
    objectId: companyId,
    objectNo: row.no,
    after: { outcome, checks },
  })
}

const autoKyc: Handler<typeof calls.autoKyc> = async (request) => {
  const { tx, actor, body, now, today } = request
  const companyId = await companyAsked(request, body.specialAccess, 'state')
  const { company, row } = await openOnboarding(tx, companyId, today)
  // Asks for the link again after the wait: the check that held the lock has ended it.
  if (!actor) await companyAsked(request, body.specialAccess, 'state')
  if (!row || row.status === 'PASSED') throw new Refused('ILLEGAL_TRANSITION')
  await checkNow(request, { companyId, company, row })
  // The visitor's statement is made; who follows the link once more must not find it, nor ask the watch lists again.
  if (!actor) await endInvitations(tx, companyId, now)
  return stateOf(request, companyId)
}

/**
 * Failed checks go to the staff as warnings: people decide, never a rule alone. The checks are made again, as the staff may have changed
 * the name or the number since, and a watch list may have grown: what is decided on is what was checked.
 */
const submit: Handler<typeof calls.submit> = async (request) => {
  const { tx, today, now } = request
  const companyId = await companyAsked(request, undefined, 'state')
  const { company, row } = await openOnboarding(tx, companyId, today)
  if (!row?.outcome || row.status === 'PASSED') throw new Refused('ILLEGAL_TRANSITION')
  await checkNow(request, { companyId, company, row })
  const kycStatus = accepted(nextKycStatus(company.kycStatus, company.kycStatus === 'PASSED' ? 'review' : 'submit'))
  await tx
    .updateTable('companyOnboarding')
    .set({ status: 'IN_APPROVE', comment: null })
    .where('companyId', '=', companyId)
    .execute()
  // An admission without an end gets one, so that it stands while its review is looked at, and no longer than that.
  const kycExpiresOn = company.kycExpiresOn ?? (company.kycStatus === 'PASSED' ? addDays(today, reviewLeadDays) : null)
  await tx.updateTable('company').set({ kycStatus, kycExpiresOn }).where('id', '=', companyId).execute()
  await endInvitations(tx, companyId, now)
  await startFlow(request, {
    businessType: 'KYC',
    businessId: companyId,
    businessNo: row.no,
    title: company.name,
    contentHash: await onboardingHash(tx, companyId),
    riskGrade: company.riskGrade,
    link: `/onboarding/auto-kyc?companyId=${companyId}`,
  })
  return { no: row.no }
}

/** Opens a refused admission again. Nothing of the earlier one is left: the company is admitted once people have passed a new one. */
async function reopen(context: UseCaseContext, { id, code }: { id: string; code: string }): Promise<void> {
  const { tx } = context
  const { kycStatus } = await tx
    .selectFrom('company')
    .select('kycStatus')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (kycStatus !== 'REFUSED') return
  const next = accepted(nextKycStatus(kycStatus, 'reopen'))
  await tx.updateTable('company').set({ kycStatus: next, kycExpiresOn: null }).where('id', '=', id).execute()
  await tx
    .updateTable('companyOnboarding')
    .set({ status: 'DRAFT', checks: '[]', outcome: null, checkedAt: null })
    .where('companyId', '=', id)
    .execute()
  await audit(context, {
    event: 'ONBOARDING_REOPENED',
    objectType: 'COMPANY',
    objectId: id,
    objectNo: code,
    before: kycStatus,
    after: next,
  })
}

const invite: Handler<typeof calls.invite> = async (request) => {
  const { tx, actor, app, body, now, today } = request
  const company = await tx.selectFrom('company').select(['id', 'code']).where('id', '=', body.companyId).executeTakeFirst()
  if (!company) throw new Refused('NOT_FOUND')
  await reopen(request, company)
  await openOnboarding(tx, company.id, today)
  await endInvitations(tx, company.id, now)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + linkDays * dayMs).toISOString()
  await tx
    .insertInto('onboardingInvitation')
    .values({ id: newId(), companyId: company.id, tokenHash: hashToken(token), expiresAt, createdBy: actor.userId })
    .execute()
  await audit(request, { event: 'ONBOARDING_INVITED', objectType: 'COMPANY', objectId: company.id, objectNo: company.code })
  return { link: `${app.config.publicUrl}/onboarding?specialAccess=${token}`, expiresAt }
}

const importSanctions: Handler<typeof calls.importSanctions> = async (request) => {
  const { tx, body } = request
  const { names, faulty } = listedNames(body.csv)
  const rows = names.map((name) => ({ id: newId(), list: body.list, ...name }))
  let added = 0
  for (let from = 0; from < rows.length; from += 1000) {
    const inserted = await tx
      .insertInto('sanctionEntry')
      .values(rows.slice(from, from + 1000))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    added += inserted.length
  }
  await audit(request, { event: 'SANCTIONS_IMPORTED', objectType: 'SANCTION_LIST', objectNo: body.list, after: { added } })
  return { added, known: rows.length - added, faultyCount: faulty.length, faulty: faulty.slice(0, 100) }
}

export const onboardingRoutes = routes(calls, {
  state: async (request) => {
    const { actor, body } = request
    if (actor && !actor.staff && !actor.permissions.has('org.company.detail')) throw new Refused('FORBIDDEN')
    if (!actor?.staff) return stateOf(request, await companyAsked(request, body.specialAccess, 'read'))
    if (!body.companyId || !actor.permissions.has('system.company.view')) throw new Refused('FORBIDDEN')
    return stateOf(request, body.companyId)
  },
  save,
  autoKyc,
  submit,
  invite,
  importSanctions,
  sanctionLists: async ({ tx }) => {
    const rows = await tx
      .selectFrom('sanctionEntry')
      .select((eb) => ['list', eb.fn.countAll<string>().as('names'), eb.fn.max('importedAt').as('importedAt')])
      .groupBy('list')
      .orderBy('list')
      .execute()
    return { list: rows.map(({ names, ...row }) => ({ ...row, names: Number(names) })) }
  },
})
