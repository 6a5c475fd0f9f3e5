import { isLocalDate } from '@usance/domain/local-date'
import type { App } from '../app.ts'
import { tellChanged } from '../approval/config-change/revised-fixing.ts'
import { businessDate } from '../calendar/business-date.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/id.ts'
import { type RefRatesState, refRatesKey, refRatesState } from '../reference/ref-rates-state.ts'
import { getOutward } from '../webhook/outward.ts'

const timeOutMs = 10_000
const everyMs = 3_600_000
const mostBytes = 2_000_000
type Fixing = { type: string; effectiveDate: string; percentRate: string }

/** The latest fixing of each benchmark in a central bank's answer `{refRates: [{type, effectiveDate, percentRate}]}`; percent a year. */
export function latestRates(answer: unknown): Fixing[] {
  const rows = (answer as { refRates?: unknown } | null)?.refRates
  if (!Array.isArray(rows)) throw new Error('The answer has no refRates.')
  const latest = new Map<string, Fixing>()
  for (const row of rows) {
    const type = String(row?.type ?? '')
    const effectiveDate = String(row?.effectiveDate ?? '')
    const percentRate = String(row?.percentRate ?? '')
    if (!/^[A-Z0-9_]{2,40}$/.test(type) || !isLocalDate(effectiveDate)) continue
    if (!/^-?\d{1,3}(\.\d{1,6})?$/.test(percentRate)) continue
    const known = latest.get(type)
    if (!known || known.effectiveDate < effectiveDate) latest.set(type, { type, effectiveDate, percentRate })
  }
  return [...latest.values()]
}

/**
 * Fetches benchmark fixings where REF_RATES_URL is set, at most once an hour. A day that has a fixing keeps it: a correction
 * is a revision that people pass. Of a fixing that comes late the lenders hear, as of one that people add. A service that is away changes nothing; what is in force stays, and the fault is shown.
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
    rates = latestRates(JSON.parse(answer))
  } catch (fault) {
    error = String((fault as Error).message).slice(0, 300)
  }
  const today = await businessDate(app)
  return inTransaction(app.db, { kind: 'system' }, 'write', async (tx) => {
    const known = await tx.selectFrom('dictionaryEntry').select('dicKey').where('grp', '=', 'BASE_RATE_TYPE').execute()
    const added: Fixing[] = []
    for (const { type, effectiveDate, percentRate } of rates.filter((one) => known.some(({ dicKey }) => dicKey === one.type))) {
      const row = await tx
        .insertInto('baseRateFixing')
        .values({ id: newId(), type, effectiveDate, percentRate, source: new URL(url).hostname.slice(0, 60), revision: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (row) added.push({ type, effectiveDate, percentRate })
    }
    const late = added.filter(({ effectiveDate }) => effectiveDate < today)
    await tellChanged(
      { tx, today },
      late.map((fixing) => ({ ...fixing, isLate: true })),
    )
    const state: RefRatesState = { at: now.toISOString(), ok: error === null, added: added.length, error }
    const value = JSON.stringify(state)
    await tx
      .insertInto('setting')
      .values({ key: refRatesKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return state
  })
}
