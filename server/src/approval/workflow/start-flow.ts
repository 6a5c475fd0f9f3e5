import type { FlowFacts, PayingParty } from '@usance/domain/approval'
import type { AnsweringSide, BusinessType } from '@usance/domain/approval-flows'
import { toDecimal } from '@usance/domain/money'
import type { RecordKind } from '@usance/wire/act'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { elevate, type Tx, together } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { whoMade } from '../../http/prove-act.ts'
import { Refused } from '../../http/refused.ts'
import { concernedIn } from './concerned.ts'
import { contentTold } from './content-told.ts'
import { definitionFor, type Instance, stepsFor } from './instance.ts'
import { nextSeats, openStep, partyWithoutDeciders, remember } from './open-step.ts'
import { unusualOf } from './unusual.ts'
import { usdValue } from './usd-value.ts'

export type FlowStart = {
  businessType: BusinessType
  businessId: string
  /** The portal's own number of the object: no two objects share one, and no number that a company chose stands here. */
  businessNo: string
  /** Who and what it is about, in words that need no translation: company names, a product code. */
  title: string
  contentHash: string
  amount?: string
  currency?: string
  /** The amount that the steps depend on, where it is more than the shown one: parts add up, and an end counts as what it ends. */
  judged?: { amount: string; currency: string } | undefined
  supplierId?: string | null
  buyerId?: string | null
  funderId?: string | null
  /** Several buyers each have a part in it, so that none of them can be asked about the whole. */
  isOfSeveralBuyers?: boolean
  warnings?: string[]
  riskGrade?: string | null
  /** Adjustments: the share that all of them together change of the adjusted amount, in percent; parts add up to the whole. */
  sharePercent?: string
  /** The party that pays more than was agreed, and is therefore asked. */
  paysMore?: PayingParty | undefined
  /** The side that gives something up by it and answers alone: neither the other side nor staff decide in its place. */
  answeredBy?: AnsweringSide | undefined
  newAccount?: boolean
  /** The code of the financing product. */
  product?: string
  /** Where the portal shows the object itself. */
  link: string
  /** People besides the caller and the authors of the object who may not decide on it, such as who changed the payee's account. */
  makerIds?: string[]
  /** The day the money counts from; one long past is looked at by more people. */
  valueDate?: string
  /** Companies and people whom a change concerns, where only its own kind knows them. */
  concernedIds?: readonly (string | null | undefined)[]
  /** Whose directors decide, when that is not the caller's company. */
  companyId?: string
}

/** Kinds of objects that one person drafts and another one may submit. */
const madeBefore: Partial<Record<BusinessType, RecordKind>> = { FINANCE_ORDER: 'financeOrder' }

/** Returns everybody who created or edited the object, and the staff who answered for the buyer of its receivables, by the audit log. */
async function authorsOf({ tx }: UseCaseContext, { businessType, businessId }: Pick<FlowStart, 'businessType' | 'businessId'>) {
  const kind = madeBefore[businessType]
  return kind ? (await together(whoMade(tx, kind, [businessId]), answeredForBuyer(tx, businessId))).flat() : []
}

/** The staff who put forward or confirmed, in the place of a buyer, what is owed on documents of the matter of an order. */
async function answeredForBuyer(tx: Tx, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct l.user_id from audit_log l join company c on c.id = l.company_id and c.is_platform
    where l.object_type in ('INVOICE', 'PURCHASE_ORDER') and l.object_id = any(matter_of(${orderId})::text[])
      and l.event in ('INVOICE_PUT_FORWARD', 'PURCHASE_ORDER_CONFIRM') and l.user_id is not null`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** What a flow starts from, asked at once; the transaction sees every company afterwards. */
export async function askFlow(
  context: UseCaseContext,
  start: Pick<FlowStart, 'businessType' | 'businessId' | 'amount' | 'currency' | 'judged' | 'valueDate'>,
) {
  const { tx, today } = context
  await elevate(tx)
  const { amount, currency } = start.judged ?? start
  return together(
    amount && currency ? usdValue(tx, amount, currency, today) : undefined,
    unusualOf(context, start.valueDate),
    definitionFor(tx, start.businessType),
    tx
      .selectFrom('workflowInstance')
      .select(['id', 'round', 'status', 'makerIds'])
      .where('businessType', '=', start.businessType)
      .where('businessId', '=', start.businessId)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst(),
    concernedIn(context, start),
    authorsOf(context, start),
  )
}

/** What was asked for a flow that starts. */
type FlowAsked = Awaited<ReturnType<typeof askFlow>>

/**
 * Sends an object into approval, or again after it was sent back: then a new round of the same instance. The caller has
 * authorised the submission; the transaction sees every company afterwards.
 */
export async function startFlow(
  context: UseCaseContext,
  start: FlowStart,
  asked = askFlow(context, start),
): Promise<{ instanceId: string; node: string }> {
  const { tx, actor } = context
  const { fields, steps, again } = roundOf(context, start, await asked)
  const [, row, seats, without] = await together(
    // The number stays that of this object; for another one the database refuses it.
    tx
      .insertInto('approvalNumber')
      .values({ businessNo: start.businessNo, businessId: start.businessId })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
    again
      ? tx.updateTable('workflowInstance').set(fields).where('id', '=', again.id).returningAll().executeTakeFirstOrThrow()
      : tx
          .insertInto('workflowInstance')
          .values({ id: newId(), ...fields })
          .returningAll()
          .executeTakeFirstOrThrow(),
    nextSeats(tx, { ...fields, steps }, 0),
    partyWithoutDeciders(tx, { ...fields, steps }, fields.makerIds),
  )
  // The maker learns it now, and not from an approval that waits for ever.
  if (without) {
    const { name } = await tx.selectFrom('company').select('name').where('id', '=', without).executeTakeFirstOrThrow()
    throw new Refused('NOBODY_LEFT_TO_DECIDE', { company: name })
  }
  const instance = row as Instance
  await remember(tx, instance, 'SUBMIT', 'SUBMITTED', { userId: actor.userId, name: actor.cname, companyId: actor.companyId })
  await audit(context, {
    event: 'APPROVAL_STARTED',
    objectType: start.businessType,
    objectId: start.businessId,
    objectNo: start.businessNo,
    after: {
      round: instance.round,
      content: contentTold(context.app, instance),
      steps: steps.filter((one) => one.needed).map((one) => one.node),
    },
  })
  // Nobody has acted in a round that begins.
  const step = await openStep(context, instance, 0, { acted: [], next: Promise.resolve(seats) })
  if (!step) throw new Error(`No step of ${start.businessType} applies; nothing passes unseen.`)
  return { instanceId: instance.id, node: step.node }
}

/** The round of an approval that starts, as it is stored, with its steps and the earlier round that it continues. */
function roundOf({ actor }: UseCaseContext, start: FlowStart, asked: FlowAsked) {
  const [usd, unusual, definition, earlier, found, authors] = asked
  const warnings = [...(start.warnings ?? []), ...unusual]
  const facts = factsOf(start, usd, warnings)
  const named = [start.supplierId, start.buyerId, start.funderId, start.companyId, ...(start.concernedIds ?? [])]
  const { definitionId, steps } = stepsFor(definition, start.businessType, actor.companyRole, facts, start.answeredBy)
  // A buyer sees an approval only when asked to decide in it: the approval of an undisclosed order is none of its business.
  const asksBuyer = steps.some((step) => step.needed && step.roles.includes('BUYER'))
  if (asksBuyer && start.isOfSeveralBuyers) throw new Refused('ONE_BUYER_ONLY')
  if (earlier?.status === 'IN_APPROVE') throw new Refused('ILLEGAL_TRANSITION')
  const again = earlier && (earlier.status === 'REJECTED' || earlier.status === 'WITHDRAWN') ? earlier : undefined
  const fields = {
    businessType: start.businessType,
    businessId: start.businessId,
    businessNo: start.businessNo,
    title: JSON.stringify({ text: start.title }),
    definitionId,
    steps: JSON.stringify(steps),
    round: again ? again.round + 1 : 1,
    currentSeq: 0,
    currentNode: null,
    status: 'IN_APPROVE' as const,
    contentHash: start.contentHash,
    makerId: actor.userId,
    makerRole: actor.companyRole,
    // Authors, and the submitters of earlier rounds, are makers too.
    makerIds: [...new Set([actor.userId, ...authors, ...(start.makerIds ?? []), ...(again?.makerIds ?? [])])],
    makerCompanyId: start.companyId ?? actor.companyId,
    concernedIds: [...new Set([...found, ...named.flatMap((id) => id ?? [])])],
    supplierId: start.supplierId ?? null,
    buyerId: asksBuyer ? (start.buyerId ?? null) : null,
    funderId: start.funderId ?? null,
    amount: start.amount ?? null,
    currency: start.currency ?? null,
    amountUsd: usd ? toDecimal(usd) : null,
    facts: JSON.stringify({ warnings, riskGrade: start.riskGrade ?? null }),
    link: start.link,
    endedAt: null,
  }
  return { fields, steps, again }
}

/** What the steps of a flow depend on. */
const factsOf = (start: FlowStart, usd: FlowAsked[0], warnings: string[]): FlowFacts => ({
  ...(usd === undefined ? {} : { usd }),
  warnings,
  riskGrade: start.riskGrade ?? null,
  newAccount: start.newAccount ?? false,
  ...(start.product === undefined ? {} : { product: start.product }),
  ...(start.sharePercent === undefined ? {} : { sharePercent: start.sharePercent }),
  ...(start.paysMore === undefined ? {} : { paysMore: start.paysMore }),
})
