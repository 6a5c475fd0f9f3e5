import { isLocalDate, type LocalDate } from '@usance/domain/local-date'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { fixingOf } from '../approval/config-change/market-rates.ts'
import { tellChanged } from '../approval/config-change/revised-fixing.ts'
import { businessDate } from '../calendar/business-date.ts'
import { dayInZone } from '../calendar/day-in-zone.ts'
import { inTransaction, type Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { type RefRatesState, refRatesKey, refRatesState } from '../reference/ref-rates-state.ts'
import { getOutward } from '../webhook/outward.ts'

const timeOutMs = 10_000
const everyMs = 3_600_000
const mostBytes = 2_000_000
type Fixing = { type: string; effectiveDate: string; percentRate: string }

/** The fixings of a central bank's answer `{refRates: [{type, effectiveDate, percentRate}]}`, one of each day; percent a year. */
export function ratesOf(answer: unknown): Fixing[] {
  const rows = (answer as { refRates?: unknown } | null)?.refRates
  if (!Array.isArray(rows)) throw new Error('The answer has no refRates.')
  const fixings = new Map<string, Fixing>()
  for (const row of rows) {
    const type = String(row?.type ?? '')
    const effectiveDate = String(row?.effectiveDate ?? '')
    const percentRate = String(row?.percentRate ?? '')
    if (!/^[A-Z0-9_]{2,40}$/.test(type) || !isLocalDate(effectiveDate)) continue
    if (!/^-?\d{1,3}(\.\d{1,6})?$/.test(percentRate)) continue
    const fixing = { type, effectiveDate, percentRate }
    if (!fixings.has(fixingOf(fixing))) fixings.set(fixingOf(fixing), fixing)
  }
  return [...fixings.values()]
}

/**
 * Fetches benchmark fixings where REF_RATES_URL is set, at most once an hour. Each day of the answer that lacks a fixing gets it. A day
 * that has one keeps it: a correction is a revision that people pass. A day that has begun nowhere yet is left out, and the jobs page
 * says so. Of fixings that come late the lenders hear, as of those that people add. A service that is away changes nothing; what is in
 * force stays, and the fault is shown.
 */
export async function fetchRefRates(app: App, url = app.config.refRatesUrl): Promise<RefRatesState | null> {
  if (!url) return null
  const now = app.clock()
  const before = await inTransaction(app.db, { kind: 'system' }, 'read', refRatesState)
  if (before && now.getTime() - Date.parse(before.at) < everyMs) return before
  let rates: Fixing[] = []
  let error: string | null = null
  try {
    // The operator's own address may be inside the network; the answer is limited in size, and redirects are not followed.
    const { httpStatus, answer } = await getOutward(
      url,
      { accept: 'application/json' },
      { allowPrivate: true, timeoutMs: timeOutMs, mostBytes },
    )
    if (httpStatus === null) throw new Error(answer === 'TOO_LONG' ? 'The answer is too long.' : answer)
    if (httpStatus !== 200) throw new Error(`The service answered ${httpStatus}.`)
    rates = ratesOf(JSON.parse(answer))
  } catch (fault) {
    error = String((fault as Error).message).slice(0, 300)
  }
  const today = await businessDate(app)
  return inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    const known = await tx.selectFrom('dictionaryEntry').select('dicKey').where('grp', '=', 'BASE_RATE_TYPE').execute()
    const wanted = rates.filter((one) => known.some(({ dicKey }) => dicKey === one.type))
    const last = latestDay(now)
    const begun = wanted.filter(({ effectiveDate }) => effectiveDate <= last)
    const ahead = wanted.filter(({ effectiveDate }) => effectiveDate > last)
    const added = await addFixings(tx, begun, new URL(url).hostname.slice(0, 60))
    const late = added.filter(({ effectiveDate }) => effectiveDate < today)
    await tellChanged(
      { tx, today },
      late.map((fixing) => ({ ...fixing, isLate: true })),
    )
    const [next] = ahead.sort((one, other) => (one.effectiveDate < other.effectiveDate ? -1 : 1))
    const state: RefRatesState = {
      at: now.toISOString(),
      ok: error === null,
      added: added.length,
      error,
      ahead: next ? { count: ahead.length, type: next.type, effectiveDate: next.effectiveDate } : null,
    }
    const value = JSON.stringify(state)
    await tx
      .insertInto('setting')
      .values({ key: refRatesKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return state
  })
}

/** The date where days begin first: fourteen hours ahead of Greenwich. */
const latestDay = (now: Date): LocalDate => dayInZone(now, 14 * 60)

/** So many fixings are stored at a time. */
const atOnce = 1000

/** Stores the fixings of days that have none. Answers those that it stored. */
async function addFixings(tx: Tx, fixings: readonly Fixing[], source: string): Promise<Fixing[]> {
  const types = [...new Set(fixings.map(({ type }) => type))]
  const stored = await tx
    .selectFrom('baseRateFixing')
    .select(['type', 'effectiveDate'])
    .where(sql<boolean>`type = any(${types}::text[])`)
    .execute()
  const days = new Set(stored.map(fixingOf))
  const lacking = fixings.filter((one) => !days.has(fixingOf(one)))
  const added: Fixing[] = []
  for (let start = 0; start < lacking.length; start += atOnce) {
    const part = lacking.slice(start, start + atOnce)
    const rows = await tx
      .insertInto('baseRateFixing')
      .values(part.map((one) => ({ id: newId(), ...one, source, revision: 0 })))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['type', 'effectiveDate'])
      .execute()
    const own = new Set(rows.map(fixingOf))
    added.push(...part.filter((one) => own.has(fixingOf(one))))
  }
  return added
}
