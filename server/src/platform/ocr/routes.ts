import { normalizeDocumentNo } from '@usance/domain/fingerprint'
import { type ExtractData, ocrCalls } from '@usance/wire/ocr/calls'
import type { Tx } from '../../database/database.ts'
import { type Actor, afterwards, type Before, routes } from '../../http/context.ts'
import { parseFile } from '../file/parse-file.ts'
import { fileOf } from '../file/stored-file.ts'
import { readFile } from './read-file.ts'

/** The picture of a page, drawn outside any transaction. */
async function drawPage(request: Before): Promise<Uint8Array> {
  const { look, body } = request
  const file = await look((context) => fileOf(context, body.fileKey))
  return parseFile(request, file, 'page', { page: body })
}

/** An invoice of the caller's own company that bears the number already; other companies' are never told of. */
async function sameNumber(tx: Tx, actor: Actor, data: ExtractData): Promise<ExtractData['checks']> {
  const number = data.fields.find(({ name }) => name === 'invoiceNo')?.found?.value
  const norm = number ? normalizeDocumentNo(number) : ''
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

export const ocrRoutes = routes(ocrCalls, {
  standard: afterwards<typeof ocrCalls.standard, ExtractData>(readFile, async ({ prepared, tx, actor }) => {
    const duplicates = await sameNumber(tx, actor, prepared)
    return { extractData: { ...prepared, checks: [...prepared.checks, ...duplicates] } }
  }),
  page: afterwards<typeof ocrCalls.page, Uint8Array>(drawPage, async ({ prepared, raw }) => {
    raw.reply
      .type('image/jpeg')
      .header('cache-control', 'private, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(prepared))
    return undefined
  }),
})
