import { parseAmount, toDecimal } from '@usance/domain/money'
import type { poolCalls } from '@usance/wire/pool/calls'
import { audit } from '../../audit/record.ts'
import { elevate } from '../../database/database.ts'
import { afterwards, type Handler, type UseCaseContext } from '../../http/context.ts'
import { recordNamed } from '../../http/one-party.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { sheetOf } from '../../platform/file/parse-file.ts'
import { runImport } from '../../platform/sheet-import/run-import.ts'
import { type ImportSheet, readAmount, sendTemplate } from '../../platform/sheet-import/sheet.ts'
import { lockPool } from './assets.ts'

const sheet: ImportSheet<'poolCode' | 'base' | 'asOf' | 'note'> = {
  name: { 'en-US': 'Bank figures', 'zh-CN': '银行数据' },
  fileName: 'bank-figures-template.xlsx',
  columns: [
    { key: 'poolCode', title: { 'en-US': 'Pool', 'zh-CN': '资产池' }, required: true, example: 'POOL-2026-000001', max: 60 },
    {
      key: 'base',
      title: { 'en-US': 'Amount allowed', 'zh-CN': '银行核定金额' },
      required: true,
      example: '310000.00',
      kind: 'amount',
    },
    { key: 'asOf', title: { 'en-US': 'As of', 'zh-CN': '截至日期' }, required: true, example: '2026-01-31', kind: 'date' },
    { key: 'note', title: { 'en-US': 'Reference', 'zh-CN': '参考号' }, required: false, example: '', max: 200 },
  ],
}

/** What the bank decided for one pool, typed: its figure takes the place of the borrowing base. */
export const bringInBankFigures: Handler<typeof poolCalls.bankFigures> = async (request) => {
  const { tx, body } = request
  const seen = await tx.selectFrom('pool').select(['id', 'currency']).where('id', '=', body.poolId).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  await keep(request, seen, body)
  return { poolId: seen.id }
}

export const bankFiguresTemplate: Handler<typeof poolCalls.bankFiguresTemplate> = (request) => sendTemplate(sheet, request)

/** The bank's own list of pools and amounts; each good row is taken over, faulty ones come back with a reason. */
export const importBankFigures = afterwards<typeof poolCalls.importBankFigures, string[][]>(sheetOf, (request) =>
  runImport(request, {
    kind: 'POOL_BANK_FIGURES',
    fileKey: request.query.fileKey,
    sheet,
    add: async ([row]) => {
      const { tx, actor } = request
      const pool = await recordNamed(
        request,
        tx
          .selectFrom('pool as p')
          .innerJoin('financingProduct as f', 'f.id', 'p.productId')
          .select(['p.id', 'p.currency'])
          .where('p.code', '=', row!.poolCode)
          .where('f.poolKind', '=', 'DBS')
          .$if(!actor.staff, (query) => query.where('p.funderId', '=', actor.companyId)),
      )
      if (!pool) throw faultyField('poolCode', 'POOL_CLOSED')
      const base = readAmount(row!.base, pool.currency)
      if ('reason' in base) throw new Refused('BAD_REQUEST', { fields: [{ field: 'base', message: base.reason }] })
      await keep(request, pool, { ...row!, base: base.value })
    },
  }),
)

async function keep(
  context: UseCaseContext,
  { id, currency }: { id: string; currency: string },
  figures: { base: string; asOf: string; note?: string | undefined },
): Promise<void> {
  const { tx, today } = context
  if (figures.asOf > today) throw faultyField('asOf', 'DAY_TOO_LATE', { latest: today })
  const base = parseAmount(figures.base, currency)
  if (!base.ok) throw faultyAmount('base', base.refusal, currency)
  await elevate(tx)
  const pool = await lockPool(tx, id)
  if (pool.poolKind !== 'DBS') throw new Refused('ILLEGAL_TRANSITION')
  // An older letter that turns up late must not undo a newer one.
  if (pool.bankAsOf !== null && figures.asOf < pool.bankAsOf)
    throw faultyField('asOf', 'DAY_TOO_EARLY', { earliest: pool.bankAsOf })
  await tx
    .updateTable('pool')
    .set({ bankBase: toDecimal(base.value), bankAsOf: figures.asOf, bankNote: figures.note || null })
    .where('id', '=', pool.id)
    .execute()
  await audit(context, {
    event: 'POOL_BANK_FIGURES',
    objectType: 'POOL',
    objectId: pool.id,
    objectNo: pool.code,
    before: { base: pool.bankBase, asOf: pool.bankAsOf },
    after: { base: toDecimal(base.value), asOf: figures.asOf, comment: figures.note },
  })
  await notify(tx, {
    event: 'POOL_BANK_FIGURES',
    companyIds: [pool.supplierId, pool.funderId],
    params: { pool: pool.code, amount: toDecimal(base.value), currency, date: figures.asOf },
    objectType: 'POOL',
    objectId: pool.id,
    link: '/finance/dbsFinance',
  })
}
