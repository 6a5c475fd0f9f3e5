import { isInversePair, isKeptPair } from '@usance/domain/fx'
import { cutText } from '@usance/domain/sound-text'
import type { configChangeCalls } from '@usance/wire/config-change/calls'
import type { z } from 'zod'
import type { Actor, Context, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { fileOf } from '../../platform/file/stored-file.ts'
import { type ImportCaller, runImport } from '../../platform/sheet-import/run-import.ts'
import { type Faulty, type ImportSheet, type SheetColumn, sendTemplate } from '../../platform/sheet-import/sheet.ts'
import { fixingOf, lastFixingDay, pairOf } from './market-rates.ts'
import { putForward } from './propose.ts'

const fixingColumns = [
  { key: 'type', title: { 'en-US': 'Base rate', 'zh-CN': '基准利率' }, required: true, example: 'SOFR', max: 40 },
  { key: 'effectiveDate', title: { 'en-US': 'Date', 'zh-CN': '日期' }, required: true, example: '2026-01-15', kind: 'date' },
  {
    key: 'percentRate',
    title: { 'en-US': 'Percent a year', 'zh-CN': '年利率（%）' },
    required: true,
    example: '4.31745',
    kind: 'rate',
  },
] as const satisfies readonly SheetColumn[]
type FixingKey = (typeof fixingColumns)[number]['key']

const fxColumns = [
  { key: 'fromCurrency', title: { 'en-US': 'Currency', 'zh-CN': '币种' }, required: true, example: 'EUR', kind: 'currency' },
  { key: 'toCurrency', title: { 'en-US': 'In currency', 'zh-CN': '折算币种' }, required: true, example: 'USD', kind: 'currency' },
  { key: 'rateDate', title: { 'en-US': 'Date', 'zh-CN': '日期' }, required: true, example: '2026-01-15', kind: 'date' },
  { key: 'rate', title: { 'en-US': 'Rate', 'zh-CN': '汇率' }, required: true, example: '1.0842', kind: 'fxRate' },
  { key: 'inverse', title: { 'en-US': 'Inverse rate', 'zh-CN': '反向汇率' }, required: false, example: '', kind: 'fxRate' },
] as const satisfies readonly SheetColumn[]
type FxKey = (typeof fxColumns)[number]['key']

/** The sheet of a kind of rates that staff fill in: one line for each rate. */
const fixingSheet: ImportSheet<FixingKey> = {
  name: { 'en-US': 'Fixings', 'zh-CN': '基准利率' },
  fileName: 'fixings-template.xlsx',
  columns: fixingColumns,
}
const fxSheet: ImportSheet<FxKey> = {
  name: { 'en-US': 'Exchange rates', 'zh-CN': '汇率' },
  fileName: 'exchange-rates-template.xlsx',
  columns: fxColumns,
}

/** The most lines of one change. */
const mostLines = 1000

export const rateTemplate: Handler<typeof configChangeCalls.rateTemplate> = async (request) =>
  sendTemplate(request.body.kind === 'FX' ? fxSheet : fixingSheet, request)

type Caller = ImportCaller & { query: { fileKey: string; kind: 'RATE' | 'FX' } }

/**
 * Imports fixings or exchange rates from a sheet. Valid lines are put forward as one change, which comes into force when it is
 * passed; faulty lines are returned in a workbook with their reasons.
 */
export async function importRates(request: Caller) {
  if (request.prepared.length > mostLines + 1) throw new Refused('FILE_TOO_LARGE', { rows: mostLines })
  let no: string | null = null
  const asOne = async <Row>(
    rows: readonly Row[],
    faultsOf: (rows: readonly Row[]) => (Faulty | undefined)[],
    change: (sound: Row[]) => Change,
  ) => {
    const faults = faultsOf(rows)
    const sound = rows.filter((_, at) => !faults[at])
    if (sound.length > 0) no = (await putForward(request, change(sound))).no
    return faults
  }
  const { fileName } = await fileOf(request, request.query.fileKey)
  const wanted = { fileKey: request.query.fileKey }
  const known = await knownFixings(request)
  const latest = lastFixingDay(request.today)
  const faultOfFixing = ({ type, effectiveDate }: Record<FixingKey, string>): Faulty | undefined => {
    if (!known.has(type)) return { reason: 'NO_FIXING', field: 'type' }
    return effectiveDate > latest ? { reason: 'FIXING_TOO_LATE', field: 'effectiveDate' } : undefined
  }
  const result =
    request.query.kind === 'FX'
      ? await runImport(request, {
          ...wanted,
          kind: 'FX_RATES',
          sheet: fxSheet,
          addAll: (rows) =>
            asOne(
              rows,
              (all) => faultsOfLines(all, pairOf, faultOfPair),
              (rates) => ({
                kind: 'FX',
                values: { rates: rates.map(({ inverse, ...rate }) => ({ ...rate, ...(inverse ? { inverse } : {}) })) },
              }),
            ),
        })
      : await runImport(request, {
          ...wanted,
          kind: 'FIXINGS',
          sheet: fixingSheet,
          addAll: (rows) =>
            asOne(
              rows,
              (all) => faultsOfLines(all, fixingOf, faultOfFixing),
              (fixings) => ({
                kind: 'RATE',
                values: { fixings, source: cutText(fileName, 60) },
              }),
            ),
        })
  return { ...result, no }
}
type Change = z.output<typeof configChangeCalls.propose.body>

const knownFixings = async ({ tx }: Context & { actor: Actor }) =>
  new Set(
    (await tx.selectFrom('dictionaryEntry').select('dicKey').where('grp', '=', 'BASE_RATE_TYPE').execute()).map(
      (one) => one.dicKey,
    ),
  )

function faultOfPair({ fromCurrency, toCurrency, rate, inverse }: Record<FxKey, string>): Faulty | undefined {
  if (fromCurrency === toCurrency) return { reason: 'SAME_CURRENCY', field: 'toCurrency' }
  if (!isKeptPair(rate, inverse)) return { reason: 'FX_RATE_MIN', field: 'rate' }
  return inverse && !isInversePair(rate, inverse) ? { reason: 'FX_RATE_PAIR', field: 'inverse' } : undefined
}

/** The fault of each line: its own, or a repetition of an earlier line. */
function faultsOfLines<Row>(
  rows: readonly Row[],
  of: (row: Row) => string,
  faultOf: (row: Row) => Faulty | undefined,
): (Faulty | undefined)[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const fault: Faulty | undefined = faultOf(row) ?? (seen.has(of(row)) ? { reason: 'LINE_AGAIN' } : undefined)
    seen.add(of(row))
    return fault
  })
}
