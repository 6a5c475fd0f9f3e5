import { randomBytes } from 'node:crypto'
import { onboardingCalls as calls, type OnboardingCheck } from '@usance/wire/onboarding/calls'
import { audit } from '../../audit/record.ts'
import { hashToken } from '../../auth/hash-token.ts'
import { elevate } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import { type Handler, routes } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { fileOf } from '../file/stored-file.ts'
import { startFlow } from '../workflow/start-flow.ts'
import { type KycFacts, kycProviders } from './providers.ts'
import { companyAsked, onboardingHash, stateOf } from './state.ts'

const linkDays = 14
const dayMs = 86_400_000
const open = ['DRAFT', 'REJECTED']

const save: Handler<typeof calls.save> = async (request) => {
  const { tx, actor, body, now, today } = request
  // Files are looked up with the caller's own eyes, before the transaction sees every company.
  if (actor) for (const { objectKey } of body.documents ?? []) await fileOf(tx, objectKey)
  else if (body.documents) throw new Refused('SESSION_EXPIRED')
  const companyId = await companyAsked(tx, actor, body.specialAccess, now)
  const facts = {
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
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet(facts).where('companyOnboarding.status', 'in', open))
    .returning('no')
    .executeTakeFirst()
  if (!saved) throw new Refused('ILLEGAL_TRANSITION')
  await audit(request, {
    event: 'ONBOARDING_SAVED',
    objectType: 'COMPANY',
    objectId: companyId,
    objectNo: saved.no,
    after: body.people,
  })
  return stateOf(tx, companyId, { visitor: !actor, staff: actor?.staff ?? false })
}

const autoKyc: Handler<typeof calls.autoKyc> = async (request) => {
  const { tx, actor, body, now, today } = request
  const companyId = await companyAsked(tx, actor, body.specialAccess, now)
  const row = await tx
    .selectFrom('companyOnboarding')
    .selectAll()
    .where('companyId', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || !open.includes(row.status)) throw new Refused('ILLEGAL_TRANSITION')
  const company = await tx
    .selectFrom('company')
    .select(['name', 'bizRegNo', 'country'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const facts = { companyId, ...company, people: row.people, documents: row.documents } as unknown as KycFacts
  const checks: OnboardingCheck[] = []
  for (const provider of kycProviders) checks.push(await provider.check(facts, { tx, today }))
  const worst = (outcome: string) => checks.some((check) => check.outcome === outcome)
  const outcome = worst('FAILED') ? 'FAILED' : worst('MANUAL') ? 'MANUAL' : 'PASSED'
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
  return stateOf(tx, companyId, { visitor: !actor, staff: actor?.staff ?? false })
}

/** Failed checks go to the staff as warnings: people decide, never a rule alone. */
const submit: Handler<typeof calls.submit> = async (request) => {
  const { tx, actor } = request
  const moved = await tx
    .updateTable('companyOnboarding')
    .set({ status: 'IN_APPROVE', comment: null })
    .where('companyId', '=', actor.companyId)
    .where('status', 'in', open)
    .where('outcome', 'is not', null)
    .returning(['no', 'checks'])
    .executeTakeFirst()
  if (!moved) throw new Refused('ILLEGAL_TRANSITION')
  await elevate(tx)
  const company = await tx
    .updateTable('company')
    .set({ kycStatus: 'IN_APPROVE' })
    .where('id', '=', actor.companyId)
    .returning(['name', 'riskGrade'])
    .executeTakeFirstOrThrow()
  await startFlow(request, {
    businessType: 'KYC',
    businessId: actor.companyId,
    businessNo: moved.no,
    title: company.name,
    contentHash: await onboardingHash(tx, actor.companyId),
    riskGrade: company.riskGrade,
    link: `/onboarding/auto-kyc?companyId=${actor.companyId}`,
  })
  return { no: moved.no }
}

const invite: Handler<typeof calls.invite> = async (request) => {
  const { tx, actor, body, now } = request
  const company = await tx.selectFrom('company').select(['id', 'code']).where('id', '=', body.companyId).executeTakeFirst()
  if (!company) throw new Refused('NOT_FOUND')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + linkDays * dayMs).toISOString()
  await tx
    .insertInto('onboardingInvitation')
    .values({ id: newId(), companyId: company.id, tokenHash: hashToken(token), expiresAt, createdBy: actor.userId })
    .execute()
  await audit(request, { event: 'ONBOARDING_INVITED', objectType: 'COMPANY', objectId: company.id, objectNo: company.code })
  return { link: `/onboarding?specialAccess=${token}`, expiresAt }
}

const importSanctions: Handler<typeof calls.importSanctions> = async (request) => {
  const { tx, body } = request
  const faulty: number[] = []
  const rows: { id: string; list: string; reference: string; name: string }[] = []
  for (const [at, line] of body.csv.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const found = /^\s*"?([^",]{1,60})"?\s*,\s*(?:"((?:[^"]|"")+)"|([^"]+?))\s*$/.exec(line)
    const name = (found?.[2]?.replaceAll('""', '"') ?? found?.[3])?.trim()
    if (!found || !name) faulty.push(at + 1)
    else rows.push({ id: newId(), list: body.list, reference: found[1]!.trim(), name: name.slice(0, 300) })
  }
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
  return { added, known: rows.length - added, faulty: faulty.slice(0, 100) }
}

export const onboardingRoutes = routes(calls, {
  state: async ({ tx, actor, body, now }) =>
    stateOf(tx, (actor?.staff && body.companyId) || (await companyAsked(tx, actor, body.specialAccess, now)), {
      visitor: !actor,
      staff: actor?.staff ?? false,
    }),
  save,
  autoKyc,
  submit,
  invite,
  importSanctions,
})
