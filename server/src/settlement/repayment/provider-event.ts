import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { AmountText, CurrencyCode, DateText, leastProse, requiredText, text } from '@usance/wire/fields'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '../../app.ts'
import { businessDate } from '../../calendar/business-date.ts'
import { inTransaction, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { Refused } from '../../http/refused.ts'
import { systemContext } from '../end-of-day/system-context.ts'
import { addReceipt } from './record-receipt.ts'

/** Seconds by which the provider's clock may differ from ours, either way; an older message may be a recorded one. */
const tolerance = 300
const Event = z.object({ id: requiredText(100), name: requiredText(100), data: z.unknown() })
/** Read by the rules of the forms: each text is one line and reads as it is stored. */
const Deposit = z.object({
  virtualAccount: requiredText(60),
  amount: AmountText,
  currency: CurrencyCode,
  bankRef: requiredText(64),
  valueDate: DateText,
  payerName: text(leastProse - 1).optional(),
})
const deposited = 'deposit.settled'

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
 * Takes one signed message of the payment provider. A forged or old one is refused and leaves no trace; a known event is
 * answered and done nothing about. Money that came in becomes a receipt on the payer's virtual account; what cannot be
 * booked is kept with its reason, for people to look at.
 */
export async function receiveProviderEvent(app: App, message: ProviderMessage): Promise<ProviderOutcome> {
  prove(app, message)
  const event = Event.safeParse(json(message.raw))
  if (!event.success) throw new Refused('BAD_REQUEST')
  const { id: eventId, name, data } = event.data
  const today = await businessDate(app)
  return inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    const row = { id: newId(), eventId, name, body: message.raw, status: 'PROCESSING' as const }
    const first = await tx
      .insertInto('providerEvent')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!first) return { status: 'KNOWN', reason: null }
    const outcome = name === deposited ? await book(app, tx, today, data) : ({ status: 'IGNORED', reason: null } as const)
    await tx.updateTable('providerEvent').set(outcome).where('id', '=', row.id).execute()
    return { status: outcome.status, reason: outcome.reason }
  })
}

async function book(app: App, tx: Tx, today: string, data: unknown) {
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
    const receipt = await addReceipt(systemContext(app, tx, today), account, { ...facts, rawText: virtualAccount })
    return { status: 'DONE', reason: null, collectionId: receipt.id } as const
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await sql.raw('rollback to savepoint receipt').execute(tx)
    return { status: 'REFUSED', reason: error.refusal } as const
  }
}

const json = (raw: string): unknown => {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
