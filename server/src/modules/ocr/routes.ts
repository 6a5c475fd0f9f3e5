import { normalizeInvoiceNo } from '@usance/domain/fingerprint'
import { type ExtractData, ocrCalls } from '@usance/wire/ocr/calls'
import { inTransaction, type Tx } from '../../database/database.ts'
import { type Actor, type Before, routes } from '../../http/context.ts'
import { fileOf } from '../file/stored-file.ts'
import { readFile, refuse } from './read-file.ts'

/** The picture of a page, drawn outside any transaction. */
async function drawPage({ app, scope, body }: Before): Promise<Uint8Array> {
  const file = await inTransaction(app.db, scope, 'read', (tx) => fileOf(tx, body.fileKey))
  return app.reader.draw(await app.files.read(file.objectKey), file.fileName, body).catch(refuse)
}

/** An invoice of the caller's own company that bears the number already; other companies' are never told of. */
async function sameNumber(tx: Tx, actor: Actor, data: ExtractData): Promise<ExtractData['checks']> {
  const number = data.fields.find(({ name }) => name === 'invoiceNo')?.found?.value
  const norm = number ? normalizeInvoiceNo(number) : ''
  if (data.schemaCode !== 'INVOICE' || !number || !norm) return []
  const known = await tx
    .selectFrom('invoice')
    .select('invoiceNo')
    .where('supplierId', '=', actor.companyId)
    .where('normNo', '=', norm)
    .where('docStatus', '<>', 'CANCELLED')
    .limit(1)
    .executeTakeFirst()
  return known ? [{ rule: 'DUPLICATE_NUMBER', level: 'warning', fields: ['invoiceNo'], params: { number: known.invoiceNo } }] : []
}

const before = { standard: readFile, page: drawPage }

export const ocrRoutes = routes(ocrCalls, {
  standard: async (request) => {
    const { prepared, tx, actor } = request as typeof request & { prepared: ExtractData }
    const duplicates = await sameNumber(tx, actor, prepared)
    return { extractData: { ...prepared, checks: [...prepared.checks, ...duplicates] } }
  },
  page: async (request) => {
    const { prepared, raw } = request as typeof request & { prepared: Uint8Array }
    raw.reply
      .type('image/jpeg')
      .header('cache-control', 'private, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(prepared))
    return undefined
  },
}).map((route) => ({ ...route, before: before[route.name as keyof typeof before] }))
