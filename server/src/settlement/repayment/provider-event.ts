import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { requiredText } from '@usance/wire/fields'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '../../app.ts'
import { businessDate } from '../../calendar/business-date.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { systemContext } from '../end-of-day/system-context.ts'
import { addReceipt } from './add-receipts.ts'
import { Deposit, json, tellRefused } from './provider-told.ts'
import { depositOf, reportBack } from './reported-back.ts'

/** Seconds by which the provider's clock may differ from ours, either way; an older message may be a recorded one. */
const tolerance = 300
const Event = z.object({ id: requiredText(100), name: requiredText(100), data: z.unknown() })
const deposited = 'deposit.settled'
const wentBack = 'deposit.reversed'

export type ProviderMessage = { timestamp: string; signature: string; raw: string }
export type ProviderOutcome = { status: 'DONE' | 'IGNORED' | 'REFUSED' | 'KNOWN'; reason: string | null }

/** The secret shared with the provider; where none is set, the sandbox's own. */
const secretOf = ({ config, installKey }: Pick<App, 'config' | 'installKey'>) =>
  config.providerSecret || Buffer.from(hkdfSync('sha256', installKey, '', 'provider', 32)).toString('hex')

/** Hex HMAC-SHA256 over the timestamp (Unix seconds) and the body as sent. */
export const signProviderMessage = (app: Pick<App, 'config' | 'installKey'>, timestamp: string, raw: string) =>
  createHmac('sha256', secretOf(app)).update(timestamp).update(raw).digest('hex')

function prove(app: App, { timestamp, signature, raw }: ProviderMessage) {
  const wanted = Buffer.from(signProviderMessage(app, timestamp, raw))
  const given = Buffer.from(signature)
  const genuine = given.length === wanted.length && timingSafeEqual(given, wanted)
  const age = /^\d{1,12}$/.test(timestamp) ? Math.abs(Date.now() / 1000 - Number(timestamp)) : Number.POSITIVE_INFINITY
  if (!genuine || age > tolerance) throw new Refused('PROVIDER_SIGNATURE')
}

/**
 * Takes one signed message of the payment provider. A forged or old one is refused and leaves no trace; an event that was booked is
 * answered and done nothing about. Money that came in becomes a receipt on the payer's virtual account, and a deposit that went back
 * bars its receipt. What cannot be booked is kept with its reason and told to settlement, and is tried again when the provider sends
 * it again.
 */
export async function receiveProviderEvent(
  app: App,
  message: ProviderMessage,
  /** Runs the work in a transaction that sees every company, in the turn of its sender. */
  within: (work: (tx: Tx) => Promise<ProviderOutcome>) => Promise<ProviderOutcome>,
): Promise<ProviderOutcome> {
  prove(app, message)
  const event = Event.safeParse(json(message.raw))
  if (!event.success) throw new Refused('BAD_REQUEST')
  const today = await businessDate(app)
  return within(async (tx) => {
    // One event at a time: of two that bring the same one, or a deposit and its return, the second finds what became of the first.
    await sql`select pg_advisory_xact_lock(727278)`.execute(tx)
    return judge(systemContext(app, tx, today), event.data, message.raw)
  })
}

/** What becomes of an event, and then of the reports on it that came before it. */
async function judge(context: UseCaseContext, event: z.infer<typeof Event>, raw: string): Promise<ProviderOutcome> {
  const { tx } = context
  const { id: eventId, name, data } = event
  const before = await takeUp(tx, { eventId, name, body: raw })
  if (before.status === 'DONE') return { status: 'KNOWN', reason: null }
  const outcome =
    name === deposited
      ? await book(context, data)
      : name === wentBack
        ? await reportBack(context, data)
        : ({ status: 'IGNORED', reason: null } as const)
  const { status, reason } = outcome
  await tx
    .updateTable('providerEvent')
    .set({ ...outcome, name, body: raw })
    .where('eventId', '=', eventId)
    .execute()
  if (reason !== null && reason !== before.reason) await tellRefused(tx, { eventId, name, raw, reason })
  if (status === 'DONE' && name === deposited) await judgeReports(context, eventId)
  return { status, reason }
}

async function judgeReports(context: UseCaseContext, depositId: string): Promise<void> {
  const early = await context.tx
    .selectFrom('providerEvent')
    .select('body')
    .where('name', '=', wentBack)
    .where('reason', '=', 'DEPOSIT_UNKNOWN')
    .execute()
  for (const { body } of early) {
    const report = Event.parse(json(body))
    if (depositOf(report.data) === depositId) await judge(context, report, body)
  }
}

/** Keeps an event that is new, and returns what became of it so far. */
async function takeUp(tx: Tx, event: { eventId: string; name: string; body: string }) {
  await tx
    .insertInto('providerEvent')
    .values({ id: newId(), ...event, status: 'PROCESSING' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('providerEvent')
    .select(['status', 'reason'])
    .where('eventId', '=', event.eventId)
    .executeTakeFirstOrThrow()
}

async function book(context: UseCaseContext, data: unknown) {
  const { tx } = context
  const deposit = Deposit.safeParse(data)
  if (!deposit.success) return { status: 'REFUSED', reason: 'BAD_REQUEST' } as const
  const { virtualAccount, ...facts } = deposit.data
  const account = await tx
    .selectFrom('virtualAccount as v')
    .innerJoin('bankAccount as a', 'a.id', 'v.bankAccountId')
    .selectAll('a')
    .where('v.number', '=', virtualAccount)
    .executeTakeFirst()
  if (!account) return { status: 'REFUSED', reason: 'PARTY_UNKNOWN' } as const
  // A refused receipt takes back only itself: the event stays on record.
  await sql.raw('savepoint receipt').execute(tx)
  try {
    const receipt = await addReceipt(context, account, { ...facts, rawText: virtualAccount })
    return { status: 'DONE', reason: null, collectionId: receipt.id } as const
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await sql.raw('rollback to savepoint receipt').execute(tx)
    return { status: 'REFUSED', reason: error.refusal } as const
  }
}
